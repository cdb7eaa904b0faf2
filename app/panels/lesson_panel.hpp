// SPDX-License-Identifier: MIT
// The lesson column: where the reader is, what to read, and the way to the next step.
#pragma once

#include <string_view>

#include "app/panels/workspace.hpp"
#include "app/ui/panel.hpp"

namespace normscope::panels {

ui::Panel<Workspace> lesson_panel();

/// Goes to a step of a lesson: the laboratory is set as the step says. Nothing happens beyond
/// either end, or when the lesson is not here.
void go_to_step(Workspace& workspace, std::string_view lesson, int step);

/// The same in the lesson that the document is at.
void next_step(Workspace& workspace);
void step_back(Workspace& workspace);
bool has_next_step(const Workspace& workspace);
bool has_step_before(const Workspace& workspace);

}  // namespace normscope::panels
