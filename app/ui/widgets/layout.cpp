// SPDX-License-Identifier: MIT
// Panels with their own scrolling, splitters and the status bar.
#include "app/ui/widgets/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/imgui_version.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/hover_card.hpp"
#include "core/text/translate.hpp"

namespace normscope::ui {
namespace {

Color ground_color(const Palette& palette, Ground ground) {
  switch (ground) {
    case Ground::kPanel:
      return palette.panel;
    case Ground::kRaised:
      return palette.raised;
    case Ground::kNone:
      break;
  }
  return {0, 0, 0, 0};
}

// The gap between items of the status bar, in points.
constexpr float kStatusGap = 24;

// The items that fit: details are left out first, the last one first.
std::vector<StatusItem> fitting(const Context& ui, std::span<const StatusItem> items, float room) {
  std::vector<StatusItem> kept(items.begin(), items.end());
  const auto needed = [&] {
    float width = 0;
    for (const auto& item : kept) width += text_width(item.text) + ui.px(kStatusGap);
    // The last item is often a long sentence, which may be cut.
    if (!kept.empty()) width -= std::max(0.0F, text_width(kept.back().text) - ui.px(120));
    return width;
  };
  while (needed() > room) {
    const auto detail = std::find_if(kept.rbegin(), kept.rend(),
                                     [](const StatusItem& item) { return item.detail; });
    if (detail == kept.rend() || detail == kept.rbegin()) break;
    kept.erase(std::next(detail).base());
  }
  return kept;
}

}  // namespace

Region::Region(Context& ui, std::string_view id, ImVec2 size, const RegionLook& look) {
  const float padding = look.padding < 0 ? ui.theme.metrics.panel_padding : look.padding;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(padding), ui.px(padding)});
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, ui.px(look.rounding));
  ImGui::PushStyleColor(ImGuiCol_ChildBg, imgui_color(ground_color(ui.theme.colors, look.ground)));
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoNav;
  if (look.scroll == Scroll::kNone) {
    flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  }
  if (look.scroll == Scroll::kBoth) flags |= ImGuiWindowFlags_HorizontalScrollbar;
  if (look.content > 0) ImGui::SetNextWindowContentSize({look.content, 0});
  visible_ = imgui_version::begin_child(std::string(id).c_str(), size, look.border, flags);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  if (!look.holds_controls) return;
  if (visible_) {
    if (ui.focus.awaits(id)) ui.focus.enter();
  } else if (ui.focus.stop(id) && ui.focus.awaits(id)) {
    const ImVec2 at = ImGui::GetWindowPos();
    const ImVec2 extent = ImGui::GetWindowSize();
    scroll_into_view(ui, at, {at.x + extent.x, at.y + extent.y});
  }
}

Region::~Region() {
  ImGui::EndChild();
}

void scroll_by_keys(Context& ui) {
  const float line_height = ImGui::GetTextLineHeightWithSpacing();
  const float page = ImGui::GetWindowHeight() - line_height;
  float by = 0;
  if (ui.input.take(Key::kDown)) by += 3 * line_height;
  if (ui.input.take(Key::kUp)) by -= 3 * line_height;
  if (ui.input.take(Key::kPageDown)) by += page;
  if (ui.input.take(Key::kPageUp)) by -= page;
  if (ui.input.take(Key::kHome)) by -= ImGui::GetScrollMaxY();
  if (ui.input.take(Key::kEnd)) by += ImGui::GetScrollMaxY();
  if (by == 0) return;
  ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + by, 0.0F, ImGui::GetScrollMaxY()));
  ui.pacing.activity();
}

double splitter(Context& ui, std::string_view id, Axis axis, double size, const Split& split) {
  constexpr double kStep = 16;  // points of an arrow key
  const bool across = axis == Axis::kHorizontal;
  ImVec2 room = ImGui::GetContentRegionAvail();
  if (split.length > 0) (across ? room.y : room.x) = split.length;
  const float thickness = ui.px(kSplitterPoints);
  const Area here = area(ui, id, across ? ImVec2{thickness, room.y} : ImVec2{room.x, thickness},
                         {.kind = "splitter",
                          .value = fmt::format("{}", size),
                          .name = std::string(across ? text::tr("width of the part beside")
                                                     : text::tr("height of the part below"))});
  if (here.hovered || here.held) {
    ImGui::SetMouseCursor(across ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  }
  const auto& palette = ui.theme.colors;
  const bool lit = here.hovered || here.held || (here.focused && ui.focus.ring());
  const ImVec2 middle = {(here.min.x + here.max.x) / 2, (here.min.y + here.max.y) / 2};
  ImGui::GetWindowDrawList()->AddLine(
      across ? ImVec2{middle.x, here.min.y} : ImVec2{here.min.x, middle.y},
      across ? ImVec2{middle.x, here.max.y} : ImVec2{here.max.x, middle.y},
      imgui_color(lit ? palette.accent : palette.border), std::max(1.0F, ui.px(lit ? 2 : 1)));

  double by = 0;
  if (here.held) {
    const ImVec2 delta = ImGui::GetIO().MouseDelta;
    by = static_cast<double>((across ? delta.x : delta.y) / ui.scale);
  }
  if (here.focused && ui.input.take(across ? Key::kLeft : Key::kUp)) by = -kStep;
  if (here.focused && ui.input.take(across ? Key::kRight : Key::kDown)) by = kStep;
  if (here.doubled) return split.initial;
  return std::clamp(size + (split.grows_backward ? -by : by), split.low,
                    std::max(split.low, split.high));
}

float status_bar_height(const Context& ui) {
  return ui.px(30);
}

std::optional<std::string> status_bar(Context& ui, std::span<const StatusItem> items) {
  ui.focus.begin_region("status");
  const Region bar(ui, "status", {0, status_bar_height(ui)},
                   {.ground = Ground::kNone, .scroll = Scroll::kNone, .padding = 0});
  const UiMap::Part part(ui.map,
                         {.id = "status", .kind = "status bar", .name = text::tr("Status")});
  const WithFont font(ui, Face::kText, ui.theme.metrics.small);
  const ImVec2 min = ImGui::GetWindowPos();
  const ImVec2 max = {min.x + ImGui::GetWindowWidth(), min.y + ImGui::GetWindowHeight()};
  const auto& colors = ui.theme.colors;
  ImGui::GetWindowDrawList()->AddLine(min, {max.x, min.y}, imgui_color(colors.border),
                                      ImGui::GetStyle().ChildBorderSize);
  const float edge = ui.px(ui.theme.metrics.panel_padding);
  std::optional<std::string> clicked;
  float x = min.x + edge;
  for (const auto& item : fitting(ui, items, max.x - min.x - 2 * edge)) {
    const float width = std::min(text_width(item.text), std::max(1.0F, max.x - edge - x));
    const ImVec2 from = {x, min.y};
    const ImVec2 to = {x + width, max.y};
    const std::string id = "status/" + item.id;
    if (item.clickable) {
      ImGui::SetCursorScreenPos(from);
      if (area(ui, id, {width, max.y - min.y},
               {.text = item.text, .kind = "button", .live = item.live}, {.help = item.help})
              .activated) {
        clicked = item.id;
      }
    } else {
      report(
          ui,
          {.id = id,
           .text = item.text,
           .kind = "status",
           .value = item.share ? std::optional(fmt::format("{:.2f}", *item.share)) : std::nullopt,
           .live = item.live},
          from, to);
      hover_card(ui, id, item.help,
                 ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(from, to),
                 {from.x, from.y, to.x - from.x, to.y - from.y});
    }
    draw_text(from, to, item.text, tone_color(colors, item.tone), Align::kLeft);
    if (item.share) {
      const float top = max.y - ui.px(6);
      const float end = x + width * static_cast<float>(std::clamp(*item.share, 0.0, 1.0));
      draw_box(ui, {x, top}, {to.x, top + ui.px(2)}, colors.border, {0, 0, 0, 0}, 0);
      draw_box(ui, {x, top}, {end, top + ui.px(2)}, colors.accent, {0, 0, 0, 0}, 0);
    }
    x += width + ui.px(kStatusGap);
    if (x >= max.x - edge) break;
  }
  ui.focus.end_region();
  return clicked;
}

}  // namespace normscope::ui
