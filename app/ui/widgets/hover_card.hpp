// SPDX-License-Identifier: MIT
// The card that appears when the pointer rests on a widget: its explanation, its formula, what to
// try.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/ui/widgets/widgets.hpp"

namespace normscope::ui {

/// In seconds: a passing pointer opens no card.
inline constexpr double kHoverDelay = 0.6;

/// Shows the card of a widget once the pointer has rested on it for kHoverDelay; `hovered`: the
/// pointer is on it in this frame. A widget that is being used (clicked, dragged, typed into,
/// scrolled) gets no card until the pointer has been elsewhere. The card lies beside its widget.
/// map  "help", with the title as text and the id of the widget as value
void hover_card(Context& ui, std::string_view id, const Help& help, bool hovered);
/// The same for a widget that is no item of ImGui's: with its rectangle.
void hover_card(Context& ui, std::string_view id, const Help& help, bool hovered,
                const Rect& widget);

/// The same with a content of its own, drawn in the plain font; it sets the card's title, which the
/// map reports. The card lies off `widget`.
void hover_card(Context& ui, std::string_view id, bool hovered, const Rect& widget,
                const std::function<void(std::string& title)>& draw);

}  // namespace normscope::ui
