// SPDX-License-Identifier: MIT
// What the matchers of this folder share: looking back along the records of a graph, and the steps
// of a chain.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/protocol/record_graph.hpp"
#include "app/notebook/recognition/place.hpp"
#include "core/trace/role.hpp"

namespace normscope::notebook::recognition {

/// A record of a graph, or none; every question about none is answered with nothing.
class Node {
 public:
  Node() = default;
  Node(const protocol::RecordGraph& graph, std::size_t at)
      : graph_(&graph), at_(static_cast<int>(at)) {}
  explicit operator bool() const { return graph_ != nullptr; }
  const protocol::Record* operator->() const {
    return &graph_->records[static_cast<std::size_t>(at_)];
  }
  const protocol::RecordGraph& graph() const { return *graph_; }
  /// Its position in the graph; -1: none.
  int at() const { return at_; }
  std::size_t rank() const { return (*this)->shape.size(); }
  bool operator==(const Node&) const = default;

 private:
  const protocol::RecordGraph* graph_ = nullptr;
  int at_ = -1;
};

/// Torch's name of the operation that made the array; empty where nothing is known.
std::string_view operation_of(Node node);
Place place_of(Node node);

/// How many operands the operation has.
std::size_t inputs_of(Node node);

/// The operand at this position, even if its values were changed since.
Node operand_of(Node node, std::size_t position);

/// The same, if its values were not changed since; else none.
Node input_of(Node node, std::size_t position);

/// A numeric argument of the operation: "other" of add.
std::optional<double> number_of(Node node, std::string_view attribute);

/// A flag among the arguments of the operation.
bool flag_of(Node node, std::string_view attribute);

/// Whether both are one array, or were made by the same operations from one: torch.exp(x), written
/// twice, is the same.
bool same(Node a, Node b);

/// The array before views and copies that change no value: unsqueeze, view, detach and the like.
Node before_views(Node node);

/// The x of 1 / x and x.reciprocal(); none for another operation.
Node reciprocal_of(Node node);

/// A step of a chain.
struct ChainStep {
  trace::Role role = trace::Role::kNone;
  std::string symbol;
  std::string formula;
  Node node;
  bool statistic = false;  // one value a group
};

}  // namespace normscope::notebook::recognition
