// SPDX-License-Identifier: MIT
#include "app/ui/grid/grid_headers.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <span>
#include <utility>

#include "app/ui/widgets/area.hpp"
#include "core/text/translate.hpp"

namespace normscope::ui {

namespace {

// Of one of `count` rows or columns.
HeaderWords hidden_words(const GridFrame& frame, std::int64_t at,
                         std::span<const std::string> names, std::int64_t count) {
  return {names.empty() ? fmt::format("{}", at) : names[static_cast<std::size_t>(at)],
          count == 1 ? frame.options.name : std::string()};
}

}  // namespace

void report_header(const GridFrame& frame, std::string_view kind, std::int64_t at,
                   HeaderWords words, ImVec2 low, ImVec2 high, bool selected) {
  if (words.name.empty()) {
    words.name = kind == "row" ? tr("row {row}", arg("row", words.text))
                               : tr("column {column}", arg("column", words.text));
  }
  report(frame.ui,
         {.id = fmt::format("{}/{}/{}", frame.id, kind, at),
          .text = std::move(words.text),
          .kind = std::string(kind),
          .selected = selected,
          .name = std::move(words.name),
          .place = kind == "row" ? TablePlace{at, -1} : TablePlace{-1, at}},
         low, high);
}

void report_hidden_headers(const GridFrame& frame) {
  if (!frame.ui.map.on()) return;
  const GridOptions& options = frame.options;
  const GridView& view = frame.view;
  for (std::int64_t column = view.seen.column;
       !options.column_headers && column < view.seen.column + view.seen.columns; ++column) {
    const float left = frame.low_of({0, column}).x;
    report_header(frame, "column", column,
                  hidden_words(frame, column, options.column_names, frame.data.columns),
                  {left, view.cells_min.y}, {left + view.cell_width, view.cells_min.y}, false);
  }
  for (std::int64_t row = view.seen.row;
       !options.row_headers && row < view.seen.row + view.seen.rows; ++row) {
    const float top = frame.low_of({row, 0}).y;
    report_header(frame, "row", row, hidden_words(frame, row, options.row_names, frame.data.rows),
                  {view.cells_min.x, top}, {view.cells_min.x, top + view.row_height}, false);
  }
}

}  // namespace normscope::ui
