// SPDX-License-Identifier: MIT
// Any chain of known operations, a normalization or not, as a program of its steps: each with its
// operands, dimensions and exact constant, back to the array that the chain begins with.
#pragma once

#include <optional>
#include <vector>

#include "app/notebook/protocol/record_graph.hpp"
#include "app/notebook/recognition/place.hpp"
#include "app/notebook/recognition/recognize.hpp"
#include "core/trace/written.hpp"

namespace normscope::notebook::recognition {

/// A written step, and where it comes from.
struct WrittenRecord {
  trace::WrittenStep step{};
  Place place{};
  /// The record of the graph whose values are those of this step; -1: a step inside of a record.
  int record = -1;
  bool operator==(const WrittenRecord&) const = default;
};

/// The steps that made the last array of a graph, the input first, operands before what is made of
/// them, the array last. The chain goes back as far as its operations are known and float32, and at
/// most trace::kMostWrittenSteps steps; a longer one begins at the farthest array through which all
/// paths pass. Where it ends at several arrays the input is the one that most steps depend on, and
/// of those the first that scales or mixes nothing else; the others are parameters. `input` is a
/// record that the chain begins with instead.
/// errors  none: nothing where no known operation made the array, or where the values of an array
///         that it begins with are lost
std::optional<std::vector<WrittenRecord>> chain_program(const protocol::RecordGraph& graph,
                                                        std::optional<int> input = {});

/// The same, from the input of a recognized chain on, and with its roles, names and formulas.
std::optional<std::vector<WrittenRecord>> chain_program(const protocol::RecordGraph& graph,
                                                        const Recognized& recognized);

/// Whether two records of a graph are one array, seen in different shapes perhaps.
bool same_array(const protocol::RecordGraph& graph, int a, int b);

}  // namespace normscope::notebook::recognition
