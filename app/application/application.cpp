// SPDX-License-Identifier: MIT
#include "app/application/application.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/about/version.hpp"
#include "app/application/dialogs/complaint.hpp"
#include "app/application/dialogs/file_rows.hpp"
#include "app/application/status.hpp"
#include "app/application/time_words.hpp"
#include "app/panels/figure/figure_panel.hpp"
#include "app/panels/inspector/inspector_panel.hpp"
#include "app/panels/lesson/lesson_panel.hpp"
#include "app/panels/stage/inputs_panel.hpp"
#include "app/panels/stage/stage_panel.hpp"
#include "app/panels/start/start_panel.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "app/workspace/stage_walk.hpp"
#include "core/io/temporary_files.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using ui::Context;

namespace {

std::optional<std::filesystem::path> below(const std::optional<std::filesystem::path>& folder,
                                           const char* name) {
  return folder ? std::optional(*folder / name) : std::nullopt;
}

std::string about_window(const Application::Host& host) {
  std::string text = host.window;
  if (host.log) text += fmt::format("log: {}\n", host.log->string());
  return text;
}

}  // namespace

base::Expected<std::unique_ptr<Application>> Application::create(Host host,
                                                                 lessons::LessonsToCome lessons) {
  auto read = lessons.get();
  if (!read) return tl::unexpected(read.error());
  return std::unique_ptr<Application>(new Application(std::move(host), *std::move(read)));
}

Application::Application(Host host, std::vector<lessons::Lesson> lessons)
    : host_(std::move(host)),
      preferences_(host_.preferences),
      workspace_(document::welcome_document(), std::move(lessons), host_.wake),
      start_(panels::start_panel()),
      lesson_(panels::lesson_panel()),
      inputs_(panels::inputs_panel()),
      stage_(panels::stage_panel()),
      figure_(panels::figure_panel()),
      inspector_(panels::inspector_panel()),
      recent_(workspace_, host_.recent, host_.wake),
      file_(workspace_, host_.close, dialog_host(), recent_.files(), below(host_.state, "locks"),
            below(host_.state, "files-read")),
      keeper_(workspace_, file_, below(host_.state, "sessions"), host_.wake),
      shelf_(workspace_, host_.lessons, host_.wake),
      answers_(workspace_, host_.progress),
      run_before_(workspace_, below(host_.state, "run-before")),
      python_(cells_of_notebook(workspace_), below(host_.state, "pythons"), host_.pythons.home),
      exercise_python_(exercises_of_lessons(workspace_), below(host_.state, "exercise-pythons"),
                       host_.pythons.home),
      export_(dialog_host(), preferences_),
      handout_(dialog_host()),
      numbers_(dialog_host()),
      output_(dialog_host()),
      verify_(host_.wake),
      python_dialog_(dialog_host()),
      about_(host_.wake, about_window(host_)),
      log_(host_.log),
      folder_files_(host_.wake),
      cells_(host_.wake, host_.kernel),
      exercises_(workspace_, host_.kernel, host_.wake),
      worker_(host_.wake, host_.devices) {
  take_up_preferences();
  add_actions();
  if (host_.state) {
    open_save::remove_free_locks(*host_.state / "locks");
    io::remove_stale_temporaries(*host_.state);
  }
  if (host_.preferences) io::remove_stale_temporaries(host_.preferences->parent_path());
  log_.note(fmt::format("start: {}", about::version_text(false)));
}

FileDialogHost Application::dialog_host() {
  return {.wake = host_.wake,
          .desktop = host_.desktop_dialogs ? host_.desktop : nullptr,
          .recent = &recent_.files()};
}

base::Expected<void> Application::open(const std::filesystem::path& path) {
  return file_.open({path});
}

base::Expected<void> Application::open_or_ask(const std::filesystem::path& path) {
  return file_.open_or_ask({path});
}

base::Expected<void> Application::open_or_complain(const std::filesystem::path& path) {
  auto opened = open_or_ask(path);
  if (!opened) workspace_.error = not_opened(path, opened.error());
  return opened;
}

void Application::draw(Context& ui) {
  follow_desktop();
  take_commands(ui);
  file_.follow(ui);
  keeper_.follow();
  recent_.follow();
  shelf_.follow();
  answers_.follow(ui);
  workspace_.view.today = host_.today ? host_.today() : day_now();
  list_lessons();
  const std::uint64_t revision = workspace_.history.revision();
  const compute::Device device = workspace_.device;
  worker_.request(workspace_.document(), revision, device);
  worker_.wait_briefly();
  show(workspace_, worker_.latest());
  follow_cells(ui);
  follow_folder_question();
  notice_waiting(ui);
  workspace_.view.pointed_line.reset();

  follow_document();
  ui.hover.off = workspace_.view.presenting;
  if (draw_blank(ui)) return;

  if (workspace_.view.presenting) {
    Columns::present(ui, shown_panels(ui), workspace_.view.figure_height);
  } else {
    draw_window(ui);
  }
  draw_dialogs(ui);
  draw_shortcuts(ui);
  finder_.draw(ui);
  take_escape(ui);
  actions_.handle_keys(ui);
  keep_preferences();
  log_news();

  // What is pointed at is marked in the next frame, by panels that were drawn before.
  workspace::ViewState& view = workspace_.view;
  if (view.pointed != view.pointed_next) ui.pacing.activity();
  view.pointed = std::exchange(view.pointed_next, {});

  // Changes that the panels made in this frame are drawn in the next, which takes its place on the
  // screen; what takes longer is computed while this one goes there.
  const bool changed = workspace_.history.revision() != revision || workspace_.device != device;
  if (changed) {
    worker_.request(workspace_.document(), workspace_.history.revision(), workspace_.device);
    if (worker_.comes_soon()) ui.pacing.outdate();
  }
  if (!workspace_.commands.empty()) {
    ui.pacing.outdate();
    ui.input.hold_keys();  // keys that follow are for what opens
  }
  if (changed || !workspace_.commands.empty()) ui.pacing.activity();
}

void Application::draw_window(Context& ui) {
  const float top = ui::menu_bar(ui, actions_);
  const float height = ImGui::GetIO().DisplaySize.y - top - ui::status_bar_height(ui);
  ImGui::SetCursorPos({0, top});
  const workspace::StageState& stage = workspace_.view.stage;
  const bool spoken_of = lesson_step_of(workspace_) != nullptr && shows_figure(workspace_);
  columns_.draw(ui, height,
                {stage.height, stage.tight_height,
                 spoken_of ? std::max(workspace_.view.figure_height, 1.0) : 0},
                shown_panels(ui));
  const Computing computing{file_.name(), worker_.busy(), progress_, file_.reading(),
                            file_.changed_elsewhere() ? file_.name() : std::string()};
  if (const auto clicked = ui::status_bar(ui, status_items(workspace_, computing, notice_))) {
    workspace_.send(status_command(*clicked));
  }
}

// A short computation must not make the stage flicker: an older result is greyed only after a
// while, and the progress appears when the computation takes long. After a stop the older result
// stays grey.
void Application::notice_waiting(Context& ui) {
  constexpr double kGreyAfter = 0.15;
  constexpr double kProgressAfter = 0.5;
  constexpr double kProgressEvery = 0.05;
  progress_.reset();
  if (!worker_.busy()) {
    waiting_since_.reset();
    workspace_.view.waiting = workspace_.stale();
    return;
  }
  if (!waiting_since_) {
    waiting_since_ = ui.time;
    notice_.clear();
  }
  const double waited = ui.time - *waiting_since_;
  const bool grey = waited >= kGreyAfter;
  // The numbers of a preview are right.
  workspace_.view.waiting = grey && !workspace_.awaits_result();
  if (waited >= kProgressAfter) {
    progress_ = worker_.progress();
    ui.pacing.wake_at(ui.time + kProgressEvery);
  } else {
    ui.pacing.wake_at(*waiting_since_ + (grey ? kProgressAfter : kGreyAfter));
  }
}

// Each sentence of the status bar is a line of the log, once.
void Application::log_news() {
  const auto note = [this](std::string& logged, const std::string& now, std::string_view what) {
    if (now == logged) return;
    logged = now;
    if (!now.empty()) log_.note(fmt::format("{}{}", what, now));
  };
  note(logged_notice_, notice_, "");
  note(logged_error_, workspace_.error ? workspace_.error->sentence : std::string(), "error: ");
  if (!workspace_.shown || !workspace_.shown->result) return;
  note(logged_device_, workspace_.shown->result->device, "device: ");
}

// Takes over the cells' results so far. While a cell runs, a frame per second updates its running
// time.
void Application::follow_cells(Context& ui) {
  cells_.set_scale(static_cast<double>(ui.scale));
  cells_.hold(!run_before_.may_run());
  workspace_.cells =
      cells_.update(lesson_of(workspace_), workspace_.document().lesson.step,
                    workspace_.opened + workspace_.cells_changed, ui.time, python_.now());
  if (auto fault = python_.take_fault()) workspace_.error = *std::move(fault);
  workspace_.exercise_python = exercise_python_.now() ? cells::python_words(*exercise_python_.now())
                                                      : cells::builtin_words();
  if (auto fault = exercise_python_.take_fault()) workspace_.error = *std::move(fault);
  exercises_.follow(ui);
  show_own_cell(workspace_);
  if (const auto tick = cells_.next_tick()) ui.pacing.wake_at(*tick);
}

void Application::draw_shortcuts(ui::Context& ui) {
  if (!shortcuts_) return;
  const std::array others{ui::KeySection{tr("In a list of files"), file_rows_keys()}};
  ui::shortcut_list(ui, actions_, others, shortcuts_);
}

void Application::draw_dialogs(Context& ui) {
  if (auto done = file_.draw(ui)) notice_ = *std::move(done);
  output_.draw(ui, workspace_);
  verify_.draw(ui, workspace_);
  python_dialog_.draw(ui);
  question_.draw(ui);
  if (auto written = export_.draw(ui, workspace_)) notice_ = *std::move(written);
  if (auto written = numbers_.draw(ui, workspace_)) notice_ = *std::move(written);
  if (auto written = handout_.draw(ui, workspace_)) notice_ = *std::move(written);
  keeper_.draw(ui);
  if (about_.draw(ui)) notice_ = tr("copied");
}

bool Application::may_close() {
  workspace_.view.blanked = false;  // a question must be seen
  const bool may = file_.may_close();
  if (may) keeper_.end();
  return may;
}

std::string Application::title() const {
  const std::string name = file_.name().empty() ? tr("Untitled") : file_.name();
  if (!workspace_.history.changed_since_saved()) return fmt::format("{} - Normscope", name);
  return tr("{name}, changed - Normscope", arg("name", name));
}

}  // namespace normscope::application
