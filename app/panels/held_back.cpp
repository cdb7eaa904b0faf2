// SPDX-License-Identifier: MIT
#include "app/panels/held_back.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <string>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/hover_card.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using workspace::kHeldBack;

namespace {

constexpr std::string_view kShowAll = tr_later("Show all steps");
constexpr ui::Help kHeldBackHelp{tr_later("A later step"), kHeldBack, "",
                                 tr_later("\"Show all steps\" in the Lesson menu shows it now.")};
constexpr ui::Help kShowAllHelp{tr_later("Show all steps"),
                                tr_later("The stage shows what the lesson comes to later, until "
                                         "the lesson goes on to another step."),
                                "", ""};

}  // namespace

void draw_held_back(ui::Context& ui, std::string_view id, ImVec2 min, ImVec2 max) {
  const auto& colors = ui.theme.colors;
  ui::draw_box(ui, min, max, colors.background, colors.border, ui.px(3));
  {
    const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.text);
    ui::draw_text(min, max, "?", colors.muted, ui::Align::kCenter);
  }
  ui::report(ui, {.id = std::string(id), .text = tr(kHeldBack), .kind = "held back"}, min, max);
  const bool hovered = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(min, max);
  ui::hover_card(ui, id, kHeldBackHelp, hovered, {min.x, min.y, max.x - min.x, max.y - min.y});
}

void note_held_back(ui::Context& ui, workspace::Workspace& workspace, std::string_view part) {
  const std::string sentence = fmt::format("{}/held-back", part);
  const float both = ui::text_width(tr(kHeldBack)) + ui::text_width(tr(kShowAll)) + ui.px(16);
  if (both <= ImGui::GetContentRegionAvail().x) {
    ui::line(ui, tr(kHeldBack), ui::Tone::kMuted, sentence);
    ui::beside(ui);
  } else {
    ui::paragraph(ui, tr(kHeldBack), ui::Tone::kMuted, sentence);
  }
  if (ui::link(ui, fmt::format("{}/reveal", part), tr(kShowAll), {.help = kShowAllHelp})) {
    show_all_cards(workspace);
    ui.pacing.activity();
  }
}

}  // namespace normscope::panels
