// SPDX-License-Identifier: MIT
#include "app/panels/start/recent_row.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/hover_card.hpp"
#include "app/ui/widgets/text.hpp"

namespace normscope::panels {

using ui::Context;
using workspace::Workspace;

namespace {

// In points.
constexpr float kRecentWidth = 190;  // at least
constexpr float kRecentHeight = 46;
constexpr float kRecentGap = 12;
constexpr float kRecentPadding = 10;

void draw_recent_card(Context& ui, Workspace& workspace, std::size_t at, float width) {
  const workspace::RecentFile& file = workspace.recent[at];
  const std::string id = fmt::format("welcome/recent/{}", at);
  const std::string name = file.path.filename().string();
  const std::string folder = file.path.parent_path().filename().string();
  const std::string about =
      file.gone ? std::string("not there any more") : fmt::format("{}, {}", folder, file.used);
  const ui::Area here =
      ui::area(ui, id, {width, ui.px(kRecentHeight)},
               {.text = name, .kind = "button", .value = about}, {.enabled = !file.gone});
  const auto& colors = ui.theme.colors;
  const bool lit = here.hovered && !file.gone;
  ui::draw_box(ui, here.min, here.max, lit ? colors.hover : colors.raised,
               lit ? colors.accent : colors.border, ui.px(ui.theme.metrics.rounding));
  const float left = here.min.x + ui.px(kRecentPadding);
  const float right = here.max.x - ui.px(kRecentPadding);
  const float middle = (here.min.y + here.max.y) / 2;
  ui::draw_text({left, here.min.y + ui.px(5)}, {right, middle + ui.px(1)}, name,
                file.gone ? colors.muted : colors.text, ui::Align::kLeft);
  const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
  ui::draw_text({left, middle}, {right, here.max.y - ui.px(4)}, about, colors.muted,
                ui::Align::kLeft);
  ui::draw_focus_ring(ui, here, ui.px(ui.theme.metrics.rounding));
  const std::string path = file.path.string();
  ui::hover_card(ui, id, {.title = name, .what = path}, here.hovered);
  if (lit) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (here.activated) workspace.send(workspace::OpenListed{file.path});
}

}  // namespace

void draw_recent_row(Context& ui, Workspace& workspace, float room) {
  if (workspace.recent.empty()) return;
  const float gap = ui.px(kRecentGap);
  const auto fitting =
      static_cast<std::size_t>(std::max(1.0F, (room + gap) / (ui.px(kRecentWidth) + gap)));
  const float width = (room + gap) / static_cast<float>(fitting) - gap;
  ui::caption(ui, "Recent files", "welcome/recent");
  for (std::size_t i = 0; i < std::min(fitting, workspace.recent.size()); ++i) {
    if (i > 0) ui::beside(ui, kRecentGap);
    draw_recent_card(ui, workspace, i, std::floor(width));
  }
}

}  // namespace normscope::panels
