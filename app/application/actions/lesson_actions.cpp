// SPDX-License-Identifier: MIT
// The actions of the Lesson menu, and those that lead about in a lesson's text by key.
#include <string>
#include <utility>
#include <vector>

#include "app/application/application.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using ui::Key;

namespace {

constexpr ui::Modifiers kControl{.ctrl = true};

}  // namespace

// The actions that lead about in the lesson's text by key.
void Application::add_lesson_text_actions() {
  const auto in_lesson = [this] { return lesson_step_of(workspace_) != nullptr; };
  add("view/text-on", tr_later("On in the text, then to the next step"), {{Key::kPageDown, {}}},
      sends(workspace::TurnPage{1}), {.group = tr_later("Lesson text"), .enabled = in_lesson});
  add("view/text-back", tr_later("Back in the text, then to the step before"), {{Key::kPageUp, {}}},
      sends(workspace::TurnPage{-1}), {.group = tr_later("Lesson text"), .enabled = in_lesson});
  add("view/text", tr_later("From anywhere to the text, and back there"), {{Key::kL, kControl}},
      sends(workspace::CrossToText{}), {.group = tr_later("Lesson text"), .enabled = in_lesson});
}

void Application::add_lesson_actions() {
  add("lesson/next", tr_later("Next step"), {{Key::kRight, {}}, {Key::kPageDown, kControl}},
      [this] { next_step(workspace_); }, {.enabled = [this] { return has_next_step(workspace_); }});
  add("lesson/back", tr_later("Step before"), {{Key::kLeft, {}}, {Key::kPageUp, kControl}},
      [this] { step_back(workspace_); },
      {.enabled = [this] { return has_step_before(workspace_); }});
  add("lesson/reveal", tr_later("Show all steps"), {}, [this] { show_all_cards(workspace_); },
      {.enabled = [this] { return holds_back(workspace_); }});
  add("lesson/again", tr_later("Begin again..."), {}, sends(workspace::BeginAgain{}),
      {.enabled = [this] { return lesson_step_of(workspace_) != nullptr; }});
  add("lesson/stop-cells", tr_later("Stop the cells"), {{Key::kF5, {.shift = true}}},
      sends(workspace::StopCells{}),
      {.enabled = [this] { return cells_.busy(); }, .begins_group = true});
  add("lesson/run-cells",
      [this] {
        return std::string(run_before_.may_run() ? tr("Run cells again") : tr("Run cells"));
      },
      {{Key::kF5, kControl}}, sends(workspace::RunCellsAgain{}),
      {.enabled = [this] { return cells_.has_cells(); }});
  add("lesson/python",
      [this] {
        return std::string(exercise_python_.possible() ? tr("Python of the exercises...")
                                                       : tr("Python of the cells..."));
      },
      {}, sends(workspace::ChoosePython{}),
      {.enabled = [this] { return python_.possible() || exercise_python_.possible(); }});
  const auto by_own_python = [this](bool unconfined) {
    return [this, unconfined] {
      const auto& cells = workspace_.cells;
      return cells != nullptr && cells->own_python && cells->unconfined == unconfined;
    };
  };
  add("lesson/unconfined", tr_later("Run the cells unconfined..."), {},
      sends(workspace::RunUnconfined{}), {.enabled = by_own_python(false)});
  add("lesson/confined", tr_later("Confine the cells again"), {}, sends(workspace::ConfineAgain{}),
      {.enabled = by_own_python(true)});
  add("lesson/handout", tr_later("Handout..."), {}, sends(workspace::WriteHandout{}),
      {.enabled = [this] { return lesson_step_of(workspace_) != nullptr; }, .begins_group = true});
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
    add("lesson/open-" + lesson.first, [title = lesson.second] { return title; }, {},
        sends(workspace::BeginLesson{lesson.first}),
        {.checked = [this, id = lesson.first] { return is_done(workspace_, id); },
         .begins_group = std::exchange(first, false)});
  }
}

}  // namespace normscope::application
