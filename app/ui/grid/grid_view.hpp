// SPDX-License-Identifier: MIT
// The layout of a grid in one frame. Scroll positions are double and counted in rows and columns;
// only the distance from the first visible cell is converted to pixels, so a million columns lose
// no precision.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <utility>

#include "app/ui/grid/grid.hpp"
#include "app/ui/grid/grid_format.hpp"

namespace normscope::ui {

// In points: the text size of headers, and the padding at both sides of a cell.
inline constexpr float kGridHeaderPoints = 11.5F;
inline constexpr float kGridCellPadding = 5;

/// Sizes and format of a grid, which do not depend on its position.
struct GridMeasures {
  GridFormat format;
  bool whole = true;                 // format and ends are those of all values
  float digit = 0;                   // width of a character, in pixels
  float cell_width = 0;              // of all columns
  float row_height = 0;              // of all rows
  float header_width = 0;            // of the row headers; 0: none
  float header_height = 0;           // of the column headers; 0: none
  float bar = 0;                     // thickness of a scroll bar
  std::pair<double, double> ends{};  // of the values that were read
};

/// Measures a grid: its sizes; of a small grid also the format and the ends of the heat map.
GridMeasures measure_grid(const Context& ui, const GridData& data, const GridOptions& options);
/// Sets format and heat map ends of a large grid from its visible cells. No size depends on them.
void measure_visible(const GridData& data, const GridOptions& options, const GridRange& seen,
                     GridMeasures& measures);

/// One scroll bar; the grab's position along the axis is in pixels from the start of the track.
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
  GridRange seen{};  // the cells that are visible, whole or in part

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

/// Lays out a grid at a position and clamps the scroll position.
GridView lay_out_grid(const GridData& data, const GridMeasures& measures, ImVec2 min, ImVec2 size,
                      GridState& state);

/// The cell at a point, or the nearest one.
GridCell nearest_cell(const GridView& view, const GridState& state, const GridData& data,
                      ImVec2 point);

/// Scrolls as little as needed to show a cell.
void bring_into_view(const GridView& view, GridCell cell, GridState& state);

/// Moves a scroll bar with the pointer; a press outside the grab moves the grab to the pointer
/// first.
void drag_bars(const GridView& view, bool pressed, bool held, GridState& state);

/// Scrolls by the wheel when the pointer is over the grid.
void scroll_by_wheel(const GridView& view, GridState& state);

}  // namespace normscope::ui
