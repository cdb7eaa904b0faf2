// SPDX-License-Identifier: MIT
// Formulas on a panel, drawn with the window's fonts. Parts can be highlighted, so that a symbol
// and its number are seen together.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <string_view>

#include "app/formula/layout.hpp"
#include "app/ui/context.hpp"

namespace normscope::ui {

/// Draws a layout whose unit is the pixel, its baseline starting at `origin`. Runs with one of the
/// tags `lit` are highlighted with the selection colour.
void draw_formula(const Context& ui, const formula::Layout& layout, ImVec2 origin, Color color,
                  std::span<const std::string> lit = {});

/// The innermost tag of the run at a position in pixels; empty between runs.
std::string_view formula_tag_at(const Context& ui, const formula::Layout& layout, ImVec2 origin,
                                ImVec2 at);

/// The words of a formula for who does not see it, where the UI map is read; else empty.
std::string spoken(const Context& ui, std::string_view source);

/// Draws a formula at the cursor; a formula wider than the panel is scaled down. A formula that
/// does not parse is shown as its source with the error. In the UI map it is a "formula" with its
/// source as text. Returns the innermost tag under the pointer.
std::string formula(Context& ui, std::string_view id, std::string_view source,
                    std::span<const std::string> lit = {}, float points = 0,
                    formula::Style style = formula::Style::kDisplay);

}  // namespace normscope::ui
