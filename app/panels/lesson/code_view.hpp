// SPDX-License-Identifier: MIT
// Code and printed text on a panel. Code is coloured, and its long lines are wrapped: a reader must
// see all of it. Printed text keeps its lines, which may be rows of a table: it scrolls sideways.
// An error is wrapped.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/ui/context.hpp"
#include "app/ui/widgets/text.hpp"

namespace normscope::panels {

/// A line of code that computed a card of the stage; lines count from 1.
struct LinkedLine {
  int line = 0;
  bool lit = false;     // the pointer is on its card
  bool reveal = false;  // scroll the line into view
};

struct CodeEvents {
  std::optional<int> hovered{};  // one of the linked lines
  std::optional<int> clicked{};
};

/// Draws code in the font of numbers on its own background; with the colours of Python, or plain.
/// map  ID/code; ID/line/N the linked lines, `selected` where lit
CodeEvents draw_code(ui::Context& ui, std::string_view id, std::string_view code,
                     std::span<const LinkedLine> linked = {}, bool python = true);

/// Draws printed text with a bar at its left. An error is red; of a warning only the bar is
/// coloured.
/// map  ID
void draw_output(ui::Context& ui, std::string_view id, std::string_view text, ui::Tone tone);

}  // namespace normscope::panels
