// SPDX-License-Identifier: MIT
// The inspector: which operation, which variant, every option of it, gamma and beta.
#pragma once

#include "app/ui/panel.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

ui::Panel<workspace::Workspace> inspector_panel();

}  // namespace normscope::panels
