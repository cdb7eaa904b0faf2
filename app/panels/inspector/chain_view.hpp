// SPDX-License-Identifier: MIT
// The options of a chain that a cell wrote: the numbers in its lines.
#pragma once

#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws a field for each number that the chain on the stage was written with.
/// shape   the document runs a chain
void draw_chain(ui::Context& ui, workspace::Workspace& workspace);

}  // namespace normscope::panels
