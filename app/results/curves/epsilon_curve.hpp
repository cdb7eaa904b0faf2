// SPDX-License-Identifier: MIT
// What epsilon does to one group of a normalization, for epsilons of every size: how far the output
// spreads, and what the backward pass lets through.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ops/norm.hpp"

namespace normscope::results {

/// Most numbers of a group whose curves over an option are made.
inline constexpr std::int64_t kMostOfCurve = std::int64_t{1} << 16;

/// At one epsilon. Gradients are those of an upstream gradient of length 1, without gamma.
struct EpsilonEffect {
  double deviation = 0;  // of the output, about 0 where no mean is subtracted
  double across = 0;     // dx of a dy that is neither a shift nor along the normalized numbers
  double along = 0;      // dx of a dy along the normalized numbers
};

struct EpsilonCurve {
  std::vector<double> epsilons{};  // ascending, four for each decade
  std::vector<EpsilonEffect> effects{};
  EpsilonEffect chosen{};  // at the options' epsilon, 0 where they add none
  double epsilon = 0;      // that one
  /// Where epsilon is as large as what it is added to: the variance, its root, or the count.
  double equal = 0;
};

/// The curve of one group.
/// shape   x [n], at most kMostOfCurve numbers
/// math    with v the variance, inside the root: deviation sqrt(v / (v + eps)), across
///         1 / sqrt(v + eps), along that times eps / (v + eps)
/// units   epsilon as the options place it: of x squared, of x, or of a count
/// numeric the double reference of both passes; NaN where it is, across of a group of fewer than
///         three numbers (without a mean: two), along of a group of equal numbers
EpsilonCurve epsilon_curve(std::span<const float> x, const ops::NormOptions& options);

}  // namespace normscope::results
