// SPDX-License-Identifier: MIT
// A push of the numbers of one group along a direction, and what the output makes of it: some
// directions an operation forgets.
#pragma once

#include <cstdint>
#include <span>

#include "app/document/edits.hpp"
#include "app/results/evaluation.hpp"
#include "core/base/names.hpp"

namespace normscope::results {

enum class Direction {
  kOnes,        // a shift of the whole group
  kNormalized,  // the scale of what is left of it
  kUpstream,    // dy: any direction
};

std::span<const base::Name<Direction>> direction_names();

struct Push {
  document::Edit edit{};
  double step = 0;   // the most that a number of the input moves
  double moved = 0;  // the most that a number of the output moves; nan where one is not finite
};

/// Whether the shown operation has the direction: only some operations normalize. Its input must be
/// the one that is edited, with no layer before it.
bool has_direction(const Evaluation& evaluation, Direction direction);

/// Pushes a group of the input along a direction that the operation has.
/// math    x + t d, where t max|d| is a power of ten, the largest up to the deviation of the group
///         (of a constant group 1); along what is normalized t is that power
/// numeric the output before and after in double, from the float32 inputs
/// errors  InvalidArgument: a direction of zeros, a group that is not finite, or an output that is
///         known by its stored values alone
base::Expected<Push> push(const Evaluation& evaluation, std::int64_t group, Direction direction);

}  // namespace normscope::results
