// SPDX-License-Identifier: MIT
// The selected place in numbers: the formula with its values, and the statistics of its group
// before and after the operation.
#pragma once

#include "app/panels/workspace.hpp"
#include "app/ui/context.hpp"

namespace normscope::panels {

void draw_statistics(ui::Context& ui, Workspace& workspace);

}  // namespace normscope::panels
