// SPDX-License-Identifier: MIT
// How far a normalization's output is from the exact one in a precision plan: against where the
// numbers of a group lie, how far they spread, and how many they are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/error.hpp"
#include "core/ops/norm.hpp"
#include "core/precision/plan.hpp"

namespace normscope::results {

/// What a row of a map has in common.
struct LandscapeRow {
  double deviation = 1;
  std::int64_t length = 2;
};

/// Errors of groups: a row for each deviation or length, a column for each mean.
struct ErrorMap {
  std::vector<double> worst{};   // of the group's numbers; NaN where an output is not finite
  std::vector<double> median{};  // likewise
};

/// The errors |y - exact| of the outputs of a group that is moved to each of these means and spread
/// to these deviations, its numbers repeated to these lengths.
/// shape   group [n], n > 0, with a variance; result [rows, means]
/// units   of the output, whose deviation is about 1
/// numeric y under the plan; exact the same steps in double, from the numbers as they were given
/// errors  as precision::evaluate and trace::norm_program
base::Expected<ErrorMap> error_map(std::span<const float> group, const ops::NormOptions& options,
                                   const precision::Plan& plan, std::span<const double> means,
                                   std::span<const LandscapeRow> rows);

}  // namespace normscope::results
