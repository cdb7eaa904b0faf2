// SPDX-License-Identifier: MIT
// The card that appears when the pointer rests on a widget: its explanation, its formula, what to
// try.
#pragma once

#include <string_view>

#include "app/ui/widgets/widgets.hpp"

namespace normscope::ui {

/// Shows the card of a widget once the pointer has rested on it; `hovered`: the pointer is on it in
/// this frame.
/// map  "help", with the title as text and the id of the widget as value
void hover_card(Context& ui, std::string_view id, const Help& help, bool hovered);

}  // namespace normscope::ui
