// SPDX-License-Identifier: MIT
// The double reference: each operation in double and in plain loops, straight from its formula. The
// reference shares only the plan with the fast kernels, so the two check each other. It ignores the
// algorithm options, which are ways to compute the same exact value.
#pragma once

#include <cstdint>
#include <span>

#include "core/ops/norm.hpp"
#include "core/ops/relatives.hpp"
#include "core/ops/softmax.hpp"

namespace normscope::ops {

/// Mean and reciprocal denominator of a group.
struct NormStatistics {
  double mean = 0;
  double rstd = 0;
};

/// Maximum of a group and its sum of exp((x - maximum) / temperature).
struct SoftmaxStatistics {
  double maximum = 0;
  double sum = 0;
};

/// One group of a normalization.
/// shape   x the whole input; gamma, beta of the plan's affine_shape or empty; y of groups.size
/// math    y = gamma * (x - mean) / denominator + beta; uncentred: with 0 for the mean;
///         returned mean: gamma * mean + beta; returned input: x
/// numeric double, two passes
NormStatistics reference_norm(const NormPlan& plan, std::int64_t group, std::span<const float> x,
                              std::span<const float> gamma, std::span<const float> beta,
                              std::span<double> y);

/// One group of a softmax.
/// shape   x the whole input; y of groups.size
/// math    as plan_softmax
/// numeric double, maximum subtracted
SoftmaxStatistics reference_softmax(const SoftmaxPlan& plan, std::int64_t group,
                                    std::span<const float> x, std::span<double> y);

/// One group of a relative.
/// shape   x the whole input; gamma, beta of the plan's affine_shape or empty; y of groups.size
/// math    as plan_relative
/// numeric double
void reference_relative(const RelativePlan& plan, std::int64_t group, std::span<const float> x,
                        std::span<const float> gamma, std::span<const float> beta,
                        std::span<double> y);

}  // namespace normscope::ops
