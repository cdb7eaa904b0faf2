// SPDX-License-Identifier: MIT
#include "app/panels/lesson/variables_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <memory>
#include <string>

#include "app/document/edits.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/text.hpp"

namespace normscope::panels {

using ui::Context;
using workspace::Workspace;

namespace {

constexpr float kLine = 20;     // height of a row's line, in points
constexpr float kInset = 8;     // left and right of a row's text
constexpr float kAbove = 4;     // above and below a row's text
constexpr float kBetween = 14;  // between the name and its shape

constexpr ui::Help kDataHelp{"A variable of the cells", "Its numbers become the input.", "",
                             "Undo brings the numbers from before back."};
constexpr ui::Help kWrittenHelp{"An operation that the cells wrote",
                                "Its steps come onto the stage as cards, with the numbers that the "
                                "cells computed.",
                                "", "Point at a card: the line that made it lights up."};

// Draws the name and the shape, and below them the code that computed the variable.
bool draw_row(Context& ui, const cells::CellVariable& variable) {
  const bool can = variable.variable.has_value();
  const std::string& below = can ? variable.what : variable.error;
  const float height = ui.px(2 * kAbove + kLine * (below.empty() ? 1.0F : 2.0F));
  const bool written = can && variable.variable->hand_written.has_value();
  const ui::Area here =
      ui::area(ui, "lesson/variable/" + variable.name, {ImGui::GetContentRegionAvail().x, height},
               {.text = fmt::format("{}  {}  {}", variable.name, variable.shape, variable.dtype),
                .kind = "row",
                .value = below},
               {.help = written ? kWrittenHelp : kDataHelp, .enabled = can});
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
                    written ? colors.accent : colors.muted, ui::Align::kLeft);
    }
  }
  const ui::WithFont font(ui, ui::Face::kNumber, ui.theme.metrics.number);
  ui::draw_text(first, {end.x - shape - ui.px(kBetween), end.y}, variable.name,
                can ? colors.text : colors.muted, ui::Align::kLeft);
  ui::draw_focus_ring(ui, here, ui.px(ui.theme.metrics.rounding));
  return here.activated;
}

}  // namespace

void draw_variables(Context& ui, Workspace& workspace) {
  if (workspace.cells == nullptr) return;
  // The pointer keeps the variables while a click changes the document.
  const std::shared_ptr<const cells::CellVariables> variables = workspace.cells->variables;
  if (variables == nullptr || variables->empty()) return;
  ui::space(ui, 12);
  ui::heading(ui, "Variables");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const cells::CellVariable* opened = nullptr;
  {
    const ui::ArrowGroup rows(ui, "lesson/variables");
    for (const auto& variable : *variables) {
      if (draw_row(ui, *variable)) opened = variable.get();
    }
  }
  ImGui::PopStyleVar();
  if (opened == nullptr) return;
  workspace.apply(document::open_variable(workspace.document(), *opened->variable, opened->values));
  workspace.view.selected_card.clear();
}

}  // namespace normscope::panels
