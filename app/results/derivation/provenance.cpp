// SPDX-License-Identifier: MIT
#include "app/results/derivation/provenance.hpp"

#include <utility>

namespace normscope::results {

using trace::Cells;

namespace {

int last_step(const Stage& stage) {
  return static_cast<int>(stage.trace.steps().size()) - 1;
}

// Whether a bias of this stage has no effect on a step of the last stage: it is added to a column,
// linear layers alone follow, and the number cancels in the operation.
bool bias_cancels(const std::vector<Stage>& stages, std::size_t stage, std::size_t of_stage,
                  int step) {
  if (stage >= of_stage || of_stage + 1 != stages.size()) return false;
  for (std::size_t at = stage; at < of_stage; ++at) {
    if (stages[at].trace.find(trace::Role::kWeight) < 0) return false;
  }
  return trace::Provenance(stages[of_stage].trace).cancels_column_shift(step);
}

}  // namespace

Provenance::Provenance(const Evaluation& evaluation) {
  for (const Stage& stage : evaluation.stages) {
    stages_.emplace_back(stage.trace.steps().size());
  }
  for (const Card& card : evaluation.cards) cards_.emplace_back(card.stage, card.step);
}

// What is made from the cells of a step, in its stage and in those after it.
void Provenance::follow(const Evaluation& evaluation, std::size_t first, int from, Cells cells) {
  for (std::size_t at = first; at < stages_.size(); ++at) {
    const trace::Trace& trace = evaluation.stages[at].trace;
    auto made = trace::Provenance(trace).made(at == first ? from : 0, cells);
    for (std::size_t step = 0; step < made.size(); ++step) stages_[at][step].made = made[step];
    cells = std::move(made.back());
  }
}

Provenance provenance_of(const Evaluation& evaluation, std::size_t card, std::int64_t position) {
  Provenance result(evaluation);
  const auto& stages = evaluation.stages;
  if (card >= evaluation.cards.size()) return result;
  const std::size_t stage = evaluation.cards[card].stage;
  const int step = evaluation.cards[card].step;
  const Cells selected = trace::one_cell(stages[stage].trace.program().step(step).shape, position);
  if (selected.none) return result;
  result.card_ = card;
  result.position_ = position;
  // Backward: the cells of a stage's last step that matter are those of the next stage's input.
  Cells cells = selected;
  for (std::size_t at = stage + 1; at-- > 0;) {
    const int to = at == stage ? step : last_step(stages[at]);
    auto sources = trace::Provenance(stages[at].trace).sources(to, cells);
    cells = sources.front();
    const int bias = stages[at].trace.find(trace::Role::kBias);
    if (bias >= 0 && bias <= to && bias_cancels(stages, at, stage, step)) {
      sources[static_cast<std::size_t>(bias)] = {};
    }
    for (std::size_t from = 0; from < sources.size(); ++from) {
      result.stages_[at][from].sources = std::move(sources[from]);
    }
  }
  result.follow(evaluation, stage, step, selected);
  return result;
}

Provenance provenance_of(const Evaluation& evaluation, const ParameterElement& element) {
  Provenance result(evaluation);
  if (element.stage >= evaluation.stages.size()) return result;
  result.parameter_ = element;
  const trace::Program& program = evaluation.stages[element.stage].trace.program();
  if (element.step >= program.size() || !program.is_parameter(element.step)) return result;
  const trace::Step& from = program.step(element.step);
  result.follow(evaluation, element.stage, element.step,
                trace::one_cell(from.shape, element.position));
  if (from.role != trace::Role::kBias) return result;
  for (std::size_t at = element.stage; at < evaluation.stages.size(); ++at) {
    for (int to = 0; to <= last_step(evaluation.stages[at]); ++to) {
      if (!bias_cancels(evaluation.stages, element.stage, at, to)) continue;
      result.stages_[at][static_cast<std::size_t>(to)].made = {};
    }
  }
  return result;
}

const Provenance::OfStep& Provenance::card(std::size_t at) const {
  if (at >= cards_.size()) return nothing_;
  return stages_[cards_[at].first][static_cast<std::size_t>(cards_[at].second)];
}

const Cells& Provenance::sources(std::size_t card_at) const {
  return card(card_at).sources;
}

const Cells& Provenance::made(std::size_t card_at) const {
  return card(card_at).made;
}

Relation Provenance::of_cell(std::size_t card_at, std::int64_t position) const {
  if (card_ == card_at && position == position_) return Relation::kSelf;
  const OfStep& known = card(card_at);
  if (known.sources.contains(position)) return Relation::kSource;
  return known.made.contains(position) ? Relation::kMadeFrom : Relation::kNone;
}

Relation Provenance::of(const ParameterElement& element) const {
  if (parameter_ == element) return Relation::kSelf;
  const auto step = static_cast<std::size_t>(element.step);
  if (element.stage >= stages_.size() || step >= stages_[element.stage].size()) {
    return Relation::kNone;
  }
  const Cells& sources = stages_[element.stage][step].sources;
  return sources.contains(element.position) ? Relation::kSource : Relation::kNone;
}

}  // namespace normscope::results
