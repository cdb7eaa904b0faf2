// SPDX-License-Identifier: MIT
// The bar and the strip above the sheet: from step to step by buttons, keys, play or a click on a
// small map of each step; how the stage shows them, with how many digits, in which colours.
#pragma once

#include "app/panels/stage/stage_frame.hpp"

namespace normscope::panels {

/// The bar at the right of the inputs, as much of it as there is room for.
/// map  stage/digits, stage/fit, stage/layout/N
void view_bar(ui::Context& ui, workspace::Workspace& workspace);

/// The strip of steps: buttons, the number of the step, and a small map of each step.
/// map  stage/back, stage/next, stage/play; stage/step ("step 7 of 9"); stage/strip/CARD for each
///      card, selected on the sheet's step; in a low window without the maps
void step_bar(StageFrame& frame, bool low);

/// The width in points at which the symbols below the strip's maps can be read.
double step_bar_width(const StageFrame& frame);

/// While playing, goes on to the next step when its time has come. After the last one playing ends.
void play_steps(StageFrame& frame);

}  // namespace normscope::panels
