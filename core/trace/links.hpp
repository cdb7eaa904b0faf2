// SPDX-License-Identifier: MIT
// What a step always is in groups of one element, where x - mean is 0 and exp(x) / sum(exp(x)) is
// 1: read from the steps' primitives alone.
#pragma once

#include <vector>

#include "core/trace/program.hpp"

namespace normscope::trace {

/// What is known of the values of a step without the batch.
enum class Always { kVaries, kZero, kUndefined, kInfinite, kConstant };

/// For each step what it is whatever step `variable` is, in groups of one element; kVaries in
/// larger groups. `known`: what the steps are whatever the input is; empty where that is asked.
std::vector<Always> always_of(const Program& program, int variable,
                              const std::vector<Always>& known = {});

}  // namespace normscope::trace
