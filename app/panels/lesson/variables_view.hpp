// SPDX-License-Identifier: MIT
// The variables that a lesson's cells defined. A click brings one onto the stage.
#pragma once

#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws nothing without variables.
/// map  lesson/variable/NAME, with what made it as value; of a notebook also lesson/further/N, the
///      operations of later cells, lesson/ahead, lesson/reach
void draw_variables(ui::Context& ui, workspace::Workspace& workspace);

}  // namespace normscope::panels
