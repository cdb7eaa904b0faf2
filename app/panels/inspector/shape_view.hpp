// SPDX-License-Identifier: MIT
// A small drawing of the batch's shape in which the cells that share statistics with the selected
// one are filled.
#pragma once

#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws at the cursor; nothing without a result, or where no numbers share a statistic.
/// map  inspector/shape, with the sentence as text: "over dim -1 (6)"
void draw_shape(ui::Context& ui, const workspace::Workspace& workspace);

}  // namespace normscope::panels
