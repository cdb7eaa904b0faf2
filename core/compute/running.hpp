// SPDX-License-Identifier: MIT
// Batch norm in evaluation: by statistics of other data, one of each for a channel.
#pragma once

#include "core/base/error.hpp"
#include "core/compute/compute.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::compute {

/// Mean and variance of each channel.
struct RunningStatistics {
  tensor::Tensor mean;
  tensor::Tensor variance;
};

/// Normalizes each channel by the statistics given.
/// shape   x [N, C, *]; mean, variance, and the request's gamma and beta [C]
/// math    y = gamma * (x - mean) / sqrt(variance + epsilon) + beta, epsilon as the options place it
/// errors  InvalidArgument: no batch norm, another shape, a variance below 0, epsilon on the count;
///         TooLarge: more than the machine's memory
/// numeric double, rounded once
/// source  torch.nn.functional.batch_norm with training=False
base::Expected<Result> compute_running(const Request& request, const RunningStatistics& running);

}  // namespace normscope::compute
