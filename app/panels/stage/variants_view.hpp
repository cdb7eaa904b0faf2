// SPDX-License-Identifier: MIT
// The ten presets against each other on the present input: the largest difference of each pair, and
// all ten outputs of the selected row.
#pragma once

#include "app/panels/stage/stage_frame.hpp"

namespace normscope::panels {

/// Draws the tables at the cursor, over the rest of the region.
/// map  variants/unit; variants/matrix with its cells; variants/pair, the sentence; variants/outputs
void draw_variants(StageFrame& frame);

}  // namespace normscope::panels
