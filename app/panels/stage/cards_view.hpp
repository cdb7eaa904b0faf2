// SPDX-License-Identifier: MIT
// All steps as cards.
#pragma once

#include "app/panels/stage/stage_frame.hpp"

namespace normscope::panels {

/// Draws a card for every step into the width of the panel, scrolling to the step of the sheet.
/// map  stage/CARD the card and its grid; stage/CARD/title, formula, source
void draw_cards(StageFrame& frame);

}  // namespace normscope::panels
