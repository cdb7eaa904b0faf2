// SPDX-License-Identifier: MIT
// The card of a number: what the pointer rests on, all its digits, and its formula.
#pragma once

#include "app/panels/stage/stage_frame.hpp"

namespace normscope::panels {

/// Shows the card once the pointer has rested on the cell. It lies off the row: `row` is its
/// rectangle in pixels.
/// map  "help", with the digits as text and the id of the cell as value
void value_card(const StageFrame& frame, std::size_t card, std::int64_t position,
                const ui::Rect& row);

}  // namespace normscope::panels
