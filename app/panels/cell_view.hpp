// SPDX-License-Identifier: MIT
// A cell of a lesson: its code, how far it is, what it printed, and whether that is what the lesson
// says.
#pragma once

#include <string_view>

#include "app/lessons/cells.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws the python block at this place. Lines that made cards of the stage light up with them.
/// map  ID/code, ID/line/N, ID/state, ID/stop, ID/again, ID/output, ID/cut, ID/error, ID/difference
void draw_cell(ui::Context& ui, workspace::Workspace& workspace, const lessons::BlockPlace& place,
               std::string_view code, std::string_view id);

}  // namespace normscope::panels
