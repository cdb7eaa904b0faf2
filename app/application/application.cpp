// SPDX-License-Identifier: MIT
#include "app/application/application.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/document/session/session.hpp"
#include "app/lessons/loader.hpp"
#include "app/panels/figure_panel.hpp"
#include "app/panels/inspector_panel.hpp"
#include "app/panels/lesson_panel.hpp"
#include "app/panels/stage_panel.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::application {

using ui::Context;

base::Expected<std::unique_ptr<Application>> Application::create(Surroundings surroundings) {
  auto lessons = lessons::builtin_lessons();
  if (!lessons) return tl::unexpected(lessons.error());
  return std::unique_ptr<Application>(
      new Application(std::move(surroundings), *std::move(lessons)));
}

Application::Application(Surroundings surroundings, std::vector<lessons::Lesson> lessons)
    : surroundings_(std::move(surroundings)),
      workspace_{.history = document::History(document::welcome_document()),
                 .figures = std::make_unique<panels::FigureMaker>(surroundings_.wake)},
      panels_{panels::lesson_panel(), panels::stage_panel(), panels::figure_panel(),
              panels::inspector_panel()},
      export_(surroundings_.wake, surroundings_.preferences),
      cells_(surroundings_.wake),
      worker_(surroundings_.wake, surroundings_.devices) {
  workspace_.lessons = std::move(lessons);
  add_actions();
}

base::Expected<void> Application::open(const std::filesystem::path& path,
                                       const document::FilePlaces& places) {
  auto opened = open_save::open_file(path, places);
  if (!opened) return tl::unexpected(opened.error());
  if (opened->lesson) {
    // A lesson with the id of one that is here takes its place: it was edited.
    std::erase_if(workspace_.lessons,
                  [&](const lessons::Lesson& lesson) { return lesson.id == opened->lesson->id; });
    workspace_.lessons.push_back(*std::move(opened->lesson));
  }
  ++workspace_.opened;
  workspace_.history.reset(std::move(opened->document));
  workspace_.grids.clear();
  workspace_.trouble.reset();
  file_ = std::move(opened->session);
  notice_ = fmt::format("opened {}", path.filename().string());
  return {};
}

base::Expected<void> Application::open_or_ask(const std::filesystem::path& path) {
  auto opened = open(path);
  if (opened) return opened;
  missing_ = {path, open_save::missing_files(path), {}};
  if (missing_.parts.empty()) return opened;
  ask_for_missing();
  return {};
}

void Application::open_or_say(const std::filesystem::path& path) {
  const auto opened = open_or_ask(path);
  if (!opened) workspace_.trouble = opened.error();
}

void Application::draw(Context& ui) {
  const std::uint64_t revision = workspace_.history.revision();
  const compute::Device device = workspace_.device;
  worker_.request(workspace_.document(), revision, device);
  workspace_.show(worker_.latest());
  follow_cells(ui);
  notice_waiting(ui);
  workspace_.pointed_line.reset();

  const float top = ui::menu_bar(ui, actions_);
  const float height = ImGui::GetIO().DisplaySize.y - top - ui::status_bar_height(ui);
  ImGui::SetCursorPos({0, top});
  draw_columns(ui, height);
  draw_status(ui);
  if (std::exchange(workspace_.export_asked, false)) export_.open();
  draw_dialogs(ui);
  ui::shortcut_list(ui, actions_, shortcuts_);
  actions_.handle_keys(ui);

  // What the panels changed in this frame is shown in the next.
  const bool cells_asked = workspace_.cells_asked != panels::CellsAsked::kNothing;
  if (cells_asked || workspace_.history.revision() != revision || workspace_.device != device) {
    ui.pacing.activity();
  }
}

// What takes a moment only must not flicker: an older result is greyed after a while, and how far
// the next one is shows when it takes long. What was stopped stays grey.
void Application::notice_waiting(Context& ui) {
  constexpr double kPatience = 0.15;
  constexpr double kLong = 0.5;
  constexpr double kProgressEvery = 0.05;
  progress_.reset();
  if (!worker_.busy()) {
    waiting_since_.reset();
    workspace_.waiting = workspace_.stale();
    return;
  }
  if (!waiting_since_) {
    waiting_since_ = ui.time;
    notice_.clear();
  }
  const double waited = ui.time - *waiting_since_;
  workspace_.waiting = waited >= kPatience;
  if (waited >= kLong) {
    progress_ = worker_.progress();
    ui.pacing.wake_at(ui.time + kProgressEvery);
  } else {
    ui.pacing.wake_at(*waiting_since_ + (workspace_.waiting ? kLong : kPatience));
  }
}

void Application::stop_computing() {
  worker_.cancel();
  notice_ = "stopped: the numbers are those from before (F5 computes)";
}

// What the cells gave so far; while one runs, a frame a second says for how long.
void Application::follow_cells(Context& ui) {
  switch (std::exchange(workspace_.cells_asked, panels::CellsAsked::kNothing)) {
    case panels::CellsAsked::kStop:
      cells_.stop();
      break;
    case panels::CellsAsked::kRunAgain:
      cells_.run_again();
      break;
    case panels::CellsAsked::kNothing:
      break;
  }
  workspace_.cells =
      cells_.update(workspace_.lesson(), workspace_.document().lesson.step, workspace_.opened);
  if (const auto tick = cells_.next_tick()) ui.pacing.wake_at(ui.time + *tick);
}

// Three columns; where they would be too narrow to read, lesson and inspector take turns in one.
void Application::draw_columns(Context& ui, float height) {
  const float top = ImGui::GetCursorPosY();
  const bool three = static_cast<double>(ImGui::GetIO().DisplaySize.x / ui.scale) >= kThreeColumns;
  if (three) {
    draw_side(ui, "lesson", lesson_width_, kLessonWidth, height,
              [&] { panels_[0].draw(ui, workspace_); });
    draw_middle(ui, height, inspector_width_);
    ImGui::SameLine(0, 0);
    inspector_width_ = ui::splitter(ui, "split/inspector", ui::Axis::kHorizontal, inspector_width_,
                                    {.low = 280,
                                     .high = 560,
                                     .initial = kInspectorWidth,
                                     .grows_backward = true,
                                     .length = height});
    ImGui::SameLine(0, 0);
    const ui::Region inspector(ui, "inspector", {0, height});
    if (inspector) panels_[3].draw(ui, workspace_);
  } else {
    draw_side(ui, "side", side_width_, kSideWidth, height, [&] {
      constexpr std::array<std::string_view, 2> kSides = {"Lesson", "Inspector"};
      const auto chosen = ui::segments(ui, "side/choose", kSides, inspector_shown_ ? 1U : 0U,
                                       {.help = {"This column", "The lesson or the settings."}});
      if (chosen) inspector_shown_ = *chosen == 1;
      ui::space(ui, 8);
      if (!inspector_shown_) {
        panels_[0].draw(ui, workspace_);
        return;
      }
      const ui::Region content(ui, "side/content", {0, 0},
                               {.ground = ui::Ground::kNone, .padding = 0});
      if (content) panels_[3].draw(ui, workspace_);
    });
    draw_middle(ui, height, 0);
  }
  ImGui::SetCursorPos({0, top + height});
}

void Application::draw_side(Context& ui, std::string_view id, double& width, double initial,
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

// `right` is the width in points of what stands at its right.
void Application::draw_middle(Context& ui, float height, double right) {
  const float split = ui.px(ui::kSplitterPoints);
  const ui::Region middle(
      ui, "middle", {right > 0 ? -ui.px(static_cast<float>(right)) - split : 0, height},
      {.ground = ui::Ground::kBackground, .scroll = ui::Scroll::kNone, .padding = 0});
  if (!middle) return;
  const auto points = static_cast<double>(height / ui.scale);
  if (points < kStageAndFigure) {
    draw_stage_or_figure(ui);
    return;
  }
  const double suits = std::min(kFigureHeight, kFigureShare * points);
  const double wanted = figure_height_.value_or(suits);
  // However low the window, the stage keeps some room.
  const float least = std::min(ui.px(160), height / 2);
  const float figure = std::min(ui.px(static_cast<float>(wanted)), height - least - split);
  const float stage_height = height - figure - split;
  draw_stage(ui, stage_height);
  ImGui::SetCursorPos({0, stage_height});
  const double moved =
      ui::splitter(ui, "split/figure", ui::Axis::kVertical, wanted,
                   {.low = 120, .high = 900, .initial = suits, .grows_backward = true});
  if (moved != wanted) figure_height_ = moved;
  ImGui::SetCursorPos({0, stage_height + split});
  const ui::Region figures(ui, "figure", {0, figure});
  if (figures) panels_[2].draw(ui, workspace_);
}

void Application::draw_stage(Context& ui, float height) {
  const ui::Region stage(ui, "stage", {0, height}, {.ground = ui::Ground::kBackground});
  if (!stage) return;
  panels::inputs_bar(ui, workspace_, inputs_);
  ui::space(ui, 8);
  panels_[1].draw(ui, workspace_);
}

// In a low window they take turns.
void Application::draw_stage_or_figure(Context& ui) {
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
  if (!figure_shown_) {
    draw_stage(ui, 0);
    return;
  }
  const ui::Region figures(ui, "figure", {0, 0});
  if (figures) panels_[2].draw(ui, workspace_);
}

void Application::draw_status(Context& ui) {
  std::vector<ui::StatusCell> cells;
  const tensor::Shape shape =
      workspace_.document().inputs[workspace_.document().input].values.shape();
  cells.push_back({"batch",
                   fmt::format("batch {}", fmt::join(shape, " \xc3\x97 ")),
                   ui::Tone::kMuted,
                   {"Batch", "The shape of the input."}});
  if (workspace_.shown && workspace_.shown->result) {
    const compute::Result& result = *workspace_.shown->result;
    cells.push_back(
        {.id = "device",
         .words = fmt::format("{}, {:.2f} ms", result.device, result.kernel_seconds * 1e3),
         .help = {"Device", "What computed the output, and how long it took."},
         .detail = true});
    if (!result.note.empty()) {
      cells.push_back(
          {.id = "note", .words = result.note, .help = {"Device", result.note}, .detail = true});
    }
    const bool all = workspace_.shown->groups_checked == workspace_.shown->groups;
    cells.push_back(
        {.id = "error",
         .words = fmt::format(
             "largest difference to reference {:.2g} ULP{}", workspace_.shown->error.ulps,
             all ? "" : fmt::format(" (of {} groups)", workspace_.shown->groups_checked)),
         .help = {"Difference to the reference",
                  "Every output is compared with the same operation in double precision, in units "
                  "of the last place of float32."},
         .detail = true});
  }
  if (progress_) {
    cells.push_back({.id = "progress",
                     .words = fmt::format("computing {:3.0f} %", 100 * *progress_),
                     .tone = ui::Tone::kAccent,
                     .share = *progress_});
    cells.push_back({.id = "stop",
                     .words = "Stop",
                     .tone = ui::Tone::kAccent,
                     .help = {"Stop", "Gives up this result; F5 computes it again."},
                     .clickable = true});
  } else if (worker_.busy() && workspace_.waiting) {
    cells.push_back({"busy", "computing", ui::Tone::kAccent, {}});
  }
  if (workspace_.cells && workspace_.cells->seconds) {
    cells.push_back({"cells",
                     fmt::format("cell {} {}", workspace_.cells->running,
                                 cells::running_words(*workspace_.cells->seconds)),
                     ui::Tone::kAccent,
                     {"Cells", "The lesson's code is running beside the window."}});
    cells.push_back({.id = "stop-cells",
                     .words = "Stop",
                     .tone = ui::Tone::kAccent,
                     .help = {"Stop", "Interrupts the cell; those after it do not run."},
                     .clickable = true});
  }
  if (workspace_.trouble) {
    cells.push_back({"trouble", workspace_.trouble->sentence, ui::Tone::kError, {}});
  } else if (!notice_.empty()) {
    cells.push_back({"notice", notice_, ui::Tone::kMuted, {}});
  }
  const auto clicked = ui::status_bar(ui, cells);
  if (clicked == "stop") stop_computing();
  if (clicked == "stop-cells") workspace_.cells_asked = panels::CellsAsked::kStop;
}

bool Application::may_close() {
  if (may_close_ || !workspace_.history.changed_since_saved()) return true;
  asking_ = Asking::kClose;
  opening_ = true;
  return false;
}

std::string Application::title() const {
  const std::string name = file_ ? file_->filename().string() : "Untitled";
  const bool changed = workspace_.history.changed_since_saved();
  return fmt::format("{}{} - Normscope", name, changed ? ", changed" : "");
}

}  // namespace normscope::application
