// SPDX-License-Identifier: MIT
#include "app/workspace/workspace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace normscope::workspace {

Workspace::Workspace(document::Document document, std::vector<lessons::Lesson> known_lessons,
                     std::function<void()> wake)
    : history(std::move(document)), lessons(std::move(known_lessons)), figures(std::move(wake)) {}

void Workspace::show(EvaluationRef evaluation) {
  if (evaluation == nullptr) return;
  const bool other = evaluation != shown;
  if (other) {
    shown = std::move(evaluation);
  }
  if (other || summarized != document().selection) {
    summarized = document().selection;
    summary = results::summarize(*shown, *summarized);
  }
}

void Workspace::apply(document::MaybeEdit edit, document::Gesture gesture) {
  if (!edit) {
    error = std::move(edit.error());
    return;
  }
  error.reset();
  history.apply(std::move(*edit), gesture);
}

const lessons::Lesson* Workspace::lesson() const {
  const auto found = std::ranges::find(lessons, document().lesson.lesson, &lessons::Lesson::id);
  return found == lessons.end() ? nullptr : &*found;
}

void Workspace::go_to_step(std::string_view lesson, int step) {
  const auto found = std::ranges::find(lessons, lesson, &lessons::Lesson::id);
  if (found == lessons.end() || step < 0 || step > found->last_step()) return;
  document::Document after = found->sets_stage ? lessons::document_at(*found, step) : document();
  after.lesson = {found->id, step};
  // The reader chooses the digits of numbers, not the lesson.
  after.view.digits = document().view.digits;
  view.focus = found->steps[static_cast<std::size_t>(step)].focus;
  const std::string words =
      step == 0 ? fmt::format("begin {}", found->title) : fmt::format("go to step {}", step + 1);
  apply(
      document::Edit{.words = words, .after = std::move(after), .from_lesson = found->sets_stage});
}

void Workspace::next_step() {
  const document::LessonPosition at = document().lesson;
  go_to_step(at.lesson, at.step + 1);
}

void Workspace::step_back() {
  const document::LessonPosition at = document().lesson;
  go_to_step(at.lesson, at.step - 1);
}

bool Workspace::has_next_step() const {
  const lessons::Lesson* const at = lesson();
  return at != nullptr && document().lesson.step < at->last_step();
}

bool Workspace::has_step_before() const {
  return lesson() != nullptr && document().lesson.step > 0;
}

}  // namespace normscope::workspace
