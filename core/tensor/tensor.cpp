// SPDX-License-Identifier: MIT
#include "core/tensor/tensor.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/base/memory.hpp"

namespace normscope::tensor {

using base::ErrorKind;
using base::Expected;
using base::fail;

// A large copy takes less time to fill than the system takes to find its memory in small pages.
Tensor::Tensor(const Tensor& other) : shape_(other.shape_) {
  values_.reserve(other.values_.size());
  base::prefer_large_pages(values_.data(), values_.capacity() * sizeof(float));
  values_.assign(other.values_.begin(), other.values_.end());
}

Tensor& Tensor::operator=(const Tensor& other) {
  if (this != &other) *this = Tensor(other);
  return *this;
}

Expected<Tensor> Tensor::from_values(Shape shape, std::vector<float> values) {
  const auto count = element_count(shape);
  if (!count) return tl::unexpected(count.error());
  if (*count != static_cast<std::int64_t>(values.size())) {
    return fail(ErrorKind::kInvalidArgument,
                fmt::format("shape {} needs {} values, but {} were given", shape_to_text(shape),
                            *count, values.size()));
  }
  Tensor result;
  result.shape_ = std::move(shape);
  result.values_ = std::move(values);
  return result;
}

Expected<Tensor> Tensor::full(Shape shape, float value) {
  const auto count = element_count(shape);
  if (!count) return tl::unexpected(count.error());
  const auto bytes = static_cast<std::uint64_t>(*count) * sizeof(float);
  // The sentences of errors are made only for errors: a small tensor takes less time than they do.
  if (bytes > base::physical_memory()) {
    const auto fits = base::check_memory(bytes, "a tensor of shape " + shape_to_text(shape));
    return tl::unexpected(fits.error());
  }
  try {
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(*count));
    base::prefer_large_pages(values.data(), bytes);
    values.resize(static_cast<std::size_t>(*count), value);
    return from_values(std::move(shape), std::move(values));
  } catch (const std::bad_alloc&) {
    return base::no_memory_left(base::bytes_to_text(bytes));
  }
}

std::int64_t Tensor::offset_of(std::span<const std::int64_t> index) const {
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < index.size(); ++i) offset = offset * shape_[i] + index[i];
  return offset;
}

Expected<Tensor> Tensor::reshaped(Shape shape) const& {
  return from_values(std::move(shape), values_);
}

Expected<Tensor> Tensor::reshaped(Shape shape) && {
  return from_values(std::move(shape), std::move(values_));
}

}  // namespace normscope::tensor
