// SPDX-License-Identifier: MIT
#include "app/figures/builders/highlight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "app/figures/builders/compared.hpp"
#include "app/figures/builders/heatmap.hpp"
#include "app/figures/builders/profile.hpp"
#include "app/figures/builders/related.hpp"
#include "app/figures/builders/softmax.hpp"
#include "app/figures/builders/statistics.hpp"
#include "app/figures/builders/steps.hpp"

namespace normscope::figures {

using results::Card;
using results::Evaluation;

namespace {

results::Provenance provenance_of(const Evaluation& evaluation, const FigureRequest& request) {
  if (request.marked_parameter) {
    return results::provenance_of(evaluation, *request.marked_parameter);
  }
  if (!request.marked) return {};
  return results::provenance_of(evaluation, request.marked->card, request.marked->position);
}

HeatMap* map_of(Panel& panel) {
  return panel.series.empty() ? nullptr : std::get_if<HeatMap>(&panel.series.front().shape);
}

/// The cell of a card's slice that has the frame: the marked number. Where none is marked, every
/// card frames the cell at the selected indices.
std::optional<document::Selection> framed_cell(const Evaluation& evaluation, std::size_t card,
                                               const StepSlice& shown,
                                               const FigureRequest& request) {
  if (!request.marked) return shown.selected;
  if (request.marked->card != card) return std::nullopt;
  const Card& known = evaluation.cards[card];
  const auto& steps = evaluation.stages[known.stage].trace.steps();
  const document::Selection place = results::selection_of(
      steps[static_cast<std::size_t>(known.step)].shape, request.marked->position);
  const auto row = shown.slice.own_row(place);
  if (!row) return std::nullopt;
  return document::Selection{*row, place.column};
}

/// Marks the dots or points of a series.
template <class Shape>
void relate(Series& series, const results::Provenance& provenance, std::size_t card) {
  if (auto* const shape = std::get_if<Shape>(&series.shape)) {
    shape->related = related_values(provenance, card, shape->elements);
  }
}

}  // namespace

base::Expected<const Card*> card_with(const Evaluation& evaluation, const std::string& id) {
  if (id.empty()) return &evaluation.cards.back();
  std::string known;
  for (const Card& card : evaluation.cards) {
    if (card.id == id) return &card;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", card.id);
  }
  return base::fail(base::ErrorKind::kNotFound, fmt::format("there is no step {}", id),
                    fmt::format("the steps are {}", known));
}

Figure highlight_distribution(Figure figure, const Evaluation& evaluation,
                              const FigureRequest& request) {
  const auto place = selected_place(evaluation, request.selection);
  if (!place) return figure;
  const auto at = static_cast<std::size_t>(place->element);
  if (const results::Compared* const compared = comparison_of(evaluation)) {
    return with_selected(std::move(figure), place->element, compared->outputs[0]->values()[at],
                         compared->outputs[1]->values()[at]);
  }
  figure = with_selected(std::move(figure), place->element, evaluation.activations->values()[at],
                         evaluation.result->y.values()[at]);
  const results::Provenance provenance = provenance_of(evaluation, request);
  const std::array cards = {results::card_of(evaluation, evaluation.stages.size() - 1, 0),
                            evaluation.cards.size() - 1};
  for (std::size_t p = 0; p < cards.size(); ++p) {
    for (Series& series : figure.panels[p].series) relate<Dots>(series, provenance, cards[p]);
  }
  return figure;
}

Figure highlight_profile(Figure figure, const Evaluation& evaluation,
                         const FigureRequest& request) {
  const auto place = selected_place(evaluation, request.selection);
  if (!place) return figure;
  figure = with_profile_place(std::move(figure), place->place,
                              profile_values(evaluation, place->element));
  const results::Provenance provenance = provenance_of(evaluation, request);
  const std::vector<int> steps = element_steps(evaluation);
  for (std::size_t p = 0; p < std::min(steps.size(), figure.panels.size()); ++p) {
    const std::size_t card = results::card_of(evaluation, evaluation.stages.size() - 1, steps[p]);
    for (Series& series : figure.panels[p].series) relate<Points>(series, provenance, card);
  }
  return figure;
}

Figure highlight_statistics(Figure figure, const Evaluation& evaluation,
                            const FigureRequest& request) {
  const auto place = selected_place(evaluation, request.selection);
  if (!place) return figure;
  return with_group(std::move(figure), evaluation.layout, place->group);
}

Figure highlight_heatmap(Figure figure, const Evaluation& evaluation,
                         const FigureRequest& request) {
  const auto card = card_with(evaluation, request.step);
  HeatMap* const map = map_of(figure.panels.front());
  if (!card || map == nullptr) return figure;
  const StepSlice shown = slice_of(evaluation, **card, request.selection);
  const results::Slice& slice = shown.slice;
  const auto at = static_cast<std::size_t>(*card - evaluation.cards.data());
  if (comparison_of(evaluation) != nullptr) {
    // The same cell of A, of B and of A - B.
    for (Panel& panel : figure.panels) {
      HeatMap* const side = map_of(panel);
      if (side == nullptr || !shown.selected) continue;
      highlight_cell(*side, {slice.rows, slice.columns}, shown.selected->row,
                     shown.selected->column);
    }
    return figure;
  }
  map->selected.reset();
  if (const auto framed = framed_cell(evaluation, at, shown, request)) {
    highlight_cell(*map, {slice.rows, slice.columns}, framed->row, framed->column);
  }
  const auto [down, across] = blocks_of(slice.rows, slice.columns);
  map->related =
      in_blocks(related_cells(provenance_of(evaluation, request), at, slice), down, across);
  return figure;
}

Figure highlight_softmax(Figure figure, const Evaluation& evaluation,
                         const FigureRequest& request) {
  const auto place = selected_place(evaluation, request.selection);
  return with_place(std::move(figure), place ? place->place : -1);
}

Figure highlight_difference(Figure figure, const Evaluation& evaluation,
                            const FigureRequest& request) {
  const auto place = selected_place(evaluation, request.selection);
  HeatMap* const map = map_of(figure.panels.front());
  if (!place || map == nullptr) return figure;
  const tensor::Shape& shape = evaluation.activations->shape();
  const results::Slice whole = results::whole_matrix(shape);
  const document::Selection at = results::selection_of(shape, place->element);
  highlight_cell(*map, {whole.rows, whole.columns}, at.row, at.column);
  return figure;
}

Figure highlight_stage(Figure figure, const Evaluation& evaluation, const FigureRequest& request) {
  const results::Provenance provenance = provenance_of(evaluation, request);
  for (std::size_t c = 0; c < evaluation.cards.size() && c < figure.panels.size(); ++c) {
    HeatMap* const map = map_of(figure.panels[c]);
    if (map == nullptr) continue;
    const StepSlice shown = slice_of(evaluation, evaluation.cards[c], request.selection);
    map->related = related_cells(provenance, c, shown.slice);
    map->selected.reset();
    const auto framed = framed_cell(evaluation, c, shown, request);
    if (framed && framed->row < map->rows && framed->column < map->columns) {
      map->selected = static_cast<std::size_t>(framed->row * map->columns + framed->column);
    }
  }
  return figure;
}

}  // namespace normscope::figures
