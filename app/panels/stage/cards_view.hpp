// SPDX-License-Identifier: MIT
// All steps as cards.
#pragma once

#include "app/panels/stage/stage_frame.hpp"

namespace normscope::panels {

/// Draws a card for every step into this room (pixels), scrolling to the step of the sheet. Returns
/// the height that the cards take.
/// map  stage/CARD the card and its grid; stage/CARD/title, formula, source
float draw_cards(StageFrame& frame, ImVec2 size);

struct CardsSize {
  double fits = 0;   // times as large as without growth the cards are all in sight; 0: not at all
  float height = 0;  // of the cards without growth, in points
};

/// Measures the cards for this room (pixels), of which `below` (points) has to be left free, as
/// much larger as the cards are. The frame has not grown, so that the answer does not depend on its
/// own consequence.
CardsSize measure_cards(StageFrame& frame, ImVec2 room, float below);

}  // namespace normscope::panels
