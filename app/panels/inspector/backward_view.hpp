// SPDX-License-Identifier: MIT
// The direction of the operation, and what its backward pass begins with.
#pragma once

#include "app/ui/context.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// What "Backward" is, for those who look for it.
ui::Help backward_help();

/// Draws the choice between the forward and the backward pass; with the latter its form and the
/// upstream gradient.
/// map  inspector/direction, inspector/form, inspector/upstream, inspector/upstream/seed,
///      inspector/upstream/target
void draw_backward(ui::Context& ui, workspace::Workspace& workspace);

}  // namespace normscope::panels
