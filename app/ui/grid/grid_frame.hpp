// SPDX-License-Identifier: MIT
// One frame of a grid, and the three things that happen in it: keys, pointer, drawing. Only the
// grid's own files include this.
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
  bool focused = false;              // keys belong to it
  GridEvents events{};

  /// Moves the selection; `stretch` leaves the other corner of the range where it is.
  void go_to(GridCell cell, bool stretch);
  /// Asks for what the open editor holds and closes it; false when that is no number.
  bool take_editor();
  /// Opens the editor on the selected cell.
  void begin_editing();
  /// What is selected: the range, or the cell.
  GridRange range() const;
  /// The cell's rectangle in pixels.
  ImVec2 low_of(GridCell cell) const;
  ImVec2 high_of(GridCell cell) const;
};

bool contains(const GridRange& range, GridCell cell);

/// Keys and typed text of this frame.
void grid_keys(GridFrame& frame);

/// Presses, drags, the wheel and the pointer's place.
void grid_pointer(GridFrame& frame, const Area& area);

/// Where the handle of the selected cell lies; nothing where there is none.
std::optional<Rect> grid_handle(const GridFrame& frame);

/// The menu of a header, while it is open.
void grid_menu(GridFrame& frame);

void draw_grid(GridFrame& frame, const Area& area);

}  // namespace normscope::ui
