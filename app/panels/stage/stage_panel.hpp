// SPDX-License-Identifier: MIT
// The stage: every step from input to output as a card with its numbers.
#pragma once

#include "app/ui/panel.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

ui::Panel<workspace::Workspace> stage_panel();

}  // namespace normscope::panels
