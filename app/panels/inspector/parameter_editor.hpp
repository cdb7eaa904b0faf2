// SPDX-License-Identifier: MIT
// The editor of gamma or beta: a box that switches it on, its numbers, and a button that resets
// them to ones or zeros.
#pragma once

#include "app/ui/context.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

void draw_parameter(ui::Context& ui, workspace::Workspace& workspace, document::Target target);

/// What is said of gamma or beta.
const ui::Help& parameter_help(document::Target target);

}  // namespace normscope::panels
