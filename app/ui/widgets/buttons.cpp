// SPDX-License-Identifier: MIT
// Clickable controls: buttons, toggles, check boxes, links, menu rows.
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::ui {
namespace {

struct ButtonColors {
  Color ground;
  Color border;
  Color text;
};

ButtonColors button_colors(const Palette& palette, ButtonLook look, const Area& area,
                           const Extras& extras) {
  constexpr Color kClear{0, 0, 0, 0};
  ButtonColors colors{kClear, kClear, palette.text};
  const bool down = area.held && area.hovered;
  switch (look) {
    case ButtonLook::kPrimary:
      colors = {palette.accent, kClear, palette.on_accent};
      if (area.hovered) colors.ground = mix(palette.accent, palette.text, down ? 0.3 : 0.15);
      break;
    case ButtonLook::kPlain:
      colors = {area.hovered ? palette.hover : palette.raised, palette.border, palette.text};
      if (down) colors.ground = palette.border;
      break;
    case ButtonLook::kQuiet:
      if (area.hovered) colors.ground = down ? palette.border : palette.hover;
      break;
  }
  if (!extras.enabled) {
    if (look == ButtonLook::kPrimary) colors.ground = palette.border;
    colors.text = figures::faded(palette.muted, 0.6);
  }
  return colors;
}

void draw_button(Context& ui, const Area& area, std::string_view label, ButtonColors colors) {
  const float rounding = ui.px(ui.theme.metrics.rounding);
  draw_box(ui, area.min, area.max, colors.ground, colors.border, rounding);
  draw_text(area.min, area.max, label, colors.text, Align::kCenter);
  draw_focus_ring(ui, area, rounding);
}

ImVec2 button_size(const Context& ui, std::string_view label, const Extras& extras) {
  const float padding = ui.px(ui.theme.metrics.field_padding + 4);
  const float width = extras.width > 0 ? ui.px(extras.width) : text_width(label) + 2 * padding;
  return {width, ui.px(ui.theme.metrics.control)};
}

}  // namespace

float button_width(const Context& ui, std::string_view label) {
  return button_size(ui, label, {}).x;
}

bool button(Context& ui, std::string_view id, std::string_view label, ButtonLook look,
            const Extras& extras) {
  const Area here = area(ui, id, button_size(ui, label, extras),
                         {.text = std::string(label), .kind = "button"}, extras);
  draw_button(ui, here, label, button_colors(ui.theme.colors, look, here, extras));
  return here.activated;
}

bool toggle(Context& ui, std::string_view id, std::string_view label, bool on,
            const Extras& extras) {
  const Area here = area(ui, id, button_size(ui, label, extras),
                         {.text = std::string(label), .kind = "toggle", .checked = on}, extras);
  const auto& palette = ui.theme.colors;
  auto colors = button_colors(palette, ButtonLook::kQuiet, here, extras);
  if (on) {
    colors.ground = mix(palette.panel, palette.accent, 0.14);
    colors.text = palette.text;
    colors.border = palette.accent;
  }
  draw_button(ui, here, label, colors);
  return here.activated;
}

bool checkbox(Context& ui, std::string_view id, std::string_view label, bool on,
              const Extras& extras) {
  const auto& palette = ui.theme.colors;
  const float side = ui.px(18);
  const float height = ui.px(ui.theme.metrics.control);
  const float gap = label.empty() ? 0 : ui.px(ui.theme.metrics.gap);
  const Area here = area(ui, id, {side + gap + text_width(label), height},
                         {.text = std::string(label), .kind = "checkbox", .checked = on}, extras);
  const ImVec2 min = {here.min.x, here.min.y + (height - side) / 2};
  const ImVec2 max = {min.x + side, min.y + side};
  const Color border = here.hovered ? palette.accent : mix(palette.border, palette.muted, 0.5);
  const float rounding = ui.px(4);
  const Color on_color = extras.enabled ? palette.accent : palette.muted;
  draw_box(ui, min, max, on ? on_color : palette.raised, on ? on_color : border, rounding);
  if (on) {
    const auto at = [&](float x, float y) { return ImVec2{min.x + side * x, min.y + side * y}; };
    const std::array points = {at(0.24F, 0.53F), at(0.43F, 0.72F), at(0.77F, 0.31F)};
    ImGui::GetWindowDrawList()->AddPolyline(points.data(), 3, imgui_color(palette.on_accent), 0,
                                            ui.px(2));
  }
  draw_text({max.x + gap, here.min.y}, here.max, label,
            extras.enabled ? palette.text : figures::faded(palette.muted, 0.6), Align::kLeft);
  draw_focus_ring(ui, {.min = min, .max = max, .focused = here.focused}, rounding);
  return here.activated;
}

bool link(Context& ui, std::string_view id, std::string_view label, const Extras& extras) {
  const Area here = area(ui, id, {text_width(label), ImGui::GetTextLineHeight()},
                         {.text = std::string(label), .kind = "link"}, extras);
  const Color color = ui.theme.colors.accent;
  draw_text(here.min, here.max, label, color, Align::kLeft);
  if (here.hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ImGui::GetWindowDrawList()->AddLine({here.min.x, here.max.y}, here.max, imgui_color(color),
                                        std::max(1.0F, ui.px(1)));
  }
  draw_focus_ring(ui, here, ui.px(3));
  return here.activated;
}

bool menu_row(Context& ui, std::string_view id, std::string_view label, std::string_view right,
              bool chosen, const Extras& extras) {
  const auto& palette = ui.theme.colors;
  const float padding = ui.px(ui.theme.metrics.field_padding);
  const float mark = ui.px(20);  // width of the check mark
  const float between = right.empty() ? 0 : ui.px(32);
  const float natural = 2 * padding + mark + text_width(label) + between + text_width(right);
  // In a menu's first frame the rows have their natural width, which sets the menu's width; then
  // all rows fill it. A dialog and its lists have a width of their own.
  const ImGuiWindowFlags window = ImGui::GetCurrentWindowRead()->Flags;
  const bool menu =
      (window & ImGuiWindowFlags_Popup) != 0 && (window & ImGuiWindowFlags_Modal) == 0;
  const float room = std::max(1.0F, ImGui::GetContentRegionAvail().x);
  float width = room;
  if (menu) width = ImGui::IsWindowAppearing() ? natural : std::max(natural, room);
  const Area here = area(ui, id, {extras.width > 0 ? ui.px(extras.width) : width, ui.px(28)},
                         {.text = std::string(label), .kind = "row", .selected = chosen}, extras);
  if (extras.enabled) ui.focus.note_name(label);
  const bool lit = here.hovered || (here.focused && ui.focus.ring());
  if (lit && extras.enabled) {
    draw_box(ui, here.min, here.max, palette.hover, {0, 0, 0, 0}, ui.px(ui.theme.metrics.rounding));
  }
  const Color color = extras.enabled ? palette.text : figures::faded(palette.muted, 0.6);
  if (chosen) {
    const float y = (here.min.y + here.max.y) / 2;
    const float x = here.min.x + padding;
    const std::array points = {ImVec2{x, y}, ImVec2{x + ui.px(4), y + ui.px(4)},
                               ImVec2{x + ui.px(10), y - ui.px(4)}};
    ImGui::GetWindowDrawList()->AddPolyline(points.data(), 3, imgui_color(palette.accent), 0,
                                            ui.px(2));
  }
  // Of two long texts each has half of the row.
  const float end = here.max.x - padding;
  const float left = here.min.x + padding + mark;
  const float gap = right.empty() ? 0 : padding;
  const float beside_label = end - left - text_width(label) - gap;
  const float right_width =
      std::min(text_width(right), std::max((end - left - gap) / 2, beside_label));
  draw_text({left, here.min.y}, {end - right_width - gap, here.max.y}, label, color, Align::kLeft);
  draw_text({end - right_width, here.min.y}, {end, here.max.y}, right,
            extras.enabled ? palette.muted : color, Align::kRight);
  return here.activated;
}

}  // namespace normscope::ui
