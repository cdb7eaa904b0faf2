// SPDX-License-Identifier: MIT
// torch.softmax and torch.log_softmax, the built-in ones, bit for bit. The last dimension and the
// others have kernels of their own, with other sums and, for single columns, another exp.
#pragma once

#include <cstddef>

#include "core/tensor/tensor.hpp"

namespace normscope::torch_arithmetic {

/// shape   x of any shape, dim < rank (0 for a scalar); the result as x
/// math    exp(x - max) / sum(exp(x - max))
/// numeric a group of all -inf, or with a NaN or a +inf in it, is NaN throughout
/// source  PyTorch 1.13, SoftMaxKernel
tensor::Tensor softmax(const tensor::Tensor& x, std::size_t dim);

/// math    (x - max) - log(sum(exp(x - max)))
tensor::Tensor log_softmax(const tensor::Tensor& x, std::size_t dim);

}  // namespace normscope::torch_arithmetic
