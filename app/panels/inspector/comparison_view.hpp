// SPDX-License-Identifier: MIT
// The part of the inspector that compares: what B is, which side the controls below change, and the
// largest difference.
#pragma once

#include "app/ui/context.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// map  inspector/compare, the choice; inspector/a-calculation, of one operation in two ways;
///      inspector/side, A or B; inspector/exchange;
///      inspector/difference, the sentence; inspector/largest, which selects it;
///      inspector/separate, inspector/separation, inspector/separation/put
void draw_comparison(ui::Context& ui, workspace::Workspace& workspace);

/// What is said of the choice of B.
const ui::Help& comparison_help();

}  // namespace normscope::panels
