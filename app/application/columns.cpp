// SPDX-License-Identifier: MIT
#include "app/application/columns.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::application {

using ui::Context;

namespace {

constexpr float kStagePadding = 12;  // points, and of the figure

void draw_region(Context& ui, std::string_view id, float height, ui::Ground ground,
                 const std::function<void()>& draw) {
  // The stage's bars stay while its sheet or cards scroll.
  const bool stage = id == "stage";
  const ui::Region region(ui, id, {0, height},
                          {.ground = ground,
                           .scroll = stage ? ui::Scroll::kNone : ui::Scroll::kVertical,
                           .padding = id == "inspector" ? -1 : kStagePadding});
  if (region) draw();
}

}  // namespace

void Columns::draw(Context& ui, float height, double stage_height, const Panels& panels) {
  stage_height_ = stage_height;
  const float top = ImGui::GetCursorPosY();
  const bool three = static_cast<double>(ImGui::GetIO().DisplaySize.x / ui.scale) >= kThreeColumns;
  if (three) {
    draw_side(ui, "lesson", lesson_width_, kLessonWidth, height, panels.lesson);
    draw_middle(ui, height, inspector_width_, panels);
    draw_inspector(ui, height, panels);
  } else {
    draw_side(ui, "side", side_width_, kSideWidth, height, [&] { draw_turns(ui, panels); });
    draw_middle(ui, height, 0, panels);
  }
  ImGui::SetCursorPos({0, top + height});
}

void Columns::draw_side(Context& ui, std::string_view id, double& width, double initial,
                        float height, const std::function<void()>& draw) {
  {
    const ui::Region region(ui, id, {ui.px(static_cast<float>(width)), height},
                            {.scroll = ui::Scroll::kNone});
    if (region) draw();
  }
  ImGui::SameLine(0, 0);
  width = ui::splitter(ui, fmt::format("split/{}", id), ui::Axis::kHorizontal, width,
                       {.low = 240, .high = 640, .initial = initial, .length = height});
  ImGui::SameLine(0, 0);
}

void Columns::draw_turns(Context& ui, const Panels& panels) {
  constexpr std::array<std::string_view, 2> kSides = {"Lesson", "Inspector"};
  const auto chosen = ui::segments(ui, "side/choose", kSides, inspector_shown_ ? 1U : 0U,
                                   {.help = {"This column", "The lesson or the settings."}});
  if (chosen) inspector_shown_ = *chosen == 1;
  ui::space(ui, 8);
  if (!inspector_shown_) {
    panels.lesson();
    return;
  }
  const ui::Region content(ui, "side/content", {0, 0}, {.ground = ui::Ground::kNone, .padding = 0});
  if (content) panels.inspector();
}

void Columns::draw_inspector(Context& ui, float height, const Panels& panels) {
  ImGui::SameLine(0, 0);
  inspector_width_ = ui::splitter(ui, "split/inspector", ui::Axis::kHorizontal, inspector_width_,
                                  {.low = 280,
                                   .high = 560,
                                   .initial = kInspectorWidth,
                                   .grows_backward = true,
                                   .length = height});
  ImGui::SameLine(0, 0);
  draw_region(ui, "inspector", height, ui::Ground::kPanel, panels.inspector);
}

// `right` is the width in points of the columns to its right.
void Columns::draw_middle(Context& ui, float height, double right, const Panels& panels) {
  const float split = ui.px(ui::kSplitterPoints);
  const ui::Region middle(
      ui, "middle", {right > 0 ? -ui.px(static_cast<float>(right)) - split : 0, height},
      {.ground = ui::Ground::kBackground, .scroll = ui::Scroll::kNone, .padding = 0});
  if (!middle) return;
  if (static_cast<double>(height / ui.scale) < kStageAndFigure) {
    draw_stage_or_figure(ui, panels);
  } else {
    draw_stage_above_figure(ui, height, panels);
  }
}

void Columns::draw_stage_above_figure(Context& ui, float height, const Panels& panels) {
  const float split = ui.px(ui::kSplitterPoints);
  const double rest = static_cast<double>((height - split) / ui.scale) - stage_height_;
  const double suits = std::clamp(rest, kLeastFigure, kFigureHeight);
  const double wanted = figure_height_.value_or(suits);
  // The stage keeps this height even in a very low window.
  const float least = std::min(ui.px(160), height / 2);
  const float figure = std::min(ui.px(static_cast<float>(wanted)), height - least - split);
  const float stage = height - figure - split;
  draw_region(ui, "stage", stage, ui::Ground::kBackground, panels.stage);
  ImGui::SetCursorPos({0, stage});
  const double moved =
      ui::splitter(ui, "split/figure", ui::Axis::kVertical, wanted,
                   {.low = 120, .high = 900, .initial = suits, .grows_backward = true});
  if (moved != wanted) figure_height_ = moved;
  ImGui::SetCursorPos({0, stage + split});
  draw_region(ui, "figure", figure, ui::Ground::kPanel, panels.figure);
}

void Columns::draw_stage_or_figure(Context& ui, const Panels& panels) {
  {
    const ui::Region head(
        ui, "middle/head", {0, ui.px(2 * 12 + ui.theme.metrics.control)},
        {.ground = ui::Ground::kBackground, .scroll = ui::Scroll::kNone, .padding = 12});
    constexpr std::array<std::string_view, 2> kParts = {"Numbers", "Figure"};
    const auto chosen =
        ui::segments(ui, "middle/choose", kParts, figure_shown_ ? 1U : 0U,
                     {.help = {"What is shown", "The steps or their figure."}, .width = 240});
    if (chosen) figure_shown_ = *chosen == 1;
  }
  if (figure_shown_) {
    draw_region(ui, "figure", 0, ui::Ground::kPanel, panels.figure);
  } else {
    draw_region(ui, "stage", 0, ui::Ground::kBackground, panels.stage);
  }
}

}  // namespace normscope::application
