// SPDX-License-Identifier: MIT
// Pointer input of a grid, and the menu of its headers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/grid/grid_editor.hpp"
#include "app/ui/grid/grid_frame.hpp"
#include "app/ui/widgets/layout.hpp"

namespace normscope::ui {
namespace {

using Grasp = GridState::Grasp;

// Dragging by 100 points changes a number of magnitude 1 by 1, larger numbers by their power of
// ten.
constexpr double kStepPerPoint = 0.01;
constexpr double kFine = 0.1;  // with Shift

bool inside(const Rect& rect, ImVec2 point) {
  return point.x >= rect.x && point.x < rect.x + rect.w && point.y >= rect.y &&
         point.y < rect.y + rect.h;
}

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

void begin_drag(GridFrame& frame, GridCell cell, float y) {
  const auto value = static_cast<double>(frame.data.value(cell.row, cell.column));
  const double before = std::isfinite(value) ? value : 0;
  frame.state.drag = GridState::Drag{cell, before, y, frame.ui.gestures.begin(frame.id), before};
}

void go_on_dragging(GridFrame& frame, const Area& area) {
  GridState::Drag& drag = *frame.state.drag;
  if (frame.ui.input.take(Key::kEscape)) {
    frame.events.edited = GridEdit{drag.cell, drag.before, drag.gesture};
    frame.state.drag.reset();
    return;
  }
  const double points = static_cast<double>(drag.from - ImGui::GetIO().MousePos.y) / frame.ui.scale;
  const double decade =
      std::pow(10.0, std::floor(std::log10(std::max(std::abs(drag.before), 1.0))));
  const double step = decade * kStepPerPoint * (frame.ui.input.modifiers().shift ? kFine : 1);
  // Rounded to whole steps, so that dragging gives short numbers; back at the start the exact
  // number returns.
  const double value =
      points == 0 ? drag.before : std::round((drag.before + points * step) / step) * step;
  if (value != drag.last) {
    drag.last = value;
    frame.events.edited = GridEdit{drag.cell, value, drag.gesture};
  }
  if (!area.held) frame.state.drag.reset();
}

void press(GridFrame& frame, ImVec2 pointer) {
  GridState& state = frame.state;
  const Modifiers with = frame.ui.input.modifiers();
  if (frame.data.rows == 0 || frame.data.columns == 0) return;
  if (const auto header = header_at(frame, pointer)) {
    if (frame.take_editor()) select_line(frame, *header);
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
  const auto handle = grid_handle(frame);
  const bool on_handle = handle && inside(*handle, pointer);
  if (!on_handle) frame.go_to(cell, with.shift);
  if (frame.options.editable && (on_handle || with.alt)) {
    begin_drag(frame, on_handle ? *frame.cursor : cell, pointer.y);
  } else {
    state.grasp = Grasp::kCells;
    state.met = cell;
  }
}

// Where the selection goes may not be where its owner puts it: what the pointer met last counts.
void stretch(GridFrame& frame, ImVec2 pointer) {
  const GridCell cell = nearest_cell(frame.view, frame.state, frame.data, pointer);
  if (std::exchange(frame.state.met, cell) != cell) frame.go_to(cell, true);
}

void ask(GridFrame& frame, GridLineEvent::Kind kind, GridLine line, std::int64_t at,
         std::int64_t to = 0) {
  frame.events.line = GridLineEvent{kind, line, at, to};
  frame.ui.pacing.activity();
}

}  // namespace

std::optional<Rect> grid_handle(const GridFrame& frame) {
  if (!frame.options.editable || !frame.cursor || frame.state.editor) return std::nullopt;
  const ImVec2 low = frame.low_of(*frame.cursor);
  const float height = frame.high_of(*frame.cursor).y - low.y;
  return Rect{low.x, low.y, frame.ui.px(13), height};
}

void grid_pointer(GridFrame& frame, const Area& area) {
  GridState& state = frame.state;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  if (area.pressed) press(frame, pointer);
  drag_bars(frame.view, area.pressed, area.held, state);
  if (state.drag) go_on_dragging(frame, area);
  if (state.grasp == Grasp::kCells && area.held && !area.pressed) stretch(frame, pointer);
  if (!area.held) state.grasp = Grasp::kNone;
  if (!area.hovered) return;

  scroll_by_wheel(frame.view, state);
  if (frame.view.on_cells(pointer)) {
    frame.events.hovered = nearest_cell(frame.view, state, frame.data, pointer);
    const auto handle = grid_handle(frame);
    if (handle && inside(*handle, pointer)) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  }
  const bool same = frame.cursor && frame.events.hovered == frame.cursor;
  if (area.doubled && same && frame.options.editable && !state.editor && !state.drag) {
    state.grasp = Grasp::kNone;
    frame.begin_editing();
  }
  if (!ImGui::IsMouseClicked(ImGuiMouseButton_Right)) return;
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
  state.menu = {header->line, header->at};
  // The menu hangs under its header.
  const bool row = header->line == GridLine::kRow;
  const ImVec2 back = ImGui::GetCursorScreenPos();
  const ImVec2 low = frame.low_of(row ? GridCell{header->at, 0} : GridCell{0, header->at});
  ImGui::SetCursorScreenPos(row ? ImVec2{frame.view.min.x, low.y}
                                : ImVec2{low.x, frame.view.min.y});
  ImGui::Dummy(row ? ImVec2{frame.view.cells_min.x - frame.view.min.x, frame.view.row_height}
                   : ImVec2{frame.view.cell_width, frame.view.cells_min.y - frame.view.min.y});
  open_popup(frame.ui, fmt::format("{}/menu", frame.id));
  ImGui::SetCursorScreenPos(back);
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
  const std::string_view name = row ? "row" : "column";
  const auto entry = [&](std::string_view part, const std::string& label, bool enabled) {
    const bool chosen =
        menu_row(frame.ui, fmt::format("{}/{}", id, part), label, {}, false, {.enabled = enabled});
    if (chosen) menu.close();
    return chosen;
  };
  if (entry("insert", fmt::format("Insert a {} {}", name, row ? "above" : "at the left"), true)) {
    ask(frame, Kind::kInsert, line, at);
  }
  if (entry("insert-after", fmt::format("Insert a {} {}", name, row ? "below" : "at the right"),
            true)) {
    ask(frame, Kind::kInsert, line, at + 1);
  }
  if (entry("back", row ? "Move up" : "Move to the left", at > 0)) {
    ask(frame, Kind::kMove, line, at, at - 1);
  }
  if (entry("forth", row ? "Move down" : "Move to the right", at + 1 < count)) {
    ask(frame, Kind::kMove, line, at, at + 1);
  }
  if (entry("remove", fmt::format("Remove {} {}", name, at), count > 1)) {
    ask(frame, Kind::kRemove, line, at);
  }
}

}  // namespace normscope::ui
