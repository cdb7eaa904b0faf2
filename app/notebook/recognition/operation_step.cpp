// SPDX-License-Identifier: MIT
#include "app/notebook/recognition/operation_step.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace normscope::notebook::recognition {
namespace {

using protocol::Record;
using protocol::RecordGraph;
using protocol::Work;
using Dims = std::vector<std::size_t>;

// Several names of one operation.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kPlain{{
    {"rsub", "sub"},
    {"clamp_min", "maximum"},
    {"clamp_max", "minimum"},
    {"max", "amax"},
    {"min", "amin"},
    {"mm", "matmul"},
    {"mv", "matmul"},
    {"bmm", "matmul"},
    {"dot", "matmul"},
}};

// What a record was told of itself that is no number beside its operands.
constexpr std::array<std::string_view, 10> kOwn{
    "dim",  "keepdim",          "dims",      "dim0", "dim1", "size", "weight",
    "bias", "normalized_shape", "descending"};

bool is_comparison(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames{"eq", "ne", "lt", "le", "gt", "ge"};
  return std::ranges::find(kNames, name) != kNames.end();
}

bool flag(const Record& record, std::string_view name) {
  const auto* const found = record.attribute(name);
  return found != nullptr && *found == protocol::RecordAttribute::Value(true);
}

Dims trailing(std::size_t count, std::size_t rank) {
  Dims dims;
  for (std::size_t d = rank - std::min(count, rank); d < rank; ++d) dims.push_back(d);
  return dims;
}

// The dimensions of the operand in their new order.
Dims order_of(const Record& record, std::size_t rank) {
  Dims order = trailing(rank, rank);
  const auto at = [&](std::int64_t dim) {
    return tensor::resolve_dimension(dim, rank).value_or(0);
  };
  const auto* const dims = record.attribute("dims");
  if (record.operation == "t") {
    std::ranges::reverse(order);
  } else if (record.operation == "permute") {
    const auto& listed = std::get<std::vector<std::int64_t>>(*dims);
    std::ranges::transform(listed, order.begin(), at);
  } else if (rank > 0) {
    const auto dim = [&](std::string_view name) {
      return at(static_cast<std::int64_t>(record.number_of(name).value_or(0)));
    };
    std::swap(order[dim("dim0")], order[dim("dim1")]);
  }
  return order;
}

// The number beside the operands; false where there are several, or one that no step can say.
bool take_numbers(const Record& record, ProgramStep& step) {
  for (const auto& [name, value] : record.attributes) {
    if (std::ranges::find(kOwn, name) != kOwn.end()) continue;
    const auto number = record.number_of(name);
    const bool scales = name == "alpha" && (record.operation == "add" || record.operation == "sub");
    if (scales && number == 1.0) continue;
    if (name == "training" && flag(record, name)) continue;
    const bool known = name == "other" || name == "self" || name == "correction" || name == "p" ||
                       name == "eps" || name == "value" || name == "negative_slope" ||
                       name == "num_groups" || (name == "alpha" && !scales);
    if (!known || !number) return false;
    if (name == "num_groups") {
      step.groups = static_cast<std::int64_t>(*number);
      continue;
    }
    if (step.constant) return false;
    step.constant = number;
    step.constant_first = name == "self" && record.operation != "add" && record.operation != "mul";
  }
  return true;
}

// x, then bounded below, then above; a bound is a number or an operand.
std::vector<ProgramStep> clamped(const Record& record) {
  std::vector<ProgramStep> steps;
  std::size_t next = 1;
  for (const auto& [name, operation] : {std::pair{"min", "maximum"}, std::pair{"max", "minimum"}}) {
    const auto number = record.number_of(name);
    // Of one operand nobody knows which bound it is, unless the other is a number.
    const bool is_operand = !number && next < record.operands.size() &&
                            record.operands.size() + record.attributes.size() == 3;
    if (!number && !is_operand) continue;
    ProgramStep& step = steps.emplace_back();
    step.operation = operation;
    step.operands = {steps.size() == 1 ? record.operands[0] : -1};
    step.constant = number;
    step.shape = record.shape;
    if (is_operand) step.operands.push_back(record.operands[next++]);
  }
  if (next != record.operands.size()) return {};
  return steps;
}

// Dimensions, and whether the record has what its operation needs.
bool take_dims(const Record& record, const tensor::Shape& from, Work work, ProgramStep& step) {
  if (work == Work::kReduction) {
    step.dims = protocol::dims_of(record, from.size()).value_or(Dims{});
    step.keepdim = flag(record, "keepdim");
  } else if (work == Work::kTurned) {
    step.operation = "permute";
    step.dims = order_of(record, from.size());
  } else if (record.operation == "layer_norm") {
    const auto* const shape = record.attribute("normalized_shape");
    const auto* const sizes =
        shape != nullptr ? std::get_if<std::vector<std::int64_t>>(shape) : nullptr;
    if (sizes == nullptr) return false;
    step.dims = trailing(sizes->size(), from.size());
  } else if (record.operation == "batch_norm") {
    step.dims = trailing(from.size(), from.size());
    std::erase(step.dims, std::size_t{1});
  } else if (record.attribute("dim") != nullptr && work == Work::kWhole) {
    step.dims = protocol::dims_of(record, from.size()).value_or(Dims{});
    if (record.operation == "sort") step.constant = flag(record, "descending") ? 1.0 : 0.0;
  }
  return true;
}

// The step of an operation that is one; nothing where no step can say what it was told.
std::optional<ProgramStep> step_of(const Record& record, const Record& first,
                                   const protocol::Operation& row) {
  const bool is_view = row.work == Work::kSame || row.work == Work::kRepeated ||
                       row.work == Work::kTurned || row.work == Work::kPart;
  ProgramStep step;
  const auto* const plain =
      std::ranges::find(kPlain, row.name, [](const auto& pair) { return pair.first; });
  step.operation = plain != kPlain.end() ? plain->second : row.name;
  if (row.work == Work::kSame || row.work == Work::kPart) step.operation = "reshape";
  step.operands = record.operands;
  step.shape = record.shape;
  // Another type than the operand's is a conversion, whose values are given.
  if (row.work == Work::kSame && first.dtype != record.dtype) return std::nullopt;
  if (!take_dims(record, first.shape, row.work, step)) return std::nullopt;
  if (!is_view && !take_numbers(record, step)) return std::nullopt;
  const bool whole = row.work != Work::kElementwise || row.least == row.most ||
                     record.operands.size() + (step.constant ? 1 : 0) == row.most;
  return whole ? std::optional(std::move(step)) : std::nullopt;
}

// What took the place of elements, and a part of an array, are values as they are given.
bool is_given(const Record& record, const Record& first, const protocol::Operation& row) {
  const bool all = row.name == "slice" && record.shape == first.shape;  // x[:]
  return (row.work == Work::kPart && !all) || row.work == Work::kStacked || row.name == "setitem" ||
         row.name == "copy_";
}

}  // namespace

std::vector<ProgramStep> steps_of(const RecordGraph& graph, int at) {
  const Record& record = graph.records[static_cast<std::size_t>(at)];
  const auto* const row = protocol::operation_of(record.operation);
  const auto type =
      is_comparison(record.operation) ? arrays::Dtype::kBool : arrays::Dtype::kFloat32;
  if (row == nullptr || record.dtype != type) return {};
  const Record& first = graph.records[static_cast<std::size_t>(record.operands.front())];
  if (is_given(record, first, *row)) return {};
  std::vector<ProgramStep> steps;
  if (row->name == "clamp") {
    steps = clamped(record);
  } else if (auto step = step_of(record, first, *row)) {
    steps.push_back(*std::move(step));
  }
  if (!steps.empty()) steps.back().record = at;
  for (ProgramStep& step : steps) step.place = {record.run, record.line};
  return steps;
}

}  // namespace normscope::notebook::recognition
