// SPDX-License-Identifier: MIT
// The variables that the cells of a lesson left: a click brings one onto the stage.
#pragma once

#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws nothing while there are none.
/// map  lesson/variable/NAME, with what made it as value
void draw_variables(ui::Context& ui, workspace::Workspace& workspace);

}  // namespace normscope::panels
