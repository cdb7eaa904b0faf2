// SPDX-License-Identifier: MIT
#include "app/panels/lesson/lesson_foot.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/panels/lesson/end_view.hpp"
#include "app/panels/lesson/invitation.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kNextHelp{
    tr_later("Next step"), tr_later("The laboratory is set as the step says."), "",
    tr_later("Ctrl+Page Down does the same from anywhere; undo brings your own numbers back. "
             "Ctrl+L goes from the sheet to the text, and back.")};
constexpr ui::Help kNextCellHelp{
    tr_later("Next cell"),
    tr_later("It runs when it is read; a norm or a softmax that it wrote comes onto the stage."),
    "", tr_later("Ctrl+Page Down does the same from anywhere.")};
constexpr ui::Help kNextUnrunHelp{tr_later("Next cell"),
                                  tr_later("It turns the page; nothing runs before \"Run\"."), "",
                                  tr_later("Ctrl+Page Down does the same from anywhere.")};
constexpr ui::Help kCellBackHelp{tr_later("Cell before"),
                                 tr_later("It shows what it gave; nothing runs again."), "",
                                 tr_later("Ctrl+Page Up does the same from anywhere.")};
constexpr ui::Help kBackHelp{tr_later("Step before"),
                             tr_later("Going back gives exactly what the step showed."), "",
                             tr_later("Ctrl+Page Up does the same from anywhere.")};

constexpr ui::Help kRestoreHelp{
    tr_later("Restore this step"),
    tr_later("The numbers and settings become those of the step again."), "",
    tr_later("Undo brings yours back.")};

constexpr ui::Help kBeginAgainHelp{tr_later("Begin again"),
                                   tr_later("Your answers in this lesson are forgotten."), "", ""};
constexpr ui::Help kAllHelp{tr_later("All lessons"), tr_later("The start page, with all lessons."),
                            "", ""};

// In points.
constexpr float kFootHeight = 30;  // of the buttons
constexpr float kBelowLine = 14;   // below a sentence above the buttons
constexpr float kBeforeLink = 16;  // between a sentence and its link
constexpr float kLowFootHeight = 48;
constexpr float kBackWidth = 92;
constexpr float kNextWidth = 128;

// Between the buttons, where the room is low.
void draw_step_number(Context& ui, int step, int last) {
  const ImVec2 back = ImGui::GetCursorPos();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
  const std::string number = tr("{step} of {all}", arg("step", step + 1), arg("all", last + 1));
  const float gap =
      (ImGui::GetContentRegionAvail().x - ui.px(kBackWidth + kNextWidth) - ui::text_width(number)) /
      2;
  const float down = (ui.px(ui.theme.metrics.control) - ImGui::GetTextLineHeight()) / 2;
  ImGui::SetCursorScreenPos({at.x + ui.px(kBackWidth) + gap, at.y + std::floor(down)});
  ui::line(ui, number, ui::Tone::kMuted, "lesson/step");
  ImGui::SetCursorPos(back);
}

// A sentence above the buttons, and a link at its right, which may be missing.
struct FootLine {
  std::string text{};
  std::string label{};
};

// Where the sentence is wrapped: before the link.
float wrap_of(const Context& ui, const FootLine& line) {
  const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
  const float link = line.label.empty() ? 0 : ui::text_width(line.label) + ui.px(kBeforeLink);
  return ImGui::GetContentRegionMax().x - link;
}

// In pixels.
float height_of(const Context& ui, const FootLine& line) {
  ImGui::PushTextWrapPos(wrap_of(ui, line));
  const float height = ui::caption_height(ui, line.text) + ui.px(kBelowLine);
  ImGui::PopTextWrapPos();
  return height;
}

// Whether the link was clicked.
bool draw_line(Context& ui, const FootLine& line, std::string_view id, std::string_view link_id,
               const ui::Help& help) {
  const ImVec2 at = ImGui::GetCursorPos();
  const float height = height_of(ui, line);
  ImGui::PushTextWrapPos(wrap_of(ui, line));
  ui::caption(ui, line.text, id);
  ImGui::PopTextWrapPos();
  bool clicked = false;
  if (!line.label.empty()) {
    const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
    ImGui::SetCursorPos({ImGui::GetContentRegionMax().x - ui::text_width(line.label), at.y});
    clicked = ui::link(ui, link_id, line.label, {.help = help});
  }
  ImGui::SetCursorPos({at.x, at.y + height});
  return clicked;
}

FootLine own_line() {
  return {tr("The numbers are your own."), tr("Restore this step")};
}

bool is_last(const Workspace& workspace, int step) {
  const lessons::Lesson* const lesson = lesson_of(workspace);
  return lesson->sets_stage && step == lesson->last_step();
}

// Empty before the last step.
FootLine score_line(const Workspace& workspace, int step) {
  if (!is_last(workspace, step)) return {};
  const lessons::Lesson& lesson = *lesson_of(workspace);
  const auto work = workspace.view.lesson_work.find(lesson.id);
  const bool answered =
      work != workspace.view.lesson_work.end() && !work->second.kept.answers.empty();
  return {score_sentence(workspace, lesson), answered ? tr("Begin again...") : std::string()};
}

// The button at the right: on to the next step, and from the last one to the next lesson.
void draw_on(Context& ui, Workspace& workspace, const lessons::Lesson& lesson, int step) {
  // Beside the button that runs the cells it is the second.
  const bool held = awaits_run(workspace, step);
  const auto primary = held ? ui::ButtonLook::kPlain : ui::ButtonLook::kPrimary;
  const bool last = step == lesson.last_step();
  if (!last || !lesson.sets_stage) {
    // A notebook leads nowhere.
    const ui::Help& help = held ? kNextUnrunHelp : lesson.sets_stage ? kNextHelp : kNextCellHelp;
    if (ui::button(ui, "lesson/next", tr("Next"), primary,
                   {.help = help, .enabled = !last, .width = kNextWidth})) {
      next_step(workspace);
    }
    return;
  }
  const auto next = std::ranges::find(workspace.lessons, lesson.next, &lessons::Lesson::id);
  if (next == workspace.lessons.end()) {
    if (ui::button(ui, "lesson/all", tr("All lessons"), primary,
                   {.help = kAllHelp, .width = kNextWidth})) {
      workspace.view.start_page = true;
    }
  } else if (ui::button(ui, "lesson/go-on", tr("Next lesson"), primary,
                        {.help = {next->title, next->about}, .width = kNextWidth})) {
    workspace.send(workspace::BeginLesson{next->id});
  }
}

}  // namespace

float foot_height(const Context& ui, const Workspace& workspace, int step, bool low) {
  float height = ui.px(low ? kLowFootHeight : kFootHeight);
  if (differs_from_step(workspace)) height += height_of(ui, own_line());
  const FootLine score = score_line(workspace, step);
  if (!score.text.empty()) height += height_of(ui, score);
  return height;
}

void draw_progress(Context& ui, int step, int last) {
  const int count = last + 1;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  // With very many steps the gap shrinks.
  const float gap = std::min(ui.px(4), room / (4 * static_cast<float>(count)));
  const float width = (room - gap * static_cast<float>(count - 1)) / static_cast<float>(count);
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  for (int i = 0; i < count; ++i) {
    const float x = at.x + static_cast<float>(i) * (width + gap);
    const ui::Color color = i <= step ? ui.theme.colors.accent : ui.theme.colors.border;
    draw->AddRectFilled({x, at.y}, {x + width, at.y + ui.px(4)}, ui::imgui_color(color), ui.px(2));
  }
  ImGui::Dummy({room, ui.px(4)});
}

void draw_foot(Context& ui, Workspace& workspace, int step, bool low) {
  const lessons::Lesson& lesson = *lesson_of(workspace);
  if (low) {
    draw_progress(ui, step, lesson.last_step());
    ui::space(ui, 2);
  }
  const FootLine score = score_line(workspace, step);
  if (!score.text.empty() &&
      draw_line(ui, score, "lesson/score", "lesson/again", kBeginAgainHelp)) {
    workspace.send(workspace::BeginAgain{});
  }
  if (differs_from_step(workspace) &&
      draw_line(ui, own_line(), "lesson/own", "lesson/restore", kRestoreHelp)) {
    restore_step(workspace);
  }
  if (low) draw_step_number(ui, step, lesson.last_step());
  // On a page without controls Next is the first one to use.
  if (step < lesson.last_step() && ui.focus.entering()) ui.focus.enter("lesson/next");
  ui.focus.begin_group("lesson/back", ui::Focus::Group::kAsides);
  if (ui::button(ui, "lesson/back", tr("Back"), ui::ButtonLook::kPlain,
                 {.help = lesson.sets_stage ? kBackHelp : kCellBackHelp,
                  .enabled = step > 0,
                  .width = kBackWidth})) {
    step_back(workspace);
  }
  ui.focus.end_group();
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ui.px(kNextWidth));
  draw_on(ui, workspace, lesson, step);
}

}  // namespace normscope::panels
