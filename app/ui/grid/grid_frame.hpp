// SPDX-License-Identifier: MIT
// One frame of a grid and its three parts: keys, pointer, drawing. Only the grid's own files
// include this header.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>

#include "app/ui/grid/grid.hpp"
#include "app/ui/grid/grid_view.hpp"
#include "app/ui/widgets/area.hpp"

namespace normscope::ui {

struct GridFrame {
  Context& ui;
  std::string id;
  const GridData& data;
  const GridOptions& options;
  GridState& state;
  GridMeasures measures;
  GridView view;
  std::optional<GridCell> cursor{};  // the selected cell of this grid
  bool focused = false;              // the grid has the keyboard focus
  GridEvents events{};

  /// Moves the selection; `stretch` leaves the other corner of the range where it is.
  void go_to(GridCell cell, bool stretch);
  /// Reports the number of the open editor as an edit and closes the editor; false when the text is
  /// no number.
  bool take_editor();
  /// Opens the editor on the selected cell.
  void begin_editing();
  /// The selected range; a single cell is a range of 1 x 1.
  GridRange range() const;
  /// The corners of the cell's rectangle, in pixels.
  ImVec2 low_of(GridCell cell) const;
  ImVec2 high_of(GridCell cell) const;
};

bool contains(const GridRange& range, GridCell cell);

/// Keys and typed text of this frame.
void grid_keys(GridFrame& frame);

/// Presses, drags, the wheel and the pointer's place.
void grid_pointer(GridFrame& frame, const Area& area);

/// The menu of a header, while it is open.
void grid_menu(GridFrame& frame);

void draw_grid(GridFrame& frame, const Area& area);

}  // namespace normscope::ui
