// SPDX-License-Identifier: MIT
// gamma and beta: a box that switches one on, a row of numbers to edit, and a way back to ones or
// zeros.
#pragma once

#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

void draw_parameter(ui::Context& ui, workspace::Workspace& workspace, document::Target target);

}  // namespace normscope::panels
