// SPDX-License-Identifier: MIT
#include "app/panels/start/todays_five_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/panels/lesson/task_view.hpp"
#include "app/practice/todays_five.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/practice_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using practice::Today;
using ui::Context;
using workspace::PractisedQuestion;
using workspace::Workspace;

namespace {

// In points.
constexpr float kMostQuestionWidth = 640;  // a line that is read with ease
constexpr float kFiveUp = 8;               // nearer to its own words than to those above it

constexpr std::string_view kQuestion = "welcome/five/question";
// In which a verdict is brought into sight: in the first the page does not know yet how high it is.
constexpr int kVerdictFrames = 3;

constexpr ui::Help kFiveHelp{
    tr_later("Today's five"),
    tr_later("Questions of lessons that you finished come back with new numbers, 1, 4, 8 and 16 "
             "days after you answered them: five a day at most, first those that you were sure of "
             "and had wrong."),
    "", tr_later("What you answer stays on this computer.")};
constexpr ui::Help kSkipHelp{tr_later("Skip"), tr_later("It comes back tomorrow."), "", ""};
constexpr ui::Help kStopHelp{tr_later("Later"), tr_later("What is left stays for today."), "", ""};

// "3 answered, 2 right, 1 skipped"; empty where nothing was done.
std::string done_words(const Today& today) {
  const std::size_t answered = today.right + today.wrong;
  if (answered > 0 && today.skipped > 0) {
    return tr("{answered} answered, {right} right, {skipped} skipped", arg("answered", answered),
              arg("right", today.right), arg("skipped", today.skipped));
  }
  if (today.skipped > 0) return tr("{skipped} skipped", arg("skipped", today.skipped));
  if (answered == 0) return {};
  return tr("{answered} answered, {right} right", arg("answered", answered),
            arg("right", today.right));
}

std::string next_words(const Today& today, lessons::Day day) {
  if (!today.next) return tr("No question is left to come back.");
  const lessons::Day days = *today.next - day;
  if (days == 1) return tr("The next comes tomorrow.");
  return tr_n("The next comes in {n} day.", "The next comes in {n} days.", days, arg("n", days));
}

std::string summary(const Today& today, lessons::Day day) {
  const std::string done = done_words(today);
  if (today.left.empty()) {
    const std::string next = next_words(today, day);
    return done.empty() ? tr("None today. {next}", arg("next", next))
                        : tr("Today: {done}. {next}", arg("done", done), arg("next", next));
  }
  const std::int64_t left = std::ssize(today.left);
  return done.empty()
             ? tr_n("{n} question of finished lessons, with new numbers.",
                    "{n} questions of finished lessons, with new numbers.", left, arg("n", left))
             : tr_n("Today: {done}. {n} question left.", "Today: {done}. {n} questions left.", left,
                    arg("done", done), arg("n", left));
}

void draw_begin_row(Context& ui, Workspace& workspace, const Today& today) {
  if (!today.left.empty()) {
    if (ui::button(ui, "welcome/five/begin", tr("Practise"), ui::ButtonLook::kPlain,
                   {.help = kFiveHelp})) {
      practise_next(workspace);
    }
    ui::beside(ui);
    ImGui::AlignTextToFramePadding();
  }
  ui::line(ui, summary(today, workspace.view.today), ui::Tone::kMuted, "welcome/five/words");
}

void draw_after_answer(Context& ui, Workspace& workspace, const Today& today) {
  const std::string_view label = today.left.empty() ? tr("Done") : tr("Next");
  if (ui::button(ui, "welcome/five/next", label, ui::ButtonLook::kPrimary)) {
    practise_next(workspace);
  }
}

void draw_practised(Context& ui, Workspace& workspace, const lessons::Lesson& lesson,
                    const Today& today) {
  PractisedQuestion& question = *workspace.view.practised;
  const bool answered = question.answer.has_value();
  const std::size_t done = today.right + today.wrong + today.skipped;
  const std::size_t all = done + today.left.size();
  const std::string place =
      tr("{at} of {all}, from \"{lesson}\", step {step}", arg("at", answered ? done : done + 1),
         arg("all", all), arg("lesson", lesson.title), arg("step", question.place.step + 1));
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const auto given = draw_prediction(ui, workspace,
                                     {.prediction = question.asked,
                                      .id = std::string(kQuestion),
                                      .typed = question.typed,
                                      .kind = place,
                                      .sure = &question.sure,
                                      .answer = question.answer,
                                      .on_stage = false});
  workspace::LessonWork& work = workspace.view.lesson_work[lesson.id];
  if (given) {
    answer_practised(workspace, *given);
    work.judged = kQuestion;
    work.judged_frames = kVerdictFrames;
  }
  ui::space(ui, 4);
  if (answered) {
    draw_after_answer(ui, workspace, today);
    if (work.judged == kQuestion && work.judged_frames > 0) {
      --work.judged_frames;
      ui::scroll_into_view(ui, from, ImGui::GetCursorScreenPos());
    }
    return ui::space(ui, 6);
  }
  if (ui::button(ui, "welcome/five/skip", tr("Skip"), ui::ButtonLook::kQuiet,
                 {.help = kSkipHelp})) {
    return skip_practised(workspace);
  }
  ui::beside(ui);
  if (ui::button(ui, "welcome/five/stop", tr("Later"), ui::ButtonLook::kQuiet,
                 {.help = kStopHelp})) {
    workspace.view.practised.reset();
  }
  ui::space(ui, 6);
}

}  // namespace

void draw_todays_five(Context& ui, Workspace& workspace, float width) {
  const Today today = todays_five(workspace);
  if (!today.any_finished) return;
  ui::space(ui, 2);
  ui::heading(ui, tr("Today's five"), kFiveHelp, "welcome/five");
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ui.px(kFiveUp));
  const lessons::Lesson* const lesson = practised_lesson(workspace);
  if (lesson == nullptr) return draw_begin_row(ui, workspace, today);
  // A column that is as high as what it holds.
  constexpr ImGuiTableFlags kPlain = ImGuiTableFlags_NoPadOuterX | ImGuiTableFlags_NoPadInnerX |
                                     ImGuiTableFlags_NoClip | ImGuiTableFlags_NoSavedSettings;
  const ImVec2 size{std::min(width, ui.px(kMostQuestionWidth)), 0};
  if (!ImGui::BeginTable("welcome/five", 1, kPlain, size)) return;
  ImGui::TableNextColumn();
  draw_practised(ui, workspace, *lesson, today);
  ImGui::EndTable();
}

}  // namespace normscope::panels
