// SPDX-License-Identifier: MIT
// The mean and biased variance of a contiguous row, as PyTorch's built-in layer and group norm
// compute them: Welford's method in eight lanes, in blocks of sixteen, merged in a cascade. All in
// float32; neither torch.mean nor torch.var give these bits.
#pragma once

#include <span>

namespace normscope::torch_arithmetic {

struct Moments {
  float mean;
  float variance;  // biased
};

/// source  PyTorch 1.13, RowwiseMoments
Moments row_moments(std::span<const float> row);

}  // namespace normscope::torch_arithmetic
