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
#include "app/panels/lesson/invitation.hpp"
#include "app/panels/lesson/lesson_foot.hpp"
#include "app/panels/lesson/prose.hpp"
#include "app/panels/lesson/python_line.hpp"
#include "app/panels/lesson/task_view.hpp"
#include "app/panels/lesson/variables_view.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/ascii.hpp"
#include "core/text/joined.hpp"
#include "core/text/lines.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using ui::Context;
using workspace::Workspace;

namespace {

// In points.
constexpr float kCodeEdges = 36;  // left and right of code in its box
constexpr float kLowRoom = 400;   // below, the progress stands in the foot and leaves the text more
constexpr float kLeastText = 96;  // of the height, which the tasks leave to the text; at most half
constexpr float kTaskPadding = 12;
constexpr float kAroundTasks = 10;  // above and below them
constexpr float kAboveFoot = 8;     // below a text without tasks
constexpr float kScrollBar = 14;    // at the right of the text, in the panel's own padding

// The fault of the lesson's file, until it is right.
void draw_fault(Context& ui, const Workspace& workspace) {
  const workspace::LessonFile* const file = lesson_file_of(workspace);
  if (file == nullptr || !file->fault) return;
  ui::paragraph(ui, text::whole_sentence(file->fault->sentence), ui::Tone::kError, "lesson/fault");
  if (!file->fault->hint.empty()) ui::caption(ui, file->fault->hint, "lesson/fault/hint");
  ui::caption(ui, tr("Below is the last version without a fault."));
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
  float tasks = 0;      // the height that the step's tasks would have, in pixels
};

// Begins the page at its top. Who turned it by key and from within the column, or opened the lesson
// by key, finds the focus at its first control. Whether another page begins.
bool begin_page(Context& ui, Workspace& workspace, Column& column) {
  const Page shown{workspace.document().lesson, workspace.opened};
  // A frame later, when the text stands at its top.
  if (std::exchange(column.enters, false)) ui.focus.enter_page();
  if (column.page == shown) return false;
  const bool other =
      column.page.position.lesson != shown.position.lesson || column.page.opened != shown.opened;
  const std::string_view region = ui.focus.region_before();
  column.enters = ui.focus.ring() && (other || region == "lesson");
  column.page = shown;
  workspace.view.text_scroll = {};
  ui.focus.forget_place("lesson");
  ImGui::SetScrollY(0);
  ui.pacing.activity();
  return true;
}

// Scrolls the text as keys asked for.
void scroll_text(Context& ui, workspace::TextScroll& scroll) {
  const float by = scroll.by;
  const float most = ImGui::GetScrollMaxY();
  const float page = ImGui::GetWindowHeight() - 2 * ImGui::GetTextLineHeightWithSpacing();
  scroll = {.at = std::clamp(ImGui::GetScrollY() + by, 0.0F, most), .most = most, .page = page};
  if (by == 0) return;
  ImGui::SetScrollY(scroll.at);
  ui.pacing.activity();
}

// A step in the lesson's column.
struct Shown {
  const lessons::Lesson& lesson;
  int step = 0;
  bool low = false;  // there is little room
  const lessons::Step& content() const { return lesson.steps[static_cast<std::size_t>(step)]; }
};

void draw_text(Context& ui, Workspace& workspace, const Shown& shown) {
  const auto& [lesson, step, low] = shown;
  if (!low) {
    ui::caption(ui,
                tr("{lesson}  ·  step {step} of {all}", arg("lesson", lesson.title),
                   arg("step", step + 1), arg("all", lesson.steps.size())),
                "lesson/step");
    draw_progress(ui, step, lesson.last_step());
    ui::space(ui, 4);
  }
  draw_fault(ui, workspace);
  if (!lesson.sets_stage && !workspace.view.presenting) draw_python_line(ui, workspace);
  ui::title(ui, shown.content().title, "lesson/title");
  if (awaits_run(workspace, step)) draw_invitation(ui, workspace);
  const auto& blocks = shown.content().blocks;
  draw_prose(ui, workspace, blocks, "lesson/text", [&, at = step](std::size_t block) {
    draw_cell(ui, workspace, {at, block}, blocks[block].text, fmt::format("lesson/text/{}", block));
  });
  if (!lesson.sets_stage && !workspace.view.presenting) draw_variables(ui, workspace);
  if (step < lesson.last_step()) return;
  if (lesson.sets_stage) draw_end(ui, workspace, lesson);
  if (!lesson.source.empty()) {
    ui::space(ui, 16);
    ui::caption(ui, lesson.source, "lesson/source");
  }
}

// The tasks of the step below its text, in a frame as high as they are, up to `most`. Returns the
// height that they would have.
float draw_task_frame(Context& ui, Workspace& workspace, const Shown& shown, float height,
                      bool begins) {
  // As wide as beside a scroll bar, so that the height does not depend on there being one. Half of
  // the padding stays free before it.
  const float edges = 1.5F * ui.px(kTaskPadding) + ImGui::GetStyle().ScrollbarSize;
  const ui::Region tasks(ui, "lesson/tasks", {0, height},
                         {.ground = ui::Ground::kRaised,
                          .padding = kTaskPadding,
                          .rounding = ui.theme.metrics.card_rounding,
                          .border = true,
                          .content = ImGui::GetContentRegionAvail().x - edges});
  if (begins) ImGui::SetScrollY(0);
  const float from = ImGui::GetCursorPosY();
  draw_tasks(ui, workspace, shown.lesson, shown.step);
  return std::ceil(ImGui::GetCursorPosY() - from + 2 * ui.px(kTaskPadding));
}

// The width at which the longest line of a notebook's code stands in the column, in points; 0
// beside a lesson.
double code_column_width(const Context& ui, const Workspace& workspace) {
  const lessons::Lesson* const lesson = lesson_of(workspace);
  if (lesson == nullptr || lesson->sets_stage) return 0;
  const ui::WithFont font(ui, ui::Face::kNumber, ui.theme.metrics.number);
  const float columns = ui::text_width("0") * static_cast<float>(lesson->code_columns);
  return static_cast<double>(columns / ui.scale + 2 * ui.theme.metrics.panel_padding + kCodeEdges);
}

void draw_lesson(Context& ui, Workspace& workspace, Column& column) {
  if (lesson_of(workspace) == nullptr) return;
  const lessons::Lesson& lesson = *lesson_of(workspace);
  const double code_width = code_column_width(ui, workspace);
  if (std::exchange(workspace.view.code_width, code_width) != code_width) ui.pacing.activity();
  const bool presenting = workspace.view.presenting;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const Shown shown{lesson, std::clamp(workspace.document().lesson.step, 0, lesson.last_step()),
                    !presenting && room.y < ui.px(kLowRoom)};
  const float foot = presenting ? 0 : foot_height(ui, workspace, shown.step, shown.low);
  const bool has_tasks = std::ranges::any_of(shown.content().blocks, is_task);
  const ImVec2 from = ImGui::GetCursorPos();
  const float around = ui.px(has_tasks ? 2 * kAroundTasks : kAboveFoot);
  const float both = room.y - foot - around;  // text and tasks
  const float most = std::max(both - ui.px(kLeastText), both / 2);
  const float tasks = has_tasks ? std::clamp(column.tasks, 1.0F, std::max(most, 1.0F)) : 0;
  const float text_height = both - tasks;
  bool begins = false;
  {
    const ui::Region text(ui, "lesson/text", {room.x + ui.px(kScrollBar), text_height},
                          {.ground = ui::Ground::kNone, .padding = 0, .content = room.x});
    begins = begin_page(ui, workspace, column);
    scroll_text(ui, workspace.view.text_scroll);
    draw_text(ui, workspace, shown);
  }
  if (has_tasks) {
    ImGui::SetCursorPos({from.x, from.y + text_height + around / 2});
    const float wanted = draw_task_frame(ui, workspace, shown, tasks, begins);
    // The frame takes its height before it is seen.
    if (std::exchange(column.tasks, wanted) != wanted) {
      ui.pacing.activity();
      ui.pacing.outdate();
    }
  }
  workspace.view.card_selected = false;
  // The presenter turns the pages by key, as with slides.
  if (!presenting) {
    ImGui::SetCursorPos({from.x, from.y + room.y - foot});
    draw_foot(ui, workspace, shown.step, shown.low);
  }
  // What no control of the column took.
  if (ui.focus.region_before() != "lesson" || ui.focus.in_popup()) return;
  constexpr float kLines = 3;
  if (ui.input.take(ui::Key::kDown))
    workspace.view.text_scroll.by += kLines * ImGui::GetTextLineHeight();
  if (ui.input.take(ui::Key::kUp))
    workspace.view.text_scroll.by -= kLines * ImGui::GetTextLineHeight();
}

}  // namespace

ui::Panel<Workspace> lesson_panel() {
  return {"lesson", tr_later("Lesson"),
          tr_later("What to read, one step at a time. Each step sets the stage; nothing you do "
                   "there can harm the lesson."),
          [column = Column{}](Context& ui, Workspace& workspace) mutable {
            draw_lesson(ui, workspace, column);
          }};
}

}  // namespace normscope::panels
