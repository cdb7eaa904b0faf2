// SPDX-License-Identifier: MIT
#include "app/figures/builders/jacobian.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/figures/builders/heatmap.hpp"
#include "app/figures/builders/steps.hpp"
#include "app/figures/note_text.hpp"
#include "app/figures/ticks.hpp"
#include "app/results/jacobian.hpp"
#include "app/results/sheet/sheet.hpp"
#include "core/stats/singular_values.hpp"

namespace normscope::figures {

using base::Expected;
using results::Evaluation;
using results::GroupJacobian;

namespace {

// Room above the largest bar.
constexpr double kRoomAbove = 1.15;
// Most singular values whose numbers a note has.
constexpr std::size_t kMostNumbers = 8;

Panel map_of_matrix(std::span<const double> matrix, std::int64_t n,
                    std::vector<std::string>& notes) {
  const std::vector<float> values(matrix.begin(), matrix.end());
  Panel panel = heat_panel(heat_blocks({n, n, values}, HeatEnds::kSigned, {}), notes);
  panel.x.label = "dx (column)";
  panel.y.label = "dy (row)";
  return panel;
}

HeatMap* heat_of(Panel& panel) {
  return panel.series.empty() ? nullptr : std::get_if<HeatMap>(&panel.series.front().shape);
}

Panel singular_panel(const std::vector<double>& values) {
  Panel panel{.title = "Singular values", .color = 1};
  if (values.empty()) {
    panel.message = "the Jacobian has numbers that are not finite";
    return panel;
  }
  const auto count = static_cast<double>(values.size());
  panel.x = {
      .label = "from the largest", .ticks = TickStyle::kNone, .low = -0.5, .high = count - 0.5};
  panel.y = {.low = 0, .high = values.front() > 0 ? kRoomAbove * values.front() : 1.0};
  Bars bars{.edges = {-0.5}, .heights = values};
  for (std::size_t at = 0; at < values.size(); ++at) {
    bars.edges.push_back(static_cast<double>(at) + 0.5);
  }
  panel.series.push_back({{}, 1, std::move(bars)});
  return panel;
}

// The numbers of a few singular values; a rounding of 0 is 0.
std::string numbers_of(const std::vector<double>& values, int decimals) {
  constexpr double kRoundingOfZero = 1e-14;
  std::string text;
  for (const double value : values) {
    const bool zero = value < kRoundingOfZero * values.front();
    text += (text.empty() ? "" : "; ") + value_text(zero ? 0 : value, decimals);
  }
  return text;
}

// The singular values that are known on paper.
std::string closed_values(const GroupJacobian& jacobian, std::int64_t n, int decimals) {
  std::string text = jacobian.forgets_shift ? "0, the shift" : "";
  if (!jacobian.along_scale) return text;
  text += fmt::format("{}{}, the scale, which eps lets through", text.empty() ? "" : "; ",
                      value_text(*jacobian.along_scale, decimals));
  const std::int64_t others = n - (jacobian.forgets_shift ? 2 : 1);
  if (others < 1) return text;
  return text + fmt::format("; 1/s = {}, {}", value_text(jacobian.along_others, decimals),
                            others == 1 ? "once" : fmt::format("{} times", others));
}

}  // namespace

Expected<Figure> jacobian(const Evaluation& evaluation, const FigureRequest& request) {
  const std::int64_t group = selected_group(evaluation, request.selection);
  const std::int64_t n = evaluation.layout.size;
  Figure figure{
      .name = "jacobian",
      .title = fmt::format("Jacobian of {}, group {}", evaluation.stages.back().name, group),
      .arrangement = Arrangement::kGrid,
      .decimals = decimals_of(request)};
  const GroupJacobian known = results::group_jacobian(evaluation, group);
  if (known.values.empty()) {
    figure.panels.push_back(
        {.message = n > results::kMostOfGroup
                        ? fmt::format("the Jacobian is shown of groups of at most {} numbers, and "
                                      "this one has {}",
                                      results::kMostOfGroup, digits_text(n))
                    : n == 0 ? "no values"
                             : "a step is known by its stored numbers alone"});
    return figure;
  }
  figure.panels.push_back(map_of_matrix(known.values, n, figure.notes));
  figure.panels.front().title = "J";
  std::vector<std::string> same_notes;
  for (const results::JacobianPart& part : known.parts) {
    Panel panel = map_of_matrix(part.values, n, same_notes);
    panel.title = figure.panels.size() == 1 ? "=" : "+";
    panel.formula = part.formula;
    heat_of(panel)->color_bar = false;
    figure.panels.push_back(std::move(panel));
  }
  // One scale, so that colours add up as well.
  double reach = 0;
  for (Panel& panel : figure.panels) reach = std::max(reach, heat_of(panel)->high);
  for (Panel& panel : figure.panels) {
    heat_of(panel)->low = -reach;
    heat_of(panel)->high = reach;
  }
  const auto singular = stats::singular_values(known.values, static_cast<std::size_t>(n));
  figure.panels.push_back(singular_panel(singular));
  figure.columns = figure.panels.size();
  figure.notes.emplace_back(
      "A row is what one number of dy sends to every dx; a column is what one number of dx is made "
      "of.");
  if (!singular.empty() && singular.size() <= kMostNumbers) {
    figure.notes.push_back("Singular values: " + numbers_of(singular, figure.decimals) + ".");
  }
  const std::string closed = closed_values(known, n, figure.decimals);
  if (!closed.empty()) figure.notes.push_back("On paper: " + closed + ".");
  return figure;
}

Figure highlight_jacobian(Figure figure, const Evaluation& evaluation,
                          const FigureRequest& request) {
  const auto place = selected_place(evaluation, request.selection);
  const auto cards = results::backward_cards(evaluation);
  if (!place || !cards) return figure;
  const bool of_dy = request.marked && request.marked->card == cards->upstream;
  for (Panel& panel : figure.panels) {
    HeatMap* const map = heat_of(panel);
    if (map == nullptr) continue;
    map->related = {of_dy ? RelatedCells{place->place, 0, 1, map->columns, Related::kMade}
                          : RelatedCells{0, place->place, map->rows, 1, Related::kSource}};
  }
  return figure;
}

}  // namespace normscope::figures
