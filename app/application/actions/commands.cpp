// SPDX-License-Identifier: MIT
// What each command does.
#include <fmt/format.h>
#include <imgui.h>

#include <utility>

#include "app/application/actions/guide.hpp"
#include "app/application/actions/image_clipboard.hpp"
#include "app/application/application.hpp"
#include "app/application/dialogs/complaint.hpp"
#include "app/figures/export/export.hpp"
#include "app/open_save/sample_model.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/verification/step_lines.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "app/workspace/stage_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

namespace {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
// Clang 14 deduces no aggregates.
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace

std::function<void()> Application::sends(workspace::Command command) {
  return [this, command = std::move(command)] { workspace_.send(command); };
}

void Application::take_commands(ui::Context& ui) {
  const Overloaded perform{
      [&](workspace::NewSession) { file_.begin_new(); },
      [&](workspace::ChooseFile) { file_.ask_what_to_open(); },
      [&](const workspace::OpenListed& listed) { file_.open_listed(listed.path); },
      [&](const workspace::OpenDropped& dropped) {
        const bool taken =
            !dropped.files.empty() && output_.take_dropped(dropped.files.front().string());
        if (!taken) file_.take_dropped(ui, dropped.files);
      },
      [&](workspace::OpenSample) { open_sample(); },
      [&](workspace::ClearRecent) {
        if (const auto cleared = recent_.files().clear(); !cleared) {
          workspace_.error = cleared.error();
        }
      },
      [&](workspace::OfferRestore) { keeper_.offer(); },
      [&](workspace::Save) { file_.save(); },
      [&](workspace::SaveAs) { file_.ask_where_to_save(); },
      [&](workspace::StopReading) { file_.stop_reading(); },
      [&](workspace::Reload) { file_.reload(); },
      [&](workspace::KeepMine) { file_.keep_mine(); },
      [&](workspace::Quit) {
        if (may_close()) host_.close();
      },
      [&](workspace::ExportFigure) { export_.open(); },
      [&](workspace::SaveNumbers) { numbers_.open(workspace_); },
      [&](workspace::WriteHandout) { handout_.open(workspace_); },
      [&](workspace::ExplainOutput) { output_.open(); },
      [&](workspace::Verify) { verify_.open(ui, workspace_); },
      [&](workspace::ShowError) { show_error(); },
      [&](workspace::ShowAbout) { about_.open(ui); },
      [&](workspace::ShowKeys) { shortcuts_ = !shortcuts_; },
      [&](workspace::ShowGuide) { show_guide(); },
      [&](workspace::Find) { find(); },
      [&](const workspace::ReadTable& table) { file_.ask_about_table(table); },
      [&](const workspace::BeginLesson& lesson) {
        // A lesson that begins again leaves the document at the same lesson: follow_document()
        // cannot notice the beginning.
        if (workspace_.document().lesson.lesson == lesson.id) workspace_.view.start_page = false;
        file_.begin_lesson(lesson);
      },
      [&](workspace::BeginAgain) { ask_to_begin_again(); },
      [&](workspace::TurnPage page) { turn_page(workspace_, page.direction); },
      [&](workspace::CrossToText) {
        workspace_.view.panels.lesson = true;
        ui.focus.cross("lesson");
      },
      [&](const workspace::CheckExercise& check) {
        exercises_.check(check, exercise_python_.now());
      },
      [&](workspace::StopCheck) { exercises_.stop(); },
      [&](workspace::StopCells) { cells_.stop(); },
      [&](workspace::RunCellsAgain) { run_cells(); },
      [&](workspace::RunCellsAhead) { cells_.run_ahead(); },
      [&](workspace::RunUnconfined) { ask_to_run_unconfined(); },
      [&](workspace::ConfineAgain) { confine_again(); },
      [&](workspace::ChoosePython) { choose_python(); },
      [&](const workspace::AnswerCell& answer) { cells_.answer(answer.line); },
      [&](workspace::ReadFolder) { ask_to_read_folder(); },
      [&](workspace::PlaySteps) { play_or_stop(workspace_, ui.time); },
      [&](const workspace::Unfold& unfold) {
        workspace_.view.stage.unfolded = unfold.cell;
        ui::open_popup(ui, "stage/unfold");
      },
      [&](const workspace::FillParameter& fill) { file_.ask_for_parameter(fill); },
      [&](workspace::FillInput) { ui::open_popup(ui, "inputs/fill"); },
      [&](workspace::StopComputing) {
        worker_.cancel();
        notice_ = tr("stopped: the numbers are those from before (F5 computes)");
      },
      [&](workspace::ComputeAgain) {
        worker_.forget();
        notice_.clear();
      },
      [&](const workspace::ShowOption& option) {
        if (workspace_.view.presenting) set_presenting(false);
        workspace_.view.start_page = false;
        workspace_.view.panels.inspector = true;
        workspace_.view.all_options = true;  // a lesson's step may not be about it
        ui.focus.ask(option.id);
      },
      [&](workspace::CopyCode) {
        ImGui::SetClipboardText(
            verification::torch_text(workspace_.document(),
                                     workspace_.stale() ? nullptr : workspace_.shown.get())
                .c_str());
        notice_ = tr("copied as PyTorch code");
      },
      [&](workspace::CopyFigureData) { copy_figure(figures::ExportFormat::kCsv); },
      [&](workspace::CopyFigureImage) { copy_figure(figures::ExportFormat::kPng); },
  };
  for (const workspace::Command& command : std::exchange(workspace_.commands, {})) {
    std::visit(perform, command);
    ui.pacing.activity();
  }
}

// Whoever runs the cells of a file has them run again with it later.
void Application::run_cells() {
  run_before_.note();
  cells_.run_again();
}

void Application::open_sample() {
  const auto opened =
      host_.samples
          ? open_save::place_sample_model(*host_.samples).and_then([this](const auto& path) {
              return open_or_ask(path);
            })
          : base::Expected<void>(base::fail(base::ErrorKind::kNotFound,
                                            tr("there is no folder of yours for the sample")));
  if (!opened) workspace_.error = opened.error();
}

void Application::show_guide() {
  const auto page = open_guide();
  if (page) {
    workspace_.error.reset();
    notice_ = tr("the guide: {page}", arg("page", page->string()));
  } else {
    workspace_.error = page.error();
  }
}

void Application::copy_figure(figures::ExportFormat format) {
  const auto figure = paper_figure(workspace_);
  if (figure == nullptr) return;
  const figures::FontMeasure& fonts = host_.shell().measure();
  const auto bytes = figures::export_figure(*figure, format, export_.options(), fonts, "");
  if (!bytes) {
    workspace_.error = bytes.error();
    return;
  }
  if (format == figures::ExportFormat::kCsv) {
    ImGui::SetClipboardText(bytes->c_str());
  } else if (const auto copied = copy_png(*bytes); !copied) {
    workspace_.error = copied.error();
    return;
  }
  workspace_.error.reset();
  notice_ = tr("copied");
}

}  // namespace normscope::application
