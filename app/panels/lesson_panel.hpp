// SPDX-License-Identifier: MIT
// The lesson column: where the reader is, what to read, and the way to the next step.
#pragma once

#include "app/ui/panel.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

ui::Panel<workspace::Workspace> lesson_panel();

}  // namespace normscope::panels
