// SPDX-License-Identifier: MIT
// The bar and the strip above the sheet: from step to step by buttons, keys, play or a click on a
// small map of each step; how the stage shows them, with how many digits, in which colours.
#pragma once

#include "app/panels/stage_frame.hpp"

namespace normscope::panels {

/// The bar at the right of the inputs, as much of it as there is room for.
/// map  stage/digits, stage/fit, stage/layout/N
void view_bar(ui::Context& ui, workspace::Workspace& workspace);

/// map  stage/back, stage/next, stage/play; stage/step ("step 7 of 9"); stage/strip/CARD for each
///      card, selected on the sheet's step
void step_bar(StageFrame& frame);

/// Goes on to the next step when its time has come; after the last step playing ends.
void play_steps(StageFrame& frame);

/// Starts playing, from the first step where the last one is on the sheet; or stops.
void toggle_play(ui::Context& ui, workspace::Workspace& workspace);

}  // namespace normscope::panels
