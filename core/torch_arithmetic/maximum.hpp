// SPDX-License-Identifier: MIT
// Maxima with the bits of PyTorch: a NaN wins over everything, and where the largest values are
// zeros of both signs, the order of comparison decides which one is returned.
#pragma once

#include "core/torch_arithmetic/view.hpp"

namespace normscope::torch_arithmetic {

/// torch.amax(x, dim, keepdim).
/// shape   as sum; no reduced dimension of size 0
tensor::Tensor amax(const View& x, Dimensions dims = {}, bool keepdim = false);

/// The maximum of one contiguous group, not empty: torch.max(x) and the maximum inside of softmax.
float maximum(std::span<const float> row);

}  // namespace normscope::torch_arithmetic
