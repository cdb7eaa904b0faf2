// SPDX-License-Identifier: MIT
// What stays in sight below the text and the tasks of a lesson's step: whose numbers are on the
// stage, the way back and on; at the last step the score and the next lesson.
#pragma once

#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Its height in pixels. `low`: there is little room, so the progress stands in the foot.
float foot_height(const ui::Context& ui, const workspace::Workspace& workspace, int step, bool low);

/// map  lesson/own and lesson/restore where the numbers are the reader's; lesson/back;
///      lesson/next; at the last step in its place lesson/go-on, the next lesson, or lesson/all,
///      the start page, and above it lesson/score, lesson/again; lesson/step where it is low
void draw_foot(ui::Context& ui, workspace::Workspace& workspace, int step, bool low);

/// A row of bars, one for each step, filled up to the current one.
void draw_progress(ui::Context& ui, int step, int last);

}  // namespace normscope::panels
