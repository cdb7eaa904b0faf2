// SPDX-License-Identifier: MIT
// A backward pass against central differences of its forward pass, as PyTorch's gradcheck compares
// them, but for steps of every size: the error has a valley between steps that are too long for the
// curve and steps that are too short for double.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/results/evaluation.hpp"

namespace normscope::results {

/// The settings of torch.autograd.gradcheck: central differences of this step, within
/// kGradcheckAbsolute + kGradcheckRelative |difference|.
inline constexpr double kGradcheckStep = 1e-6;
inline constexpr double kGradcheckAbsolute = 1e-5;
inline constexpr double kGradcheckRelative = 1e-3;

/// Most numbers of a group that is checked, and most of them that are moved.
inline constexpr std::int64_t kMostOfCheckedGroup = 256;
inline constexpr std::int64_t kMostMoved = 16;

struct GradientCheck {
  std::vector<std::int64_t> places{};  // in the group, of the numbers that are moved
  std::vector<double> steps{};         // ascending
  std::vector<double> worst{};         // of each step; infinite where an error is not finite
  std::vector<double> median{};        // likewise
  double tolerance = 0;                // gradcheck's, for the smallest of the differences
  double gradcheck_error = 0;          // the largest at kGradcheckStep
  bool passes = false;                 // every number is within its own tolerance
  bool without_dy = false;             // it is 0 in the whole group, and so is every difference
  /// The step of the least error; empty where errors at both ends are not clearly larger.
  std::optional<double> valley{};
};

/// The check of one group of the backward pass that is shown, by numbers evenly spaced in it.
/// shape   of a group of at most kMostOfCheckedGroup numbers; no places for more, without a backward
///         pass, and where a step is known by its stored values alone
/// math    |dx[k] - (L(x + h e_k) - L(x - h e_k)) / 2h|, with L = sum(dy y) over the group
/// numeric every step of both passes in double; h from 1e-12 to 1e-1
/// source  torch.autograd.gradcheck
GradientCheck gradient_check(const Evaluation& evaluation, std::int64_t group);

}  // namespace normscope::results
