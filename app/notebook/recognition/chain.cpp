// SPDX-License-Identifier: MIT
#include "app/notebook/recognition/chain.hpp"

#include <algorithm>

namespace normscope::notebook::recognition {
namespace {

// How deep two expressions are compared, and how many pairs of their arrays: more than lectures
// need.
constexpr int kMostDepth = 8;
constexpr int kMostPairs = 1000;

bool same_within(Node a, Node b, int depth, int& pairs) {
  if (!a || !b) return false;
  if (a == b) return true;
  // Arrays without inputs were drawn or made anew, so two of them are never the same.
  if (depth == 0 || --pairs < 0 || inputs_of(a) == 0 || inputs_of(a) != inputs_of(b) ||
      a->shape != b->shape || a->dtype != b->dtype || operation_of(a) != operation_of(b) ||
      a->attributes != b->attributes) {
    return false;
  }
  for (std::size_t i = 0; i < inputs_of(a); ++i) {
    if (!same_within(input_of(a, i), input_of(b, i), depth - 1, pairs)) return false;
  }
  return true;
}

// Whether the result has the elements of its first input in the same order: views, copies, and
// broadcasts, which leave a statistic what it is.
bool is_view(Node node) {
  const auto work = protocol::work_of(operation_of(node));
  if (work == protocol::Work::kPart) {
    // x[:] takes all there is.
    return operation_of(node) == "slice" && node->shape == operand_of(node, 0)->shape;
  }
  return work == protocol::Work::kSame || work == protocol::Work::kRepeated;
}

}  // namespace

std::string_view operation_of(Node node) {
  return node ? node->operation : std::string_view{};
}

Place place_of(Node node) {
  return node ? Place{node->run, node->line} : Place{};
}

std::size_t inputs_of(Node node) {
  return node ? node->operands.size() : 0;
}

Node operand_of(Node node, std::size_t position) {
  if (position >= inputs_of(node)) return {};
  return {node.graph(), static_cast<std::size_t>(node->operands[position])};
}

Node input_of(Node node, std::size_t position) {
  const Node input = operand_of(node, position);
  return input && input->held ? input : Node();
}

std::optional<double> number_of(Node node, std::string_view attribute) {
  return node ? node->number_of(attribute) : std::nullopt;
}

bool flag_of(Node node, std::string_view attribute) {
  const auto* const found = node ? node->attribute(attribute) : nullptr;
  return found != nullptr && *found == protocol::RecordAttribute::Value(true);
}

bool same(Node a, Node b) {
  int pairs = kMostPairs;
  return same_within(a, b, kMostDepth, pairs);
}

Node before_views(Node node) {
  while (is_view(node)) {
    const Node before = input_of(node, 0);
    if (!before || before->dtype != node->dtype) break;
    node = before;
  }
  return node;
}

Node reciprocal_of(Node node) {
  const Node at = before_views(node);
  const Node inner = input_of(at, 0);
  if (!inner || operation_of(at) == "reciprocal") return inner;
  const bool one = number_of(at, "other") == 1.0 || number_of(at, "self") == 1.0;
  if (operation_of(at) != "mul" || !one || operation_of(inner) != "reciprocal") return {};
  return input_of(inner, 0);  // 1 / x, as it is computed
}

}  // namespace normscope::notebook::recognition
