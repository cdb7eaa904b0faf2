// SPDX-License-Identifier: MIT
#include "app/panels/lesson/variables_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <memory>
#include <string>

#include "app/document/comparison.hpp"
#include "app/document/edits.hpp"
#include "app/document/explained.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/editing.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/ascii.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using ui::Context;
using workspace::Workspace;

namespace {

constexpr float kLine = 20;     // height of a row's line, in points
constexpr float kInset = 8;     // left and right of a row's text
constexpr float kAbove = 4;     // above and below a row's text
constexpr float kBetween = 14;  // between the name and its shape

constexpr ui::Help kDataHelp{tr_later("A variable of the cells"),
                             tr_later("Its numbers become the input."), "",
                             tr_later("Undo brings the numbers from before back.")};
constexpr ui::Help kWrittenHelp{
    tr_later("An operation that the cells wrote"),
    tr_later("Its steps come onto the stage as cards, with the numbers that the cells computed."),
    "", tr_later("Point at a card: the line that made it lights up.")};

constexpr ui::Help kLikeHelp{
    tr_later("An array that looks like an operation"),
    tr_later("Nothing has recorded what made it. The operation and its input come onto the stage, "
             "and this array beside what it gives."),
    "", tr_later("Undo brings the numbers from before back.")};

constexpr ui::Help kAheadHelp{
    tr_later("Run the cells ahead"),
    tr_later("Otherwise a cell runs when its step is reached. What the cells write by hand is then "
             "offered here, and how far they came."),
    "", tr_later("Shift+F5 stops a running cell.")};

// Draws the name and the shape, and below them the code that computed the variable.
bool draw_row(Context& ui, const std::string& id, const cells::CellVariable& variable) {
  const bool can = variable.variable.has_value();
  const std::string& below = can ? variable.what : variable.error;
  const float height = ui.px(2 * kAbove + kLine * (below.empty() ? 1.0F : 2.0F));
  const bool written = can && variable.variable->hand_written.has_value();
  const ui::Help& own_help = written ? kWrittenHelp : kDataHelp;
  const ui::Area here =
      ui::area(ui, id, {ImGui::GetContentRegionAvail().x, height},
               {.text = fmt::format("{}  {}  {}", variable.name, variable.shape, variable.dtype),
                .kind = "row",
                .value = below},
               {.help = variable.like != nullptr ? kLikeHelp : own_help, .enabled = can});
  const auto& colors = ui.theme.colors;
  const float inset = ui.px(kInset);
  if (here.hovered || (here.focused && ui.focus.ring())) {
    ui::draw_box(ui, here.min, here.max, colors.hover, {0, 0, 0, 0},
                 ui.px(ui.theme.metrics.rounding));
    if (can) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  const ImVec2 first{here.min.x + inset, here.min.y + ui.px(kAbove)};
  const ImVec2 end{here.max.x - inset, first.y + ui.px(kLine)};
  float shape = 0;
  {
    const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
    const std::string type = variable.shape.empty()
                                 ? variable.dtype
                                 : fmt::format("{}  {}", variable.shape, variable.dtype);
    shape = ui::text_width(type);
    ui::draw_text(first, end, type, colors.muted, ui::Align::kRight);
    if (!below.empty()) {
      ui::draw_text({first.x, end.y}, {end.x, end.y + ui.px(kLine)}, below,
                    written || variable.like != nullptr ? colors.accent : colors.muted,
                    ui::Align::kLeft);
    }
  }
  const ui::WithFont font(ui, ui::Face::kNumber, ui.theme.metrics.number);
  ui::draw_text(first, {end.x - shape - ui.px(kBetween), end.y}, variable.name,
                can ? colors.text : colors.muted, ui::Align::kLeft);
  ui::draw_focus_ring(ui, here, ui.px(ui.theme.metrics.rounding));
  return here.activated;
}

// The variables of a list; returns the one that was clicked. Further on a name may come twice.
const cells::CellVariable* draw_rows(Context& ui, std::string_view heading, std::string_view group,
                                     const cells::CellVariables& variables, bool further) {
  if (variables.empty()) return nullptr;
  ui::space(ui, 12);
  ui::heading(ui, heading);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const cells::CellVariable* clicked = nullptr;
  {
    const ui::ArrowGroup rows(ui, group);
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const cells::CellVariable& variable = *variables[i];
      const std::string id =
          further ? fmt::format("lesson/further/{}", i) : "lesson/variable/" + variable.name;
      if (draw_row(ui, id, variable)) clicked = &variable;
    }
  }
  ImGui::PopStyleVar();
  return clicked;
}

// What an array looks like as A, with its input, and the array itself as B.
document::MaybeEdit open_likeness(const document::Document& document,
                                  const cells::CellVariable& array) {
  const cells::Likeness& like = *array.like;
  auto edit = document::open_variable(document, like.x, like.x_values);
  if (!edit) return edit;
  edit->after.layers.clear();
  auto taken = document::take_operation(
      edit->after,
      document::explained_operation(edit->after, like.operation, like.gamma, like.beta),
      {document::GivenOutput{array.name, document::Typed{}, array.values}});
  if (taken) taken->description = edit->description;
  return taken;
}

// What a notebook has beyond the shown step: operations of its cells, and how far they came.
const cells::CellVariable* draw_further(Context& ui, Workspace& workspace,
                                        const cells::CellResults& cells) {
  const cells::CellVariable* const clicked =
      draw_rows(ui, tr("Operations further on"), "lesson/further", cells.further, true);
  if (cells.to_come > 0) {
    ui::space(ui, 12);
    const std::string label =
        cells.to_come == 1
            ? tr("Run the last cell")
            : tr_n("Run the {n} cell ahead", "Run the {n} cells ahead",
                   static_cast<std::int64_t>(cells.to_come), arg("n", cells.to_come));
    if (ui::link(ui, "lesson/ahead", label, {.help = kAheadHelp})) {
      workspace.send(workspace::RunCellsAhead{});
    }
  }
  if (cells.reach) {
    ui::space(ui, 12);
    ui::caption(ui, text::whole_sentence(cells::reach_text(*cells.reach)), "lesson/reach");
  }
  return clicked;
}

}  // namespace

void draw_variables(Context& ui, Workspace& workspace) {
  if (workspace.cells == nullptr) return;
  // The pointer keeps the variables while a click changes the document.
  const std::shared_ptr<const cells::CellResults> cells = workspace.cells;
  const cells::CellVariable* opened = nullptr;
  if (cells->variables != nullptr) {
    opened = draw_rows(ui, tr("Variables"), "lesson/variables", *cells->variables, false);
  }
  if (lesson_of(workspace) != nullptr && !lesson_of(workspace)->sets_stage) {
    const cells::CellVariable* const further = draw_further(ui, workspace, *cells);
    if (further != nullptr) opened = further;
  }
  if (opened == nullptr) return;
  apply(workspace,
        opened->like != nullptr
            ? open_likeness(workspace.document(), *opened)
            : document::open_variable(workspace.document(), *opened->variable, opened->values));
  workspace.view.selected_card.clear();
}

}  // namespace normscope::panels
