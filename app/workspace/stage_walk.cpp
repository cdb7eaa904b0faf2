// SPDX-License-Identifier: MIT
#include "app/workspace/stage_walk.hpp"

#include <algorithm>
#include <utility>

#include "app/results/sheet/sheet.hpp"
#include "app/results/sheet/slice.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/base/limits.hpp"

namespace normscope::workspace {

namespace {

// Keeps what is shown as `before`, where `next` came of the person's own edit of it. A drag gives
// many evaluations; `before` is then the one before the first of them.
void keep_before(Workspace& workspace, const results::Evaluation& next) {
  const auto gesture = workspace.history.last_gesture();
  const bool goes_on =
      workspace.before && gesture != document::kNoGesture && gesture == workspace.before_gesture;
  if (!goes_on) workspace.before = workspace.shown;
  workspace.before_gesture = gesture;
  const auto same_steps = [&](const results::Evaluation& old) {
    return std::ranges::equal(old.cards, next.cards, {}, &results::Card::id, &results::Card::id) &&
           old.input->shape() == next.input->shape() &&
           old.activations->shape() == next.activations->shape();
  };
  const bool small = next.input && next.input->size() <= base::kWholeStepElements;
  if (!workspace.before || !small || !workspace.before->activations || !next.activations ||
      !same_steps(*workspace.before) || !workspace.history.own_change() ||
      !document::same_data(*workspace.before->document, *next.document)) {
    workspace.before.reset();
  }
}

// Holds the colours of what is shown for `next`, where that differs from it in some numbers or in
// options; else takes those that suit `next`.
void hold_scales(Workspace& workspace, const results::Evaluation& next) {
  HeldScales& held = workspace.view.stage.scales;
  const results::Scales suits = results::scales_of(next);
  const auto same_kind = [&](const document::Document& was) {
    const document::Document& now = *next.document;
    return was.subject == now.subject && was.norm.options.kind == now.norm.options.kind &&
           was.comparison.has_value() == now.comparison.has_value() &&
           was.backward.on == now.backward.on && was.backward.origin == now.backward.origin &&
           was.backward.target == now.backward.target;
  };
  const bool keeps = !held.fit && workspace.shown && workspace.shown->document && next.document &&
                     same_kind(*workspace.shown->document) &&
                     document::same_data(*workspace.shown->document, *next.document);
  if (!keeps) held = {suits, false};
  // A quantity without a scale so far, such as the numbers after a new option, gets one.
  for (std::size_t i = 0; i < suits.size(); ++i) {
    if (held.scales[i].empty()) held.scales[i] = suits[i];
  }
}

}  // namespace

void show(Workspace& workspace, EvaluationRef evaluation) {
  if (evaluation == nullptr) return;
  const bool other = evaluation != workspace.shown;
  if (other) {
    keep_before(workspace, *evaluation);
    hold_scales(workspace, *evaluation);
    workspace.shown = std::move(evaluation);
  } else if (workspace.view.stage.scales.fit && !workspace.stale()) {
    hold_scales(workspace, *evaluation);
  }
  if (other || workspace.summarized != workspace.document().selection) {
    workspace.summarized = workspace.document().selection;
    workspace.summary = results::summarize(*workspace.shown, *workspace.summarized);
  }
  mark_done_acts(workspace);
}

void select_largest_difference(Workspace& workspace) {
  const EvaluationRef& shown = workspace.shown;
  if (!shown || !shown->compared || shown->compared->difference.at < 0) return;
  go_to_cell(workspace, {shown->cards.size() - 1, shown->compared->difference.at});
}

document::StageLayout layout_of(const Workspace& workspace) {
  using document::StageLayout;
  const StageLayout chosen = workspace.document().view.layout;
  if (chosen != StageLayout::kAuto) return chosen;
  const bool by_step = lesson_of(workspace) != nullptr || workspace.view.presenting ||
                       workspace.document().comparison;
  return workspace.view.stage.all_in_sight && !by_step ? StageLayout::kAllSteps
                                                       : StageLayout::kSheet;
}

std::size_t focus_card(const Workspace& workspace) {
  const std::size_t card = results::card_of(*workspace.shown, workspace.document().view.step);
  return holds_back(workspace) ? std::min(card, shown_cards(workspace) - 1) : card;
}

void focus_on(Workspace& workspace, std::size_t card) {
  if (card >= shown_cards(workspace)) return;
  const auto& cards = workspace.shown->cards;
  const std::string id = card + 1 < cards.size() ? cards[card].id : std::string();
  workspace.view.selected_card.clear();
  workspace.history.change_view([&](document::Document& document) { document.view.step = id; });
}

void play_or_stop(Workspace& workspace, double now) {
  auto& plays_at = workspace.view.stage.plays_at;
  if (plays_at) {
    plays_at.reset();
  } else if (workspace.shown && !workspace.shown->cards.empty()) {
    if (focus_card(workspace) + 1 == shown_cards(workspace)) focus_on(workspace, 0);
    plays_at = now + kPlayStep;
  }
}

void go_to_cell(Workspace& workspace, const results::Cell& cell) {
  // The place is one of the evaluation's shape, which a document that goes on may have changed.
  if (!workspace.shown || workspace.stale() || cell.card >= shown_cards(workspace)) return;
  const tensor::Shape& shape = workspace.shown->activations->shape();
  focus_on(workspace, cell.card);
  workspace.history.change_view([&](document::Document& document) {
    document.selection =
        results::selection_for(shape, results::shape_of_card(*workspace.shown, cell.card),
                               cell.position, document.selection);
    const std::int64_t at = results::position_of(shape, shape, document.selection);
    std::int64_t rest = results::slice_with(shape, at).number;
    for (std::size_t dim = document.view.outer.size(); dim-- > 0; rest /= shape[dim]) {
      document.view.outer[dim] = rest % shape[dim];
    }
  });
}

}  // namespace normscope::workspace
