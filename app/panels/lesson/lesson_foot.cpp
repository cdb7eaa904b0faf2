// SPDX-License-Identifier: MIT
#include "app/panels/lesson/lesson_foot.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/panels/lesson/end_view.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::panels {

using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kNextHelp{"Next step", "The laboratory is set as the step says.", "",
                             "Ctrl+Page Down does the same from anywhere; undo brings your own "
                             "numbers back. Ctrl+L goes from the sheet to the text, and back."};
constexpr ui::Help kNextCellHelp{
    "Next cell", "It runs when it is read; a norm or a softmax that it wrote comes onto the stage.",
    "", "Ctrl+Page Down does the same from anywhere."};
constexpr ui::Help kCellBackHelp{"Cell before", "It shows what it gave; nothing runs again.", "",
                                 "Ctrl+Page Up does the same from anywhere."};
constexpr ui::Help kBackHelp{"Step before", "Going back gives exactly what the step showed.", "",
                             "Ctrl+Page Up does the same from anywhere."};

constexpr ui::Help kRestoreHelp{"Restore this step",
                                "The numbers and settings become those of the step again.", "",
                                "Undo brings yours back."};

constexpr ui::Help kBeginAgainHelp{"Begin again", "Your answers in this lesson are forgotten.", "",
                                   ""};
constexpr ui::Help kAllHelp{"All lessons", "The start page, with all lessons.", "", ""};

// In points.
constexpr float kFootHeight = 30;  // of the buttons
constexpr float kLineHeight = 32;  // of the lines above the buttons
constexpr float kLowFootHeight = 48;
constexpr float kBackWidth = 92;
constexpr float kNextWidth = 128;

// Between the buttons, where the room is low.
void draw_step_number(Context& ui, int step, int last) {
  const ImVec2 back = ImGui::GetCursorPos();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
  const std::string number = fmt::format("{} of {}", step + 1, last + 1);
  const float gap =
      (ImGui::GetContentRegionAvail().x - ui.px(kBackWidth + kNextWidth) - ui::text_width(number)) /
      2;
  const float down = (ui.px(ui.theme.metrics.control) - ImGui::GetTextLineHeight()) / 2;
  ImGui::SetCursorScreenPos({at.x + ui.px(kBackWidth) + gap, at.y + std::floor(down)});
  ui::line(ui, number, ui::Tone::kMuted, "lesson/step");
  ImGui::SetCursorPos(back);
}

// A line above the buttons, with a link at its right; whether the link was clicked.
bool line_with_link(Context& ui, const std::string& text, std::string_view id,
                    const std::string& label, std::string_view link_id, const ui::Help& help) {
  const ImVec2 at = ImGui::GetCursorPos();
  const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
  ui::line(ui, text, ui::Tone::kMuted, id);
  bool clicked = false;
  if (!label.empty()) {
    ImGui::SetCursorPos({ImGui::GetContentRegionMax().x - ui::text_width(label), at.y});
    clicked = ui::link(ui, link_id, label, {.help = help});
  }
  ImGui::SetCursorPos({at.x, at.y + ui.px(kLineHeight)});
  return clicked;
}

bool is_last(const Workspace& workspace, int step) {
  const lessons::Lesson* const lesson = workspace.lesson();
  return lesson->sets_stage && step == lesson->last_step();
}

void draw_score(Context& ui, Workspace& workspace, const lessons::Lesson& lesson) {
  const std::string score = score_sentence(workspace, lesson);
  if (score.empty()) return;
  const bool answered = !workspace.view.lesson_work[lesson.id].kept.answers.empty();
  const std::string again = answered ? "Begin again..." : "";
  if (line_with_link(ui, score, "lesson/score", again, "lesson/again", kBeginAgainHelp)) {
    workspace.view.again_asked = true;
  }
}

// The button at the right: on to the next step, and from the last one to the next lesson.
void draw_on(Context& ui, Workspace& workspace, const lessons::Lesson& lesson, int step) {
  constexpr auto kPrimary = ui::ButtonLook::kPrimary;
  const bool last = step == lesson.last_step();
  if (!last || !lesson.sets_stage) {
    // A notebook leads nowhere.
    if (ui::button(ui, "lesson/next", "Next", kPrimary,
                   {.help = lesson.sets_stage ? kNextHelp : kNextCellHelp,
                    .enabled = !last,
                    .width = kNextWidth})) {
      workspace.next_step();
    }
    return;
  }
  const auto next = std::ranges::find(workspace.lessons, lesson.next, &lessons::Lesson::id);
  if (next == workspace.lessons.end()) {
    if (ui::button(ui, "lesson/all", "All lessons", kPrimary,
                   {.help = kAllHelp, .width = kNextWidth})) {
      workspace.view.start_page = true;
    }
  } else if (ui::button(ui, "lesson/go-on", "Next lesson", kPrimary,
                        {.help = {next->title, next->about}, .width = kNextWidth})) {
    workspace.lesson_asked = next->id;
  }
}

}  // namespace

float foot_height(const Workspace& workspace, int step, bool low) {
  float height = low ? kLowFootHeight : kFootHeight;
  if (workspace.differs_from_step()) height += kLineHeight;
  if (is_last(workspace, step) && !score_sentence(workspace, *workspace.lesson()).empty()) {
    height += kLineHeight;
  }
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
  const lessons::Lesson& lesson = *workspace.lesson();
  if (low) {
    draw_progress(ui, step, lesson.last_step());
    ui::space(ui, 2);
    if (!workspace.differs_from_step()) draw_step_number(ui, step, lesson.last_step());
  }
  if (is_last(workspace, step)) draw_score(ui, workspace, lesson);
  if (workspace.differs_from_step() &&
      line_with_link(ui, "The numbers are your own.", "lesson/own", "Restore this step",
                     "lesson/restore", kRestoreHelp)) {
    workspace.restore_step();
  }
  // On a page without controls Next is the first one to use.
  if (step < lesson.last_step() && ui.focus.entering()) ui.focus.enter("lesson/next");
  ui.focus.begin_group("lesson/back", ui::Focus::Group::kAsides);
  if (ui::button(ui, "lesson/back", "Back", ui::ButtonLook::kPlain,
                 {.help = lesson.sets_stage ? kBackHelp : kCellBackHelp,
                  .enabled = step > 0,
                  .width = kBackWidth})) {
    workspace.step_back();
  }
  ui.focus.end_group();
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ui.px(kNextWidth));
  draw_on(ui, workspace, lesson, step);
}

}  // namespace normscope::panels
