// SPDX-License-Identifier: MIT
// Documents that compare two operations, and what a test asks of their evaluation.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/comparison.hpp"
#include "app/document/edits.hpp"
#include "app/results/comparing/comparison.hpp"
#include "tests/app/results/derivations.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {

inline document::Document typed(tensor::Shape shape, std::vector<float> values) {
  return document::document_of("x", document::Typed{},
                               testing::make(std::move(shape), std::move(values)));
}

inline document::Document as_preset(const document::Document& document, std::string_view id) {
  return NORMSCOPE_VALUE_OR_FAIL(document::choose_preset(document, id)).after;
}

inline document::Document against(const document::Document& document,
                                  document::Comparison comparison) {
  return NORMSCOPE_VALUE_OR_FAIL(document::compare_with(document, std::move(comparison))).after;
}

inline document::Document against_preset(const document::Document& document, std::string_view id) {
  return NORMSCOPE_VALUE_OR_FAIL(document::compare_with_preset(document, id)).after;
}

inline document::Operation softmax_operation(const document::Document& document) {
  document::Operation operation = document::operation_of(document);
  operation.subject = document::Subject::kSoftmax;
  return operation;
}

inline document::Document of_kind(document::Document document, ops::Normalization kind,
                                  std::int64_t groups = 1) {
  document.norm.options = {.kind = kind, .groups = groups};
  return document::fitted(std::move(document));
}

/// The output of the steps, which the sheet shows.
inline std::vector<float> output_of(const Evaluation& evaluation) {
  const trace::Trace& trace = evaluation.stages.back().trace;
  const auto whole = trace.whole(static_cast<int>(trace.steps().size()) - 1);
  const tensor::Tensor values = NORMSCOPE_VALUE_OR_FAIL(whole);
  return {values.values().begin(), values.values().end()};
}

inline std::vector<float> values_of(const trace::TensorRef& tensor) {
  return {tensor->values().begin(), tensor->values().end()};
}

/// The id of the first card at which A and B have other numbers.
inline std::string first_apart(const Evaluation& evaluation) {
  const auto& pairs = evaluation.compared->pairs;
  const auto found = std::ranges::find(pairs, Parting::kApart, &StepPair::parting);
  if (found == pairs.end()) return "none";
  return evaluation.cards[static_cast<std::size_t>(found - pairs.begin())].id;
}

/// How a card of A stands to its counterpart: "same mean", "apart mean-square", "alone".
inline std::string parting_of(const Evaluation& evaluation, std::string_view id) {
  const StepPair& pair = evaluation.compared->pairs[card_named(evaluation, id)];
  constexpr std::array<std::string_view, 4> kWords = {"alone", "other shape", "same", "apart"};
  std::string text(kWords[static_cast<std::size_t>(pair.parting)]);
  if (pair.b) text += " " + evaluation.compared->b->cards[*pair.b].id;
  return text;
}

}  // namespace normscope::results
