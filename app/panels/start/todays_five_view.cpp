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
    "Today's five",
    "Questions of lessons that you finished come back with new numbers, 1, 4, 8 and 16 days after "
    "you answered them: five a day at most, first those that you were sure of and had wrong.",
    "", "What you answer stays on this computer."};
constexpr ui::Help kSkipHelp{"Skip", "It comes back tomorrow.", "", ""};
constexpr ui::Help kStopHelp{"Later", "What is left stays for today.", "", ""};

std::string counted(std::size_t count, std::string_view one, std::string_view more) {
  return fmt::format("{} {}", count, count == 1 ? one : more);
}

// "3 answered, 2 right, 1 skipped"; empty where nothing was done.
std::string done_words(const Today& today) {
  const std::size_t answered = today.right + today.wrong;
  std::string words;
  if (answered > 0) words = fmt::format("{} answered, {} right", answered, today.right);
  if (today.skipped > 0) {
    words += fmt::format("{}{} skipped", words.empty() ? "" : ", ", today.skipped);
  }
  return words;
}

std::string next_words(const Today& today, lessons::Day day) {
  if (!today.next) return "No question is left to come back.";
  const lessons::Day days = *today.next - day;
  return days == 1 ? "The next comes tomorrow." : fmt::format("The next comes in {} days.", days);
}

std::string summary(const Today& today, lessons::Day day) {
  const std::string done = done_words(today);
  if (today.left.empty()) {
    return (done.empty() ? "None today. " : fmt::format("Today: {}. ", done)) +
           next_words(today, day);
  }
  const std::string left = counted(today.left.size(), "question", "questions");
  return done.empty() ? fmt::format("{} of finished lessons, with new numbers.", left)
                      : fmt::format("Today: {}. {} left.", done, left);
}

void draw_begin_row(Context& ui, Workspace& workspace, const Today& today) {
  if (!today.left.empty()) {
    if (ui::button(ui, "welcome/five/begin", "Practise", ui::ButtonLook::kPlain,
                   {.help = kFiveHelp})) {
      practise_next(workspace);
    }
    ui::beside(ui);
    ImGui::AlignTextToFramePadding();
  }
  ui::line(ui, summary(today, workspace.view.today), ui::Tone::kMuted, "welcome/five/words");
}

void draw_after_answer(Context& ui, Workspace& workspace, const Today& today) {
  const std::string_view label = today.left.empty() ? "Done" : "Next";
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
      fmt::format("{} of {}, from \"{}\", step {}", answered ? done : done + 1, all, lesson.title,
                  question.place.step + 1);
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
  if (ui::button(ui, "welcome/five/skip", "Skip", ui::ButtonLook::kQuiet, {.help = kSkipHelp})) {
    return skip_practised(workspace);
  }
  ui::beside(ui);
  if (ui::button(ui, "welcome/five/stop", "Later", ui::ButtonLook::kQuiet, {.help = kStopHelp})) {
    workspace.view.practised.reset();
  }
  ui::space(ui, 6);
}

}  // namespace

void draw_todays_five(Context& ui, Workspace& workspace, float width) {
  const Today today = todays_five(workspace);
  if (!today.any_finished) return;
  ui::space(ui, 2);
  ui::heading(ui, "Today's five", kFiveHelp, "welcome/five");
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
