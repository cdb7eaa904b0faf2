// SPDX-License-Identifier: MIT
// A cell of a lesson: its code, its state, its output, and whether the output agrees with the
// lesson's.
#pragma once

#include <string_view>

#include "app/lessons/cells.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws the python block at this place. A line that computed a card of the stage is highlighted
/// together with the card.
/// map  ID/code, ID/line/N, ID/state, ID/stop, ID/again, ID/output, ID/asks, ID/input, ID/cut, ID/error, ID/difference
void draw_cell(ui::Context& ui, workspace::Workspace& workspace, const lessons::BlockPlace& place,
               std::string_view code, std::string_view id);

}  // namespace normscope::panels
