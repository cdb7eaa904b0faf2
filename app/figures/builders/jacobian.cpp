// SPDX-License-Identifier: MIT
#include "app/figures/builders/jacobian.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "app/figures/builders/compared.hpp"
#include "app/figures/builders/heatmap.hpp"
#include "app/figures/builders/steps.hpp"
#include "app/figures/note_text.hpp"
#include "app/figures/ticks.hpp"
#include "app/results/comparing/comparison.hpp"
#include "app/results/jacobian.hpp"
#include "app/results/sheet/sheet.hpp"
#include "core/stats/singular_values.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

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
  panel.x.label = tr("dx (column)");
  panel.y.label = tr("dy (row)");
  return panel;
}

HeatMap* heat_of(Panel& panel) {
  return panel.series.empty() ? nullptr : std::get_if<HeatMap>(&panel.series.front().shape);
}

// The singular values of a Jacobian, or side by side those of two.
Panel singular_panel(std::span<const std::vector<double>> sides) {
  Panel panel{.title = tr("Singular values")};
  if (sides.size() == 1) panel.color = 1;
  panel.x = {.label = tr("from the largest"), .ticks = TickStyle::kNone, .low = -0.5};
  panel.y = {.low = 0, .high = 0};
  const double width = 1.0 / static_cast<double>(sides.size());
  for (std::size_t side = 0; side < sides.size(); ++side) {
    const std::vector<double>& values = sides[side];
    if (values.empty()) {
      panel.message = tr("the Jacobian has numbers that are not finite");
      return panel;
    }
    panel.x.high = static_cast<double>(values.size()) - 0.5;
    panel.y.high = std::max(panel.y.high, kRoomAbove * values.front());
    Bars bars;
    for (std::size_t at = 0; at < values.size(); ++at) {
      const double left = static_cast<double>(at) - 0.5 + width * static_cast<double>(side);
      // Nothing stands where the other side's bars do.
      if (at > 0 && sides.size() > 1) bars.heights.push_back(0);
      if (at == 0 || sides.size() > 1) bars.edges.push_back(left);
      bars.edges.push_back(left + width);
      bars.heights.push_back(values[at]);
    }
    const std::string name = sides.size() == 1 ? "" : side == 0 ? "A" : "B";
    panel.series.push_back({name, sides.size() == 1 ? 1 : side, std::move(bars)});
  }
  if (panel.y.high == 0) panel.y.high = 1;
  return panel;
}

// The numbers of a few singular values; a rounding of 0 is 0.
std::string numbers_of(const std::vector<double>& values, int decimals) {
  constexpr double kRoundingOfZero = 1e-14;
  std::string text;
  for (const double value : values) {
    const bool zero = value < kRoundingOfZero * values.front();
    text = text::listed_apart(text, value_text(zero ? 0 : value, decimals));
  }
  return text;
}

// The singular values that are known on paper.
std::string closed_values(const GroupJacobian& jacobian, std::int64_t n, int decimals) {
  // A list: each of its items stands alone.
  std::string text(jacobian.forgets_shift ? tr("0, the shift") : "");
  if (!jacobian.along_scale) return text;
  text = text::listed_apart(text, tr("{value}, the scale, which eps lets through",
                                     arg("value", value_text(*jacobian.along_scale, decimals))));
  const std::int64_t others = n - (jacobian.forgets_shift ? 2 : 1);
  if (others < 1) return text;
  return text::listed_apart(
      text, tr_n("1/s = {value}, once", "1/s = {value}, {n} times", others,
                 arg("value", value_text(jacobian.along_others, decimals)), arg("n", others)));
}

// Why there is no Jacobian.
std::string why_none(const Evaluation& evaluation) {
  const std::int64_t n = evaluation.layout.size;
  if (n <= results::kMostOfGroup) {
    return std::string(n == 0 ? tr("no values")
                              : tr("a step is known by its stored numbers alone"));
  }
  return tr("the Jacobian is shown of groups of at most {most} numbers, and this one has {n}",
            arg("most", results::kMostOfGroup), arg("n", digits_text(n)));
}

// One scale, so that colours add up as well, or can be compared.
void take_one_scale(std::span<Panel> panels) {
  double reach = 0;
  for (Panel& panel : panels) reach = std::max(reach, heat_of(panel)->high);
  for (Panel& panel : panels) {
    heat_of(panel)->low = -reach;
    heat_of(panel)->high = reach;
  }
}

std::vector<double> singular_values_of(const GroupJacobian& jacobian, std::int64_t n) {
  return stats::singular_values(jacobian.values, static_cast<std::size_t>(n));
}

// Says a few singular values, and what paper knows of them; `side`: "", or "A".
void note_values(const std::vector<double>& singular, const GroupJacobian& jacobian, std::int64_t n,
                 const std::string& side, Figure& figure) {
  std::string note;
  if (!singular.empty() && singular.size() <= kMostNumbers) {
    const std::string numbers = numbers_of(singular, figure.decimals);
    note = side.empty() ? tr("Singular values: {numbers}.", arg("numbers", numbers))
                        : tr("Singular values of {side}: {numbers}.", arg("side", side),
                             arg("numbers", numbers));
  }
  const std::string closed = closed_values(jacobian, n, figure.decimals);
  if (!closed.empty()) {
    const bool named = note.empty() && !side.empty();
    note = text::in_a_row(
        note, named ? tr("On paper of {side}: {values}.", arg("side", side), arg("values", closed))
                    : tr("On paper: {values}.", arg("values", closed)));
  }
  if (!note.empty()) figure.notes.push_back(std::move(note));
}

Figure compared_jacobian(const Evaluation& evaluation, const results::Compared& compared,
                         std::int64_t group, Figure figure) {
  const std::int64_t n = evaluation.layout.size;
  const auto fail = [&](std::string why) {
    figure.panels = {{.message = std::move(why)}};
    return figure;
  };
  if (!compared.b) return fail(tr("B is known by its output alone"));
  const tensor::GroupLayout& other = compared.b->layout;
  if (other.size != n || other.reduced_shape != evaluation.layout.reduced_shape) {
    return fail(tr("B has other groups"));
  }
  const std::array<const Evaluation*, 2> sides{&evaluation, compared.b.get()};
  std::array<GroupJacobian, 2> known{};
  for (std::size_t side = 0; side < sides.size(); ++side) {
    known.at(side) = results::group_jacobian(*sides.at(side), group);
    if (known.at(side).values.empty()) return fail(why_none(*sides.at(side)));
    figure.panels.push_back(map_of_matrix(known.at(side).values, n, figure.notes));
    figure.panels.back().title = side == 0 ? "A" : "B";
  }
  take_one_scale(figure.panels);
  heat_of(figure.panels.front())->color_bar = false;
  std::vector<double> difference = known[0].values;
  std::ranges::transform(difference, known[1].values, difference.begin(), std::minus<>());
  figure.panels.push_back(map_of_matrix(difference, n, figure.notes));
  figure.panels.back().title = "A − B";
  const std::array<std::vector<double>, 2> singular{singular_values_of(known[0], n),
                                                    singular_values_of(known[1], n)};
  figure.panels.push_back(singular_panel(singular));
  note_values(singular[0], known[0], n, "A", figure);
  note_values(singular[1], known[1], n, "B", figure);
  figure.columns = figure.panels.size();
  add_names(compared, figure);
  return figure;
}

}  // namespace

Expected<Figure> jacobian(const Evaluation& evaluation, const FigureRequest& request) {
  const std::int64_t group = selected_group(evaluation, request.selection);
  const std::int64_t n = evaluation.layout.size;
  Figure figure{.name = "jacobian",
                .title = tr("Jacobian of {name}, group {group}",
                            arg("name", evaluation.stages.back().name), arg("group", group)),
                .arrangement = Arrangement::kGrid,
                .decimals = decimals_of(request)};
  if (const results::Compared* const compared = comparison_of(evaluation)) {
    figure.title = tr("Jacobians of A and B, group {group}", arg("group", group));
    return compared_jacobian(evaluation, *compared, group, std::move(figure));
  }
  const GroupJacobian known = results::group_jacobian(evaluation, group);
  if (known.values.empty()) {
    figure.panels.push_back({.message = why_none(evaluation)});
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
  take_one_scale(figure.panels);
  figure.notes.emplace_back(tr(
      "A row is what one number of dy sends to every dx; a column is what one number of dx is made "
      "of."));
  const std::vector<double> singular = singular_values_of(known, n);
  figure.panels.push_back(singular_panel({&singular, 1}));
  note_values(singular, known, n, "", figure);
  figure.columns = figure.panels.size();
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
