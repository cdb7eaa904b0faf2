// SPDX-License-Identifier: MIT
// The hover card.
#include "app/ui/widgets/hover_card.hpp"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/text.hpp"
#include "core/text/translate.hpp"

namespace normscope::ui {
namespace {

constexpr float kWidth = 320;  // points: some 50 characters a line
constexpr float kPadding = 14;

bool is_free(const Rect& card, const Rect& item) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const bool inside =
      card.x >= 0 && card.y >= 0 && card.x + card.w <= display.x && card.y + card.h <= display.y;
  const bool apart = card.x >= item.x + item.w || card.x + card.w <= item.x ||
                     card.y >= item.y + item.h || card.y + card.h <= item.y;
  return inside && apart;
}

// The place of the card: beside the column or below the small panel that contains the widget, so
// that its neighbours stay in sight too; else at a side of the widget; of a widget that fills the
// window, beside the pointer.
ImVec2 card_place(const Context& ui, const Rect& item) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const ImVec2 at = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  const float gap = ui.px(8);
  const float near = ui.px(24);
  const float w = std::min(std::max(ui.hover.width, ui.px(kWidth + 2 * kPadding)), display.x);
  const float h = std::min(ui.hover.height, display.y);
  const auto within = [](float from, float length, float room) {
    return std::clamp(from, 0.0F, std::max(0.0F, room - length));
  };
  const float x = within(item.x, w, display.x);
  const float y = within(item.y, h, display.y);
  std::vector<ImVec2> places;
  if (size.y > size.x && size.x < display.x / 2) {
    const ImVec2 right{at.x + size.x + gap, y};
    const ImVec2 left{at.x - gap - w, y};
    places = at.x > display.x / 2 ? std::vector{left, right} : std::vector{right, left};
  } else if (size.y < display.y / 2 && size.x < display.x * 0.75F) {
    places = {{x, at.y + size.y + gap}, {x, at.y - gap - h}};
  }
  places.insert(places.end(), {{x, item.y + item.h + gap},
                               {x, item.y - gap - h},
                               {item.x + item.w + gap, y},
                               {item.x - gap - w, y}});
  for (const ImVec2 place : places) {
    if (is_free({place.x, place.y, w, h}, item)) return place;
  }
  const float px = pointer.x + near + w <= display.x ? pointer.x + near : pointer.x - near - w;
  const float py = pointer.y + near + h <= display.y ? pointer.y + near : pointer.y - near - h;
  return {within(px, w, display.x), within(py, h, display.y)};
}

void draw_card(Context& ui, std::string_view id, const Rect& item,
               const std::function<void(std::string& title)>& draw) {
  const auto& colors = ui.theme.colors;
  const float padding = ui.px(kPadding);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(ui.theme.metrics.card_rounding));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(6), ui.px(6)});
  ImGui::PushStyleColor(ImGuiCol_PopupBg, imgui_color(colors.panel));
  ImGui::SetNextWindowPos(card_place(ui, item), ImGuiCond_Always);
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ui.px(kWidth));
  const ImVec2 top = ImGui::GetCursorScreenPos();
  std::string title;
  {
    // The plain font, whatever font the widget uses.
    const WithFont plain(ui, Face::kText, ui.theme.metrics.text);
    draw(title);
  }
  const ImVec2 end = {top.x + ImGui::GetWindowWidth() - 2 * padding, ImGui::GetCursorScreenPos().y};
  report(ui, {.id = "help", .text = title, .kind = "help", .value = std::string(id)}, top, end);
  ImGui::PopTextWrapPos();
  ui.hover.width = ImGui::GetWindowWidth();
  ui.hover.height = ImGui::GetWindowHeight();
  ImGui::EndTooltip();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(4);
}

void draw_help(Context& ui, const Help& help) {
  {
    const WithFont bold(ui, Face::kTextBold, ui.theme.metrics.text);
    line(ui, text::tr(help.title));
  }
  if (!help.what.empty()) paragraph(ui, text::tr(help.what));
  if (!help.formula.empty()) number(ui, text::tr(help.formula), Tone::kAccent);
  if (!help.tip.empty()) paragraph(ui, text::tr(help.tip), Tone::kMuted);
}

}  // namespace

void hover_card(Context& ui, std::string_view id, const Help& help, bool hovered) {
  const ImVec2 min = ImGui::GetItemRectMin();
  const ImVec2 size = ImGui::GetItemRectSize();
  hover_card(ui, id, help, hovered, {min.x, min.y, size.x, size.y});
}

void hover_card(Context& ui, std::string_view id, const Help& help, bool hovered,
                const Rect& widget) {
  hover_card(ui, id, hovered && !help.title.empty(), widget, [&](std::string& title) {
    title = text::tr(help.title);
    draw_help(ui, help);
  });
}

void hover_card(Context& ui, std::string_view id, bool hovered, const Rect& widget,
                const std::function<void(std::string& title)>& draw) {
  if (ui.hover.off || !hovered) return;
  ui.hover.touched = true;
  if (ui.hover.id != id) {
    ui.hover.forget();
    ui.hover.id = id;
    ui.hover.since = ui.time;
  }
  if (ui.hover.busy) ui.hover.quiet = true;
  if (ui.hover.quiet) {
    ui.hover.shown = false;
    return;
  }
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (!ui.hover.shown && (moved.x != 0 || moved.y != 0)) ui.hover.since = ui.time;
  const double due = ui.hover.since + kHoverDelay;
  if (ui.time < due) {
    ui.pacing.wake_at(due);
    return;
  }
  // The first frame of a card only measures it; ImGui does not show it yet.
  if (!std::exchange(ui.hover.shown, true)) ui.pacing.activity();
  draw_card(ui, id, widget, draw);
}

}  // namespace normscope::ui
