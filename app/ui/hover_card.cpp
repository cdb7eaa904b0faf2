// SPDX-License-Identifier: MIT
// The hover card.
#include "app/ui/hover_card.hpp"

#include <imgui.h>

#include <string>

#include "app/ui/area.hpp"
#include "app/ui/text.hpp"

namespace normscope::ui {
namespace {

// Seconds: long enough that a pointer on its way elsewhere opens nothing.
constexpr double kRest = 0.5;
constexpr float kWidth = 320;  // points: some 50 characters a line

void draw_card(Context& ui, std::string_view id, const Help& help) {
  const auto& colors = ui.theme.colors;
  const float padding = ui.px(14);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(ui.theme.metrics.card_rounding));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(6), ui.px(6)});
  ImGui::PushStyleColor(ImGuiCol_PopupBg, imgui_color(colors.panel));
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ui.px(kWidth));
  const ImVec2 top = ImGui::GetCursorScreenPos();
  {
    const WithFont bold(ui, Face::kTextBold, ui.theme.metrics.text);
    line(ui, help.title);
  }
  if (!help.what.empty()) paragraph(ui, help.what);
  if (!help.formula.empty()) number(ui, help.formula, Tone::kAccent);
  if (!help.attempt.empty()) {
    paragraph(ui, "Try: " + std::string(help.attempt), Tone::kMuted);
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
  const double due = ui.hover.since + kRest;
  if (ui.time < due) {
    ui.pacing.wake_at(due);
  } else {
    draw_card(ui, id, help);
  }
}

}  // namespace normscope::ui
