// SPDX-License-Identifier: MIT
// The formula of the selected cell with its own numbers. Each number is a link to the cell that it
// stands for.
#pragma once

#include "app/panels/stage/stage_frame.hpp"

namespace normscope::panels {

/// The height of the strip, in pixels.
float formula_strip_height(const ui::Context& ui);

/// Draws the strip at the cursor, below the sheet.
/// map  stage/formula; stage/formula/link/N, the numbers that can be clicked; of a comparison, B's
///      stage/b/formula beside it; stage/key/source and made, what the outlines of cells mean
void draw_formula_strip(StageFrame& frame, float height);

}  // namespace normscope::panels
