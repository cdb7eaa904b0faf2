// SPDX-License-Identifier: MIT
// A tensor seen through strides. PyTorch sums a transposed array in another order than its copy, so
// the strides of an array are part of what decides its bits.
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

/// Element (i, j, ...) lies at values[i * strides[0] + j * strides[1] + ...]. Refers to the values.
template <class T>
struct ViewOf {
  std::span<const T> values;
  tensor::Shape shape;
  std::vector<std::int64_t> strides;  // one a dimension, none negative

  std::int64_t size() const { return tensor::product(shape); }
};

struct View : ViewOf<float> {
  View(std::span<const float> all_values, tensor::Shape its_shape,
       std::vector<std::int64_t> its_strides);

  /// The whole of a contiguous tensor, which must outlive the view.
  View(const tensor::Tensor& x);  // NOLINT(google-explicit-constructor): a tensor is a view
};

/// The dimensions that an operation reduces, as indices; none means all of them, as in PyTorch.
using Dimensions = std::span<const std::size_t>;

}  // namespace normscope::torch_arithmetic
