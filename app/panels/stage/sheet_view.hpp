// SPDX-License-Identifier: MIT
// The sheet: the input, the step with its operands, and the output in one grid of columns, with the
// statistics of each group at the right of their rows. Input and output stay in sight.
#pragma once

#include "app/panels/stage/stage_frame.hpp"

namespace normscope::panels {

/// Draws the sheet into this size (pixels) at the cursor; returns the height that it needed.
/// map  stage/CARD the grid of a card on the sheet with its cells; stage/focus/CARD a statistic
///      that stands at the input, too; stage/gamma, stage/beta, stage/weight, stage/bias;
///      stage/CARD/title, stage/CARD/map, stage/explanation, stage/input/origin
float draw_sheet(StageFrame& frame, ImVec2 size);

}  // namespace normscope::panels
