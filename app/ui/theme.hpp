// SPDX-License-Identifier: MIT
// How the window looks, as data: colours by what they are for, sizes and distances in points. A
// theme is a value; nothing is ever tuned in place, so a change of scale or theme begins from the
// table.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>

#include "app/figures/geometry.hpp"
#include "app/figures/theme.hpp"
#include "core/base/names.hpp"

namespace normscope::ui {

/// One type of colour for window and figures, so that both can share a table.
using figures::Color;

/// 0xRRGGBB.
constexpr Color rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16U), static_cast<std::uint8_t>(hex >> 8U & 0xFFU),
          static_cast<std::uint8_t>(hex & 0xFFU)};
}
/// The colour a part `t` of the way from one to the other.
Color mix(Color from, Color to, double t);
ImU32 imgui_color(Color color);
ImVec4 imgui_vector(Color color);

/// The contrast of two opaque colours, 1 to 21.
/// source  WCAG 2.1, contrast ratio and relative luminance
double contrast(Color a, Color b);

enum class ThemeKind { kLight, kDark };
std::span<const base::Name<ThemeKind>> theme_names();

struct Palette {
  Color background;  // behind the panels
  Color panel;       // what text stands on
  Color raised;      // cards, fields, popups
  Color border;      // hairlines between them
  Color text;        // contrast of 4.5 and more on background, panel and raised
  Color muted;       // captions and hints; the same contrast
  Color accent;      // what can be done next; links; the focus ring
  Color on_accent;   // text on accent
  Color hover;       // under the pointer
  Color selection;   // the one linked selection; text stays readable on it
  Color good;        // agreement
  Color warning;
  Color error;
  Color shadow;                                            // under popups and cards
  figures::ThemeName figure = figures::ThemeName::kLight;  // whose maps colour numbers
};

/// Distances and sizes in points: pixels at scale 1.
struct Metrics {
  float text = 14;       // what is read
  float small = 12;      // captions
  float heading = 15;    // sections, semibold
  float title = 22;      // the one title of a lesson or a dialog, semibold
  float number = 13.5F;  // digits of one width
  float math = 17;       // STIX has small letters
  float gap = 8;         // between neighbours
  float wide_gap = 20;   // between groups
  float panel_padding = 20;
  float field_padding = 10;
  float control = 30;  // height of buttons and fields
  float rounding = 6;  // controls
  float card_rounding = 10;
  float hairline = 1;
  float label_column = 116;  // labels left of their controls
};

struct Theme {
  ThemeKind kind = ThemeKind::kLight;
  Palette colors{};
  Metrics metrics{};
};

/// The table of figures that belongs to it.
figures::ThemeName figure_theme(ThemeKind kind);

/// The theme of a kind.
Theme make_theme(ThemeKind kind);

/// The colour of a heat map at t in [-1, 1], the figures' own; NaN is the warning colour: in the
/// window it is to be seen at once.
Color heat(const Palette& palette, double t);

/// Text on a background of any colour: the palette's text or its opposite, whichever reads better.
Color text_on(const Palette& palette, Color background);

/// Writes the theme into ImGui's style, from a pristine one, scaled once.
void restyle(const Theme& theme, float scale);

}  // namespace normscope::ui
