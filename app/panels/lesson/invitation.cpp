// SPDX-License-Identifier: MIT
#include "app/panels/lesson/invitation.hpp"

#include <imgui.h>

#include <algorithm>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

namespace {

// In points.
constexpr float kBar = 3;  // at the left
constexpr float kInset = 14;
constexpr float kPadding = 10;
constexpr float kBelowWords = 2;  // and what stands between two widgets
constexpr float kButtonWidth = 110;

}  // namespace

bool awaits_run(const workspace::Workspace& workspace, int step) {
  if (workspace.cells == nullptr) return false;
  return std::ranges::any_of(workspace.cells->cells, [step](const auto& cell) {
    return cell.first.step == step && cell.second->state == cells::CellState::kHeld;
  });
}

void draw_invitation(ui::Context& ui, workspace::Workspace& workspace) {
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float right = min.x + ImGui::GetContentRegionAvail().x;
  draw->ChannelsSplit(2);  // its ground has the height of what stands on it
  draw->ChannelsSetCurrent(1);
  ui::space(ui, kPadding);
  ImGui::Indent(ui.px(kInset));
  // Who opened the file by Enter, or turned the page, does not run it by another Enter.
  if (has_next_step(workspace) && ui.focus.entering()) ui.focus.enter("lesson/next");
  if (ui::button(ui, "lesson/run", tr("Run"), ui::ButtonLook::kPrimary,
                 {.help = kRunHelp, .width = kButtonWidth})) {
    workspace.send(workspace::RunCellsAgain{});
  }
  ImGui::PushTextWrapPos(ImGui::GetContentRegionMax().x - ui.px(kInset));
  ui::paragraph(
      ui,
      tr("This file is new to this computer: nothing of it has run. \"Run\" runs its cells, which "
         "read none of your files and reach no network. \"Next\" only turns the page."),
      ui::Tone::kText, "lesson/new");
  ImGui::PopTextWrapPos();
  ImGui::Unindent(ui.px(kInset));
  ui::space(ui, kBelowWords);
  const ImVec2 max{right, ImGui::GetCursorScreenPos().y};
  draw->ChannelsSetCurrent(0);
  const auto& colors = ui.theme.colors;
  draw->AddRectFilled(min, max, ui::imgui_color(colors.raised), ui.px(ui.theme.metrics.rounding));
  draw->AddRectFilled(min, {min.x + ui.px(kBar), max.y}, ui::imgui_color(colors.accent));
  draw->ChannelsMerge();
  ui::space(ui, kPadding);
}

}  // namespace normscope::panels
