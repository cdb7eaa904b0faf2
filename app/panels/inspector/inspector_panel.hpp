// SPDX-License-Identifier: MIT
// The inspector: the operation, its variant, all of its options, gamma and beta.
#pragma once

#include <string_view>
#include <vector>

#include "app/ui/panel.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

ui::Panel<workspace::Workspace> inspector_panel();

/// A control of the inspector, or what begins the ids of its parts, and what is said of it.
struct InspectorOption {
  std::string_view id;
  ui::Help help;
};

/// The controls that the operation has.
std::vector<InspectorOption> inspector_options(const document::Document& document);

}  // namespace normscope::panels
