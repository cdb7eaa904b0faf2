// SPDX-License-Identifier: MIT
#include "app/panels/stage/cell_menu.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include "app/document/clipboard.hpp"
#include "app/panels/stage/inputs_panel.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/editing.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

namespace {

constexpr std::string_view kMenuId = "stage/menu";
constexpr float kMenuWidth = 230;  // points

}  // namespace

void open_cell_menu(ui::Context& ui, workspace::Workspace& workspace,
                    const workspace::PointedCell& cell) {
  workspace.view.stage.menu = cell;
  ui::open_popup_at(ui, kMenuId, ImGui::GetIO().MousePos, {1, 1});
}

void cell_menu(StageFrame& frame) {
  ui::Context& ui = frame.ui();
  workspace::Workspace& workspace = frame.workspace();
  workspace::StageState& stage = workspace.view.stage;
  if (!stage.menu) return;
  ui::Popup menu(ui, kMenuId, kMenuWidth);
  if (!menu) {
    stage.menu.reset();
    return;
  }
  const workspace::PointedCell cell = *stage.menu;
  const std::size_t card = results::card_of(frame.shown(), cell.card);
  const bool input = card == 0;
  const auto entry = [&](std::string_view part, std::string_view label, bool enabled = true) {
    const bool chosen = ui::menu_row(ui, fmt::format("{}/{}", kMenuId, part), label, {}, false,
                                     {.enabled = enabled});
    if (chosen) menu.close();
    return chosen;
  };
  const results::Slice slice = frame.slice_of(card);
  const ui::GridData data = frame.data_of(card);
  const std::int64_t row = cell.at.row - slice.first_row();
  const auto copy = [&](const ui::GridRange& range, bool as_print) {
    ui::GridEvents events;
    events.copied = range;
    events.as_print = as_print;
    copy_numbers(data, events);
  };
  if (entry("copy", tr("Copy the number"))) copy({row, cell.at.column, 1, 1}, false);
  if (entry("copy-row", tr("Copy its row"), slice.columns > 1))
    copy({row, 0, 1, slice.columns}, false);
  if (entry("copy-print", tr("Copy all as PyTorch prints"))) {
    copy({0, 0, slice.rows, slice.columns}, true);
  }
  if (entry("unfold", tr("Unfold to the inputs..."))) workspace.send(workspace::Unfold{cell});
  if (!input) return;
  const document::Document& document = workspace.document();
  const auto& shape = document.inputs[document.input].values.shape();
  const auto set = [&](float value) {
    apply(workspace,
          document::set_value(document, document::Target::kInput,
                              cell.at.row * results::columns_of(shape) + cell.at.column, value));
  };
  if (entry("zero", tr("Set to 0"))) {
    set(0);
  } else if (entry("negate", tr("Change its sign"))) {
    set(-data.value(row, cell.at.column));
  } else if (entry("fill", tr("Fill all numbers..."))) {
    workspace.send(workspace::FillInput{});
  } else if (entry("row-insert", tr("Insert a row above"), !shape.empty())) {
    apply(workspace, document::insert_line(document, document::Line::kRow, row));
  } else if (entry("row-remove", tr("Remove its row"), slice.rows > 1)) {
    apply(workspace, document::remove_line(document, document::Line::kRow, row));
  } else if (entry("column-insert", tr("Insert a column at the left"), !shape.empty())) {
    apply(workspace, document::insert_line(document, document::Line::kColumn, cell.at.column));
  } else if (entry("column-remove", tr("Remove its column"), slice.columns > 1)) {
    apply(workspace, document::remove_line(document, document::Line::kColumn, cell.at.column));
  }
}

}  // namespace normscope::panels
