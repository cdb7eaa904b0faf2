// SPDX-License-Identifier: MIT
// A number unfolded: a dialog with every step from the inputs to the number, in all arithmetics.
#pragma once

#include "app/panels/stage/stage_frame.hpp"

namespace normscope::panels {

/// Draws the dialog while it is open: about view.stage.unfolded, else about the selected number.
/// map  stage/unfold/ROW for each step; stage/unfold/copy, stage/unfold/close
void unfold_view(StageFrame& frame);

}  // namespace normscope::panels
