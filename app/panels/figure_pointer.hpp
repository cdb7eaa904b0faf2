// SPDX-License-Identifier: MIT
// The pointer on a figure: the wheel zooms, dragging moves the view, dragging with Shift zooms to a
// box, a double click shows all again, a click selects, a click on a legend entry hides or shows
// it, and a cross shows the coordinates of the pointer.
#pragma once

#include <optional>

#include "app/ui/widgets/area.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Handles the pointer in `area`, where the figure is drawn; `at` is the page's corner in pixels.
void point_at_figure(ui::Context& ui, workspace::Workspace& workspace,
                     const workspace::PlacedFigure& placed, const ui::Area& area, ImVec2 at);

}  // namespace normscope::panels
