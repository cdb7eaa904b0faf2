// SPDX-License-Identifier: MIT
// Hover, clicks and focus, the same for every control.
#include "app/ui/widgets/area.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/ui/imgui_version.hpp"
#include "app/ui/widgets/hover_card.hpp"

namespace normscope::ui {

Area area(Context& ui, std::string_view id, ImVec2 size, Widget describe, const Extras& extras) {
  const std::string name(id);
  const ImVec2 real = {std::max(size.x, 1.0F), std::max(size.y, 1.0F)};
  Area area;
  if (extras.enabled) {
    area.activated = ImGui::InvisibleButton(name.c_str(), real);
    area.held = ImGui::IsItemActive();
    area.pressed = ImGui::IsItemActivated();
    area.released = ImGui::IsItemDeactivated();
    area.focused = ui.focus.stop(id);
  } else {
    ImGui::Dummy(real);
  }
  area.hovered = ImGui::IsItemHovered();
  area.doubled = area.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  area.min = ImGui::GetItemRectMin();
  area.max = ImGui::GetItemRectMax();
  if (area.pressed) ui.focus.take(id);
  if (area.focused && !ImGui::IsAnyItemActive() &&
      (ui.input.take(Key::kEnter) || ui.input.take(Key::kSpace))) {
    area.activated = true;
  }
  // Tab may reach a widget outside the visible part of a panel: scroll to it.
  if (area.focused && ui.focus.arrived(id) && ui.focus.ring() && !ImGui::IsItemVisible()) {
    ImGui::SetScrollHereY();
    ui.pacing.activity();
  }
  describe.id = name;
  describe.enabled = extras.enabled;
  describe.focused = area.focused;
  report(ui, std::move(describe), area.min, area.max);
  hover_card(ui, id, extras.help, area.hovered && !area.held);
  return area;
}

void keep_wheel() {
  imgui_version::claim_wheel();
}

void draw_focus_ring(Context& ui, const Area& area, float rounding) {
  if (!area.focused || !ui.focus.ring()) return;
  const float out = ui.px(2);
  ImGui::GetWindowDrawList()->AddRect(
      {area.min.x - out, area.min.y - out}, {area.max.x + out, area.max.y + out},
      imgui_color(ui.theme.colors.accent), rounding + out, 0, ui.px(2));
}

void report(Context& ui, Widget describe, ImVec2 min, ImVec2 max) {
  if (!ui.map.on()) return;
  // A popup is hidden in its first frame, until its size is known: positions are not final yet.
  if (ImGui::GetCurrentWindowRead()->Hidden) return;
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 low = list.GetClipRectMin();
  const ImVec2 high = list.GetClipRectMax();
  const ImVec2 middle = {(min.x + max.x) / 2, (min.y + max.y) / 2};
  describe.visible =
      middle.x >= low.x && middle.x < high.x && middle.y >= low.y && middle.y < high.y;
  describe.rect = {min.x, min.y, max.x - min.x, max.y - min.y};
  ui.map.add(std::move(describe));
}

}  // namespace normscope::ui
