// SPDX-License-Identifier: MIT
// torch.nn.functional.linear with the bits of the reference BLAS, which Debian's PyTorch calls.
#pragma once

#include "core/tensor/tensor.hpp"

namespace normscope::torch_arithmetic {

/// shape   x [*, I]; weight [O, I]; bias [O], or empty for none; result [*, O]
/// math    y = x weight^T + bias
/// numeric each product and each sum is rounded, in the order of the inputs
/// source  PyTorch 2.6, linear and addmm; BLAS 3.11, sgemm
tensor::Tensor linear(const tensor::Tensor& x, const tensor::Tensor& weight,
                      std::span<const float> bias);

}  // namespace normscope::torch_arithmetic
