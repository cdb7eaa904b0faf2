// SPDX-License-Identifier: MIT
#include "app/laboratory/laboratory.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/document/session.hpp"
#include "app/lessons/loader.hpp"
#include "app/panels/figure_panel.hpp"
#include "app/panels/inspector_panel.hpp"
#include "app/panels/lesson_panel.hpp"
#include "app/panels/stage_panel.hpp"
#include "app/ui/layout.hpp"
#include "app/ui/text.hpp"
#include "app/ui/widgets.hpp"

namespace normscope::laboratory {

using ui::Context;

base::Expected<std::unique_ptr<Laboratory>> Laboratory::create(Surroundings surroundings) {
  auto lessons = lessons::builtin_lessons();
  if (!lessons) return tl::unexpected(lessons.error());
  return std::unique_ptr<Laboratory>(new Laboratory(std::move(surroundings), *std::move(lessons)));
}

Laboratory::Laboratory(Surroundings surroundings, std::vector<lessons::Lesson> lessons)
    : surroundings_(std::move(surroundings)),
      workspace_{.history = document::History(document::welcome_document()),
                 .figures = std::make_unique<panels::FigureMaker>(surroundings_.wake)},
      panels_{panels::lesson_panel(), panels::stage_panel(), panels::figure_panel(),
              panels::inspector_panel()},
      worker_(surroundings_.wake) {
  workspace_.lessons = std::move(lessons);
  add_actions();
}

base::Expected<void> Laboratory::open(const std::filesystem::path& path) {
  auto opened = open_file(path);
  if (!opened) return tl::unexpected(opened.error());
  if (opened->lesson) {
    // A lesson with the id of one that is here takes its place: it was edited.
    std::erase_if(workspace_.lessons,
                  [&](const lessons::Lesson& lesson) { return lesson.id == opened->lesson->id; });
    workspace_.lessons.push_back(*std::move(opened->lesson));
  }
  workspace_.history.reset(std::move(opened->document));
  workspace_.grids.clear();
  workspace_.trouble.reset();
  file_ = std::move(opened->session);
  notice_ = fmt::format("opened {}", path.filename().string());
  return {};
}

void Laboratory::open_or_say(const std::filesystem::path& path) {
  const auto opened = open(path);
  if (!opened) workspace_.trouble = opened.error();
}

void Laboratory::draw(Context& ui) {
  const std::uint64_t revision = workspace_.history.revision();
  worker_.request(workspace_.document(), revision);
  workspace_.show(worker_.latest());
  notice_waiting(ui);

  const float top = ui::menu_bar(ui, actions_);
  const float height = ImGui::GetIO().DisplaySize.y - top - ui::status_bar_height(ui);
  ImGui::SetCursorPos({0, top});
  draw_columns(ui, height);
  draw_status(ui);
  draw_dialogs(ui);
  ui::shortcut_list(ui, actions_, shortcuts_);
  actions_.handle_keys(ui);

  // What the panels changed in this frame is shown in the next.
  if (workspace_.history.revision() != revision) ui.pacing.activity();
}

// What takes a moment only must not flicker: an older result is greyed after a while.
void Laboratory::notice_waiting(Context& ui) {
  constexpr double kPatience = 0.15;
  if (!worker_.busy()) {
    waiting_since_.reset();
  } else if (!waiting_since_) {
    waiting_since_ = ui.time;
    notice_.clear();
  }
  workspace_.waiting = waiting_since_ && ui.time - *waiting_since_ >= kPatience;
  if (waiting_since_ && !workspace_.waiting) ui.pacing.wake_at(*waiting_since_ + kPatience);
}

void Laboratory::draw_columns(Context& ui, float height) {
  const float top = ImGui::GetCursorPosY();
  {
    const ui::Region lesson(ui, "lesson", {ui.px(static_cast<float>(lesson_width_)), height},
                            {.scroll = ui::Scroll::kNone});
    if (lesson) panels_[0].draw(ui, workspace_);
  }
  ImGui::SameLine(0, 0);
  lesson_width_ =
      ui::splitter(ui, "split/lesson", ui::Axis::kHorizontal, lesson_width_,
                   {.low = 240, .high = 640, .initial = kLessonWidth, .length = height});
  ImGui::SameLine(0, 0);
  draw_middle(ui, height);
  ImGui::SameLine(0, 0);
  inspector_width_ = ui::splitter(ui, "split/inspector", ui::Axis::kHorizontal, inspector_width_,
                                  {.low = 280,
                                   .high = 560,
                                   .initial = kInspectorWidth,
                                   .grows_backward = true,
                                   .length = height});
  ImGui::SameLine(0, 0);
  {
    const ui::Region inspector(ui, "inspector", {0, height});
    if (inspector) panels_[3].draw(ui, workspace_);
  }
  ImGui::SetCursorPos({0, top + height});
}

void Laboratory::draw_middle(Context& ui, float height) {
  const float split = ui.px(ui::kSplitterPoints);
  const float right = ui.px(static_cast<float>(inspector_width_)) + split;
  const ui::Region middle(
      ui, "middle", {-right, height},
      {.ground = ui::Ground::kBackground, .scroll = ui::Scroll::kNone, .padding = 0});
  if (!middle) return;
  // However low the window, the stage keeps some room.
  const float least = std::min(ui.px(160), height / 2);
  const float figure = std::min(ui.px(static_cast<float>(figure_height_)), height - least - split);
  const float stage_height = height - figure - split;
  {
    const ui::Region stage(ui, "stage", {0, stage_height}, {.ground = ui::Ground::kBackground});
    if (stage) {
      panels::inputs_bar(ui, workspace_, inputs_);
      ui::space(ui, 8);
      panels_[1].draw(ui, workspace_);
    }
  }
  ImGui::SetCursorPos({0, stage_height});
  figure_height_ =
      ui::splitter(ui, "split/figure", ui::Axis::kVertical, figure_height_,
                   {.low = 120, .high = 900, .initial = kFigureHeight, .grows_backward = true});
  ImGui::SetCursorPos({0, stage_height + split});
  const ui::Region figures(ui, "figure", {0, figure}, {.scroll = ui::Scroll::kNone});
  if (figures) panels_[2].draw(ui, workspace_);
}

void Laboratory::draw_status(Context& ui) {
  std::vector<ui::StatusCell> cells;
  const tensor::Shape shape =
      workspace_.document().inputs[workspace_.document().input].values.shape();
  cells.push_back({"batch",
                   fmt::format("batch {}", fmt::join(shape, " \xc3\x97 ")),
                   ui::Tone::kMuted,
                   {"Batch", "The shape of the input."}});
  if (workspace_.shown && workspace_.shown->result) {
    const compute::Result& result = *workspace_.shown->result;
    cells.push_back({"device",
                     fmt::format("{}, {:.2f} ms", result.device, result.kernel_seconds * 1e3),
                     ui::Tone::kMuted,
                     {"Device", "What computed the output, and how long it took."}});
    const bool all = workspace_.shown->groups_checked == workspace_.shown->groups;
    cells.push_back(
        {"error",
         fmt::format("largest difference to reference {:.2g} ULP{}", workspace_.shown->error.ulps,
                     all ? "" : fmt::format(" (of {} groups)", workspace_.shown->groups_checked)),
         ui::Tone::kMuted,
         {"Difference to the reference",
          "Every output is compared with the same operation in double precision, in units of the "
          "last place of float32."}});
  }
  if (workspace_.waiting) {
    cells.push_back({"busy", "computing", ui::Tone::kAccent, {}});
  }
  if (workspace_.trouble) {
    cells.push_back({"trouble", workspace_.trouble->sentence, ui::Tone::kError, {}});
  } else if (!notice_.empty()) {
    cells.push_back({"notice", notice_, ui::Tone::kMuted, {}});
  }
  ui::status_bar(ui, cells);
}

bool Laboratory::may_close() {
  if (may_close_ || !workspace_.history.changed_since_saved()) return true;
  asking_ = Asking::kClose;
  opening_ = true;
  return false;
}

std::string Laboratory::title() const {
  const std::string name = file_ ? file_->filename().string() : "Untitled";
  const bool changed = workspace_.history.changed_since_saved();
  return fmt::format("{}{} - Normscope", name, changed ? ", changed" : "");
}

}  // namespace normscope::laboratory
