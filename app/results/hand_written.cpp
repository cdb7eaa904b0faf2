// SPDX-License-Identifier: MIT
#include "app/results/hand_written.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "app/results/hand_written_roles.hpp"

namespace normscope::results {

using document::Document;
using document::HandWritten;
using document::HandWrittenStep;

std::optional<trace::Trace> hand_written_trace(const Document& document,
                                               const compute::Plan& plan) {
  const HandWritten* const hand_written = document::hand_written_operation(document);
  if (hand_written == nullptr || !document::has_hand_written_values(document, *hand_written))
    return std::nullopt;
  const tensor::Shape& whole = document.inputs[document.input].values.shape();
  const tensor::GroupLayout& groups = compute::groups_of(plan);
  trace::TraceParts parts;
  parts.groups = groups;
  if (const auto* norm = std::get_if<ops::NormPlan>(&plan)) {
    parts.affine = norm->affine;
    const document::NormSettings& settings = document.norm;
    if (settings.gamma.on) parts.gamma = settings.gamma.values.values();
    if (settings.beta.on) parts.beta = settings.beta.values.values();
  }
  std::set<std::string> names;  // unique, because cards and source lines are found by name
  for (const HandWrittenStep& step : hand_written->steps) {
    const tensor::Shape& shape = step.values.shape();
    const bool fits = shape == whole || shape == groups.reduced_shape;
    if (!fits || !names.insert(step.name).second) return std::nullopt;
    parts.steps.push_back({step.name, step.symbol, step.formula, shape});
    parts.given.push_back(step.values.values());
  }
  // The last step is the output.
  if (parts.steps.back().shape != whole) return std::nullopt;
  assign_roles(parts, *hand_written);
  return trace::Trace(std::move(parts));
}

void add_sources(const Document& document, const std::vector<Stage>& stages,
                 std::vector<Card>& cards) {
  const HandWritten* const hand_written = document::hand_written_operation(document);
  if (hand_written == nullptr || stages.empty()) return;
  for (Card& card : cards) {
    if (card.stage + 1 != stages.size()) continue;
    const auto& name = stages.back().trace.steps()[static_cast<std::size_t>(card.step)].name;
    const auto step = std::ranges::find(hand_written->steps, name, &HandWrittenStep::name);
    if (step == hand_written->steps.end() || step->line == 0) continue;
    card.source = {step->cell, step->line, step->text};
  }
}

}  // namespace normscope::results
