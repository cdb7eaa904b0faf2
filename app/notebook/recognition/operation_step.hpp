// SPDX-License-Identifier: MIT
// One record as a step of a program: what its operation was told becomes dimensions and a constant.
#pragma once

#include <vector>

#include "app/notebook/recognition/chain_program.hpp"

namespace normscope::notebook::recognition {

/// The step of a record, or the two of a clamp with both bounds, whose second has the first as its
/// operand -1; other operands are those of the record. Empty: the record is an input, or it was
/// told something that no step can say, or it is of another type than float32 (or bool, where it
/// compares).
std::vector<ProgramStep> steps_of(const protocol::RecordGraph& graph, int at);

}  // namespace normscope::notebook::recognition
