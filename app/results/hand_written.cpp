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
  parts.program.groups = groups;
  const auto add = [&parts](const HandWrittenStep& of, const tensor::Shape& input) {
    trace::Step step;
    step.role = base::value_of(trace::role_names(), of.name).value_or(trace::Role::kNone);
    step.name = of.name;
    step.symbol = of.symbol;
    step.formula = of.formula;
    step.shape = of.values.shape();
    step.per_group = step.shape != input;
    parts.program.steps.push_back(std::move(step));
    parts.given.push_back(of.values.values());
  };
  const auto add_parameter = [&parts](trace::Role role, const document::Parameter& parameter,
                                      const ops::NormPlan& norm) {
    if (!parameter.on) return;
    trace::Step step;
    step.role = role;
    step.name = base::name_of(trace::role_names(), role);
    step.symbol = role == trace::Role::kGamma ? "\\gamma" : "\\beta";
    step.formula = step.symbol;
    step.shape = parameter.values.shape();
    const bool channels = ops::rule_of(norm.options.kind).grouping != ops::Grouping::kTrailing;
    if (channels) step.shape.resize(norm.groups.reduced_shape.size() - 1, 1);
    parts.program.steps.push_back(std::move(step));
    parts.given.push_back(parameter.values.values());
  };
  std::set<std::string> names;  // unique, because cards and source lines are found by name
  for (const HandWrittenStep& step : hand_written->steps) {
    const tensor::Shape& shape = step.values.shape();
    const bool fits = shape == whole || shape == groups.reduced_shape;
    if (!fits || !names.insert(step.name).second) return std::nullopt;
    add(step, whole);
    const auto* const norm = std::get_if<ops::NormPlan>(&plan);
    if (parts.program.size() > 1 || norm == nullptr) continue;
    add_parameter(trace::Role::kGamma, document.norm.gamma, *norm);
    add_parameter(trace::Role::kBeta, document.norm.beta, *norm);
  }
  // The last step is the output.
  if (parts.program.steps.back().shape != whole) return std::nullopt;
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
