// SPDX-License-Identifier: MIT
// The legend of a card's colours: the numbers at their two ends, and which numbers lie outside.
#pragma once

#include <optional>
#include <string>

#include "app/panels/stage/stage_frame.hpp"

namespace normscope::panels {

/// Draws "−0.66 [colours] 0.66" with its right end at `right`, in the middle of a line of this
/// height, where there is room from `left` on; returns its left end. An end beyond which there are
/// numbers is pointed, and words at its left say how far they reach.
/// map  ID/legend, with these words as text
float draw_color_legend(StageFrame& frame, std::size_t card, ImVec2 right, float height,
                        float left);

}  // namespace normscope::panels
