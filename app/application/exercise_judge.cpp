// SPDX-License-Identifier: MIT
#include "app/application/exercise_judge.hpp"

#include <algorithm>
#include <stop_token>
#include <utility>

#include "app/lessons/lesson.hpp"

namespace normscope::application {

using workspace::LessonWork;

void ExerciseJudge::check(const workspace::CheckExercise& check,
                          const std::optional<cells::OwnPython>& python) {
  const auto lesson = std::ranges::find(workspace_.lessons, check.lesson, &lessons::Lesson::id);
  if (lesson == workspace_.lessons.end()) return;
  const lessons::Step& step = lesson->steps[static_cast<std::size_t>(check.place.step)];
  const auto number = static_cast<std::size_t>(step.blocks[check.place.block].number);
  LessonWork& work = workspace_.view.lesson_work[check.lesson];
  const auto written = work.kept.attempts.find(check.place);
  stop();
  asked_ = check;
  source_ = written == work.kept.attempts.end() ? step.exercises[number].problem.start
                                                : written->second.source;
  work.checked = check.place;
  work.reports.erase(check.place);
  notebook::client::KernelOptions kernel = kernel_;
  if (python) kernel.python = python;
  judge_.request(++number_, [problem = step.exercises[number].problem, source = source_,
                             kernel = std::move(kernel)](const std::stop_token& ended) {
    const auto judgement = exercises::judge(problem, source, kernel, ended);
    if (judgement) return Judged{exercises::report_of(problem, *judgement), !judgement->fault};
    Judged failed;
    failed.report.verdict = judgement.error().sentence;
    return failed;
  });
}

void ExerciseJudge::stop() {
  judge_.cancel();
  workspace_.view.lesson_work[asked_.lesson].checked.reset();
}

void ExerciseJudge::follow(ui::Context& ui) {
  const auto latest = judge_.latest();
  if (latest == nullptr || latest->number != number_ || taken_ == number_) return;
  taken_ = number_;
  LessonWork& work = workspace_.view.lesson_work[asked_.lesson];
  if (work.checked != asked_.place) return;  // it was stopped
  work.checked.reset();
  const auto written = work.kept.attempts.find(asked_.place);
  if (written != work.kept.attempts.end()) {
    if (written->second.source != source_) return;
    written->second.right = written->second.right || latest->value.right;
  }
  work.reports[asked_.place] = latest->value.report;
  ui.pacing.activity();
}

}  // namespace normscope::application
