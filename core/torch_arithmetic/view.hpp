// SPDX-License-Identifier: MIT
// A view of an array with strides. PyTorch sums a transposed array in another order than its copy,
// so the bits of a sum depend on the strides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/tensor/tensor.hpp"

namespace normscope::torch_arithmetic {

/// Strides, in elements, of a contiguous array of this shape; a dimension of size 0 counts as 1, as
/// in PyTorch.
std::vector<std::int64_t> contiguous_strides(const tensor::Shape& shape);

/// Element (i, j, ...) is values[i * strides[0] + j * strides[1] + ...]. Does not own the values.
template <class T>
struct ViewOf {
  std::span<const T> values;
  tensor::Shape shape;
  std::vector<std::int64_t> strides;  // one for each dimension, none negative

  std::int64_t size() const { return tensor::product(shape); }
};

struct View : ViewOf<float> {
  View(std::span<const float> all_values, tensor::Shape its_shape,
       std::vector<std::int64_t> its_strides);

  /// A view of a whole tensor, which must outlive the view.
  View(const tensor::Tensor& x);  // NOLINT(google-explicit-constructor): a tensor is a view
};

/// The dimensions that an operation reduces, as indices; empty means all, as in PyTorch.
using Dimensions = std::span<const std::size_t>;

}  // namespace normscope::torch_arithmetic
