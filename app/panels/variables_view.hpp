// SPDX-License-Identifier: MIT
// The variables that the cells of a lesson left: a click brings one onto the stage.
#pragma once

#include "app/panels/workspace.hpp"

namespace normscope::panels {

/// Draws nothing while there are none.
/// map  lesson/variable/NAME, with what made it as value
void draw_variables(ui::Context& ui, Workspace& workspace);

}  // namespace normscope::panels
