// SPDX-License-Identifier: MIT
// The two layers that lectures put before a normalization: Linear and ReLU.
#pragma once

#include "core/base/error.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::ops {

/// Checks the shapes of weight and bias against x, and returns the shape of the result.
/// shape   x [*, in]; weight [out, in]; bias [out] or null; result [*, out]
/// errors  InvalidArgument: weight not a matrix, in differs, bias not (out)
base::Expected<tensor::Shape> linear_shape(const tensor::Shape& x, const tensor::Shape& weight,
                                           const tensor::Shape* bias);

/// Multiplies the last dimension by a matrix and adds a bias.
/// shape   as linear_shape
/// math    y = x weight^T + bias
/// errors  as linear_shape; TooLarge: the result needs more than the machine's memory
/// numeric sums in double, one rounding to float32: at most 0.5 ULP plus in * 2^-53 * sum |x w|
/// source  torch.nn.Linear
base::Expected<tensor::Tensor> linear(const tensor::Tensor& x, const tensor::Tensor& weight,
                                      const tensor::Tensor* bias);

/// Replaces negative values by zero. NaN and -0 are kept, as in torch.
/// shape   result as x
/// math    y = max(x, 0)
/// source  torch.nn.ReLU
tensor::Tensor relu(tensor::Tensor x);

}  // namespace normscope::ops
