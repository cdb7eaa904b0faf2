// SPDX-License-Identifier: MIT
// The hover card.
#include "app/ui/widgets/hover_card.hpp"

#include <imgui.h>

#include <algorithm>
#include <string>

#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/text.hpp"

namespace normscope::ui {
namespace {

// The delay in seconds before a card is shown, so that a passing pointer opens none.
constexpr double kHoverDelay = 0.5;
constexpr float kWidth = 320;  // points: some 50 characters a line
constexpr float kPadding = 14;

// Places the hover card beside the column, or below the card, that contains the widget, so that
// neither the widget nor its neighbours are covered.
void place_card(const Context& ui, const Rect& item) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImVec2 at = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  const float gap = ui.px(8);
  const bool column = size.y > size.x && size.x < display.x / 2;
  if (column) {
    const bool low = item.y + item.h / 2 > display.y / 2;
    const bool leftward = at.x > display.x / 2;
    ImGui::SetNextWindowPos(
        {leftward ? at.x - gap : at.x + size.x + gap, low ? item.y + item.h : item.y},
        ImGuiCond_Always, {leftward ? 1.0F : 0.0F, low ? 1.0F : 0.0F});
    return;
  }
  const bool card = size.y < display.y / 2 && size.x < display.x * 0.75F;
  const float above = card ? at.y : item.y;
  const float below = card ? at.y + size.y : item.y + item.h;
  const float width = ui.px(kWidth + 2 * kPadding);
  const float x = std::clamp(item.x, 0.0F, std::max(0.0F, display.x - width));
  const bool low = above > display.y - below;
  ImGui::SetNextWindowPos({x, low ? above - gap : below + gap}, ImGuiCond_Always,
                          {0, low ? 1.0F : 0.0F});
}

void draw_card(Context& ui, std::string_view id, const Help& help) {
  const ImVec2 item_min = ImGui::GetItemRectMin();
  const ImVec2 item_size = ImGui::GetItemRectSize();
  const Rect item{item_min.x, item_min.y, item_size.x, item_size.y};
  const auto& colors = ui.theme.colors;
  const float padding = ui.px(kPadding);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(ui.theme.metrics.card_rounding));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(6), ui.px(6)});
  ImGui::PushStyleColor(ImGuiCol_PopupBg, imgui_color(colors.panel));
  place_card(ui, item);
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ui.px(kWidth));
  const ImVec2 top = ImGui::GetCursorScreenPos();
  {
    const WithFont bold(ui, Face::kTextBold, ui.theme.metrics.text);
    line(ui, help.title);
  }
  {
    // The plain font, whatever font the widget uses.
    const WithFont plain(ui, Face::kText, ui.theme.metrics.text);
    if (!help.what.empty()) paragraph(ui, help.what);
    if (!help.formula.empty()) number(ui, help.formula, Tone::kAccent);
    if (!help.attempt.empty()) {
      paragraph(ui, "Try: " + std::string(help.attempt), Tone::kMuted);
    }
  }
  const ImVec2 end = {top.x + ImGui::GetWindowWidth() - 2 * padding, ImGui::GetCursorScreenPos().y};
  report(ui,
         {.id = "help", .text = std::string(help.title), .kind = "help", .value = std::string(id)},
         top, end);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(4);
}

}  // namespace

void hover_card(Context& ui, std::string_view id, const Help& help, bool hovered) {
  if (!hovered || help.title.empty()) return;
  ui.hover.touched = true;
  if (ui.hover.id != id) {
    ui.hover.id = id;
    ui.hover.since = ui.time;
  }
  const double due = ui.hover.since + kHoverDelay;
  if (ui.time < due) {
    ui.pacing.wake_at(due);
  } else {
    draw_card(ui, id, help);
  }
}

}  // namespace normscope::ui
