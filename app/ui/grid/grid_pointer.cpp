// SPDX-License-Identifier: MIT
// Pointer input of a grid, and the menu of its headers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "app/ui/grid/grid_editor.hpp"
#include "app/ui/grid/grid_frame.hpp"
#include "app/ui/widgets/layout.hpp"
#include "core/text/translate.hpp"

namespace normscope::ui {

namespace {

using Grasp = GridState::Grasp;

// A press becomes a drag of the number when the pointer has left it by so many points: a click
// selects the cell and changes nothing.
constexpr float kDragBegins = 3;
constexpr double kFine = 0.1;  // of a drag's pace, with Shift
// A drag by this many points goes as far as the number or its row does.
constexpr double kPointsAcross = 50;
// In a row far from 0 the numbers' distances count: a drag goes as far as so many deviations, not
// to 0.
constexpr double kMostDeviations = 30;

struct Header {
  GridLine line;
  std::int64_t at;
};

std::optional<Header> header_at(const GridFrame& frame, ImVec2 point) {
  const GridView& view = frame.view;
  const GridCell cell = nearest_cell(view, frame.state, frame.data, point);
  const bool beside_columns = point.x >= view.cells_min.x && point.x < view.cells_max.x;
  const bool beside_rows = point.y >= view.cells_min.y && point.y < view.cells_max.y;
  if (beside_columns && point.y >= view.min.y && point.y < view.cells_min.y) {
    return Header{GridLine::kColumn, cell.column};
  }
  if (beside_rows && point.x >= view.min.x && point.x < view.cells_min.x) {
    return Header{GridLine::kRow, cell.row};
  }
  return std::nullopt;
}

void select_line(GridFrame& frame, const Header& header) {
  const bool row = header.line == GridLine::kRow;
  const GridCell first = row ? GridCell{header.at, 0} : GridCell{0, header.at};
  frame.go_to(first, false);
  frame.state.anchor =
      row ? GridCell{header.at, frame.data.columns - 1} : GridCell{frame.data.rows - 1, header.at};
}

// The standard deviation of the visible numbers of a row.
double deviation_of(const GridFrame& frame, std::int64_t row) {
  const GridRange& seen = frame.view.seen;
  std::vector<double> finite;
  for (std::int64_t column = seen.column; column < seen.column + seen.columns; ++column) {
    const auto value = static_cast<double>(frame.data.value(row, column));
    if (std::isfinite(value)) finite.push_back(value);
  }
  if (finite.empty()) return 0;
  const auto count = static_cast<double>(finite.size());
  const double mean = std::accumulate(finite.begin(), finite.end(), 0.0) / count;
  const double squares = std::accumulate(
      finite.begin(), finite.end(), 0.0,
      [mean](double sum, double value) { return sum + (value - mean) * (value - mean); });
  return std::sqrt(squares / count);
}

// What a number changes by for each point: 1, 2 or 5 times a power of ten, so that dragging gives
// short numbers.
double pace_of(const GridFrame& frame, std::int64_t row, double value) {
  const double deviation = frame.options.batch ? deviation_of(frame, row) : 0;
  double across = std::max(std::abs(value), frame.options.batch ? 0.0 : 1.0);
  if (deviation > 0) across = std::clamp(across, 2 * deviation, kMostDeviations * deviation);
  const double pace = (across > 0 ? across : 1) / kPointsAcross;
  const double decade = std::pow(10.0, std::floor(std::log10(pace)));
  return (pace < 2 * decade ? 1 : pace < 5 * decade ? 2 : 5) * decade;
}

double rounded_to(double step, double value) {
  const double steps = std::round(value / step);
  // Dividing by a whole number gives exactly 0.1; multiplying by 0.1 would not.
  return step < 1 ? steps / std::round(1 / step) : steps * step;
}

void begin_drag(GridFrame& frame, GridCell cell, ImVec2 pointer) {
  const auto value = static_cast<double>(frame.data.value(cell.row, cell.column));
  const double before = std::isfinite(value) ? value : 0;
  frame.state.drag = GridState::Drag{.cell = cell,
                                     .before = before,
                                     .pace = pace_of(frame, cell.row, before),
                                     .from = {pointer.x, pointer.y},
                                     .gesture = frame.ui.gestures.begin(frame.id),
                                     .exact = before,
                                     .last = before};
}

// How far the pointer went since the last frame, in points, along the drag's axis: to the right or
// up is more.
double advance(GridState::Drag& drag, ImVec2 pointer, float scale) {
  const float right = (pointer.x - drag.from.first) / scale;
  const float up = (drag.from.second - pointer.y) / scale;
  if (drag.axis == GridState::Drag::Axis::kNone) {
    if (std::max(std::abs(right), std::abs(up)) < kDragBegins) return 0;
    drag.axis = std::abs(right) >= std::abs(up) ? GridState::Drag::Axis::kRight
                                                : GridState::Drag::Axis::kUp;
  }
  drag.from = {pointer.x, pointer.y};
  return static_cast<double>(drag.axis == GridState::Drag::Axis::kRight ? right : up);
}

void go_on_dragging(GridFrame& frame, const Area& area) {
  GridState::Drag& drag = *frame.state.drag;
  if (frame.ui.input.take(Key::kEscape)) {
    frame.events.edited = GridEdit{drag.cell, drag.before, drag.gesture};
    frame.state.drag.reset();
    return;
  }
  const double pace = drag.pace * (frame.ui.input.modifiers().shift ? kFine : 1);
  drag.exact += pace * advance(drag, ImGui::GetIO().MousePos, frame.ui.scale);
  // Back at the start the exact number returns.
  const bool back = std::abs(drag.exact - drag.before) < pace / 2;
  const double value = back ? drag.before : rounded_to(pace, drag.exact);
  if (value != drag.last) {
    drag.last = value;
    frame.events.edited = GridEdit{drag.cell, value, drag.gesture};
  }
  ImGui::SetMouseCursor(drag.axis == GridState::Drag::Axis::kUp ? ImGuiMouseCursor_ResizeNS
                                                                : ImGuiMouseCursor_ResizeEW);
  if (area.held) return;
  const bool edits = drag.edits && drag.axis == GridState::Drag::Axis::kNone;
  frame.state.drag.reset();
  if (edits) frame.begin_editing();
}

void press(GridFrame& frame, ImVec2 pointer) {
  GridState& state = frame.state;
  const Modifiers with = frame.ui.input.modifiers();
  if (frame.data.rows == 0 || frame.data.columns == 0) return;
  if (const auto header = header_at(frame, pointer)) {
    if (!frame.take_editor()) return;
    select_line(frame, *header);
    state.grasp = header->line == GridLine::kRow ? Grasp::kRows : Grasp::kColumns;
    state.met = frame.cursor;
    return;
  }
  if (!frame.view.on_cells(pointer)) return;
  const GridCell cell = nearest_cell(frame.view, state, frame.data, pointer);
  if (state.editor && state.editor->cell == cell) {
    place_caret(frame.ui, *state.editor, pointer.x - frame.low_of(cell).x);
    return;
  }
  // A wrong entry stays open until it is corrected or cancelled.
  if (!frame.take_editor()) return;
  frame.go_to(cell, with.shift);
  if (frame.options.editable && !with.shift) {
    begin_drag(frame, cell, pointer);
  } else {
    state.grasp = Grasp::kCells;
    state.met = cell;
  }
}

// Where the selection goes may not be where its owner puts it: what the pointer met last counts.
void stretch(GridFrame& frame, ImVec2 pointer) {
  GridCell cell = nearest_cell(frame.view, frame.state, frame.data, pointer);
  // Whole rows and columns have their other corner at the far end.
  if (frame.state.grasp == Grasp::kRows) cell.column = 0;
  if (frame.state.grasp == Grasp::kColumns) cell.row = 0;
  if (std::exchange(frame.state.met, cell) != cell) frame.go_to(cell, true);
}

void ask(GridFrame& frame, GridLineEvent::Kind kind, GridLine line, std::int64_t at,
         std::int64_t to = 0) {
  frame.events.line = GridLineEvent{kind, line, at, to};
  frame.ui.pacing.activity();
}

// A right click asks for the menu of a cell, or of a row or column at its header.
void ask_for_menu(GridFrame& frame, ImVec2 pointer) {
  if (frame.events.hovered) {
    if (!frame.take_editor()) return;
    // A right click into the selected range keeps the range.
    if (!contains(frame.range(), *frame.events.hovered)) frame.go_to(*frame.events.hovered, false);
    frame.events.asked = frame.events.hovered;
    return;
  }
  if (!frame.options.lines) return;
  const auto header = header_at(frame, pointer);
  if (!header || !frame.take_editor()) return;
  frame.state.menu = {header->line, header->at};
  // The menu hangs under its header.
  const bool row = header->line == GridLine::kRow;
  const ImVec2 low = frame.low_of(row ? GridCell{header->at, 0} : GridCell{0, header->at});
  open_popup_at(frame.ui, fmt::format("{}/menu", frame.id),
                row ? ImVec2{frame.view.min.x, low.y} : ImVec2{low.x, frame.view.min.y},
                row ? ImVec2{frame.view.cells_min.x - frame.view.min.x, frame.view.row_height}
                    : ImVec2{frame.view.cell_width, frame.view.cells_min.y - frame.view.min.y});
}

}  // namespace

void grid_pointer(GridFrame& frame, const Area& area) {
  GridState& state = frame.state;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  if (area.pressed) press(frame, pointer);
  drag_bars(frame.view, area.pressed, area.held, state);
  if (state.drag) go_on_dragging(frame, area);
  const bool selects =
      state.grasp == Grasp::kCells || state.grasp == Grasp::kRows || state.grasp == Grasp::kColumns;
  if (selects && area.held && !area.pressed) stretch(frame, pointer);
  if (!area.held) state.grasp = Grasp::kNone;
  if (!area.hovered) return;

  scroll_by_wheel(frame.view, state);
  if (frame.view.on_cells(pointer)) {
    frame.events.hovered =
        state.drag ? state.drag->cell : nearest_cell(frame.view, state, frame.data, pointer);
    const bool drags = frame.options.editable && !state.editor && !frame.ui.input.modifiers().shift;
    if (drags && !area.held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  }
  // A second click edits when it ends; when it moves, it is a drag.
  if (area.doubled && state.drag) state.drag->edits = true;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) ask_for_menu(frame, pointer);
}

void grid_menu(GridFrame& frame) {
  if (!frame.state.menu) return;
  using Kind = GridLineEvent::Kind;
  const auto [line, at] = *frame.state.menu;
  const bool row = line == GridLine::kRow;
  const std::int64_t count = row ? frame.data.rows : frame.data.columns;
  const std::string id = fmt::format("{}/menu", frame.id);
  Popup menu(frame.ui, id, 220);
  if (!menu) {
    frame.state.menu.reset();
    return;
  }
  const auto entry = [&](std::string_view part, std::string_view label, bool enabled) {
    const bool chosen =
        menu_row(frame.ui, fmt::format("{}/{}", id, part), label, {}, false, {.enabled = enabled});
    if (chosen) menu.close();
    return chosen;
  };
  if (entry("insert", row ? tr("Insert a row above") : tr("Insert a column at the left"), true)) {
    ask(frame, Kind::kInsert, line, at);
  }
  if (entry("insert-after", row ? tr("Insert a row below") : tr("Insert a column at the right"),
            true)) {
    ask(frame, Kind::kInsert, line, at + 1);
  }
  if (entry("back", row ? tr("Move up") : tr("Move to the left"), at > 0)) {
    ask(frame, Kind::kMove, line, at, at - 1);
  }
  if (entry("forth", row ? tr("Move down") : tr("Move to the right"), at + 1 < count)) {
    ask(frame, Kind::kMove, line, at, at + 1);
  }
  if (entry("remove",
            row ? tr("Remove row {at}", arg("at", at)) : tr("Remove column {at}", arg("at", at)),
            count > 1)) {
    ask(frame, Kind::kRemove, line, at);
  }
}

}  // namespace normscope::ui
