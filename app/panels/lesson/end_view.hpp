// SPDX-License-Identifier: MIT
// What the last step of a lesson leads to: the questions that were missed, asked again; how many
// were predicted rightly; the next lesson; something to try without one.
#pragma once

#include "app/lessons/lesson.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws below the text of the last step. A lesson without predictions leads on only where it names
/// a next lesson or something to try.
/// map  lesson/missed the heading; lesson/missed/N a question, with the parts of lesson/predict/N;
///      /step its place, /stage the link that puts its step onto the stage; lesson/score;
///      lesson/then; lesson/go-on the next lesson; lesson/again
void draw_end(ui::Context& ui, workspace::Workspace& workspace, const lessons::Lesson& lesson);

}  // namespace normscope::panels
