// SPDX-License-Identifier: MIT
// The Jacobian of a backward pass: how much each number of the gradient of the input grows with
// each number of the upstream gradient, whatever that is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/results/evaluation.hpp"

namespace normscope::results {

/// Most numbers of the input and of the output of a Jacobian that is made within a frame.
inline constexpr std::int64_t kMostCoefficients = 128;

/// The whole Jacobian of the backward pass that is shown.
/// shape   [numbers of dy, numbers of dx]; empty for more than kMostCoefficients of either, and
///         without a backward pass
/// numeric torch arithmetic, a column of the forward pass's Jacobian at a time
std::vector<float> jacobian_of(const Evaluation& evaluation);

/// Most numbers of a group whose Jacobian is a figure.
inline constexpr std::int64_t kMostOfGroup = 256;

/// A matrix that a Jacobian is the sum of.
struct JacobianPart {
  std::string formula{};  // LaTeX, with its sign
  std::vector<double> values{};
};

/// The Jacobian of one group: a row for each number of dy, a column for each of dx.
struct GroupJacobian {
  std::vector<double> values{};
  /// What it is the sum of on paper; empty where paper has no such sum, or it is another.
  std::vector<JacobianPart> parts{};
  /// Of a normalization without gamma, or with one of ones: what is left of a direction in which
  /// the group is scaled, and of a direction in which neither its mean nor its scale changes.
  std::optional<double> along_scale{};
  double along_others = 0;
  bool forgets_shift = false;  // whether a shift of the whole group moves no output on paper
};

/// The Jacobian of a group of the backward pass that is shown.
/// shape   [n, n], of at most kMostOfGroup numbers; empty for more, without a backward pass, and where
///         a step is known by its stored values alone
/// math    normalization: gamma (r I - r 1 1' / n - k h h'), h what is normalized, r = 1 / s, k = r / c
///         with the variance's divisor c, or where epsilon stands outside 1 / (c (s - epsilon));
///         softmax: k (diag(p) - p p'), k = s log(n) / temperature; log: k (I - 1 p')
/// numeric every step in double, a unit vector at a time
GroupJacobian group_jacobian(const Evaluation& evaluation, std::int64_t group);

}  // namespace normscope::results
