// SPDX-License-Identifier: MIT
// The stage: every step from input to output as a card with its numbers.
#pragma once

#include "app/panels/workspace.hpp"
#include "app/ui/panel.hpp"

namespace normscope::panels {

ui::Panel<Workspace> stage_panel();

}  // namespace normscope::panels
