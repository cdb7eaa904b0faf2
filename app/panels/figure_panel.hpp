// SPDX-License-Identifier: MIT
// The figure below the stage: which one, and what of it is shown.
#pragma once

#include "app/ui/panel.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

ui::Panel<workspace::Workspace> figure_panel();

}  // namespace normscope::panels
