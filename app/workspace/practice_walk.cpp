// SPDX-License-Identifier: MIT
#include "app/workspace/practice_walk.hpp"

#include <algorithm>
#include <vector>

#include "app/lessons/practice.hpp"

namespace normscope::workspace {
namespace {

// Nothing where what was answered in the lesson has gone since.
void note_practised(Workspace& workspace, lessons::Outcome outcome) {
  const PractisedQuestion& question = *workspace.view.practised;
  const auto work = workspace.view.lesson_work.find(question.lesson);
  if (work == workspace.view.lesson_work.end()) return;
  auto& answers = work->second.kept.answers;
  const auto answered = answers.find(question.place);
  if (answered == answers.end()) return;
  practice::note(answered->second, {workspace.view.today, outcome, question.sure});
}

}  // namespace

practice::Today todays_five(const Workspace& workspace) {
  std::vector<practice::Read> read;
  for (const lessons::Lesson* const lesson : lessons::in_order(workspace.lessons)) {
    const auto work = workspace.view.lesson_work.find(lesson->id);
    if (work != workspace.view.lesson_work.end()) read.push_back({lesson, &work->second.kept});
  }
  return practice::todays_five(read, workspace.view.today);
}

void practise_next(Workspace& workspace) {
  workspace.view.practised.reset();
  const auto today = todays_five(workspace);
  if (today.left.empty()) return;
  const auto& [lesson, place] = today.left.front();
  const lessons::Prediction& original = lessons::prediction_at(*lesson, place);
  auto drawn = lessons::draw_practice(*original.practice, lessons::document_at(*lesson, place.step),
                                      practice::seed_of(*lesson, place, workspace.view.today));
  workspace.view.practised = PractisedQuestion{.lesson = lesson->id, .place = place};
  if (drawn) {
    drawn->shows->lesson = {lesson->id, place.step};
    workspace.view.practised->asked = *std::move(drawn);
    return;
  }
  // A rule of a lesson of the reader's own may fail on some numbers.
  workspace.error = drawn.error();
  skip_practised(workspace);
}

void answer_practised(Workspace& workspace, const lessons::Answer& answer) {
  PractisedQuestion& question = *workspace.view.practised;
  question.answer = answer;
  note_practised(workspace, lessons::is_right(question.asked, answer) ? lessons::Outcome::kRight
                                                                      : lessons::Outcome::kWrong);
}

void skip_practised(Workspace& workspace) {
  note_practised(workspace, lessons::Outcome::kSkipped);
  practise_next(workspace);
}

const lessons::Lesson* practised_lesson(const Workspace& workspace) {
  if (!workspace.view.practised) return nullptr;
  const auto found =
      std::ranges::find(workspace.lessons, workspace.view.practised->lesson, &lessons::Lesson::id);
  return found == workspace.lessons.end() ? nullptr : &*found;
}

}  // namespace normscope::workspace
