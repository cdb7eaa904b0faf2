// SPDX-License-Identifier: MIT
// A number unfolded: a dialog with every step from the inputs to it, in all arithmetics.
#pragma once

#include "app/panels/stage_frame.hpp"

namespace normscope::panels {

/// Opens where a menu or a key asked for it.
/// map  stage/unfold/ROW for each step; stage/unfold/copy, stage/unfold/close
void unfold_view(StageFrame& frame);

}  // namespace normscope::panels
