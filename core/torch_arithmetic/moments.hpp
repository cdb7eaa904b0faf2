// SPDX-License-Identifier: MIT
// The mean and biased variance of a contiguous row, as in PyTorch's built-in layer and group norm:
// Welford's method in eight lanes, in blocks of sixteen, merged in a cascade. All in the element
// type; torch.mean and torch.var give other bits.
#pragma once

#include <span>

namespace normscope::torch_arithmetic {

template <class T>
struct MomentsOf {
  T mean;
  T variance;  // biased
};
using Moments = MomentsOf<float>;

/// source  PyTorch 2.6, RowwiseMoments; float64 in four lanes
Moments row_moments(std::span<const float> row);
MomentsOf<double> row_moments(std::span<const double> row);

}  // namespace normscope::torch_arithmetic
