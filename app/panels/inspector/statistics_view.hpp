// SPDX-License-Identifier: MIT
// The selected element in numbers: its formula with values, and the statistics of its group before
// and after the operation.
#pragma once

#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// `whole`: of the whole batch, too.
void draw_statistics(ui::Context& ui, workspace::Workspace& workspace, bool whole);

}  // namespace normscope::panels
