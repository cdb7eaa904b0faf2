// SPDX-License-Identifier: MIT
// The figure below the stage: the distribution of the activations before and after the operation.
#pragma once

#include "app/panels/workspace.hpp"
#include "app/ui/panel.hpp"

namespace normscope::panels {

ui::Panel<Workspace> figure_panel();

}  // namespace normscope::panels
