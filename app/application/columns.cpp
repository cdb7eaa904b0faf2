// SPDX-License-Identifier: MIT
#include "app/application/columns.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "app/ui/actions/actions.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using ui::Context;

namespace {

// In points.
constexpr float kStagePadding = 12;  // and of the figure
constexpr float kTurn = 98;          // width of a part's name
constexpr float kBelowMenus = 4;
constexpr double kWidestLesson = 520;          // unless it is dragged: lines of some 70 characters
constexpr double kLessonShare = 400.0 / 1280;  // of the window's width
constexpr double kStageBesideCode = 560;

}  // namespace

void Columns::draw_region(Context& ui, std::string_view id, float height, ui::Ground ground,
                          const std::function<void()>& draw) const {
  ui.focus.begin_region(id);
  {
    // The stage's bars stay while its sheet or cards scroll.
    const bool stage = id == "stage";
    const bool padded = stage || id == "figure";
    const ui::Region region(ui, id, {0, height},
                            {.ground = ground,
                             .scroll = stage ? ui::Scroll::kNone : ui::Scroll::kVertical,
                             .padding = padded ? kStagePadding : -1});
    if (to_top_) ImGui::SetScrollY(0);
    if (region) draw();
  }
  ui.focus.end_region();
}

void Columns::draw(Context& ui, float height, StageHeights stage, const Panels& panels) {
  const float top = ImGui::GetCursorPosY();
  if (panels.start) {
    draw_region(ui, "start", height, ui::Ground::kPanel, panels.start);
    ImGui::SetCursorPos({0, top + height});
    to_top_ = false;
    return;
  }
  stage_ = stage;
  const auto width = static_cast<double>(ImGui::GetIO().DisplaySize.x / ui.scale);
  const bool three = width >= kThreeColumns;
  // A lesson that begins comes forward.
  const bool has_lesson = panels.lesson != nullptr;
  if (has_lesson && !std::exchange(had_lesson_, has_lesson)) inspector_shown_ = false;
  had_lesson_ = has_lesson;
  follow_focus(ui);

  if (three) {
    const double inspector = inspector_width_.value_or(has_lesson ? kFewControls : kInspectorWidth);
    const double right = panels.inspector ? inspector : 0;
    if (has_lesson) draw_lesson(ui, width, width - right, height, panels);
    draw_middle(ui, height, right, panels, false);
    if (panels.inspector) draw_inspector(ui, height, inspector, panels);
  } else {
    // A lesson speaks of what is beside it; without one, a sheet needs the width for itself.
    const bool alone = width < kTwoColumns && !has_lesson && panels.inspector;
    if (!alone && (has_lesson || panels.inspector)) {
      side_width_ =
          draw_side(ui, "side", side_width_, kSideWidth, height, [&] { draw_turns(ui, panels); });
    }
    draw_middle(ui, height, 0, panels, alone);
  }
  ImGui::SetCursorPos({0, top + height});
  to_top_ = false;
}

// What takes the focus comes forward.
void Columns::follow_focus(const Context& ui) {
  const bool asked = !ui.focus.asked().empty();
  const std::string& id = asked ? ui.focus.asked() : ui.focus.id();
  if (!asked && !ui.focus.awaits(id)) return;
  if (id.starts_with("inspector/")) {
    inspector_shown_ = true;
    part_ = Part::kInspector;
  } else if (id.starts_with("stage/")) {
    part_ = Part::kStage;
  }
}

// `room` is what the inspector leaves of the window, in points. Code takes what its lines need, as
// far as the stage keeps a sheet.
void Columns::draw_lesson(Context& ui, double window, double room, float height,
                          const Panels& panels) {
  const double prose = std::round(std::clamp(window * kLessonShare, kLessonWidth, kWidestLesson));
  const double code = std::round(std::min(panels.code_width, room - kStageBesideCode));
  const double suits = std::max(prose, code);
  const double width = lesson_width_.value_or(suits);
  const double moved = draw_side(ui, "lesson", width, suits, height, panels.lesson);
  // A double click, which brings back the width that suits, lets it follow the window again.
  if (moved != width) lesson_width_ = moved == suits ? std::nullopt : std::optional(moved);
}

// Returns the width, which may have been dragged to another one.
double Columns::draw_side(Context& ui, std::string_view id, double width, double initial,
                          float height, const std::function<void()>& draw) {
  ui.focus.begin_region(id, ui::Focus::Gone::kHandedOn);
  {
    const ui::Region region(ui, id, {ui.px(static_cast<float>(width)), height},
                            {.scroll = ui::Scroll::kNone});
    if (region) draw();
  }
  ui.focus.end_region();
  ImGui::SameLine(0, 0);
  const double moved =
      ui::splitter(ui, fmt::format("split/{}", id), ui::Axis::kHorizontal, width,
                   {.low = 240, .high = 960, .initial = initial, .length = height});
  ImGui::SameLine(0, 0);
  return moved;
}

void Columns::draw_turns(Context& ui, const Panels& panels) {
  if (panels.lesson && panels.inspector) {
    const std::array<std::string_view, 2> sides = {tr("Lesson"), tr("Inspector")};
    const auto chosen =
        ui::segments(ui, "side/choose", sides, inspector_shown_ ? 1U : 0U,
                     {.help = {tr_later("This column"), tr_later("The lesson or the settings.")}});
    if (chosen) inspector_shown_ = *chosen == 1;
    ui::space(ui, 8);
  }
  if (panels.lesson && !(panels.inspector && inspector_shown_)) {
    // As in a wide window, where the lesson has the column for itself.
    ui.focus.begin_region("lesson", ui::Focus::Gone::kHandedOn);
    panels.lesson();
    return;
  }
  const ui::Region content(ui, "side/content", {0, 0}, {.ground = ui::Ground::kNone, .padding = 0});
  if (to_top_) ImGui::SetScrollY(0);
  if (content) panels.inspector();
}

void Columns::draw_inspector(Context& ui, float height, double width, const Panels& panels) {
  ImGui::SameLine(0, 0);
  const double suits = panels.lesson ? kFewControls : kInspectorWidth;
  const double moved = ui::splitter(ui, "split/inspector", ui::Axis::kHorizontal, width,
                                    {.low = kFewControls,
                                     .high = 560,
                                     .initial = suits,
                                     .grows_backward = true,
                                     .length = height});
  if (moved != width) inspector_width_ = moved == suits ? std::nullopt : std::optional(moved);
  ImGui::SameLine(0, 0);
  draw_region(ui, "inspector", height, ui::Ground::kPanel, panels.inspector);
}

// `right` is the width in points of the columns to its right; `alone`: there is no other column,
// and the inspector takes turns with the stage.
void Columns::draw_middle(Context& ui, float height, double right, const Panels& panels,
                          bool alone) {
  const bool low = static_cast<double>(height / ui.scale) < kStageAndFigure;
  const bool turns = alone || (low && panels.figure);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float head = turns ? choose_part(ui, panels, low, alone) : 0;
  ImGui::SetCursorScreenPos({from.x, from.y + head});
  const float split = ui.px(ui::kSplitterPoints);
  const ui::Region middle(
      ui, "middle", {right > 0 ? -ui.px(static_cast<float>(right)) - split : 0, height - head},
      {.ground = ui::Ground::kNone, .scroll = ui::Scroll::kNone, .padding = 0});
  if (!middle) return;
  if (turns && part_ == Part::kInspector) {
    draw_region(ui, "inspector", 0, ui::Ground::kPanel, panels.inspector);
  } else if (turns && low) {
    draw_one_part(ui, panels);
  } else {
    draw_stage(ui, height - head, panels);
  }
}

// The stage with the figure below it.
void Columns::draw_stage(Context& ui, float height, const Panels& panels) {
  if (panels.figure) {
    draw_stage_above_figure(ui, height, panels);
  } else {
    draw_region(ui, "stage", 0, ui::Ground::kNone, panels.stage);
  }
}

// The figure's height beside the stage, in points: it gives way to the rows of the sheet, and only
// its controls stay where what is left would be too low for a figure.
double Columns::figure_height(double height) const {
  const double most = std::max(kFigureHeight, height * kFigureShare);
  if (stage_.figure > 0) {
    const double least = std::max(stage_.figure, kLeastFigure);
    return std::clamp(height - stage_.wanted, least, std::max(least, most));
  }
  const double suits = std::clamp(height - stage_.wanted, kLeastFigure, most);
  const double left = height - stage_.tight;
  if (left >= suits) return suits;
  return left >= kLowFigure ? left : kFigureBar;
}

void Columns::draw_stage_above_figure(Context& ui, float height, const Panels& panels) {
  const float split = ui.px(ui::kSplitterPoints);
  const double suits = figure_height(static_cast<double>((height - split) / ui.scale));
  const double wanted = figure_height_.value_or(suits);
  // The stage keeps this height even in a very low window.
  const float least = std::min(ui.px(160), height / 2);
  const float figure = std::min(ui.px(static_cast<float>(wanted)), height - least - split);
  const float stage = height - figure - split;
  draw_region(ui, "stage", stage, ui::Ground::kNone, panels.stage);
  ImGui::SetCursorPos({0, stage});
  const double moved =
      ui::splitter(ui, "split/figure", ui::Axis::kVertical, wanted,
                   {.low = kFigureBar, .high = 900, .initial = suits, .grows_backward = true});
  if (moved != wanted) figure_height_ = moved;
  ImGui::SetCursorPos({0, stage + split});
  draw_region(ui, "figure", figure, ui::Ground::kPanel, panels.figure);
}

// Returns the height that the choice takes from the middle.
float Columns::choose_part(Context& ui, const Panels& panels, bool low, bool alone) {
  std::vector<Part> parts;
  std::vector<std::string_view> labels;
  const auto add = [&](Part part, std::string_view label) {
    parts.push_back(part);
    labels.push_back(label);
  };
  add(Part::kStage, tr("Numbers"));
  if (low && panels.figure) add(Part::kFigure, tr("Figure"));
  if (alone) add(Part::kInspector, tr("Operation"));
  if (std::ranges::find(parts, part_) == parts.end()) part_ = Part::kStage;
  // A low window keeps its height for numbers: the choice stands at the right of the menus.
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float control = ui.px(ui.theme.metrics.control);
  const float padding = ui.px(kStagePadding);
  const float most = ui.px(kTurn) * static_cast<float>(parts.size());
  const float room = ImGui::GetIO().DisplaySize.x - ui::menus_width(ui) - 2 * padding;
  float least = 0;
  for (const std::string_view label : labels) least += ui::button_width(ui, label);
  const bool beside_menus = alone && low && room >= least;
  const float width = beside_menus ? std::min(room, most) : most;
  const float left = ImGui::GetIO().DisplaySize.x - width - padding;
  const float above = from.y - ui.px(kBelowMenus) - control;
  ImGui::SetCursorScreenPos(beside_menus ? ImVec2{left, above}
                                         : ImVec2{from.x + padding, from.y + padding});
  const ui::Region head(ui, "middle/head", {width, control},
                        {.ground = ui::Ground::kNone, .scroll = ui::Scroll::kNone, .padding = 0});
  const auto at = static_cast<std::size_t>(std::ranges::find(parts, part_) - parts.begin());
  const auto chosen = ui::segments(
      ui, "middle/choose", labels, at,
      {.help = {tr_later("What is shown"), tr_later("The steps or what goes with them.")},
       .width = width / ui.scale});
  if (chosen) part_ = parts[*chosen];
  return beside_menus ? 0 : std::round(control + 2 * padding);
}

void Columns::draw_one_part(Context& ui, const Panels& panels) {
  switch (part_) {
    case Part::kStage:
    case Part::kInspector:
      draw_region(ui, "stage", 0, ui::Ground::kNone, panels.stage);
      break;
    case Part::kFigure:
      draw_region(ui, "figure", 0, ui::Ground::kPanel, panels.figure);
      break;
  }
}

void Columns::present(Context& ui, const Panels& panels, double figure) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const auto wanted = static_cast<float>(std::max(figure, kLeastFigure));
  const float below = panels.figure ? std::min(ui.px(wanted), window.y / 2) : 0;
  if (panels.lesson) {
    ui.focus.begin_region("lesson", ui::Focus::Gone::kHandedOn);
    {
      const ui::Region lesson(ui, "lesson", {window.x * kPresentedLesson, window.y},
                              {.scroll = ui::Scroll::kNone});
      if (lesson) panels.lesson();
    }
    ui.focus.end_region();
    ImGui::SameLine(0, 0);
  }
  const ui::Region middle(ui, "middle", {0, window.y},
                          {.ground = ui::Ground::kNone, .scroll = ui::Scroll::kNone, .padding = 0});
  ui.focus.begin_region("stage");
  {
    const ui::Region stage(ui, "stage", {0, window.y - below},
                           {.ground = ui::Ground::kNone, .scroll = ui::Scroll::kNone});
    if (stage) panels.stage();
  }
  ui.focus.end_region();
  if (!panels.figure) return;
  ImGui::SetCursorPos({0, window.y - below});
  ui.focus.begin_region("figure");
  {
    const ui::Region region(ui, "figure", {0, below}, {.padding = kStagePadding});
    if (region) panels.figure();
  }
  ui.focus.end_region();
}

}  // namespace normscope::application
