// SPDX-License-Identifier: MIT
// The line above the stage beside a notebook: which of its operations the stage shows, how that
// differs from PyTorch's module, and the way to compare the two.
#pragma once

#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws nothing beside a lesson, and where there is neither a notebook nor an operation of one.
/// map  stage/notebook with the first words, stage/notebook/differs, stage/notebook/compare
void draw_notebook_line(ui::Context& ui, workspace::Workspace& workspace);

}  // namespace normscope::panels
