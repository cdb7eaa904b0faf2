// SPDX-License-Identifier: MIT
// The look of the window as data: colours by purpose, sizes and distances in points. A theme is a
// value and is never changed in place: every change of scale or theme starts from the table.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>

#include "app/figures/geometry.hpp"
#include "app/figures/theme.hpp"
#include "core/base/names.hpp"

namespace normscope::ui {

/// Window and figures share one colour type, and so one table of colours.
using figures::Color;

/// 0xRRGGBB.
constexpr Color rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16U), static_cast<std::uint8_t>(hex >> 8U & 0xFFU),
          static_cast<std::uint8_t>(hex & 0xFFU)};
}
/// Linear interpolation between two colours, t in [0, 1].
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
  Color panel;       // the ground of panels
  Color raised;      // cards, fields, popups
  Color border;      // hairlines between panels
  Color text;        // contrast of 4.5 and more on background, panel and raised
  Color muted;       // captions and hints; the same contrast
  Color accent;      // the primary button, links, the focus ring
  Color on_accent;   // text on accent
  Color hover;       // under the pointer
  Color selection;   // the selection shared by all panels; text stays readable on it
  // Of the cells that the selected one was made from, and of those made from it: the figures'.
  Color source;
  Color made;
  Color good;  // agreement
  Color warning;
  Color error;
  Color shadow;                                            // under popups and cards
  figures::ThemeName figure = figures::ThemeName::kLight;  // the theme of the heat maps
};

/// Distances and sizes in points: pixels at scale 1.
struct Metrics {
  float text = 14;       // running text
  float small = 12;      // captions
  float heading = 15;    // sections, semibold
  float title = 22;      // the one title of a lesson or a dialog, semibold
  float number = 13.5F;  // monospaced digits
  float math = 17;       // STIX has small letters
  float gap = 8;         // between neighbours
  float wide_gap = 20;   // between groups
  float panel_padding = 20;
  float field_padding = 10;
  float control = 30;  // height of buttons and fields
  float rounding = 6;  // controls
  float card_rounding = 10;
  float hairline = 1;
  float label_column = 94;  // labels left of their controls
};

struct Theme {
  ThemeKind kind = ThemeKind::kLight;
  Palette colors{};
  Metrics metrics{};
};

/// The figures' theme that belongs to a theme of the window.
figures::ThemeName figure_theme(ThemeKind kind);

/// The theme of a kind.
Theme make_theme(ThemeKind kind);

/// The figures' colour of a heat map: at t in [-1, 1] of colours about 0, or in [0, 1] of those of
/// one hue. NaN gives the warning colour, which stands out in the window.
Color heat(const Palette& palette, double t, bool diverging = true);

/// The two lines of the selection's frame, one around the other.
struct FrameColors {
  Color outer{};
  Color inner{};
};

/// A frame that is visible on every cell: of its two colours one is dark and one is light, so that
/// on any ground one of them has a contrast of 3 or more.
FrameColors selection_frame(const Palette& palette);

/// The text colour for a background: the palette's text where its contrast is 7 or more, else black
/// or white, whichever has the higher contrast.
Color text_on(const Palette& palette, Color background);

/// Writes the theme into a pristine ImGui style, scaled once.
void restyle(const Theme& theme, float scale);

}  // namespace normscope::ui
