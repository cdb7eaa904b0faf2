// SPDX-License-Identifier: MIT
#include "app/notebook/recognition/rows.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "app/notebook/recognition/chain.hpp"

namespace normscope::notebook::recognition {
namespace {

using tensor::Shape;

// The rows in order, each as it was before it became part of the result.
using Rows = std::vector<const Array*>;

std::optional<Rows> stacked(const Array& result) {
  if (number_of(result, "dim") != 0.0) return std::nullopt;
  Rows rows;
  for (std::size_t i = 0; i < inputs_of(result); ++i) {
    rows.push_back(input_of(result, i));
    if (rows.back() == nullptr) return std::nullopt;
  }
  return rows;
}

// The last change of the result is its record; what went into that is the state before, whose
// elements are gone but whose record says what the change before was.
std::optional<Rows> filled(const Array& result) {
  if (result.rank() == 0) return std::nullopt;
  Rows rows(static_cast<std::size_t>(result.shape[0]));
  std::size_t missing = rows.size();
  for (const Array* at = &result; missing > 0 && operation_of(*at) == "setitem";
       at = &at->record->inputs[0].array) {
    const auto row = number_of(*at, "row");
    const Array* const value = input_of(*at, 1);
    if (!row || value == nullptr) return std::nullopt;
    const Array*& place = rows[static_cast<std::size_t>(*row)];
    if (place != nullptr) continue;  // what was written there before is gone
    place = value;
    --missing;
  }
  return missing == 0 ? std::optional(std::move(rows)) : std::nullopt;
}

bool same_values(const trace::TensorRef& a, const trace::TensorRef& b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->shape() == b->shape() && std::ranges::equal(a->values(), b->values());
}

// The options of the whole, with one more dimension in front.
std::optional<tensor::GroupLayout> layout(Recognized& whole, const Shape& shape) {
  if (auto* const norm = std::get_if<ops::NormOptions>(&whole.options)) {
    // Statistics that go over dimension 0, or know dimension 1, would mean others there.
    const bool trailing =
        norm->kind == ops::Normalization::kLayerNorm || norm->kind == ops::Normalization::kRmsNorm;
    if (!trailing) return std::nullopt;
    if (norm->normalized_shape.empty()) norm->normalized_shape = {shape.back()};
    const auto plan = ops::plan_norm(shape, *norm);
    return plan ? std::optional(plan->groups) : std::nullopt;
  }
  auto& softmax = std::get<ops::SoftmaxOptions>(whole.options);
  if (softmax.dim >= 0) ++softmax.dim;
  const auto plan = ops::plan_softmax(shape, softmax);
  return plan ? std::optional(plan->groups) : std::nullopt;
}

// The values of one step of all rows, one behind the other.
trace::TensorRef joined(const std::vector<Recognized>& rows, std::size_t step, const Shape& shape) {
  std::vector<float> values;
  for (const Recognized& row : rows) {
    const auto part = row.trace.whole(static_cast<int>(step));
    if (!part) return nullptr;
    values.insert(values.end(), part->values().begin(), part->values().end());
  }
  auto tensor = tensor::Tensor::from_values(shape, std::move(values));
  return tensor ? std::make_shared<const tensor::Tensor>(*std::move(tensor)) : nullptr;
}

bool are_alike(const Recognized& a, const Recognized& b) {
  const auto same_step = [](const trace::Step& x, const trace::Step& y) {
    return x.name == y.name && x.shape == y.shape;
  };
  return a.options == b.options && same_values(a.gamma, b.gamma) && same_values(a.beta, b.beta) &&
         std::ranges::equal(a.trace.steps(), b.trace.steps(), same_step);
}

std::optional<Recognized> together(const std::vector<Recognized>& rows) {
  Recognized whole = rows.front();
  const auto& steps = rows.front().trace.steps();
  Shape shape = steps.front().shape;
  shape.insert(shape.begin(), static_cast<std::int64_t>(rows.size()));
  const auto groups = layout(whole, shape);
  if (!groups) return std::nullopt;
  trace::TraceParts parts;
  parts.groups = *groups;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    trace::Step step = steps[i];
    step.shape = step.shape == steps.front().shape ? shape : groups->reduced_shape;
    parts.given.push_back(joined(rows, i, step.shape));
    if (parts.given.back() == nullptr) return std::nullopt;
    parts.steps.push_back(std::move(step));
  }
  whole.trace = trace::Trace(std::move(parts));
  return whole;
}

}  // namespace

std::optional<Recognized> recognized_rows(const arrays::Array& result,
                                          const RecognizeRow& recognize_row) {
  std::optional<Rows> rows;
  if (operation_of(result) == "stack") rows = stacked(result);
  if (operation_of(result) == "setitem") rows = filled(result);
  if (!rows || rows->empty()) return std::nullopt;
  std::vector<Recognized> found;
  for (const Array* const row : *rows) {
    auto one = recognize_row(*row);
    if (!one || (!found.empty() && !are_alike(found.front(), *one))) return std::nullopt;
    found.push_back(*std::move(one));
  }
  return together(found);
}

}  // namespace normscope::notebook::recognition
