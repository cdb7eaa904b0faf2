// SPDX-License-Identifier: MIT
#include "app/results/sheet/cells.hpp"

#include <algorithm>

#include "core/text/translate.hpp"

namespace normscope::results {

std::size_t card_of(const Evaluation& evaluation, std::size_t stage, int step) {
  if (step == 0 && stage > 0) {
    --stage;
    step = static_cast<int>(evaluation.stages[stage].trace.steps().size()) - 1;
  }
  const auto found = std::ranges::find_if(
      evaluation.cards, [&](const Card& card) { return card.stage == stage && card.step == step; });
  return static_cast<std::size_t>(found - evaluation.cards.begin());
}

const tensor::Shape& shape_of_card(const Evaluation& evaluation, std::size_t card) {
  const Card& of = evaluation.cards[card];
  return evaluation.stages[of.stage].trace.steps()[static_cast<std::size_t>(of.step)].shape;
}

base::Expected<const trace::Trace*> trace_of(const Evaluation& evaluation, const Cell& cell) {
  if (cell.card < evaluation.cards.size()) {
    const Card& card = evaluation.cards[cell.card];
    const trace::Trace& trace = evaluation.stages[card.stage].trace;
    const auto& shape = trace.steps()[static_cast<std::size_t>(card.step)].shape;
    if (cell.position >= 0 && cell.position < tensor::product(shape)) return &trace;
  }
  return base::fail(base::ErrorKind::kInvalidArgument, tr("the evaluation has no such number"));
}

std::vector<std::int64_t> shown_elements(std::int64_t count, std::optional<std::int64_t> selected) {
  std::vector<std::int64_t> shown;
  for (std::int64_t k = 0; k < count; ++k) {
    // Past the third element the walk goes on at the selected one, then at the last.
    if (count > kMostAddends && k > 2 && k != selected) {
      k = selected && *selected > k && *selected < count ? *selected : count - 1;
    }
    shown.push_back(k);
  }
  return shown;
}

}  // namespace normscope::results
