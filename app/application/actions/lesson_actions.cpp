// SPDX-License-Identifier: MIT
// The actions of the Lesson menu, and those that lead about in a lesson's text by key.
#include <string>
#include <utility>
#include <vector>

#include "app/application/application.hpp"
#include "app/workspace/lesson_walk.hpp"

namespace normscope::application {

using ui::always;
using ui::Key;
using ui::Menu;

namespace {

constexpr ui::Modifiers kControl{.ctrl = true};

}  // namespace

// The actions that lead about in the lesson's text by key.
void Application::add_lesson_text_actions() {
  const auto in_lesson = [this] { return lesson_step_of(workspace_) != nullptr; };
  (void)actions_.add({.id = "view/text-on",
                      .menu = Menu::kView,
                      .group = "Lesson text",
                      .label = always("On in the text, then to the next step"),
                      .shortcuts = {{Key::kPageDown, {}}},
                      .run = sends(workspace::TurnPage{1}),
                      .enabled = in_lesson});
  (void)actions_.add({.id = "view/text-back",
                      .menu = Menu::kView,
                      .group = "Lesson text",
                      .label = always("Back in the text, then to the step before"),
                      .shortcuts = {{Key::kPageUp, {}}},
                      .run = sends(workspace::TurnPage{-1}),
                      .enabled = in_lesson});
  (void)actions_.add({.id = "view/text",
                      .menu = Menu::kView,
                      .group = "Lesson text",
                      .label = always("From anywhere to the text, and back there"),
                      .shortcuts = {{Key::kL, kControl}},
                      .run = sends(workspace::CrossToText{}),
                      .enabled = in_lesson});
}

void Application::add_lesson_actions() {
  (void)actions_.add({.id = "lesson/next",
                      .menu = Menu::kLesson,
                      .label = always("Next step"),
                      .shortcuts = {{Key::kRight, {}}, {Key::kPageDown, kControl}},
                      .run = [this] { next_step(workspace_); },
                      .enabled = [this] { return has_next_step(workspace_); }});
  (void)actions_.add({.id = "lesson/back",
                      .menu = Menu::kLesson,
                      .label = always("Step before"),
                      .shortcuts = {{Key::kLeft, {}}, {Key::kPageUp, kControl}},
                      .run = [this] { step_back(workspace_); },
                      .enabled = [this] { return has_step_before(workspace_); }});
  (void)actions_.add({.id = "lesson/reveal",
                      .menu = Menu::kLesson,
                      .label = always("Show all steps"),
                      .run = [this] { show_all_cards(workspace_); },
                      .enabled = [this] { return holds_back(workspace_); }});
  (void)actions_.add({.id = "lesson/again",
                      .menu = Menu::kLesson,
                      .label = always("Begin again..."),
                      .run = sends(workspace::BeginAgain{}),
                      .enabled = [this] { return lesson_step_of(workspace_) != nullptr; }});
  (void)actions_.add({.id = "lesson/stop-cells",
                      .menu = Menu::kLesson,
                      .label = always("Stop the cells"),
                      .shortcuts = {{Key::kF5, {.shift = true}}},
                      .run = sends(workspace::StopCells{}),
                      .enabled = [this] { return cells_.busy(); },
                      .begins_group = true});
  (void)actions_.add(
      {.id = "lesson/run-cells",
       .menu = Menu::kLesson,
       .label = [this] { return run_before_.may_run() ? "Run cells again" : "Run cells"; },
       .shortcuts = {{Key::kF5, kControl}},
       .run = sends(workspace::RunCellsAgain{}),
       .enabled = [this] { return cells_.has_cells(); }});
  (void)actions_.add(
      {.id = "lesson/python",
       .menu = Menu::kLesson,
       .label =
           [this] {
             return exercise_python_.possible() ? "Python of the exercises..."
                                                : "Python of the cells...";
           },
       .run = sends(workspace::ChoosePython{}),
       .enabled = [this] { return python_.possible() || exercise_python_.possible(); }});
  const auto by_own_python = [this](bool unconfined) {
    return [this, unconfined] {
      const auto& cells = workspace_.cells;
      return cells != nullptr && cells->own_python && cells->unconfined == unconfined;
    };
  };
  (void)actions_.add({.id = "lesson/unconfined",
                      .menu = Menu::kLesson,
                      .label = always("Run the cells unconfined..."),
                      .run = sends(workspace::RunUnconfined{}),
                      .enabled = by_own_python(false)});
  (void)actions_.add({.id = "lesson/confined",
                      .menu = Menu::kLesson,
                      .label = always("Confine the cells again"),
                      .run = sends(workspace::ConfineAgain{}),
                      .enabled = by_own_python(true)});
  (void)actions_.add({.id = "lesson/handout",
                      .menu = Menu::kLesson,
                      .label = always("Handout..."),
                      .run = sends(workspace::WriteHandout{}),
                      .enabled = [this] { return lesson_step_of(workspace_) != nullptr; },
                      .begins_group = true});
}

// The menu's list of lessons, which come and go with their files.
void Application::list_lessons() {
  std::vector<std::pair<std::string, std::string>> listed;
  listed.reserve(workspace_.lessons.size());
  for (const lessons::Lesson* const lesson : lessons::in_order(workspace_.lessons)) {
    listed.emplace_back(lesson->id, lesson->title);
  }
  if (listed == listed_) return;
  listed_ = std::move(listed);
  actions_.remove("lesson/open-");
  bool first = true;
  for (const auto& lesson : listed_) {
    (void)actions_.add({.id = "lesson/open-" + lesson.first,
                        .menu = Menu::kLesson,
                        .label = [title = lesson.second] { return title; },
                        .run = sends(workspace::BeginLesson{lesson.first}),
                        .checked = [this, id = lesson.first] { return is_done(workspace_, id); },
                        .begins_group = std::exchange(first, false)});
  }
}

}  // namespace normscope::application
