// SPDX-License-Identifier: MIT
// Maxima with the bits of PyTorch: a NaN wins over everything, and when the maxima are +0 and -0,
// the order of comparison decides between them.
#pragma once

#include "core/torch_arithmetic/view.hpp"

namespace normscope::torch_arithmetic {

/// torch.amax(x, dim, keepdim).
/// shape   as sum; no reduced dimension of size 0
tensor::Tensor amax(const View& x, Dimensions dims = {}, bool keepdim = false);

}  // namespace normscope::torch_arithmetic
