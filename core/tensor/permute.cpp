// SPDX-License-Identifier: MIT
#include "core/tensor/permute.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/text/translate.hpp"

namespace normscope::tensor {

namespace {

// Fills the elements of a shape, whose element at an index is that of `from` at the sum of index *
// stride.
template <class Number>
void copy_with_strides(std::span<const Number> from, const Shape& shape,
                       const std::vector<std::int64_t>& strides, std::span<Number> to) {
  std::vector<std::int64_t> index(shape.size());
  std::int64_t at = 0;
  for (Number& value : to) {
    value = from[static_cast<std::size_t>(at)];
    for (std::size_t dim = shape.size(); dim-- > 0;) {
      at += strides[dim];
      if (++index[dim] < shape[dim]) break;
      at -= strides[dim] * shape[dim];
      index[dim] = 0;
    }
  }
}

base::Expected<Tensor> with_strides(const Tensor& tensor, const Shape& shape,
                                    const std::vector<std::int64_t>& strides) {
  auto result = Tensor::unfilled(shape);
  if (!result) return result;
  copy_with_strides<float>(tensor.values(), shape, strides, result->values());
  return result;
}

std::vector<std::int64_t> strides_of(const Shape& shape) {
  std::vector<std::int64_t> strides(shape.size(), 1);
  for (std::size_t dim = shape.size(); dim-- > 1;) strides[dim - 1] = strides[dim] * shape[dim];
  return strides;
}

std::vector<std::int64_t> in_order(const std::vector<std::int64_t>& sizes,
                                   const std::vector<std::size_t>& order) {
  std::vector<std::int64_t> result;
  for (const std::size_t dim : order) result.push_back(sizes[dim]);
  return result;
}

}  // namespace

base::Expected<Tensor> permuted(const Tensor& tensor, const std::vector<std::size_t>& order) {
  return with_strides(tensor, in_order(tensor.shape(), order),
                      in_order(strides_of(tensor.shape()), order));
}

std::vector<double> permuted(const std::vector<double>& values, const Shape& shape,
                             const std::vector<std::size_t>& order) {
  std::vector<double> result(values.size());
  copy_with_strides<double>(values, in_order(shape, order), in_order(strides_of(shape), order),
                            result);
  return result;
}

std::vector<std::size_t> inverse_order(const std::vector<std::size_t>& order) {
  std::vector<std::size_t> inverse(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) inverse[order[k]] = k;
  return inverse;
}

std::vector<std::size_t> with_last(std::size_t rank, const std::vector<std::size_t>& last) {
  std::vector<std::size_t> order;
  for (std::size_t dim = 0; dim < rank; ++dim) {
    if (std::ranges::find(last, dim) == last.end()) order.push_back(dim);
  }
  order.insert(order.end(), last.begin(), last.end());
  return order;
}

std::vector<std::size_t> with_moved(std::size_t rank, std::size_t from, std::size_t to) {
  std::vector<std::size_t> order;
  for (std::size_t dim = 0; dim < rank; ++dim) {
    if (dim != from) order.push_back(dim);
  }
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(to), from);
  return order;
}

base::Expected<Tensor> broadcast_to(const Tensor& tensor, const Shape& shape) {
  const Shape& own = tensor.shape();
  const auto refused = [&] {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("its shape {shape} does not broadcast to {own}",
                         arg("shape", shape_to_text(own)), arg("own", shape_to_text(shape))));
  };
  if (own.size() > shape.size()) return refused();
  const std::vector<std::int64_t> strides = strides_of(own);
  std::vector<std::int64_t> repeated(shape.size(), 0);
  const std::size_t leading = shape.size() - own.size();
  for (std::size_t dim = 0; dim < own.size(); ++dim) {
    if (own[dim] != 1 && own[dim] != shape[leading + dim]) return refused();
    if (own[dim] != 1) repeated[leading + dim] = strides[dim];
  }
  return with_strides(tensor, shape, repeated);
}

}  // namespace normscope::tensor
