// SPDX-License-Identifier: MIT
// The grids of the sheet, which scroll together.
#pragma once

#include <functional>
#include <string>

#include "app/panels/stage/stage_frame.hpp"

namespace normscope::panels {

/// Draws a grid with a state that scrolls with the other grids of the sheet. `share` is the columns
/// of the grid for one of its band: a statistic may have one for several.
void linked(StageFrame& frame, const std::string& id,
            const std::function<void(ui::GridState&)>& draw, double share = 1);

/// Draws the numbers of a card at the cursor, linked; veiled while a newer result is computed.
void card_grid(StageFrame& frame, std::size_t card, const std::string& id, ImVec2 size,
               const ui::GridOptions& options, double share = 1);

}  // namespace normscope::panels
