// SPDX-License-Identifier: MIT
// The files used last, on the start page: one row of small cards, as many as fit.
#pragma once

#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws the row, `room` pixels wide; nothing without recent files.
/// map  welcome/recent/N
void draw_recent_row(ui::Context& ui, workspace::Workspace& workspace, float room);

}  // namespace normscope::panels
