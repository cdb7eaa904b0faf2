// SPDX-License-Identifier: MIT
#include "app/panels/lesson/lesson_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "app/panels/lesson/cell_view.hpp"
#include "app/panels/lesson/end_view.hpp"
#include "app/panels/lesson/prose.hpp"
#include "app/panels/lesson/task_view.hpp"
#include "app/panels/lesson/variables_view.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::panels {

using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kNextHelp{"Next step", "The laboratory is set as the step says.", "",
                             "Ctrl+Page Down does the same from anywhere; undo brings your own "
                             "numbers back. Ctrl+L goes from the sheet to the text, and back."};
constexpr ui::Help kNextCellHelp{"Next cell", "It runs when it is read; the stage stays as it is.",
                                 "", "Ctrl+Page Down does the same from anywhere."};
constexpr ui::Help kCellBackHelp{"Cell before", "It shows what it gave; nothing runs again.", "",
                                 "Ctrl+Page Up does the same from anywhere."};
constexpr ui::Help kBackHelp{"Step before", "Going back gives exactly what the step showed.", "",
                             "Ctrl+Page Up does the same from anywhere."};

constexpr ui::Help kRestoreHelp{"Restore this step",
                                "The numbers and settings become those of the step again.", "",
                                "Undo brings yours back."};

// In points.
constexpr float kFootHeight = 54;
constexpr float kOwnHeight = 32;  // of the line that says whose numbers these are
constexpr float kLowRoom = 400;   // below, the progress stands in the foot and leaves the text more
constexpr float kLowFootHeight = 48;
constexpr float kBackWidth = 92;
constexpr float kNextWidth = 128;

// Draws the progress as a row of bars, one per step, filled up to the current step.
void draw_progress(Context& ui, int step, int count) {
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

void draw_foot(Context& ui, Workspace& workspace, int step, int last, bool low) {
  const lessons::Lesson* const lesson = workspace.lesson();
  const bool sets_stage = lesson == nullptr || lesson->sets_stage;
  if (low) {
    draw_progress(ui, step, last + 1);
    ui::space(ui, 2);
    if (!workspace.differs_from_step()) draw_step_number(ui, step, last);
  } else {
    ui::separator(ui);
  }
  if (workspace.differs_from_step()) {
    const ImVec2 at = ImGui::GetCursorPos();
    const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
    ui::line(ui, "The numbers are your own.", ui::Tone::kMuted, "lesson/own");
    constexpr const char* kRestore = "Restore this step";
    ImGui::SetCursorPos({ImGui::GetContentRegionMax().x - ui::text_width(kRestore), at.y});
    if (ui::link(ui, "lesson/restore", kRestore, {.help = kRestoreHelp})) workspace.restore_step();
    ImGui::SetCursorPos({at.x, at.y + ui.px(kOwnHeight)});
  }
  // On a page without controls Next is the first one to use.
  if (step < last && ui.focus.entering()) ui.focus.enter("lesson/next");
  ui.focus.begin_group("lesson/back", ui::Focus::Group::kAsides);
  if (ui::button(ui, "lesson/back", "Back", ui::ButtonLook::kPlain,
                 {.help = sets_stage ? kBackHelp : kCellBackHelp,
                  .enabled = step > 0,
                  .width = kBackWidth})) {
    workspace.step_back();
  }
  ui.focus.end_group();
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ui.px(kNextWidth));
  if (ui::button(ui, "lesson/next", step < last ? "Next" : "The end", ui::ButtonLook::kPrimary,
                 {.help = sets_stage ? kNextHelp : kNextCellHelp,
                  .enabled = step < last,
                  .width = kNextWidth})) {
    workspace.next_step();
  }
}

// The fault of the lesson's file, until it is right.
void draw_fault(Context& ui, const Workspace& workspace) {
  const workspace::LessonFile* const file = workspace.lesson_file();
  if (file == nullptr || !file->fault) return;
  ui::paragraph(ui, file->fault->sentence + ".", ui::Tone::kError, "lesson/fault");
  if (!file->fault->hint.empty()) ui::caption(ui, file->fault->hint, "lesson/fault/hint");
  ui::caption(ui, "Below is the last version without a fault.");
  ui::space(ui, 12);
}

// The step whose text the column shows, so that a text that is read anew begins at its top.
struct Page {
  document::LessonPosition position{};
  std::uint64_t opened = 0;
  bool operator==(const Page&) const = default;
};

// What the column keeps from frame to frame.
struct Column {
  Page page{};
  bool enters = false;  // the focus goes to the first control of the page
  float scrolls = 0;    // by that much, in pixels
};

// Begins the page at its top. Who turned it by key and from within the column, or opened the lesson
// by key, finds the focus at its first control.
void begin_page(Context& ui, const Page& shown, Column& column) {
  // A frame later, when the text stands at its top.
  if (std::exchange(column.enters, false)) ui.focus.enter_page();
  if (column.page == shown) return;
  const bool other =
      column.page.position.lesson != shown.position.lesson || column.page.opened != shown.opened;
  const std::string_view region = ui.focus.region_before();
  column.enters = ui.focus.ring() && (other || region == "lesson");
  column.page = shown;
  column.scrolls = 0;
  ui.focus.forget_place("lesson");
  ImGui::SetScrollY(0);
  ui.pacing.activity();
}

// Scrolls the text as keys asked for, a page or by lines; beyond its ends follow the steps.
void scroll_text(Context& ui, Workspace& workspace, Column& column) {
  const float most = ImGui::GetScrollMaxY();
  const float at = ImGui::GetScrollY();
  const int pages = std::exchange(workspace.view.text_pages_asked, 0);
  float by = std::exchange(column.scrolls, 0.0F);
  constexpr float kRounding = 1;  // ImGui scrolls by whole pixels
  if (pages > 0 && at >= most - kRounding) {
    if (workspace.has_next_step()) workspace.next_step();
  } else if (pages < 0 && at <= 0) {
    if (workspace.has_step_before()) workspace.step_back();
  } else {
    // The last lines stay in sight.
    const float page = ImGui::GetWindowHeight() - 2 * ImGui::GetTextLineHeightWithSpacing();
    by += static_cast<float>(pages) * page;
  }
  if (by == 0) return;
  ImGui::SetScrollY(std::clamp(at + by, 0.0F, most));
  ui.pacing.activity();
}

void draw_lesson(Context& ui, Workspace& workspace, Column& column) {
  if (workspace.lesson() == nullptr) return;
  const lessons::Lesson& lesson = *workspace.lesson();
  const int last = lesson.last_step();
  const int step = std::clamp(workspace.document().lesson.step, 0, last);
  const lessons::Step& now = lesson.steps[static_cast<std::size_t>(step)];
  const bool presenting = workspace.view.presenting;
  const bool low = !presenting && ImGui::GetContentRegionAvail().y < ui.px(kLowRoom);
  const float foot =
      (low ? kLowFootHeight : kFootHeight) + (workspace.differs_from_step() ? kOwnHeight : 0);
  {
    const ui::Region text(ui, "lesson/text", {0, presenting ? 0 : -ui.px(foot)},
                          {.ground = ui::Ground::kNone, .padding = 0});
    begin_page(ui, {workspace.document().lesson, workspace.opened}, column);
    scroll_text(ui, workspace, column);
    if (!low) {
      ui::caption(ui, fmt::format("{}  \xc2\xb7  step {} of {}", lesson.title, step + 1, last + 1),
                  "lesson/step");
      draw_progress(ui, step, last + 1);
      ui::space(ui, 12);
    }
    draw_fault(ui, workspace);
    ui::title(ui, now.title, "lesson/title");
    if (!low) ui::space(ui, 6);
    draw_prose(ui, workspace, now.blocks, "lesson/text", [&](std::size_t block) {
      const lessons::BlockPlace place{step, block};
      if (now.blocks[block].kind == lessons::BlockKind::kCode) {
        draw_cell(ui, workspace, place, now.blocks[block].text,
                  fmt::format("lesson/text/{}", block));
      } else {
        draw_task(ui, workspace, lesson, place);
      }
    });
    if (!presenting) draw_variables(ui, workspace);
    if (step == last && lesson.sets_stage) draw_end(ui, workspace, lesson);
    if (step == last && !lesson.source.empty()) {
      ui::space(ui, 16);
      ui::caption(ui, lesson.source, "lesson/source");
    }
  }
  workspace.view.card_selected = false;
  // The presenter turns the pages by key, as with slides.
  if (!presenting) draw_foot(ui, workspace, step, last, low);
  // What no control of the column took.
  if (ui.focus.region_before() != "lesson" || ui.focus.in_popup()) return;
  constexpr float kLines = 3;
  if (ui.input.take(ui::Key::kDown)) column.scrolls += kLines * ImGui::GetTextLineHeight();
  if (ui.input.take(ui::Key::kUp)) column.scrolls -= kLines * ImGui::GetTextLineHeight();
}

}  // namespace

ui::Panel<Workspace> lesson_panel() {
  return {"lesson", "Lesson",
          "What to read, one step at a time. Each step sets the stage; nothing you do there can "
          "harm the lesson.",
          [column = Column{}](Context& ui, Workspace& workspace) mutable {
            draw_lesson(ui, workspace, column);
          }};
}

}  // namespace normscope::panels
