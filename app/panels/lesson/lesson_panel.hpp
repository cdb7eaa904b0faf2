// SPDX-License-Identifier: MIT
// The lesson column: the reader's progress, the text of the step, and the buttons to other steps.
#pragma once

#include "app/ui/panel.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

ui::Panel<workspace::Workspace> lesson_panel();

}  // namespace normscope::panels
