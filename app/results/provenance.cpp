// SPDX-License-Identifier: MIT
#include "app/results/provenance.hpp"

#include <utility>

namespace normscope::results {

using trace::Cells;
using trace::Parameter;

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
    if (stages[at].trace.parts().weight == nullptr) return false;
  }
  return trace::Provenance(stages[of_stage].trace).cancels_column_shift(step);
}

// Calls visit(stage, step, cells made) for each step of stage `first` and of those after it.
// start(provenance, step) gives the cells of a step of stage `first`.
template <class Start, class Visit>
void for_each_made(const std::vector<Stage>& stages, std::size_t first, const Start& start,
                   const Visit& visit) {
  Cells entering;
  for (std::size_t at = first; at < stages.size(); ++at) {
    const trace::Provenance provenance(stages[at].trace);
    for (int to = 0; to <= last_step(stages[at]); ++to) {
      Cells made = at == first ? start(provenance, to) : provenance.made(0, entering, to);
      if (to == last_step(stages[at])) {
        visit(at, to, made);
        entering = std::move(made);
      } else {
        visit(at, to, std::move(made));
      }
    }
  }
}

}  // namespace

Provenance::Provenance(const Evaluation& evaluation)
    : cards_(evaluation.cards.size()),
      stages_(evaluation.stages.size()),
      operation_(evaluation.result ? evaluation.stages.size() - 1 : evaluation.stages.size()) {}

Provenance provenance_of(const Evaluation& evaluation, std::size_t card, std::int64_t position) {
  Provenance result(evaluation);
  const auto& stages = evaluation.stages;
  if (card >= evaluation.cards.size()) return result;
  const std::size_t stage = evaluation.cards[card].stage;
  const int step = evaluation.cards[card].step;
  const Cells selected =
      trace::one_cell(stages[stage].trace.steps()[static_cast<std::size_t>(step)].shape, position);
  if (selected.none) return result;
  result.card_ = card;
  result.position_ = position;
  const auto set_card = [&](std::size_t of_stage, int of_step, auto set) {
    for (std::size_t at = 0; at < evaluation.cards.size(); ++at) {
      const Card& known = evaluation.cards[at];
      if (known.stage == of_stage && known.step == of_step) set(result.cards_[at]);
    }
  };
  // Backward: the cells of a stage's last step that matter are those of the next stage's input.
  Cells cells = selected;
  int to = step;
  for (std::size_t at = stage + 1; at-- > 0;) {
    const trace::Provenance provenance(stages[at].trace);
    if (at < stage) to = last_step(stages[at]);
    Provenance::OfStage& parameters = result.stages_[at];
    parameters.gamma = provenance.sources(to, cells, Parameter::kGamma);
    if (!bias_cancels(stages, at, stage, step)) {
      parameters.beta = provenance.sources(to, cells, Parameter::kBeta);
    }
    parameters.weight = provenance.sources(to, cells, Parameter::kWeight);
    for (int from = at == 0 ? 0 : 1; from <= to; ++from) {
      set_card(at, from, [&](auto& known) { known.sources = provenance.sources(to, cells, from); });
    }
    cells = provenance.sources(to, cells, 0);
  }
  for_each_made(
      stages, stage,
      [&](const trace::Provenance& within, int later) {
        return within.made(step, selected, later);
      },
      [&](std::size_t at, int later, const Cells& made) {
        set_card(at, later, [&](auto& known) { known.made = made; });
      });
  return result;
}

Provenance provenance_of(const Evaluation& evaluation, const ParameterElement& element) {
  Provenance result(evaluation);
  if (element.stage >= evaluation.stages.size()) return result;
  result.parameter_ = element;
  for_each_made(
      evaluation.stages, element.stage,
      [&](const trace::Provenance& within, int later) {
        return within.made(element.parameter, element.position, later);
      },
      [&](std::size_t at, int later, const Cells& made) {
        if (element.parameter == Parameter::kBeta &&
            bias_cancels(evaluation.stages, element.stage, at, later)) {
          return;
        }
        for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
          const Card& known = evaluation.cards[card];
          if (known.stage == at && known.step == later) result.cards_[card].made = made;
        }
      });
  return result;
}

const Provenance::OfCard& Provenance::card(std::size_t at) const {
  return at < cards_.size() ? cards_[at] : nothing_;
}

const Cells& Provenance::sources(std::size_t card_at) const {
  return card(card_at).sources;
}

const Cells& Provenance::made(std::size_t card_at) const {
  return card(card_at).made;
}

Relation Provenance::of_cell(std::size_t card_at, std::int64_t position) const {
  if (card_ == card_at && position == position_) return Relation::kSelf;
  const OfCard& known = card(card_at);
  if (known.sources.contains(position)) return Relation::kSource;
  return known.made.contains(position) ? Relation::kMadeFrom : Relation::kNone;
}

Relation Provenance::of(const ParameterElement& element) const {
  if (parameter_ == element) return Relation::kSelf;
  if (element.stage >= stages_.size()) return Relation::kNone;
  const OfStage& known = stages_[element.stage];
  const auto& elements = element.parameter == Parameter::kGamma  ? known.gamma
                         : element.parameter == Parameter::kBeta ? known.beta
                                                                 : known.weight;
  return elements.contains(element.position) ? Relation::kSource : Relation::kNone;
}

Relation Provenance::of_gamma(std::int64_t position) const {
  return of({Parameter::kGamma, operation_, position});
}

Relation Provenance::of_beta(std::int64_t position) const {
  return of({Parameter::kBeta, operation_, position});
}

Relation Provenance::of_weight(std::size_t layer, std::int64_t position) const {
  return of({Parameter::kWeight, layer, position});
}

Relation Provenance::of_bias(std::size_t layer, std::int64_t position) const {
  return of({Parameter::kBeta, layer, position});
}

}  // namespace normscope::results
