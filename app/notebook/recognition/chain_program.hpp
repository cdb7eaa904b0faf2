// SPDX-License-Identifier: MIT
// Any chain of known operations, a normalization or not, as the steps that were written: each with
// its operands, its dimensions and its exact constant, down to the array that the chain begins
// with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/protocol/record_graph.hpp"
#include "app/notebook/recognition/place.hpp"
#include "app/notebook/recognition/recognize.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::notebook::recognition {

/// Most steps of a chain, the input and parameters among them.
inline constexpr std::size_t kMostProgramSteps = 64;

enum class StepKind : std::uint8_t {
  kInput,      // what the chain begins with
  kParameter,  // another array whose values are given
  kComputed,   // by its operation from earlier steps
};

struct ProgramStep {
  StepKind kind = StepKind::kComputed;
  /// Torch's name, as the records' table has it, where several mean the same that of the plainest:
  /// matmul of all products of matrices, amax and amin of max and min over dimensions, sub of rsub,
  /// maximum and minimum of clamp, reshape of all views in the same order, permute of all that
  /// are turned. Empty unless computed.
  std::string_view operation{};
  std::vector<int> operands{};      // positions of earlier steps
  std::vector<std::size_t> dims{};  // ascending: that it goes over; of permute in their new order
  bool keepdim = false;
  /// The number beside the operands: what is added, a power; correction of var and std, p of norm,
  /// eps of layer_norm; 1 of a descending sort.
  std::optional<double> constant{};
  std::int64_t groups = 0;      // of channels, of group_norm
  bool constant_first = false;  // constant - a, constant to the power of a
  tensor::Shape shape{};
  Place place{};
  /// Of the graph; its values, where they are held, are those of the step. -1: a step between two
  /// records.
  int record = -1;
  std::string role{};  // the name of a recognized step: "variance"; or empty
  bool operator==(const ProgramStep&) const = default;
};

/// The steps that made the last array of a graph, operands before what is made of them, the array
/// last. The chain goes back as far as its operations are known and float32, and at most
/// kMostProgramSteps steps; a longer one begins at the farthest array through which all paths pass.
/// Where it ends at several arrays the input is the one that most steps depend on, then the
/// largest, then the first; the others are parameters. `input` is a record that the chain begins
/// with instead.
/// errors  none: nothing where no known operation made the array, or where the values of an array
///         that it begins with are lost
std::optional<std::vector<ProgramStep>> chain_program(const protocol::RecordGraph& graph,
                                                      std::optional<int> input = {});

/// The same, from the input of a recognized chain on, and with its roles.
std::optional<std::vector<ProgramStep>> chain_program(const protocol::RecordGraph& graph,
                                                      const Recognized& recognized);

}  // namespace normscope::notebook::recognition
