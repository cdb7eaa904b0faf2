// SPDX-License-Identifier: MIT
// What the last step of a lesson leads to: the questions that were missed, asked again; how many
// were predicted rightly; something to try without a lesson.
#pragma once

#include <string>

#include "app/lessons/lesson.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws below the text of the last step.
/// map  lesson/missed the heading; lesson/missed/N a question, with the parts of lesson/predict/N;
///      /step its place, /stage the link that puts its step onto the stage; lesson/then
void draw_end(ui::Context& ui, workspace::Workspace& workspace, const lessons::Lesson& lesson);

/// "You predicted 7 of 9 rightly, and 1 more when asked again."; empty for a lesson without
/// questions.
std::string score_sentence(const workspace::Workspace& workspace, const lessons::Lesson& lesson);

}  // namespace normscope::panels
