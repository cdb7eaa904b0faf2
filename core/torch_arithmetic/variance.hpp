// SPDX-License-Identifier: MIT
// Variance and standard deviation with the bits of PyTorch, which uses two methods: Welford's in
// double for each group, and, for a single result, squared differences from the float32 mean summed
// in double.
#pragma once

#include <cstdint>

#include "core/torch_arithmetic/view.hpp"

namespace normscope::torch_arithmetic {

/// torch.var(x, dim, correction, keepdim).
/// shape   as sum
/// math    sum((x - mean)^2) / max(0, n - correction)
/// units   x squared; correction 0 for the biased, 1 for the unbiased estimator
/// numeric NaN where divisor and sum are both 0, as for the unbiased estimator of one element
/// source  PyTorch 2.6, WelfordOps and std_var_all_cpu
tensor::Tensor var(const View& x, Dimensions dims, std::int64_t correction, bool keepdim = false);

/// torch.std: the square root is computed in double, before rounding to float32.
tensor::Tensor std_dev(const View& x, Dimensions dims, std::int64_t correction,
                       bool keepdim = false);

/// The variance in float64, written into `out`, which has as many elements as reduced_shape.
void var(const ViewOf<double>& x, Dimensions dims, std::int64_t correction, std::span<double> out);

/// The variance of one contiguous group, a row among several; of a whole tensor PyTorch uses
/// another method.
float var_of_row(std::span<const float> row, std::int64_t correction);

}  // namespace normscope::torch_arithmetic
