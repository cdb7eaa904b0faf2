// SPDX-License-Identifier: MIT
#include "app/figures/builders/compared.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/figures/builders/difference.hpp"
#include "app/figures/builders/heatmap.hpp"
#include "app/figures/builders/highlight.hpp"
#include "app/figures/builders/statistics.hpp"
#include "app/figures/builders/steps.hpp"
#include "app/results/comparing/comparison.hpp"
#include "core/base/ulp.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

using results::Compared;
using results::Evaluation;

namespace {

std::array<std::string, 2> titles_of(const Compared& compared) {
  return {text::labelled("A", compared.names[0]), text::labelled("B", compared.names[1])};
}

std::span<const float> output_of(const Compared& compared, std::size_t side) {
  return compared.outputs[side]->values();
}

// The values of a slice of a step of A and of B.
Expected<std::array<StepValues, 2>> sides_of(const Evaluation& evaluation, std::size_t card,
                                             const results::Slice& slice) {
  const Compared& compared = *evaluation.compared;
  const std::int64_t first = slice.position(0, 0);
  if (card + 1 == evaluation.cards.size()) {
    const auto part = [&](std::size_t side) {
      return StepValues{
          {},
          output_of(compared, side)
              .subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(slice.size()))};
    };
    return std::array{part(0), part(1)};
  }
  const results::StepPair& pair = compared.pairs[card];
  if (!compared.b || !pair.b || pair.parting == results::Parting::kOtherShape) {
    return base::fail(
        base::ErrorKind::kInvalidArgument,
        tr("B has no step to put beside {title}", arg("title", evaluation.cards[card].title)),
        tr("take a step that both have, or the output"));
  }
  const auto values_of = [&](const Evaluation& of, std::size_t at) {
    const results::Card& known = of.cards[at];
    return step_values(of.stages[known.stage].trace, known.step, first, slice.size());
  };
  auto a = values_of(evaluation, card);
  if (!a) return tl::unexpected(a.error());
  auto b = values_of(*compared.b, *pair.b);
  if (!b) return tl::unexpected(b.error());
  return std::array{*std::move(a), *std::move(b)};
}

}  // namespace

const Compared* comparison_of(const Evaluation& evaluation) {
  const auto& compared = evaluation.compared;
  return compared && !compared->failure ? &*compared : nullptr;
}

void add_names(const Compared& compared, Figure& figure) {
  auto titles = titles_of(compared);
  figure.notes.insert(figure.notes.begin(), {titles[0] + ".", titles[1] + "."});
}

Expected<Figure> compared_distribution(const Evaluation& evaluation, const FigureRequest& request) {
  const Compared& compared = *evaluation.compared;
  DistributionData data{output_of(compared, 0), output_of(compared, 1)};
  const auto place = selected_place(evaluation, request.selection);
  const bool of_group = request.of_group && place.has_value();
  data.title = of_group ? tr("Distribution of group {group}", arg("group", place->group))
                        : tr("Distribution of the whole output");
  auto titles = titles_of(compared);
  data.before_title = std::move(titles[0]);
  data.after_title = std::move(titles[1]);
  data.parts = request.parts;
  data.decimals = decimals_of(request);
  data.coarse = request.coarse;
  if (of_group) data.group = {evaluation.layout, place->group};
  // An output from elsewhere may be anything.
  const std::size_t output = evaluation.cards.size() - 1;
  data.before_known.never_negative = results::is_never_negative(evaluation, output);
  data.after_known.never_negative =
      compared.b && results::is_never_negative(*compared.b, compared.b->cards.size() - 1);
  return distribution(data);
}

Expected<Figure> compared_statistics(const Evaluation& evaluation,
                                     const FigureRequest& /*request*/) {
  const Compared& compared = *evaluation.compared;
  const auto titles = titles_of(compared);
  return statistics({.before = output_of(compared, 0),
                     .after = output_of(compared, 1),
                     .layout = evaluation.layout,
                     .title = tr("Mean and deviation of every group of the output"),
                     .before_title = titles[0],
                     .after_title = titles[1]});
}

Expected<Figure> compared_difference(const Evaluation& evaluation, const FigureRequest& request) {
  const Compared& compared = *evaluation.compared;
  auto figure = difference({.a = output_of(compared, 0),
                            .b = output_of(compared, 1),
                            .shape = compared.outputs[0]->shape(),
                            .a_name = "A",
                            .b_name = "B",
                            .title = tr("Difference of A and B"),
                            .element_of = [](std::int64_t position) { return position; },
                            .decimals = decimals_of(request)});
  if (figure) add_names(compared, *figure);
  return figure;
}

Expected<Figure> compared_heatmap(const Evaluation& evaluation, const FigureRequest& request) {
  const Compared& compared = *evaluation.compared;
  const auto card = card_with(evaluation, request.step);
  if (!card) return tl::unexpected(card.error());
  const auto at = static_cast<std::size_t>(*card - evaluation.cards.data());
  const results::Slice slice = slice_of(evaluation, **card, request.selection).slice;
  const auto sides = sides_of(evaluation, at, slice);
  if (!sides) return tl::unexpected(sides.error());
  const auto& [a, b] = *sides;
  std::vector<float> differences(a.values.size());
  for (std::size_t i = 0; i < differences.size(); ++i) {
    differences[i] = static_cast<float>(base::difference_of(a.values[i], b.values[i]));
  }
  ElementOf element_of;
  if (const ElementOf whole = elements_of(evaluation, **card)) {
    element_of = [whole, first = slice.position(0, 0)](std::int64_t position) {
      return whole(first + position);
    };
  }
  Figure figure{.name = "heatmap",
                .title = tr("{step}: A, B and A − B", arg("step", (*card)->title)),
                .decimals = decimals_of(request)};
  const auto blocks_of_values = [&](std::span<const float> values, HeatEnds ends) {
    return heat_blocks({slice.rows, slice.columns, values}, ends, element_of);
  };
  std::array<HeatBlocks, 3> blocks = {blocks_of_values(a.values, HeatEnds::kAutomatic),
                                      blocks_of_values(b.values, HeatEnds::kAutomatic),
                                      blocks_of_values(differences, HeatEnds::kSigned)};
  // A and B have one scale, A - B its own.
  const results::Scale scale = scale_of(evaluation, request.scales, **card);
  for (std::size_t side = 0; side < 2; ++side) take_scale(blocks[side].map, scale);
  const std::array<std::string, 3> titles = {"A", "B", "A − B"};
  for (std::size_t side = 0; side < blocks.size(); ++side) {
    std::vector<std::string> notes;
    Panel panel = heat_panel(std::move(blocks[side]), notes);
    for (std::string& note : notes) {
      const bool said = std::ranges::find(figure.notes, note) != figure.notes.end();
      if (!said) figure.notes.push_back(std::move(note));
    }
    panel.title = titles[side];
    figure.panels.push_back(std::move(panel));
  }
  add_names(compared, figure);
  return figure;
}

}  // namespace normscope::figures
