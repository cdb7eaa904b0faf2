// SPDX-License-Identifier: MIT
// The drawing functions of controls; they draw onto the current panel.
#pragma once

#include <imgui.h>

#include <span>
#include <string_view>

#include "app/figures/painter.hpp"
#include "app/ui/context.hpp"

namespace normscope::ui {

enum class Align { kLeft, kCenter, kRight };

/// The beginning of a text that is wider than any screen: no more of it is measured or drawn.
std::string_view seen_of(std::string_view text);

/// Width in pixels of a line in the current font; of what can be seen of it.
float text_width(std::string_view text);

/// Draws one line in the current font, vertically centred, cut off with "…" where the rectangle is
/// too narrow.
void draw_text(ImVec2 min, ImVec2 max, std::string_view text, Color color, Align align);

/// Draws characters of a face one by one, at their measured advances, as formulas and figures are
/// laid out. `baseline` and `em` in pixels.
void draw_run(const Context& ui, ImDrawList& list, std::string_view text, Face face,
              ImVec2 baseline, float em, Color color, std::span<const double> advances = {});

/// Draws a filled box with a hairline around it; a colour with alpha 0 draws nothing.
void draw_box(const Context& ui, ImVec2 min, ImVec2 max, Color ground, Color border,
              float rounding);

/// Greys a rectangle of the current window: its content is about to be replaced.
void veil(const Context& ui, ImVec2 min, ImVec2 size);

/// Draws the chevron of a drop-down list.
void draw_chevron(const Context& ui, ImVec2 middle, Color color);

/// Draws a grid of colours over a rectangle between whole pixels, each cell as a block without
/// smoothing: as a texture, or without a renderer as rectangles.
void draw_cells(const Context& ui, ImVec2 min, ImVec2 max, const figures::Image& image);

}  // namespace normscope::ui
