// SPDX-License-Identifier: MIT
// One record as steps of a program: primitives with their operands, dimensions and constants.
#pragma once

#include <vector>

#include "app/notebook/protocol/record_graph.hpp"
#include "core/trace/written.hpp"

namespace normscope::notebook::recognition {

/// An operand that is a record of the graph; others are positions among the steps of their record.
constexpr int operand_of_record(int record) {
  return -2 - record;
}
/// The record of such an operand; below 0 for any other.
constexpr int record_of_operand(int operand) {
  return -2 - operand;
}

/// The steps of a record, the last of which makes its array: one for most operations, several for
/// those that are made of others, such as softmax. Empty: the record is an input, or no primitives
/// say what it does, or it is of another type than float32.
std::vector<trace::WrittenStep> steps_of(const protocol::RecordGraph& graph, int at);

}  // namespace normscope::notebook::recognition
