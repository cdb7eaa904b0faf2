// SPDX-License-Identifier: MIT
#include "app/figures/builders/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/figures/note_text.hpp"

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
  std::string text;
  if (card.corner.rows < card.rows) {
    text = fmt::format("{} of {}", card.corner.rows, count_text(card.rows, "row"));
  }
  if (card.corner.columns < card.columns) {
    text += fmt::format("{}{} of {}", text.empty() ? "" : " and ", card.corner.columns,
                        count_text(card.columns, "column"));
  }
  return text;
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
    panel.message = "no values";
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
                                      ? "about 0, to the \u00b1 beside each title"
                                      : "in one hue, between the numbers beside each title";
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
          fmt::format("the card {} of {} by {} has a corner of {} by {} with {}", card.title,
                      card.rows, card.columns, card.corner.rows, card.corner.columns,
                      count_text(static_cast<std::int64_t>(card.corner.values.size()), "value")));
    }
    figure.panels.push_back(panel_of(card, data.decimals));
    std::string text = corner_text(card);
    if (text.empty()) continue;
    if (std::find(corners.begin(), corners.end(), text) == corners.end()) {
      corners.push_back(std::move(text));
    }
  }
  if (figure.panels.empty()) figure.panels.push_back({.message = "no steps"});
  std::string shown;
  for (const std::string& text : corners) {
    shown += fmt::format("{}{}", shown.empty() ? "Shown: " : "; ", text);
  }
  if (!shown.empty()) figure.notes.push_back(shown + ".");
  return figure;
}

}  // namespace normscope::figures
