// SPDX-License-Identifier: MIT
// What a function has to give for some inputs, and how far its numbers may be from that.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "app/exercises/caller.hpp"
#include "app/exercises/inputs.hpp"
#include "app/exercises/problem.hpp"
#include "core/base/error.hpp"

namespace normscope::exercises {

/// The roundings that an answer may be away. A chain of some ten float32 steps errs by half an ULP
/// a step; sums of at most 64 numbers in any order add a few.
inline constexpr double kRoundings = 16;

struct RightOutput {
  Output output{};                  // in double precision
  std::vector<double> tolerance{};  // of each number
};

/// How often the solution's own error in float32 an answer may err: its sums may be in another
/// order, and its steps others.
inline constexpr double kSolutionErrors = 4;

/// The right outputs.
/// numeric the tolerance of a number r is kRoundings ULPs of max(1, |r|), what r changes by when
///         each number of the inputs changes by kRoundings of its own ULPs, and kSolutionErrors
///         times the largest error that the solution has in float32, at these inputs and those
///         beside them. A sum that loses the digits of a variance errs by far more.
/// errors  Malformed: the solution fails, or the operation does not fit the inputs; Unavailable: the
///         kernel has ended
base::Expected<std::vector<RightOutput>> right_outputs(const Problem& problem, const Inputs& inputs,
                                                       Caller& caller, const std::stop_token& stop);

}  // namespace normscope::exercises
