// SPDX-License-Identifier: MIT
#include "app/figures/builders/highlight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
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
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

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

/// The provenance of what stands in B where the marked number stands in A; none where B has no such
/// number.
results::Provenance provenance_in_b(const results::Compared& compared,
                                    const FigureRequest& request) {
  if (!compared.b || !request.marked || request.marked_parameter) return {};
  const results::StepPair& pair = compared.pairs[request.marked->card];
  if (!pair.b || pair.parting == results::Parting::kOtherShape) return {};
  return results::provenance_of(*compared.b, *pair.b, request.marked->position);
}

/// The marks of a slice in the blocks of its heat map.
std::vector<RelatedCells> marks_of(const results::Provenance& provenance, std::size_t card,
                                   const results::Slice& slice) {
  const auto [down, across] = blocks_of(slice.rows, slice.columns);
  return in_blocks(related_cells(provenance, card, slice), down, across);
}

/// Both, each once: a difference depends on what either side depends on.
std::vector<RelatedCells> united(std::vector<RelatedCells> a, const std::vector<RelatedCells>& b) {
  for (const RelatedCells& cells : b) {
    if (std::ranges::find(a, cells) == a.end()) a.push_back(cells);
  }
  return a;
}

/// The heat maps of A, of B and of A - B: the same cell has the frame.
void highlight_sides(Figure& figure, const results::Compared& compared, std::size_t card,
                     const Evaluation& evaluation, const StepSlice& shown,
                     const FigureRequest& request) {
  const results::Slice& slice = shown.slice;
  std::array<std::vector<RelatedCells>, 3> related;
  related[0] = marks_of(provenance_of(evaluation, request), card, slice);
  if (const auto counterpart = compared.pairs[card].b) {
    related[1] = marks_of(provenance_in_b(compared, request), *counterpart, slice);
  }
  related[2] = united(related[0], related[1]);
  for (std::size_t side = 0; side < figure.panels.size(); ++side) {
    HeatMap* const map = map_of(figure.panels[side]);
    if (map == nullptr) continue;
    map->related = related[side];
    if (!shown.selected) continue;
    highlight_cell(*map, {slice.rows, slice.columns}, shown.selected->row, shown.selected->column);
  }
}

/// Marks the dots, points or bars of a series.
template <class Shape>
void relate(Series& series, const results::Provenance& provenance, std::size_t card) {
  if (auto* const shape = std::get_if<Shape>(&series.shape)) {
    shape->related = related_values(provenance, card, shape->elements);
  }
}

/// The cards before and after the operation.
std::array<std::size_t, 2> around(const Evaluation& evaluation) {
  return {results::card_of(evaluation, evaluation.stages.size() - 1, 0),
          evaluation.cards.size() - 1};
}

/// The two panels of a figure with the cards that they show, and what is marked there: before and
/// after the operation, or the outputs of A and of B.
struct MarkedSide {
  results::Provenance provenance{};
  std::size_t card = 0;
};
std::array<MarkedSide, 2> sides_of(const Evaluation& evaluation, const FigureRequest& request) {
  const auto [before, after] = around(evaluation);
  results::Provenance own = provenance_of(evaluation, request);
  const results::Compared* const compared = comparison_of(evaluation);
  if (compared == nullptr) return {MarkedSide{own, before}, MarkedSide{own, after}};
  if (!compared->b) return {MarkedSide{std::move(own), after}, MarkedSide{}};
  return {MarkedSide{std::move(own), after},
          MarkedSide{provenance_in_b(*compared, request), compared->b->cards.size() - 1}};
}

}  // namespace

base::Expected<const Card*> card_with(const Evaluation& evaluation, const std::string& id) {
  if (id.empty()) return &evaluation.cards.back();
  std::string known;
  for (const Card& card : evaluation.cards) {
    if (card.id == id) return &card;
    known = text::listed(known, card.id);
  }
  return base::fail(base::ErrorKind::kNotFound, tr("there is no step {id}", arg("id", id)),
                    tr("the steps are {known}", arg("known", known)));
}

Figure highlight_distribution(Figure figure, const Evaluation& evaluation,
                              const FigureRequest& request) {
  const auto place = selected_place(evaluation, request.selection);
  if (!place) return figure;
  const auto at = static_cast<std::size_t>(place->element);
  const results::Compared* const compared = comparison_of(evaluation);
  const auto value_of = [&](std::size_t side) {
    if (compared != nullptr) return compared->outputs[side]->values()[at];
    return side == 0 ? evaluation.activations->values()[at] : evaluation.result->y.values()[at];
  };
  figure = with_selected(std::move(figure), place->element, value_of(0), value_of(1));
  const auto sides = sides_of(evaluation, request);
  for (std::size_t p = 0; p < sides.size(); ++p) {
    for (Series& series : figure.panels[p].series) {
      relate<Dots>(series, sides[p].provenance, sides[p].card);
    }
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
  figure = with_group(std::move(figure), evaluation.layout, place->group);
  const auto sides = sides_of(evaluation, request);
  for (std::size_t p = 0; p < sides.size(); ++p) {
    for (Series& series : figure.panels[p].series) {
      auto* const boxes = std::get_if<Boxes>(&series.shape);
      if (boxes == nullptr) continue;
      boxes->related =
          related_groups(sides[p].provenance, sides[p].card, evaluation.layout, groups_of(*boxes));
    }
  }
  return figure;
}

Figure highlight_heatmap(Figure figure, const Evaluation& evaluation,
                         const FigureRequest& request) {
  const auto card = card_with(evaluation, request.step);
  HeatMap* const map = map_of(figure.panels.front());
  if (!card || map == nullptr) return figure;
  const StepSlice shown = slice_of(evaluation, **card, request.selection);
  const results::Slice& slice = shown.slice;
  const auto at = static_cast<std::size_t>(*card - evaluation.cards.data());
  if (const results::Compared* const compared = comparison_of(evaluation)) {
    highlight_sides(figure, *compared, at, evaluation, shown, request);
    return figure;
  }
  map->selected.reset();
  if (const auto framed = framed_cell(evaluation, at, shown, request)) {
    highlight_cell(*map, {slice.rows, slice.columns}, framed->row, framed->column);
  }
  map->related = marks_of(provenance_of(evaluation, request), at, slice);
  return figure;
}

Figure highlight_softmax(Figure figure, const Evaluation& evaluation,
                         const FigureRequest& request) {
  const auto place = selected_place(evaluation, request.selection);
  if (!place) return with_place(std::move(figure), -1, {});
  const auto at = static_cast<std::size_t>(place->element);
  const auto output = static_cast<double>(evaluation.result->y.values()[at]);
  const bool log = evaluation.stages.back().name == "LogSoftmax";
  const std::array values = {static_cast<double>(evaluation.activations->values()[at]),
                             log ? std::exp(output) : output};
  figure = with_place(std::move(figure), place->place, values);
  const tensor::GroupLayout& layout = evaluation.layout;
  const results::Provenance provenance = provenance_of(evaluation, request);
  const auto cards = around(evaluation);
  for (std::size_t p = 0; p < cards.size(); ++p) {
    for (Series& series : figure.panels[p].series) {
      auto* const bars = std::get_if<Bars>(&series.shape);
      if (bars == nullptr) continue;
      std::vector<std::int64_t> elements;
      elements.reserve(bars->heights.size());
      for (std::int64_t i = 0; i < layout.size; ++i) {
        elements.push_back(layout.base(place->group) + layout.offset(i));
      }
      bars->related = related_values(provenance, cards[p], elements);
    }
  }
  return figure;
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
  std::vector<RelatedCells> related =
      related_in_whole(provenance_of(evaluation, request), evaluation.cards.size() - 1);
  const results::Compared* const compared = comparison_of(evaluation);
  if (compared != nullptr && compared->b) {
    related = united(std::move(related), related_in_whole(provenance_in_b(*compared, request),
                                                          compared->b->cards.size() - 1));
  }
  const auto [down, across] = blocks_of(whole.rows, whole.columns);
  map->related = in_blocks(std::move(related), down, across);
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
