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

/// The numbers of an input: float32, or double where float32 lacks digits that matter.
class Numbers {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a span of either is meant
  Numbers(std::span<const float> floats) : floats_(floats) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  Numbers(std::span<const double> doubles) : doubles_(doubles) {}
  double operator[](std::int64_t at) const {
    const auto index = static_cast<std::size_t>(at);
    return doubles_.empty() ? static_cast<double>(floats_[index]) : doubles_[index];
  }

 private:
  std::span<const float> floats_{};
  std::span<const double> doubles_{};
};

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
///         returned mean: gamma * mean + beta; returned input: x; by running statistics these
/// numeric double, two passes
NormStatistics reference_norm(const NormPlan& plan, std::int64_t group, Numbers x,
                              std::span<const float> gamma, std::span<const float> beta,
                              std::span<double> y);

/// One group of a softmax.
/// shape   x the whole input; y of groups.size
/// math    as plan_softmax
/// numeric double, maximum subtracted
SoftmaxStatistics reference_softmax(const SoftmaxPlan& plan, std::int64_t group, Numbers x,
                                    std::span<double> y);

/// One group of a relative.
/// shape   x the whole input; gamma, beta of the plan's affine_shape or empty; y of groups.size
/// math    as plan_relative
/// numeric double
void reference_relative(const RelativePlan& plan, std::int64_t group, Numbers x,
                        std::span<const float> gamma, std::span<const float> beta,
                        std::span<double> y);

}  // namespace normscope::ops
