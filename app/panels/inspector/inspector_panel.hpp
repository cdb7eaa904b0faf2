// SPDX-License-Identifier: MIT
// The inspector: the operation, its variant, all of its options, gamma and beta.
#pragma once

#include "app/ui/panel.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

ui::Panel<workspace::Workspace> inspector_panel();

}  // namespace normscope::panels
