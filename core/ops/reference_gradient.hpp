// SPDX-License-Identifier: MIT
// The double reference of the backward passes: each gradient in double and in plain loops, straight
// from its formula on paper. Like the forward reference it knows no algorithms, and it shares
// nothing with the programs that compute the same.
#pragma once

#include <cstdint>
#include <span>

#include "core/ops/reference.hpp"

namespace normscope::ops {

/// What the gradients of one group are made from, and added to.
struct GroupGradient {
  Numbers x;                       // the whole input
  std::span<const float> dy{};     // the whole upstream gradient
  std::span<const float> gamma{};  // of the plan's affine_shape, or empty
  std::span<double> dx{};          // of groups.size, written
  std::span<double> dgamma{};      // of the plan's affine_shape, added to; or empty
  std::span<double> dbeta{};       // likewise
};

/// One group of a normalization.
/// math    dx = (d - mean(d)) / D - c sum(d c) / (D^2 R m), with d = gamma dy, c = x - mean, the
///         denominator D, its root R and the variance's divisor m; uncentred without mean(d);
///         by running statistics: d / D; returned mean: mean(d); returned input: dy. dgamma += dy c
///         / D, dbeta += dy
/// numeric where R is 0 the derivative is NaN, as that of a root; of Welford's variance, whose root
///         is torch.std, the second term is 0 there
void reference_norm_gradient(const NormPlan& plan, std::int64_t group, const GroupGradient& of);

/// One group of a softmax.
/// math    dz = p (dy - sum(p dy)); log: dz = dy - p sum(dy); dx = dz s log(n) / temperature
void reference_softmax_gradient(const SoftmaxPlan& plan, std::int64_t group,
                                const GroupGradient& of);

/// One group of a relative.
/// math    dyt: dx = alpha d (1 - t^2), dgamma += dy t, dbeta += dy, with t = tanh(alpha x);
///         l2-norm: dx = (dy - y sum(y dy)) / length, or dy / epsilon where that is larger;
///         sparsemax: dx = dy - their mean over what is above the threshold, there; else 0
void reference_relative_gradient(const RelativePlan& plan, std::int64_t group,
                                 const GroupGradient& of);

}  // namespace normscope::ops
