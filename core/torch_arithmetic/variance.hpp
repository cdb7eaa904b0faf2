// SPDX-License-Identifier: MIT
// Variance and standard deviation with the bits of PyTorch. It has two ways: Welford's in double
// for each group, and, when there is a single result, squares around the float32 mean summed in
// double.
#pragma once

#include <cstdint>

#include "core/torch_arithmetic/view.hpp"

namespace normscope::torch_arithmetic {

/// torch.var(x, dim, correction, keepdim).
/// shape   as sum
/// math    sum((x - mean)^2) / max(0, n - correction)
/// units   x squared; correction 0 for the biased, 1 for the unbiased estimator
/// numeric NaN where nothing is left to divide by and the sum is 0, as for one element unbiased
/// source  PyTorch 1.13, WelfordOps and std_var_all_cpu
tensor::Tensor var(const View& x, Dimensions dims, std::int64_t correction, bool keepdim = false);

/// torch.std: the square root is taken in double, before rounding to float32.
tensor::Tensor std_dev(const View& x, Dimensions dims, std::int64_t correction,
                       bool keepdim = false);

/// The same in float64, into `out`, which has as many places as reduced_shape has elements.
void var(const ViewOf<double>& x, Dimensions dims, std::int64_t correction, std::span<double> out);

/// One contiguous group among several, and one that is a whole tensor: PyTorch rounds the variance
/// of a row of many differently from that of a lone row.
float var_of_row(std::span<const float> row, std::int64_t correction);
float var_of_whole(std::span<const float> row, std::int64_t correction);

}  // namespace normscope::torch_arithmetic
