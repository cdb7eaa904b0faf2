// SPDX-License-Identifier: MIT
// The map of a matrix that is wider than the sheet: all its columns as colours, with a frame around
// those whose digits stand below. A click or a drag on it scrolls there.
#pragma once

#include "app/panels/stage/stage_frame.hpp"

namespace normscope::panels {

/// The height of the map of a matrix with so many rows, and the gap below it, in pixels.
float wide_map_height(const ui::Context& ui, std::int64_t rows);

/// The part of the matrix whose digits are in view, in pixels a column and in rows.
struct DigitsInView {
  float cell = 0;
  float rows = 0;
};

/// Draws the map of a card into this size (pixels) at the cursor.
/// map  stage/CARD/map
void wide_map(StageFrame& frame, std::size_t card, ImVec2 size, const DigitsInView& digits);

}  // namespace normscope::panels
