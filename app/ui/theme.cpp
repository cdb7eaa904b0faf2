// SPDX-License-Identifier: MIT
// The two themes of the window. The colours of ground and text come from the figures' theme, so
// that a figure matches its panel.
#include "app/ui/theme.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/figures/palette.hpp"
#include "app/figures/theme.hpp"

namespace normscope::ui {
namespace {

constexpr std::array kThemeNames = {base::Name<ThemeKind>{ThemeKind::kLight, "light"},
                                    base::Name<ThemeKind>{ThemeKind::kDark, "dark"}};

// sRGB to linear light.
double linear(std::uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(Color color) {
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

Palette light_palette(const figures::Theme& figure) {
  return {.background = rgb(0xF4F5F7),
          .panel = figure.background,
          .raised = rgb(0xFAFBFC),
          .border = rgb(0xDFE3E8),
          .text = figure.text,
          .muted = figure.muted,
          .accent = rgb(0x1F63C4),
          .on_accent = rgb(0xFFFFFF),
          .hover = rgb(0xEDF1F6),
          .selection = rgb(0xFFE9B8),
          .source = figure.source,
          .made = figure.made,
          .good = rgb(0x0B7A55),
          .warning = rgb(0x8F5A00),
          .error = rgb(0xC02B2B),
          .shadow = figures::faded(rgb(0x1B2430), 0.10),
          .figure = figures::ThemeName::kLight};
}

Palette dark_palette(const figures::Theme& figure) {
  return {.background = rgb(0x0F1216),
          .panel = figure.background,
          .raised = rgb(0x1F252D),
          .border = rgb(0x313943),
          .text = figure.text,
          .muted = figure.muted,
          .accent = rgb(0x6FB1F5),
          .on_accent = rgb(0x0F1216),
          .hover = rgb(0x28303A),
          .selection = rgb(0x55451C),
          .source = figure.source,
          .made = figure.made,
          .good = rgb(0x66DDB2),
          .warning = rgb(0xE8B04A),
          .error = rgb(0xFF8277),
          .shadow = figures::faded(rgb(0x000000), 0.45),
          .figure = figures::ThemeName::kDark};
}

}  // namespace

std::span<const base::Name<ThemeKind>> theme_names() {
  return kThemeNames;
}

Color mix(Color from, Color to, double t) {
  const auto channel = [t](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(a + (b - a) * t));
  };
  return {channel(from.red, to.red), channel(from.green, to.green), channel(from.blue, to.blue),
          channel(from.alpha, to.alpha)};
}

ImU32 imgui_color(Color color) {
  return IM_COL32(color.red, color.green, color.blue, color.alpha);
}

ImVec4 imgui_vector(Color color) {
  return ImGui::ColorConvertU32ToFloat4(imgui_color(color));
}

double contrast(Color a, Color b) {
  const double of_a = luminance(a) + 0.05;
  const double of_b = luminance(b) + 0.05;
  return std::max(of_a, of_b) / std::min(of_a, of_b);
}

Theme make_theme(ThemeKind kind) {
  const bool dark = kind == ThemeKind::kDark;
  const auto figure = figures::theme(figure_theme(kind));
  return {.kind = kind, .colors = dark ? dark_palette(figure) : light_palette(figure)};
}

figures::ThemeName figure_theme(ThemeKind kind) {
  return kind == ThemeKind::kDark ? figures::ThemeName::kDark : figures::ThemeName::kLight;
}

Color heat(const Palette& palette, double t, bool diverging) {
  if (std::isnan(t)) return palette.warning;
  return diverging ? figures::diverging(t, palette.figure) : figures::sequential(t, palette.figure);
}

FrameColors selection_frame(const Palette& palette) {
  constexpr Color kWhite = rgb(0xFFFFFF);
  // The outer line has the higher contrast on most cells of its theme.
  if (contrast(palette.background, kWhite) >= 3) return {kWhite, palette.background};
  return {palette.text, kWhite};
}

Color text_on(const Palette& palette, Color background) {
  // On any colour, pure black or pure white has a contrast of at least 4.5.
  constexpr Color kBlack = rgb(0x000000);
  constexpr Color kWhite = rgb(0xFFFFFF);
  if (contrast(palette.text, background) >= 7) return palette.text;
  return contrast(kBlack, background) >= contrast(kWhite, background) ? kBlack : kWhite;
}

void restyle(const Theme& theme, float scale) {
  const auto& colors = theme.colors;
  const auto& metrics = theme.metrics;
  ImGuiStyle style;  // pristine: free of earlier scales and themes
  style.WindowPadding = {metrics.panel_padding, metrics.panel_padding};
  style.FramePadding = {metrics.field_padding, 6};
  style.ItemSpacing = {metrics.gap, metrics.gap};
  style.ItemInnerSpacing = {metrics.gap, metrics.gap};
  style.WindowRounding = 0;
  style.ChildRounding = metrics.card_rounding;
  style.PopupRounding = metrics.card_rounding;
  style.FrameRounding = metrics.rounding;
  style.ScrollbarRounding = metrics.rounding;
  style.GrabRounding = metrics.rounding;
  style.ScrollbarSize = 10;
  style.ScaleAllSizes(scale);
  style.WindowMinSize = {1, 1};  // scaled to less than 1, ImGui refuses it
  const float hairline = std::max(1.0F, std::floor(metrics.hairline * scale));
  style.WindowBorderSize = 0;
  style.ChildBorderSize = hairline;
  style.PopupBorderSize = hairline;
  style.FrameBorderSize = 0;
  style.AntiAliasedLinesUseTex = true;

  const auto set = [&](ImGuiCol which, Color color) { style.Colors[which] = imgui_vector(color); };
  set(ImGuiCol_Text, colors.text);
  set(ImGuiCol_TextDisabled, colors.muted);
  set(ImGuiCol_WindowBg, colors.background);
  set(ImGuiCol_ChildBg, figures::faded(colors.panel, 0));
  set(ImGuiCol_PopupBg, colors.panel);
  set(ImGuiCol_Border, colors.border);
  set(ImGuiCol_BorderShadow, figures::faded(colors.shadow, 0));
  set(ImGuiCol_FrameBg, figures::faded(colors.raised, 0));
  set(ImGuiCol_FrameBgHovered, figures::faded(colors.raised, 0));
  set(ImGuiCol_FrameBgActive, figures::faded(colors.raised, 0));
  set(ImGuiCol_ScrollbarBg, figures::faded(colors.panel, 0));
  set(ImGuiCol_ScrollbarGrab, figures::faded(colors.muted, 0.35));
  set(ImGuiCol_ScrollbarGrabHovered, figures::faded(colors.muted, 0.6));
  set(ImGuiCol_ScrollbarGrabActive, figures::faded(colors.muted, 0.8));
  set(ImGuiCol_TextSelectedBg, figures::faded(colors.accent, 0.3));
  set(ImGuiCol_ModalWindowDimBg,
      figures::faded(rgb(0x0F1216), theme.kind == ThemeKind::kDark ? 0.65 : 0.4));
  ImGui::GetStyle() = style;
}

}  // namespace normscope::ui
