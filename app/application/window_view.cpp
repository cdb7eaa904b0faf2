// SPDX-License-Identifier: MIT
// What the window shows: the start page, the panels that are put away, the presenter view; and
// which of it the next start remembers.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "app/application/application.hpp"
#include "app/languages/languages.hpp"
#include "app/lessons/loader.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using ui::Context;
using workspace::ViewState;

namespace {

// A lecture hall's last row reads text of 21 points on a screen of 800, or of so large a share of a
// lower one. Everything grows until the steps of the operation fill the window, beside a lesson as
// far as its lines stay long enough.
constexpr double kLeastPresenter = 1.5;
constexpr double kScreenHeight = 800;  // points
constexpr double kMostPresenter = 3;
constexpr double kLessonWidth = 400;  // points
constexpr double kLessonHeight = 480;
// Steps of the size: a window that is being resized does not rebuild its fonts all the time.
constexpr double kStep = 0.125;
// Heights are rounded to pixels at each size, so that what just fits may be said not to.
constexpr double kRounding = 0.03;

// `figure` is the height in points that the figure takes.
double presenter_size(const Context& ui, const ui::Shell& shell, const workspace::StageState& stage,
                      bool lesson, double figure) {
  const double magnification = shell.magnification();
  if (stage.presented_height <= 0) return magnification;
  const double scale = static_cast<double>(ui.scale) / magnification;
  const double width = static_cast<double>(ImGui::GetIO().DisplaySize.x) / scale;
  const double height = static_cast<double>(ImGui::GetIO().DisplaySize.y) / scale;
  const double share = lesson ? Columns::kPresentedLesson : 0;
  double fits = std::min(width * (1 - share) / stage.presented_width,
                         height / (stage.presented_height + figure));
  if (lesson) fits = std::min({fits, width * share / kLessonWidth, height / kLessonHeight});
  // The user's own scale counts on top of the least.
  const double screen = height * shell.user_scale() / kScreenHeight;
  const double least = std::clamp(kLeastPresenter * screen, 1.0, kLeastPresenter);
  fits = std::clamp(fits, least, kMostPresenter);
  const bool still_fits = fits > magnification - kRounding;
  if (still_fits && fits < magnification + kStep + kRounding) return magnification;
  return std::floor(fits / kStep) * kStep;
}

}  // namespace

Columns::Panels Application::shown_panels(Context& ui) {
  const ViewState& view = workspace_.view;
  Columns::Panels panels;
  const bool lesson = lesson_of(workspace_) != nullptr;
  if (lesson && (view.panels.lesson || view.presenting)) {
    panels.lesson = [this, &ui] { lesson_.show(ui, workspace_); };
    panels.code_width = view.code_width;
  }
  panels.stage = [this, &ui] { draw_stage(ui); };
  if (shows_figure(workspace_)) panels.figure = [this, &ui] { figure_.show(ui, workspace_); };
  if (view.presenting) return panels;
  if (view.start_page) {
    panels.figure = nullptr;
    panels.start = [this, &ui] { start_.show(ui, workspace_); };
    return panels;
  }
  if (view.panels.inspector) panels.inspector = [this, &ui] { inspector_.show(ui, workspace_); };
  return panels;
}

void Application::draw_stage(Context& ui) {
  inputs_.show(ui, workspace_);
  stage_.show(ui, workspace_);
  // Afterwards: what the stage needs was measured at this size, and not at another one before.
  if (workspace_.view.presenting) {
    ui::Shell& shell = host_.shell();
    const bool lesson = lesson_of(workspace_) != nullptr;
    const double figure = shows_figure(workspace_) ? workspace_.view.figure_height : 0;
    shell.set_magnification(presenter_size(ui, shell, workspace_.view.stage, lesson, figure));
  }
}

// The start page gives way to a lesson and to numbers that change, and comes back when the lesson's
// beginning is undone.
void Application::follow_document() {
  ViewState& view = workspace_.view;
  const std::uint64_t revision = workspace_.history.revision();
  bool edited = std::exchange(revision_, revision) != revision;
  if (opened_ != workspace_.opened) {
    edited = false;
    opened_ = workspace_.opened;
    start_before_lesson_ = view.start_page;
    columns_.scroll_to_top();
  }
  const std::string& lesson = workspace_.document().lesson.lesson;
  if (lesson == lesson_id_) {
    if (edited) view.start_page = false;
    return;
  }
  if (lesson_id_.empty()) start_before_lesson_ = view.start_page;
  view.start_page = lesson.empty() && start_before_lesson_;
  if (!lesson.empty()) view.panels.lesson = true;
  lesson_id_ = lesson;
}

void Application::set_presenting(bool on) {
  workspace_.view.presenting = on;
  workspace_.view.blanked = false;
  host_.shell().set_magnification(on ? kLeastPresenter : 1);
  if (host_.full_screen) host_.full_screen(on);
}

// In the presenter view B blanks the screen; any key or click ends it and does nothing else. True
// while the screen is blank.
bool Application::draw_blank(Context& ui) {
  ViewState& view = workspace_.view;
  if (!view.presenting) return false;
  if (!view.blanked) {
    const bool in_grid = std::ranges::any_of(
        view.grids, [](const auto& grid) { return grid.second.editor.has_value(); });
    if (ImGui::GetIO().WantTextInput || in_grid || ui.focus.in_popup()) return false;
    if (!ui.input.take(ui::Key::kB)) return false;
    view.blanked = true;
    ui.input.take_all();
    ui.pacing.activity();
  } else if (ui.input.busy()) {
    view.blanked = false;
    ui.input.take_all();
    ui.pacing.activity();
  }
  ui::report(ui, {.id = "blank", .kind = "ground"}, {0, 0}, ImGui::GetIO().DisplaySize);
  return true;
}

// Escape that no widget and no popup took.
void Application::take_escape(Context& ui) {
  ViewState& view = workspace_.view;
  if (ui.focus.in_popup() || (!view.presenting && !view.start_page)) return;
  if (!ui.input.take(ui::Key::kEscape)) return;
  if (view.presenting) {
    set_presenting(false);
  } else {
    view.start_page = false;
  }
  ui.pacing.activity();
}

void Application::take_up_preferences() {
  const open_save::WindowPreferences& window = preferences_.now().window;
  workspace_.view.panels = {window.lesson, window.inspector, window.figure};
  reduced_motion_ = workspace_.view.reduced_motion = window.reduced_motion;
  theme_ = window.theme;
  if (host_.theme) {
    theme_ = *host_.theme == ui::ThemeKind::kDark ? open_save::ThemeChoice::kDark
                                                  : open_save::ThemeChoice::kLight;
  }
  if (preferences_.fault().empty()) return;
  workspace_.error =
      base::Error{base::ErrorKind::kMalformed, preferences_.fault(), preferences_.next_step()};
}

desktop::Appearance Application::desktop_appearance() const {
  return host_.desktop == nullptr ? desktop::Appearance{} : host_.desktop->appearance();
}

void Application::choose_theme(open_save::ThemeChoice theme) {
  theme_ = theme;
  open_save::Preferences next = preferences_.now();
  next.window.theme = theme;
  keep(next);
}

void Application::choose_language(const std::string& tag) {
  open_save::Preferences next = preferences_.now();
  next.window.language = tag;
  const auto chosen = tag.empty() ? languages::choose_by_environment() : languages::choose(tag);
  auto lessons = chosen ? lessons::builtin_lessons() : tl::unexpected(chosen.error());
  if (!lessons) {
    workspace_.error = lessons.error();
    return;
  }
  // Sentences are translated as they are drawn; lessons are files, and results hold names of steps.
  for (lessons::Lesson& lesson : *lessons) {
    const std::string id = lesson.id;
    lessons::Progress kept = workspace_.view.lesson_work[id].kept;
    replace_lesson(workspace_, id, std::move(lesson));
    workspace_.view.lesson_work[id].kept = std::move(kept);  // it asks the same, at the same places
  }
  worker_.forget();
  keep(next);
}

void Application::follow_desktop() {
  const desktop::Appearance appearance = desktop_appearance();
  workspace_.view.reduced_motion = reduced_motion_ || appearance.reduced_motion;
  const bool by_desktop = theme_ == open_save::ThemeChoice::kDesktop;
  if (by_desktop && host_.desktop == nullptr) return;
  const bool dark = by_desktop ? appearance.scheme == desktop::ColorScheme::kDark
                               : theme_ == open_save::ThemeChoice::kDark;
  const ui::ThemeKind wanted = dark ? ui::ThemeKind::kDark : ui::ThemeKind::kLight;
  ui::Shell& shell = host_.shell();
  if (shell.theme() != wanted) shell.set_theme(wanted);
}

void Application::keep_preferences() {
  const ViewState& view = workspace_.view;
  open_save::Preferences next = preferences_.now();
  next.window.lesson = view.panels.lesson;
  next.window.inspector = view.panels.inspector;
  next.window.figure = view.panels.figure;
  next.window.reduced_motion = reduced_motion_;
  keep(next);
}

void Application::keep_placement(const open_save::WindowPlacement& placement) {
  open_save::Preferences next = preferences_.now();
  next.window.placement = placement;
  keep(next);
}

void Application::keep(const open_save::Preferences& next) {
  if (const auto kept = preferences_.keep(next); !kept) {
    notice_ = tr("the choice is not kept: {reason}", arg("reason", kept.error().sentence));
  }
}

}  // namespace normscope::application
