// SPDX-License-Identifier: MIT
#include "app/panels/lesson/end_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/lessons/progress.hpp"
#include "app/panels/lesson/task_view.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/editing.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using lessons::BlockPlace;
using lessons::Lesson;
using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kStageHelp{tr_later("Show the step on the stage"),
                              tr_later("The stage is set as it was when the question was asked."),
                              "", tr_later("\"Restore this step\" brings the last step back.")};
void show_step(Workspace& workspace, const Lesson& lesson, int step) {
  document::Document after = with_own_view(workspace, lessons::document_at(lesson, step), lesson);
  after.lesson = workspace.document().lesson;
  apply(workspace, document::Edit{.description = tr("show step {step}", arg("step", step + 1)),
                                  .after = std::move(after),
                                  .from_lesson = true});
}

void draw_missed(Context& ui, Workspace& workspace, const Lesson& lesson, const BlockPlace& place,
                 const std::string& id) {
  const lessons::Step& step = lesson.steps[static_cast<std::size_t>(place.step)];
  ui::caption(ui, tr("Step {step}: {title}", arg("step", place.step + 1), arg("title", step.title)),
              id + "/step");
  draw_question(ui, workspace, lesson, place, id, Asked::kAgain);
  if (!is_on_stage(workspace, step.document)) {
    const std::string label = tr("Show step {step} on the stage", arg("step", place.step + 1));
    if (ui::link(ui, id + "/stage", label, {.help = kStageHelp})) {
      show_step(workspace, lesson, place.step);
    }
  }
  ui::space(ui, 10);
}

void draw_questions_missed(Context& ui, Workspace& workspace, const Lesson& lesson) {
  const lessons::Progress kept = workspace.view.lesson_work[lesson.id].kept;
  const lessons::Score score = lessons::score_of(lesson, kept);
  if (score.missed.empty()) return;
  ui::heading(ui, tr("Missed on the way"), {}, "lesson/missed");
  for (std::size_t i = 0; i < score.missed.size(); ++i) {
    draw_missed(ui, workspace, lesson, score.missed[i], fmt::format("lesson/missed/{}", i));
  }
}

}  // namespace

std::string score_sentence(const Workspace& workspace, const Lesson& lesson) {
  const auto work = workspace.view.lesson_work.find(lesson.id);
  const lessons::Progress kept =
      work == workspace.view.lesson_work.end() ? lessons::Progress{} : work->second.kept;
  const lessons::Score score = lessons::score_of(lesson, kept);
  if (score.questions == 0) return {};
  const auto right_again = std::ranges::count_if(score.missed, [&](const BlockPlace& place) {
    const auto& again = kept.answers.at(place).again;
    return again && lessons::is_right(lessons::prediction_at(lesson, place), *again);
  });
  std::string sentence =
      right_again > 0
          ? tr("You predicted {right} of {all} rightly, and {again} more when asked again.",
               arg("right", score.right), arg("all", score.questions), arg("again", right_again))
          : tr("You predicted {right} of {all} rightly.", arg("right", score.right),
               arg("all", score.questions));
  if (const std::size_t open = score.questions - score.answered; open > 0) {
    sentence = text::in_a_row(sentence, tr("{n} unanswered.", arg("n", open)));
  }
  return sentence;
}

void draw_end(Context& ui, Workspace& workspace, const Lesson& lesson) {
  ui::space(ui, 20);
  draw_questions_missed(ui, workspace, lesson);
  if (lesson.then.empty()) return;
  ui::space(ui, 10);
  ui::heading(ui, tr("Without a lesson"));
  ui::paragraph(ui, lesson.then, ui::Tone::kText, "lesson/then");
}

}  // namespace normscope::panels
