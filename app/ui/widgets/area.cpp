// SPDX-License-Identifier: MIT
// Hover, clicks and focus, the same for every control.
#include "app/ui/widgets/area.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/ui/imgui_version.hpp"
#include "app/ui/widgets/hover_card.hpp"
#include "core/text/translate.hpp"

namespace normscope::ui {
namespace {

// How far to scroll so that [low, high] lies within [from, to].
float scroll_by(float low, float high, float from, float to) {
  const bool fits = high - low <= to - from;
  if (!fits && low <= from && high >= to) return 0;
  if (!fits || low < from) return low - from;
  return high > to ? high - to : 0;
}

// Whether any of the rectangle is outside of the part of the current window that is shown.
bool is_cut(ImVec2 min, ImVec2 max) {
  constexpr float kRounding = 1;  // places are rounded to whole pixels
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 low = list.GetClipRectMin();
  const ImVec2 high = list.GetClipRectMax();
  return min.x < low.x - kRounding || min.y < low.y - kRounding || max.x > high.x + kRounding ||
         max.y > high.y + kRounding;
}

}  // namespace

void explain(Widget& widget, const Extras& extras) {
  if (!extras.name.empty()) widget.name = extras.name;
  if (widget.name.empty() && holds_value(widget)) widget.name = text::tr(extras.help.title);
  if (widget.about.empty()) widget.about = text::tr(extras.help.what);
}

Area area(Context& ui, std::string_view id, ImVec2 size, Widget describe, const Extras& extras) {
  const std::string name(id);
  const ImVec2 real = {std::max(size.x, 1.0F), std::max(size.y, 1.0F)};
  Area area;
  const bool asked = extras.enabled && ui.input.take(id, Request::kPress);
  if (asked || (extras.enabled && ui.input.take(id, Request::kFocus))) {
    ui.focus.set(id);
    ui.focus.show_ring(true);
  }
  if (extras.enabled) {
    area.activated = ImGui::InvisibleButton(name.c_str(), real);
    area.held = ImGui::IsItemActive();
    area.pressed = ImGui::IsItemActivated();
    area.released = ImGui::IsItemDeactivated();
    area.focused = ui.focus.stop(id, extras.tab_stop);
  } else {
    ImGui::Dummy(real);
  }
  area.hovered = ImGui::IsItemHovered();
  area.doubled = area.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  area.min = ImGui::GetItemRectMin();
  area.max = ImGui::GetItemRectMax();
  if (area.pressed) ui.focus.take(id);
  const bool in_sight = is_in_sight(area.min, area.max);
  if (extras.enabled) ui.focus.note_sight(in_sight);
  // A key may lead to a widget outside the visible part of a panel.
  if (area.focused && ui.focus.arrived(id) && ui.focus.ring() && ui.focus.scrolls()) {
    scroll_into_view(ui, area.min, area.max);
  }
  if (area.focused && !ImGui::IsAnyItemActive() &&
      (ui.input.take(Key::kEnter) || ui.input.take(Key::kSpace))) {
    // Nothing happens by key on a widget that is scrolled out of sight.
    const bool unseen = ui.focus.ring() && !in_sight;
    area.activated = !(unseen && scroll_into_view(ui, area.min, area.max));
  }
  area.activated = area.activated || asked;
  if (asked) ui.pacing.activity();
  describe.id = name;
  describe.enabled = extras.enabled;
  describe.focused = area.focused;
  if (ui.map.on()) explain(describe, extras);
  report(ui, std::move(describe), area.min, area.max);
  // A disabled control cannot be in use: its card stays, also when it is clicked.
  const bool busy = std::exchange(ui.hover.busy, ui.hover.busy && extras.enabled);
  hover_card(ui, id, extras.help, area.hovered && !area.held);
  ui.hover.busy = busy;
  return area;
}

void keep_wheel() {
  imgui_version::claim_wheel();
}

bool is_in_sight(ImVec2 min, ImVec2 max) {
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 low = list.GetClipRectMin();
  const ImVec2 high = list.GetClipRectMax();
  const ImVec2 middle = {(min.x + max.x) / 2, (min.y + max.y) / 2};
  return middle.x >= low.x && middle.x < high.x && middle.y >= low.y && middle.y < high.y;
}

ArrowGroup::ArrowGroup(Context& ui, std::string_view name, Focus::Group kind)
    : ui_(ui), name_(name) {
  ui_.focus.begin_group(name_, kind);
}

ArrowGroup::~ArrowGroup() {
  if (!ui_.focus.end_group() || ui_.focus.in_popup()) return;
  const bool back = ui_.input.take(Key::kUp) || ui_.input.take(Key::kLeft);
  const bool on = ui_.input.take(Key::kDown) || ui_.input.take(Key::kRight);
  if (back != on) ui_.focus.move_in_group(name_, on ? 1 : -1);
}

bool scroll_into_view(Context& ui, ImVec2 min, ImVec2 max) {
  bool scrolled = false;
  const float margin = ui.px(6);  // room for the ring
  ImRect rect(min.x - margin, min.y - margin, max.x + margin, max.y + margin);
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  while (window != nullptr) {
    // Regions that do not scroll have no scroll bars.
    if ((window->Flags & ImGuiWindowFlags_NoScrollbar) == 0) {
      const ImRect& room = window->InnerRect;
      const float down = scroll_by(rect.Min.y, rect.Max.y, room.Min.y, room.Max.y);
      // ImGui scrolls by whole pixels.
      const float y = std::round(std::clamp(window->Scroll.y + down, 0.0F, window->ScrollMax.y));
      if (y != window->Scroll.y) {
        ImGui::SetScrollY(window, y);
        scrolled = true;
        ui.pacing.activity();
      }
      rect.TranslateY(window->Scroll.y - y);
      if ((window->Flags & ImGuiWindowFlags_HorizontalScrollbar) != 0) {
        const float right = scroll_by(rect.Min.x, rect.Max.x, room.Min.x, room.Max.x);
        const float x = std::round(std::clamp(window->Scroll.x + right, 0.0F, window->ScrollMax.x));
        if (x != window->Scroll.x) {
          ImGui::SetScrollX(window, x);
          scrolled = true;
          ui.pacing.activity();
        }
        rect.TranslateX(window->Scroll.x - x);
      }
    }
    const bool inside = (window->Flags & ImGuiWindowFlags_ChildWindow) != 0;
    window = inside ? window->ParentWindow : nullptr;
  }
  return scrolled;
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
  describe.visible = is_in_sight(min, max);
  describe.cut = is_cut(min, max);
  describe.rect = {min.x, min.y, max.x - min.x, max.y - min.y};
  ui.map.add(std::move(describe));
}

}  // namespace normscope::ui
