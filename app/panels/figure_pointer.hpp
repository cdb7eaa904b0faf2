// SPDX-License-Identifier: MIT
// What the pointer does on a figure: the wheel zooms, dragging moves, dragging with Shift picks a
// part, a double click shows all again, a click selects, a click into the legend hides; and where
// it rests, a cross says the place in numbers.
#pragma once

#include <optional>

#include "app/panels/workspace.hpp"
#include "app/ui/widgets/area.hpp"

namespace normscope::panels {

/// `at` is where the figure's page begins, in pixels; the area is the one it is drawn in.
void point_at_figure(ui::Context& ui, Workspace& workspace, const PlacedFigure& placed,
                     const ui::Area& area, ImVec2 at);

}  // namespace normscope::panels
