// SPDX-License-Identifier: MIT
// The precision plan: in which formats the steps are computed, and where digits are lost.
#pragma once

#include "app/ui/context.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// What "Precision" is, for those who look for it.
ui::Help precision_help();

/// Draws the choice of a named plan, a field for settings of one's own, and one sentence about the
/// step that loses the most.
/// map  inspector/precision, inspector/precision/own, inspector/precision/lost
void draw_precision(ui::Context& ui, workspace::Workspace& workspace);

}  // namespace normscope::panels
