// SPDX-License-Identifier: MIT
#include "app/panels/lesson_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/panels/cell_view.hpp"
#include "app/panels/prose.hpp"
#include "app/panels/variables_view.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::panels {

using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kNextHelp{"Next step", "The laboratory is set as the step says.", "",
                             "The arrow keys do the same; undo brings your own numbers back."};
constexpr ui::Help kNextCellHelp{"Next cell", "It runs when it is read; the stage stays as it is.",
                                 "", "The arrow keys do the same."};
constexpr ui::Help kCellBackHelp{"Cell before", "It shows what it gave; nothing runs again.", "",
                                 ""};
constexpr ui::Help kBackHelp{"Step before", "Going back gives exactly what the step showed.", "",
                             ""};

constexpr float kFootHeight = 54;

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

void draw_foot(Context& ui, Workspace& workspace, int step, int last) {
  const lessons::Lesson* const lesson = workspace.lesson();
  const bool sets_stage = lesson == nullptr || lesson->sets_stage;
  ui::separator(ui);
  if (ui::button(
          ui, "lesson/back", "Back", ui::ButtonLook::kPlain,
          {.help = sets_stage ? kBackHelp : kCellBackHelp, .enabled = step > 0, .width = 92})) {
    workspace.step_back();
  }
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ui.px(128));
  if (ui::button(
          ui, "lesson/next", step < last ? "Next" : "The end", ui::ButtonLook::kPrimary,
          {.help = sets_stage ? kNextHelp : kNextCellHelp, .enabled = step < last, .width = 128})) {
    workspace.next_step();
  }
}

void draw_welcome(Context& ui, Workspace& workspace) {
  const ui::Region text(ui, "welcome", {0, 0}, {.ground = ui::Ground::kNone, .padding = 0});
  ui::title(ui, "Welcome to Normscope", "welcome/title");
  ui::space(ui, 6);
  ui::paragraph(ui,
                "In the middle is a batch of numbers on its way through a layer "
                "normalization: each card is one step, and every number on it is real.");
  ui::space(ui, 12);
  for (const lessons::Lesson& lesson : workspace.lessons) {
    if (ui::button(ui, "welcome/lesson/" + lesson.id, lesson.title, ui::ButtonLook::kPrimary,
                   {.width = ImGui::GetContentRegionAvail().x / ui.scale})) {
      workspace.lesson_asked = lesson.id;
    }
    ui::caption(ui, fmt::format("a lesson in {} steps", lesson.steps.size()));
    ui::space(ui, 12);
  }
  ui::heading(ui, "Or try things here");
  ui::paragraph(ui,
                "Click a number and follow it from card to card. Type another one into the first "
                "card: everything after it changes at once. Ctrl+Z takes it back.");
  ui::space(ui, 8);
  ui::caption(ui, "Whatever the pointer rests on says what it is. F1 lists the keys.");
}

void draw_lesson(Context& ui, Workspace& workspace) {
  if (workspace.lesson() == nullptr) {
    draw_welcome(ui, workspace);
    return;
  }
  const lessons::Lesson& lesson = *workspace.lesson();
  const int last = lesson.last_step();
  const int step = std::clamp(workspace.document().lesson.step, 0, last);
  const lessons::Step& now = lesson.steps[static_cast<std::size_t>(step)];
  {
    const ui::Region text(ui, "lesson/text", {0, -ui.px(kFootHeight)},
                          {.ground = ui::Ground::kNone, .padding = 0});
    ui::caption(ui, fmt::format("{}  \xc2\xb7  step {} of {}", lesson.title, step + 1, last + 1),
                "lesson/step");
    draw_progress(ui, step, last + 1);
    ui::space(ui, 12);
    ui::title(ui, now.title, "lesson/title");
    ui::space(ui, 6);
    draw_prose(ui, now.blocks, "lesson/text", [&](std::size_t block) {
      draw_cell(ui, workspace, {step, block}, now.blocks[block].text,
                fmt::format("lesson/text/{}", block));
    });
    draw_variables(ui, workspace);
    if (step == last && !lesson.source.empty()) {
      ui::space(ui, 16);
      ui::caption(ui, lesson.source, "lesson/source");
    }
  }
  workspace.view.card_selected = false;
  draw_foot(ui, workspace, step, last);
}

}  // namespace

ui::Panel<Workspace> lesson_panel() {
  return {"lesson", "Lesson",
          "What to read, one step at a time. Each step sets the stage; nothing you do there can "
          "harm the lesson.",
          draw_lesson};
}

}  // namespace normscope::panels
