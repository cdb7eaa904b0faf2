// SPDX-License-Identifier: MIT
// What the pointer does on a figure: the wheel zooms, dragging moves, dragging with Shift picks a
// part, a double click shows all again, a click selects, a click into the legend hides; and where
// it rests, a cross says the place in numbers.
#pragma once

#include <optional>

#include "app/ui/widgets/area.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// `at` is where the figure's page begins, in pixels; the area is the one it is drawn in.
void point_at_figure(ui::Context& ui, workspace::Workspace& workspace,
                     const workspace::PlacedFigure& placed, const ui::Area& area, ImVec2 at);

}  // namespace normscope::panels
