// SPDX-License-Identifier: MIT
// Code and printed text on a panel, as they are: what is wider than the panel scrolls sideways.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/ui/context.hpp"
#include "app/ui/widgets/text.hpp"

namespace normscope::panels {

/// A line of code that made a card of the stage, counted from 1.
struct LinkedLine {
  int line = 0;
  bool lit = false;     // its card is pointed at
  bool reveal = false;  // and is to be brought into view
};

struct CodeEvents {
  std::optional<int> hovered{};  // of the linked lines
  std::optional<int> clicked{};
};

/// Code in the numbers' font on a ground of its own.
/// map  ID/code; ID/line/N the linked lines, `selected` where lit
CodeEvents draw_code(ui::Context& ui, std::string_view id, std::string_view code,
                     std::span<const LinkedLine> linked = {});

/// Printed text with a bar at its left; all of an error is red, of a warning the bar.
/// map  ID
void draw_output(ui::Context& ui, std::string_view id, std::string_view text, ui::Tone tone);

}  // namespace normscope::panels
