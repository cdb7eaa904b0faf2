// SPDX-License-Identifier: MIT
#include "app/figures/builders/stage.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/figures/note_text.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

namespace {

bool fits(const StageCard& card) {
  const MatrixView& corner = card.corner;
  return corner.rows >= 0 && corner.columns >= 0 && corner.rows <= card.rows &&
         corner.columns <= card.columns &&
         corner.rows * corner.columns == static_cast<std::int64_t>(corner.values.size());
}

/// "8 of 1000 rows and 8 of 768 columns"; empty where the corner is the whole matrix.
std::string corner_text(const StageCard& card) {
  const bool fewer_rows = card.corner.rows < card.rows;
  const std::string rows = rows_text(card.rows);
  if (card.corner.columns == card.columns) {
    return fewer_rows ? tr("{a} of {rows}", arg("a", card.corner.rows), arg("rows", rows))
                      : std::string();
  }
  const std::string columns = columns_text(card.columns);
  if (!fewer_rows)
    return tr("{b} of {columns}", arg("b", card.corner.columns), arg("columns", columns));
  return tr("{a} of {rows} and {b} of {columns}", arg("a", card.corner.rows), arg("rows", rows),
            arg("b", card.corner.columns), arg("columns", columns));
}

Panel panel_of(const StageCard& card, int decimals) {
  Panel panel{.title = card.title, .formula = card.formula};
  const MatrixView& corner = card.corner;
  const auto last = [](std::int64_t count) {
    return static_cast<double>(std::max<std::int64_t>(count, 1)) - 0.5;
  };
  panel.x = {.ticks = TickStyle::kSi, .low = -0.5, .high = last(corner.columns)};
  panel.y = {.ticks = TickStyle::kSi, .low = -0.5, .high = last(corner.rows)};
  if (corner.values.empty()) {
    panel.message = tr("no values");
    return panel;
  }
  HeatMap map{.rows = corner.rows, .columns = corner.columns};
  map.values.assign(corner.values.begin(), corner.values.end());
  map.low = -1;
  map.high = 1;
  take_scale(map, card.scale);
  // Colour bars would take the room of the numbers. The legend shows both kinds of colours once,
  // and the heading of each card states the numbers at their ends.
  map.color_bar = false;
  map.elements = card.elements;
  panel.detail = color_ends_text(map, decimals);
  const std::string_view legend = map.diverging
                                      ? tr("about 0, to the \u00b1 beside each title")
                                      : tr("in one hue, between the numbers beside each title");
  panel.series.push_back({std::string(legend), 0, std::move(map)});
  return panel;
}

}  // namespace

base::Expected<Figure> stage(const StageData& data) {
  Figure figure{.name = "stage",
                .title = data.title,
                .arrangement = Arrangement::kFlow,
                .decimals = data.decimals};
  std::vector<std::string> corners;
  for (const StageCard& card : data.cards) {
    if (!fits(card)) {
      return base::fail(
          base::ErrorKind::kInvalidArgument,
          tr("the card {title} of {rows} by {columns} has a corner of {corner_rows} by "
             "{corner_columns} with {values}",
             arg("title", card.title), arg("rows", card.rows), arg("columns", card.columns),
             arg("corner_rows", card.corner.rows), arg("corner_columns", card.corner.columns),
             arg("values", values_text(static_cast<std::int64_t>(card.corner.values.size())))));
    }
    figure.panels.push_back(panel_of(card, data.decimals));
    std::string text = corner_text(card);
    if (text.empty()) continue;
    if (std::find(corners.begin(), corners.end(), text) == corners.end()) {
      corners.push_back(std::move(text));
    }
  }
  if (figure.panels.empty()) figure.panels.push_back({.message = tr("no steps")});
  std::string shown;
  for (const std::string& text : corners) {
    shown += (shown.empty() ? "" : "; ") + text;
  }
  if (!shown.empty()) figure.notes.push_back(tr("Shown: {parts}.", arg("parts", shown)));
  return figure;
}

}  // namespace normscope::figures
