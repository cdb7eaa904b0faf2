// SPDX-License-Identifier: MIT
// Formulas on a panel: a laid-out formula drawn with the window's fonts. Parts can be lit, so that
// a symbol and the number it stands for are seen together.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <string_view>

#include "app/formula/layout.hpp"
#include "app/ui/context.hpp"

namespace normscope::ui {

/// Draws a layout whose unit is the pixel, its baseline beginning at `origin`. Runs that have one
/// of the tags `lit` are drawn in the accent on the selection colour.
void draw_formula(const Context& ui, const formula::Layout& layout, ImVec2 origin, Color color,
                  std::span<const std::string> lit = {});

/// The innermost tag of the run under a place in pixels; empty between them.
std::string_view formula_tag_at(const Context& ui, const formula::Layout& layout, ImVec2 origin,
                                ImVec2 at);

/// Sets a formula at the cursor and takes its room; one that is wider than the panel is set
/// smaller. A formula that cannot be read shows its source and the reason. Reported as a "formula"
/// with its source as text. returns  the innermost tag under the pointer
std::string formula(Context& ui, std::string_view id, std::string_view source,
                    std::span<const std::string> lit = {}, float points = 0,
                    formula::Style style = formula::Style::kDisplay);

}  // namespace normscope::ui
