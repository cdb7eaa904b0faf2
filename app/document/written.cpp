// SPDX-License-Identifier: MIT
// Whether a document still runs what the cells of a lesson wrote. Nobody has to remember to forget
// it when a setting changes, and undo brings it back.
#include <algorithm>

#include "app/document/document.hpp"

namespace normscope::document {
namespace {

// As they are run, without an eps that is nowhere.
ops::NormOptions run_options(const NormSettings& settings) {
  ops::NormOptions options = settings.effective();
  if (options.epsilon_placement == ops::EpsilonPlacement::kNone) options.epsilon = 0;
  return options;
}

bool same_operation(const Document& document, const Written& written) {
  if (document.subject != written.subject) return false;
  if (document.subject == Subject::kSoftmax) return document.softmax == written.softmax;
  const NormSettings& is = document.norm;
  const NormSettings& was = written.norm;
  return run_options(is) == run_options(was) && is.gamma.on == was.gamma.on &&
         is.beta.on == was.beta.on;
}

bool same_parameter(const Parameter& is, const Parameter& was) {
  return !was.on || is.values == was.values;
}

}  // namespace

const Written* written_operation(const Document& document) {
  const auto* variable = std::get_if<Variable>(&document.inputs[document.input].origin);
  if (variable == nullptr || !variable->written || !document.layers.empty()) return nullptr;
  return same_operation(document, *variable->written) ? &*variable->written : nullptr;
}

bool has_written_values(const Document& document, const Written& written) {
  if (written.steps.empty()) return false;
  const bool known = std::ranges::all_of(
      written.steps, [](const WrittenStep& step) { return step.values.size() > 0; });
  return known && written.steps.front().values == document.inputs[document.input].values &&
         same_parameter(document.norm.gamma, written.norm.gamma) &&
         same_parameter(document.norm.beta, written.norm.beta);
}

}  // namespace normscope::document
