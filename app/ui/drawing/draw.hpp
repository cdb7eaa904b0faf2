// SPDX-License-Identifier: MIT
// The few things that controls are drawn with, onto the panel that is being drawn.
#pragma once

#include <imgui.h>

#include <string_view>

#include "app/ui/context.hpp"

namespace normscope::ui {

enum class Align { kLeft, kCenter, kRight };

/// Width in pixels of a line in the current font.
float words_width(std::string_view words);

/// One line in the current font, in the middle of a height, cut off at the right with "…" when the
/// room is too narrow.
void draw_words(ImVec2 min, ImVec2 max, std::string_view words, Color color, Align align);

/// A filled box with a hairline around it; colours with alpha 0 leave their part out.
void draw_box(const Context& ui, ImVec2 min, ImVec2 max, Color ground, Color border,
              float rounding);

/// Greys what was drawn into the current window between two corners: it is about to be replaced.
void veil(const Context& ui, ImVec2 min, ImVec2 size);

/// The mark of a list that drops down, around a middle.
void draw_chevron(const Context& ui, ImVec2 middle, Color color);

}  // namespace normscope::ui
