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

/// `sixteen_bits`: the numbers are float16 or bfloat16 ones, sixteen of which PyTorch takes at
/// once.
/// source  PyTorch 2.6, RowwiseMoments; float64 in four lanes
Moments row_moments(std::span<const float> row, bool sixteen_bits = false);
MomentsOf<double> row_moments(std::span<const double> row, bool sixteen_bits = false);

}  // namespace normscope::torch_arithmetic
