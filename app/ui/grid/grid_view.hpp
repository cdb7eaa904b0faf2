// SPDX-License-Identifier: MIT
// Where everything of a grid lies in one frame. Scroll positions are double and counted in rows and
// columns; only the distance from the first visible cell becomes pixels, so nothing is lost at a
// million columns.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <utility>

#include "app/ui/grid/grid.hpp"
#include "app/ui/grid/grid_format.hpp"

namespace normscope::ui {

// In points: the digits of headers, and the room at both sides of a cell's.
inline constexpr float kGridHeaderPoints = 11.5F;
inline constexpr float kGridCellPadding = 7;

/// What decides a grid's look before its place is known.
struct GridMeasures {
  GridFormat format;
  bool whole = true;                 // made of all values
  float digit = 0;                   // width of a character, in pixels
  float cell_width = 0;              // of all columns
  float row_height = 0;              // of all rows
  float header_width = 0;            // of the row headers; 0: none
  float header_height = 0;           // of the column headers; 0: none
  float bar = 0;                     // thickness of a scroll bar
  std::pair<double, double> ends{};  // of the values that were read
};

/// Sizes; of a small grid also format and the heat map's ends.
GridMeasures measure_grid(const Context& ui, const GridData& data, const GridOptions& options);
/// Format and ends of a grid that is too large to be read as a whole, by what is seen of it. No
/// size depends on them.
void look_at_seen(const GridData& data, const GridOptions& options, const GridRange& seen,
                  GridMeasures& measures);

/// One scroll bar: where it lies along its axis, in pixels from the start of its track.
struct GridBar {
  bool shown = false;
  ImVec2 min{};  // of the track
  ImVec2 max{};
  double grab_from = 0;
  double grab_size = 0;
};

struct GridView {
  ImVec2 min{};  // of the whole grid
  ImVec2 cells_min{};
  ImVec2 cells_max{};
  float cell_width = 0;
  float row_height = 0;
  double rows_shown = 0;  // with fractions
  double columns_shown = 0;
  double last_row = 0;  // the furthest scroll position
  double last_column = 0;
  GridBar horizontal{};
  GridBar vertical{};
  GridRange seen{};  // the cells that are to be seen, whole or in part

  float x_of(std::int64_t column, const GridState& state) const {
    return cells_min.x +
           static_cast<float>((static_cast<double>(column) - state.column) * cell_width);
  }
  float y_of(std::int64_t row, const GridState& state) const {
    return cells_min.y + static_cast<float>((static_cast<double>(row) - state.row) * row_height);
  }
  bool on_cells(ImVec2 point) const {
    return point.x >= cells_min.x && point.x < cells_max.x && point.y >= cells_min.y &&
           point.y < cells_max.y;
  }
};

/// Lays a grid out at a place and brings the scroll position back inside.
GridView lay_out_grid(const GridData& data, const GridMeasures& measures, ImVec2 min, ImVec2 size,
                      GridState& state);

/// The cell at a point, or the nearest one.
GridCell nearest_cell(const GridView& view, const GridState& state, const GridData& data,
                      ImVec2 point);

/// Scrolls as little as needed to have a cell in sight.
void bring_into_view(const GridView& view, GridCell cell, GridState& state);

/// Moves a bar by where the pointer is; a press beside the grab takes it to the pointer first.
void drag_bars(const GridView& view, bool pressed, bool held, GridState& state);

/// Scrolls by the wheel when the pointer is over the grid.
void scroll_by_wheel(const GridView& view, GridState& state);

}  // namespace normscope::ui
