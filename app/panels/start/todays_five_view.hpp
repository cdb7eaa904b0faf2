// SPDX-License-Identifier: MIT
// Today's five on the start page: questions of finished lessons with new numbers.
#pragma once

#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws the section, `width` pixels wide; nothing before a lesson is finished.
/// map  welcome/five; welcome/five/words; welcome/five/begin; welcome/five/question with the parts
///      of "lesson/predict/N"; welcome/five/skip, welcome/five/next, welcome/five/stop
void draw_todays_five(ui::Context& ui, workspace::Workspace& workspace, float width);

}  // namespace normscope::panels
