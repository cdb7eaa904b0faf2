// SPDX-License-Identifier: MIT
// Figures on the screen. Cairo draws the shapes into a picture, by the same code as in files; the
// texts are written over it by the window's own glyphs.
#pragma once

#include <imgui.h>

#include "app/figures/paint/cairo_painter.hpp"
#include "app/ui/context.hpp"

namespace normscope::ui {

/// Draws a figure onto the current panel. The picture of its shapes is made anew when one of them,
/// the size or the theme changes. Without a renderer (in tests) only the texts are drawn.
/// units   `corner` in pixels, whole; `page` in points; `unit` in pixels per point
void draw_figure(const Context& ui, ImVec2 corner, figures::Size page, double unit,
                 const figures::Drawing& drawing);

}  // namespace normscope::ui
