// SPDX-License-Identifier: MIT
// Where the batch is made: which input is on the stage, its shape, what fills it, the layers after
// it, its rows and columns, and the way to and from the clipboard.
#pragma once

#include <imgui.h>

#include <cfloat>
#include <optional>
#include <string>
#include <string_view>

#include "app/ui/grid/grid.hpp"
#include "app/ui/panel.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// What the bar keeps between frames: what is being typed, and what its open popup changes.
struct InputsState {
  std::optional<std::string> name{};
  std::optional<std::string> shape{};
  document::Origin fill{};
  std::vector<document::Layer> layers{};
  ui::Gesture gesture = 0;  // all changes of one opening of a popup are one entry
};

/// The bar above the cards, with a state of its own.
ui::Panel<workspace::Workspace> inputs_panel();

/// Draws the bar.
/// map  inputs/choose, inputs/shape, inputs/slice/D with D/back and D/forth, inputs/origin;
///      inputs/fill, layers, table, names: buttons, each with its popup: fill/kind, seed,
///      next-seed, a, b, value, start, step; layers/kind, out, seed; table/row-insert, row-remove,
///      row-back, row-forth and the same for column, table/copy, copy-torch, paste; names/add,
///      name, remove
void inputs_bar(ui::Context& ui, workspace::Workspace& workspace, InputsState& state);

/// The popups of the bar.
void fill_popup(ui::Context& ui, workspace::Workspace& workspace, InputsState& state);
void layers_popup(ui::Context& ui, workspace::Workspace& workspace, InputsState& state);
void table_popup(ui::Context& ui, workspace::Workspace& workspace);

/// Puts what was copied from a grid onto the clipboard: a table of cells, or a torch print.
void copy_numbers(const ui::GridData& data, const ui::GridEvents& events);

/// The size within `most` (pixels) of the numbers that edit_numbers shows.
ImVec2 numbers_size(const ui::Context& ui, const workspace::Workspace& workspace,
                    document::Target target, ImVec2 most = {FLT_MAX, FLT_MAX});

/// The numbers of the current input (its slice on the stage), gamma or beta, to be edited in place.
/// `look` may set colours, headers, the hovered cell and the help; the cell that is hovered here is
/// given back.
std::optional<ui::GridCell> edit_numbers(ui::Context& ui, std::string_view id,
                                         workspace::Workspace& workspace, document::Target target,
                                         ImVec2 size, ui::GridState& state,
                                         const ui::GridOptions& look = {});

}  // namespace normscope::panels
