// SPDX-License-Identifier: MIT
#include "app/results/hand_written.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace normscope::results {

using document::Document;
using document::HandWritten;
using document::HandWrittenStep;

namespace {

using Names = std::set<std::string_view>;

// The last of the first `count` steps that has one of these names, or -1.
int last_of(const std::vector<trace::Step>& steps, int count, const Names& names) {
  while (count-- > 0) {
    if (names.contains(steps[static_cast<std::size_t>(count)].name)) return count;
  }
  return -1;
}

// Records the step of this name as the quotient of two earlier steps.
void note_division(std::vector<trace::Step>& steps, std::string_view name, const Names& above,
                   const Names& below) {
  const int count = static_cast<int>(steps.size());
  const int at = last_of(steps, count, {name});
  const int a = last_of(steps, at, above);
  const int b = last_of(steps, at, below);
  // Not where the operation multiplies by a reciprocal or subtracts a logarithm instead.
  if (a < 0 || b < 0 ||
      last_of(steps, count,
              {"reciprocal standard deviation", "reciprocal root mean square", "log of the sum"}) >=
          0)
    return;
  trace::Step& step = steps[static_cast<std::size_t>(at)];
  step.primitive = trace::Primitive::kDivide;
  step.a = a;
  step.b = b;
}

}  // namespace

std::optional<trace::Trace> hand_written_trace(const Document& document,
                                               const tensor::GroupLayout& groups) {
  const HandWritten* const hand_written = document::hand_written_operation(document);
  if (hand_written == nullptr || !document::has_hand_written_values(document, *hand_written))
    return std::nullopt;
  const tensor::Shape& whole = document.inputs[document.input].values.shape();
  trace::TraceParts parts;
  parts.groups = groups;
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
  note_division(parts.steps, "normalized", {"input", "centred", "scaled"},
                {"standard deviation", "standard deviation + eps", "root mean square",
                 "root mean square + eps"});
  note_division(parts.steps, "output", {"exponential"}, {"sum"});
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
