// SPDX-License-Identifier: MIT
// What the window shows: the start page, the panels that are put away, the presenter view; and
// which of it the next start remembers.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/application/application.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"

namespace normscope::application {

using ui::Context;
using workspace::ViewState;

namespace {

// A lecture hall's last row reads text of 21 points on the screen. On a large screen everything
// grows as far as a sheet beside a lesson still fits.
constexpr double kLeastPresenter = 1.5;
constexpr double kMostPresenter = 3;
constexpr double kPresentedWidth = 1180;  // points
constexpr double kPresentedHeight = 660;

double presenter_size(const Context& ui, double magnification) {
  const double scale = static_cast<double>(ui.scale) / magnification;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const double fits = std::min(static_cast<double>(window.x) / (scale * kPresentedWidth),
                               static_cast<double>(window.y) / (scale * kPresentedHeight));
  // In eighths, so that a window that is being resized does not rebuild its fonts all the time.
  return std::clamp(std::floor(fits * 8) / 8, kLeastPresenter, kMostPresenter);
}

}  // namespace

Columns::Panels Application::shown_panels(Context& ui) {
  const ViewState& view = workspace_.view;
  Columns::Panels panels;
  const bool lesson = workspace_.lesson() != nullptr;
  if (lesson && (view.panels.lesson || view.presenting)) {
    panels.lesson = [this, &ui] { lesson_.draw(ui, workspace_); };
  }
  panels.stage = [this, &ui] { draw_stage(ui); };
  if (view.presenting) return panels;
  if (view.start_page) panels.start = [this, &ui] { start_.draw(ui, workspace_); };
  if (view.panels.figure && !view.start_page) {
    panels.figure = [this, &ui] { figure_.draw(ui, workspace_); };
  }
  if (view.panels.inspector) panels.inspector = [this, &ui] { inspector_.draw(ui, workspace_); };
  return panels;
}

void Application::draw_stage(Context& ui) {
  if (workspace_.view.presenting) {
    ui::Shell& shell = host_.shell();
    shell.set_magnification(presenter_size(ui, shell.magnification()));
  } else {
    inputs_.draw(ui, workspace_);
  }
  stage_.draw(ui, workspace_);
}

// The start page gives way to a lesson, and comes back when the lesson's beginning is undone.
void Application::follow_document() {
  ViewState& view = workspace_.view;
  if (opened_ != workspace_.opened) {
    opened_ = workspace_.opened;
    start_before_lesson_ = view.start_page;
    columns_.scroll_to_top();
  }
  const std::string& lesson = workspace_.document().lesson.lesson;
  if (lesson == lesson_id_) return;
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
  workspace_.view.reduced_motion = window.reduced_motion;
}

void Application::keep_preferences() {
  const ViewState& view = workspace_.view;
  open_save::Preferences next = preferences_.now();
  next.window = {.lesson = view.panels.lesson,
                 .inspector = view.panels.inspector,
                 .figure = view.panels.figure,
                 .reduced_motion = view.reduced_motion};
  if (const auto kept = preferences_.keep(next); !kept) {
    notice_ = "the choice is not kept: " + kept.error().sentence;
  }
}

}  // namespace normscope::application
