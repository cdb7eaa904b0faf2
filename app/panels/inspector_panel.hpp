// SPDX-License-Identifier: MIT
// The inspector: which operation, which variant, every option of it, gamma and beta.
#pragma once

#include "app/panels/workspace.hpp"
#include "app/ui/panel.hpp"

namespace normscope::panels {

ui::Panel<Workspace> inspector_panel();

}  // namespace normscope::panels
