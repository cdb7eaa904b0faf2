// SPDX-License-Identifier: MIT
// The figure below the stage, with the choice of the figure and of its parts.
#pragma once

#include "app/ui/panel.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

ui::Panel<workspace::Workspace> figure_panel();

}  // namespace normscope::panels
