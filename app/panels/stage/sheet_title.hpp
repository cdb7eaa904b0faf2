// SPDX-License-Identifier: MIT
// The line above a band of the sheet: sign, title, formula, what the step does, and the scale of
// its colours.
#pragma once

#include <string>
#include <string_view>

#include "app/panels/stage/sheet_layout.hpp"

namespace normscope::panels {

/// Notes whether the pointer is on a card's title or symbol: its line of code is lit with them, not
/// with its numbers alone.
void point_at_title(StageFrame& frame, std::size_t card, ImVec2 min, ImVec2 max);

/// Draws a sign of the equation into the middle of a rectangle.
void draw_sign(const ui::Context& ui, std::string_view sign, ImVec2 min, ImVec2 max);

/// Draws the line; `width` is that of the sheet, in pixels.
/// map  stage/CARD/title, source, legend; stage/explanation; inputs/origin; stage/groups-beyond
void draw_band_title(StageFrame& frame, const results::Sheet& sheet, const SheetLayout& layout,
                     const PlacedBand& placed, ImVec2 at, float width);

/// Draws a symbol in place of a row header, smaller where it is wider than that.
void draw_row_symbol(const ui::Context& ui, const std::string& symbol, ImVec2 at, ImVec2 size);

}  // namespace normscope::panels
