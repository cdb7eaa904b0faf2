// SPDX-License-Identifier: MIT
// The pointer on a figure. The wheel zooms, or scrolls where the figure is higher than its panel,
// and then zooms with Ctrl; dragging moves the view, and with Shift zooms to a box. A double click
// shows all again, with axes for the values as they are. A click selects, or on a legend entry
// hides or shows it. A cross shows the coordinates of the pointer.
#pragma once

#include <optional>

#include "app/ui/widgets/area.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Handles the pointer in `area`, where the figure is drawn; `at` is the page's corner in pixels.
void point_at_figure(ui::Context& ui, workspace::Workspace& workspace,
                     const workspace::PlacedFigure& placed, const ui::Area& area, ImVec2 at);

}  // namespace normscope::panels
