// SPDX-License-Identifier: MIT
#include "app/results/written.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace normscope::results {

using document::Document;
using document::Written;
using document::WrittenStep;

std::optional<trace::Trace> written_trace(const Document& document,
                                          const tensor::GroupLayout& groups) {
  const Written* const written = document::written_operation(document);
  if (written == nullptr || !document::has_written_values(document, *written)) return std::nullopt;
  const tensor::Shape& whole = document.inputs[document.input].values.shape();
  trace::TraceParts parts;
  parts.groups = groups;
  std::set<std::string> names;  // cards and lines are found by them
  for (const WrittenStep& step : written->steps) {
    const tensor::Shape& shape = step.values.shape();
    const bool fits = shape == whole || shape == groups.reduced_shape;
    if (!fits || !names.insert(step.name).second) return std::nullopt;
    parts.steps.push_back({step.name, step.symbol, step.formula, shape});
    parts.given.push_back(step.values.values());
  }
  // The last step is what comes out.
  if (parts.steps.back().shape != whole) return std::nullopt;
  return trace::Trace(std::move(parts));
}

void add_sources(const Document& document, const std::vector<Stage>& stages,
                 std::vector<Card>& cards) {
  const Written* const written = document::written_operation(document);
  if (written == nullptr || stages.empty()) return;
  for (Card& card : cards) {
    if (card.stage + 1 != stages.size()) continue;
    const auto& name = stages.back().trace.steps()[static_cast<std::size_t>(card.step)].name;
    const auto step = std::ranges::find(written->steps, name, &WrittenStep::name);
    if (step == written->steps.end() || step->line == 0) continue;
    card.source = {step->cell, step->line, step->text};
  }
}

}  // namespace normscope::results
