// SPDX-License-Identifier: MIT
// Decides whether a document still runs the hand-written operation of its input. This is derived
// from the settings, not stored, so changing a setting needs no bookkeeping and undo restores the
// answer.
#include <algorithm>

#include "app/document/document.hpp"
#include "core/ops/norm_options.hpp"

namespace normscope::document {
namespace {

bool runs(const Document& document, const HandWritten& hand_written) {
  if (document.subject != hand_written.subject) return false;
  if (document.subject == Subject::kSoftmax) return document.softmax == hand_written.softmax;
  const NormSettings& is = document.norm;
  const NormSettings& was = hand_written.norm;
  return ops::with_effect(is.effective()) == ops::with_effect(was.effective()) &&
         is.gamma.on == was.gamma.on && is.beta.on == was.beta.on;
}

bool same_parameter(const Parameter& is, const Parameter& was) {
  return !was.on || is.values == was.values;
}

}  // namespace

const HandWritten* hand_written_operation(const Document& document) {
  const auto* variable = std::get_if<Variable>(&document.inputs[document.input].origin);
  if (variable == nullptr || !variable->hand_written || !document.layers.empty()) return nullptr;
  return runs(document, *variable->hand_written) ? &*variable->hand_written : nullptr;
}

bool has_hand_written_values(const Document& document, const HandWritten& hand_written) {
  if (hand_written.steps.empty()) return false;
  const bool known = std::ranges::all_of(
      hand_written.steps, [](const HandWrittenStep& step) { return step.values.size() > 0; });
  return known && hand_written.steps.front().values == document.inputs[document.input].values &&
         same_parameter(document.norm.gamma, hand_written.norm.gamma) &&
         same_parameter(document.norm.beta, hand_written.norm.beta);
}

}  // namespace normscope::document
