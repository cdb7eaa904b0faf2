// SPDX-License-Identifier: MIT
// gamma and beta: a box that switches one on, a row of numbers to edit, and a way back to ones or
// zeros.
#pragma once

#include "app/panels/workspace.hpp"
#include "app/ui/context.hpp"

namespace normscope::panels {

void draw_parameter(ui::Context& ui, Workspace& workspace, document::Target target);

}  // namespace normscope::panels
