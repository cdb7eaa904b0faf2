// SPDX-License-Identifier: MIT
// The outlines of cells that are related to the pointed one, in grids and in their legend.
#pragma once

#include <imgui.h>

#include "app/ui/grid/grid.hpp"

namespace normscope::ui {

/// The edges of a cell at which an outline runs.
struct OutlineEdges {
  bool top = true;
  bool bottom = true;
  bool left = true;
  bool right = true;
};

/// Draws these edges of a cell's outline within its rectangle: a line, solid for kSource and dashed
/// for kMade, with a rim that makes it visible on every colour.
void draw_outline(const Context& ui, ImDrawList& list, GridMark mark, ImVec2 low, ImVec2 high,
                  const OutlineEdges& edges = {});

}  // namespace normscope::ui
