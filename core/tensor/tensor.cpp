// SPDX-License-Identifier: MIT
#include "core/tensor/tensor.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "core/base/memory.hpp"
#include "core/text/translate.hpp"

namespace normscope::tensor {

namespace {

constexpr std::uint64_t kSmall = std::uint64_t{1} << 20;  // bytes that every machine has

base::Error wrong_count(const Shape& shape, std::int64_t needed, std::int64_t given) {
  return {ErrorKind::kInvalidArgument,
          tr("shape {shape} needs {needed} values, but {given} were given",
             arg("shape", shape_to_text(shape)), arg("needed", needed), arg("given", given))};
}

}  // namespace

Expected<Tensor> Tensor::from_values(Shape shape, std::vector<float> values) {
  const auto count = element_count(shape);
  if (!count) return tl::unexpected(count.error());
  const auto given = static_cast<std::int64_t>(values.size());
  if (*count != given) return tl::unexpected(wrong_count(shape, *count, given));
  Tensor result;
  result.shape_ = std::move(shape);
  result.buffer_ = Buffer(values.size());
  std::ranges::copy(values, result.values().begin());
  return result;
}

Expected<Tensor> Tensor::unfilled(Shape shape) {
  const auto count = element_count(shape);
  if (!count) return tl::unexpected(count.error());
  const auto bytes = static_cast<std::uint64_t>(*count) * sizeof(float);
  // A small tensor takes less time than the words of an error do.
  if (bytes > kSmall) {
    const auto fits = base::check_memory(
        bytes, text::tr("a tensor of shape {shape}", text::arg("shape", shape_to_text(shape))));
    if (!fits) return tl::unexpected(fits.error());
  }
  try {
    Tensor result;
    result.buffer_ = Buffer(static_cast<std::size_t>(*count));
    result.shape_ = std::move(shape);
    return result;
  } catch (const std::bad_alloc&) {
    return base::no_memory_left(base::bytes_to_text(bytes));
  }
}

std::optional<Tensor> Tensor::of_file(Shape shape, int descriptor, std::size_t offset) {
  const auto count = element_count(shape);
  if (!count) return std::nullopt;
  auto buffer = Buffer::of_file(descriptor, offset, static_cast<std::size_t>(*count));
  if (!buffer) return std::nullopt;
  Tensor result;
  result.shape_ = std::move(shape);
  result.buffer_ = *std::move(buffer);
  return result;
}

Expected<Tensor> Tensor::full(Shape shape, float value) {
  auto result = unfilled(std::move(shape));
  if (result) std::ranges::fill(result->values(), value);
  return result;
}

std::int64_t Tensor::offset_of(std::span<const std::int64_t> index) const {
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < index.size(); ++i) offset = offset * shape_[i] + index[i];
  return offset;
}

Expected<Tensor> Tensor::reshaped(Shape shape) const& {
  return Tensor(*this).reshaped(std::move(shape));
}

Expected<Tensor> Tensor::reshaped(Shape shape) && {
  const auto count = element_count(shape);
  if (!count) return tl::unexpected(count.error());
  if (*count != size()) return tl::unexpected(wrong_count(shape, *count, size()));
  shape_ = std::move(shape);
  return std::move(*this);
}

bool Tensor::operator==(const Tensor& other) const {
  return shape_ == other.shape_ && std::ranges::equal(values(), other.values());
}

}  // namespace normscope::tensor
