// SPDX-License-Identifier: MIT
// One frame of a grid: keys, pointer, drawing, in this order.
#include "app/ui/grid/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/ui/grid/grid_editor.hpp"
#include "app/ui/grid/grid_frame.hpp"
#include "app/ui/imgui_version.hpp"
#include "app/ui/widgets/hover_card.hpp"
#include "core/text/numbers.hpp"

namespace normscope::ui {
namespace {

// The selected cell in this grid: in a single row or column, the index of that row or column.
std::optional<GridCell> own_cell(const GridData& data, std::optional<GridCell> cell) {
  if (!cell || data.rows == 0 || data.columns == 0) return std::nullopt;
  if (data.rows == 1) cell->row = 0;
  if (data.columns == 1) cell->column = 0;
  const bool inside =
      cell->row >= 0 && cell->row < data.rows && cell->column >= 0 && cell->column < data.columns;
  return inside ? cell : std::nullopt;
}

// What is asked of a cell leads to it.
void take_request(GridFrame& frame) {
  Input& input = frame.ui.input;
  const std::string cells = frame.id + "/cell/";
  if (!input.requested().starts_with(cells)) return;
  const std::string place = input.requested().substr(cells.size());
  input.drop_request();
  const std::size_t slash = std::min(place.find('/'), place.size());
  const auto row = text::parse_int(std::string_view(place).substr(0, slash));
  const auto column =
      text::parse_int(std::string_view(place).substr(std::min(slash + 1, place.size())));
  if (!row || !column || !frame.take_editor()) return;
  frame.ui.focus.set(frame.id);
  frame.ui.focus.show_ring(true);
  frame.go_to({*row, *column}, false);
}

}  // namespace

tensor::Tensor part_of(const GridData& data, const GridRange& range) {
  std::vector<float> values;
  for (std::int64_t row = range.row; row < range.row + range.rows; ++row) {
    for (std::int64_t column = range.column; column < range.column + range.columns; ++column) {
      values.push_back(data.value(row, column));
    }
  }
  // The number of values matches the shape, so this cannot fail.
  return tensor::Tensor::from_values({range.rows, range.columns}, std::move(values))
      .value_or(tensor::Tensor());
}

bool contains(const GridRange& range, GridCell cell) {
  return cell.row >= range.row && cell.row < range.row + range.rows &&
         cell.column >= range.column && cell.column < range.column + range.columns;
}

void GridFrame::go_to(GridCell cell, bool stretch) {
  if (data.rows == 0 || data.columns == 0) return;
  cell.row = std::clamp<std::int64_t>(cell.row, 0, data.rows - 1);
  cell.column = std::clamp<std::int64_t>(cell.column, 0, data.columns - 1);
  if (!stretch) {
    state.anchor.reset();
  } else if (!state.anchor && cursor) {
    state.anchor = cursor;
  }
  if (state.anchor == cell) state.anchor.reset();
  cursor = cell;
  state.seen = cell;
  bring_into_view(view, cell, state);
  ui.pacing.activity();
  // In a single row or column, the other coordinate of the selection on other cards is kept.
  events.selected = cell;
  if (options.selected && data.rows == 1) events.selected->row = options.selected->row;
  if (options.selected && data.columns == 1) events.selected->column = options.selected->column;
}

bool GridFrame::take_editor() {
  if (!state.editor) return true;
  ui.pacing.activity();
  if (state.editor->text != state.editor->before) {
    const auto value = read_editor(*state.editor);
    if (!value) return false;
    events.edited = GridEdit{state.editor->cell, *value, ui.gestures.begin(id)};
  }
  state.editor.reset();
  return true;
}

GridRange GridFrame::range() const {
  if (!cursor) return {0, 0, 0, 0};
  return range_between(*cursor, state.anchor.value_or(*cursor));
}

ImVec2 GridFrame::low_of(GridCell cell) const {
  return {std::round(view.x_of(cell.column, state)), std::round(view.y_of(cell.row, state))};
}
ImVec2 GridFrame::high_of(GridCell cell) const {
  return low_of({cell.row + 1, cell.column + 1});
}

ImVec2 grid_size(const Context& ui, const GridData& data, const GridOptions& options, ImVec2 most) {
  const GridMeasures measures = measure_grid(ui, data, options);
  const auto whole = [](std::int64_t count, float size, float header) {
    return static_cast<float>(static_cast<double>(count) * size + header);
  };
  ImVec2 size{whole(data.columns, measures.cell_width, measures.header_width),
              whole(data.rows, measures.row_height, measures.header_height)};
  // A scroll bar along one axis takes room from the other axis.
  const bool wide = size.x > most.x;
  const bool high = size.y > most.y;
  if (wide) size.y += measures.bar;
  if (high) size.x += measures.bar;
  return {std::min(size.x, most.x), std::min(size.y, most.y)};
}

GridEvents grid(Context& ui, std::string_view id, const GridData& data, ImVec2 size,
                GridState& state, const GridOptions& options) {
  GridMeasures measures = measure_grid(ui, data, options);
  const GridView view = lay_out_grid(data, measures, ImGui::GetCursorScreenPos(), size, state);
  GridFrame frame{ui, std::string(id), data, options, state, measures, view};
  const double row_before = state.row;
  const double column_before = state.column;
  frame.cursor = own_cell(data, options.selected);
  if (frame.cursor != state.seen) {
    state.anchor.reset();
    state.seen = frame.cursor;
    if (frame.cursor) bring_into_view(frame.view, *frame.cursor, state);
  }
  if (!own_cell(data, state.anchor)) state.anchor.reset();
  if (state.editor && !own_cell(data, state.editor->cell)) state.editor.reset();

  // Keys are handled before the area, which would take Enter as a click.
  frame.focused = ui.focus.id() == id && !ui.focus.in_popup();
  if (frame.focused) grid_keys(frame);
  take_request(frame);
  const Area here = area(ui, id, size,
                         {.text = fmt::format("{} x {}", data.rows, data.columns),
                          .kind = "grid",
                          .name = options.name,
                          .about = options.made,
                          .place = {data.rows, data.columns}});
  const UiMap::Part part(ui.map, id);
  if (here.hovered &&
      (frame.view.vertical.shown || (frame.view.horizontal.shown && ImGui::GetIO().KeyShift))) {
    imgui_version::claim_wheel();
  }
  grid_pointer(frame, here);
  frame.focused = here.focused || here.pressed;
  // When the focus moved elsewhere, the typed number is accepted; a wrong entry stays open.
  if (state.editor && !frame.focused && state.editor->error.empty()) frame.take_editor();

  // Laid out again, because scrolling and moving the selection change the visible cells.
  frame.view = lay_out_grid(data, frame.measures, frame.view.min, size, state);
  state.scrolled_rows = state.row != row_before;
  state.scrolled_columns = state.column != column_before;
  measure_visible(data, options, frame.view.seen, frame.measures);
  draw_grid(frame, here);
  if (frame.events.hovered && !state.editor) {
    const GridView& seen = frame.view;
    frame.events.hovered_row = {seen.min.x, frame.low_of(*frame.events.hovered).y,
                                seen.cells_max.x - seen.min.x, seen.row_height};
  }
  hover_card(ui, id, options.help, here.hovered && !here.held && !frame.events.hovered);
  if (state.editor) {
    draw_editor(ui, id, *state.editor, frame.low_of(state.editor->cell),
                frame.high_of(state.editor->cell), frame.focused);
  }
  grid_menu(frame);
  frame.events.range = frame.range();
  return frame.events;
}

}  // namespace normscope::ui
