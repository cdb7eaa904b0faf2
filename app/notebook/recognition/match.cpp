// SPDX-License-Identifier: MIT
#include "app/notebook/recognition/match.hpp"

#include <cstdint>
#include <utility>

#include "app/notebook/recognition/written_chain.hpp"

namespace normscope::notebook::recognition {

using trace::Role;
namespace {

// How many nested loops over rows are followed, a dimension each.
constexpr int kMostNested = 8;

std::optional<Match> built_in(Node result, Node x,
                              std::variant<ops::NormOptions, ops::SoftmaxOptions> options) {
  if (!x) return std::nullopt;
  Match match{std::move(options), {{Role::kInput, "x", "x", x}}, {}, {}, place_of(result), true};
  std::size_t next = 1;
  for (const auto& [name, parameter] :
       {std::pair{"weight", &match.gamma}, std::pair{"bias", &match.beta}}) {
    if (!flag_of(result, name)) continue;
    *parameter = input_of(result, next++);
    if (!*parameter) return std::nullopt;
  }
  return match;
}

std::optional<Match> built_in_softmax(Node result) {
  const auto dim = number_of(result, "dim");
  if (!dim) return std::nullopt;
  ops::SoftmaxOptions options;
  options.dim = static_cast<std::int64_t>(*dim);
  options.log = operation_of(result) == "log_softmax";
  return built_in(result, input_of(result, 0), options);
}

std::optional<Match> built_in_layer_norm(Node result) {
  const auto* const shape = result->attribute("normalized_shape");
  const auto* const sizes = shape != nullptr ? std::get_if<tensor::Shape>(shape) : nullptr;
  const auto epsilon = number_of(result, "eps");
  if (sizes == nullptr || !epsilon) return std::nullopt;
  ops::NormOptions options;
  options.normalized_shape = *sizes;
  options.epsilon = *epsilon;
  return built_in(result, input_of(result, 0), options);
}

// Group norm, and batch norm with the statistics of the batch. PyTorch computes instance norm as
// batch norm of a view in which samples and channels are one dimension.
std::optional<Match> built_in_channel_norm(Node seen, Node result) {
  const auto epsilon = number_of(result, "eps");
  const auto groups = number_of(result, "num_groups");
  if (!epsilon) return std::nullopt;
  ops::NormOptions options;
  options.epsilon = *epsilon;
  Node x = input_of(result, 0);
  if (operation_of(result) == "batch_norm" && result->shape != seen->shape) {
    options.kind = ops::Normalization::kInstanceNorm;
    x = before_views(x);
    if (!x || inputs_of(result) != 1 || x->shape != seen->shape) return std::nullopt;
  } else if (groups) {
    options.kind = ops::Normalization::kGroupNorm;
    options.groups = static_cast<std::int64_t>(*groups);
  } else if (flag_of(result, "training")) {
    options.kind = ops::Normalization::kBatchNorm;
  } else {
    return std::nullopt;
  }
  return built_in(result, x, options);
}

std::optional<Match> match_of(Node seen, Node result) {
  const std::string_view operation = operation_of(result);
  if (operation == "softmax" || operation == "log_softmax") return built_in_softmax(result);
  if (operation == "layer_norm") return built_in_layer_norm(result);
  if (operation == "batch_norm" || operation == "group_norm") {
    return built_in_channel_norm(seen, result);
  }
  return written_chain(result);
}

// The rows in order, each as it was before it became part of the result.
using Rows = std::vector<Node>;

std::optional<Rows> stacked(Node result) {
  if (number_of(result, "dim") != 0.0) return std::nullopt;
  Rows rows;
  for (std::size_t i = 0; i < inputs_of(result); ++i) rows.push_back(input_of(result, i));
  return rows;
}

// Each assignment out[i] = row is a record whose input is the array before it: its elements are
// gone, but its record is the assignment before.
std::optional<Rows> filled(Node result) {
  const bool bounded =
      result.rank() > 0 && result->shape[0] <= static_cast<std::int64_t>(protocol::kMostRecords);
  if (!bounded) return std::nullopt;
  Rows rows(static_cast<std::size_t>(result->shape[0]));
  std::size_t missing = rows.size();
  for (Node at = result; missing > 0 && operation_of(at) == "setitem"; at = operand_of(at, 0)) {
    const auto row = number_of(at, "row");
    const Node value = input_of(at, 1);
    if (!row || !value || !(*row >= 0) || *row >= static_cast<double>(rows.size())) {
      return std::nullopt;
    }
    Node& place = rows[static_cast<std::size_t>(*row)];
    if (place) continue;  // was overwritten by a later assignment
    place = value;
    --missing;
  }
  return missing == 0 ? std::optional(std::move(rows)) : std::nullopt;
}

// `left`: how many rows may still be looked at, so that the search ends where rows repeat.
std::optional<Matches> within(Node array, int nested, int& left) {
  const Node result = before_views(array);
  if (!result || !arrays::is_floating(result->dtype) || nested > kMostNested || --left < 0) {
    return std::nullopt;
  }
  const std::string_view operation = operation_of(result);
  if (operation != "stack" && operation != "setitem") {
    auto match = match_of(array, result);
    return match ? std::optional(Matches{{*std::move(match)}, {}}) : std::nullopt;
  }
  const auto rows = operation == "stack" ? stacked(result) : filled(result);
  if (!rows || rows->empty()) return std::nullopt;
  Matches all;
  for (const Node row : *rows) {
    auto one = within(row, nested + 1, left);
    one = one && (all.rows.empty() || one->leading == all.leading) ? std::move(one) : std::nullopt;
    if (!one) return std::nullopt;
    all.leading = std::move(one->leading);
    all.rows.insert(all.rows.end(), one->rows.begin(), one->rows.end());
  }
  all.leading.insert(all.leading.begin(), static_cast<std::int64_t>(rows->size()));
  return all;
}

}  // namespace

std::optional<Matches> matches_of(Node result) {
  int left = static_cast<int>(protocol::kMostRecords);
  return within(result, 0, left);
}

}  // namespace normscope::notebook::recognition
