// SPDX-License-Identifier: MIT
// The bar that edits the batch: which input is on the stage, its shape, what fills it, the layers
// after it, its rows and columns, and copying and pasting.
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

/// The id of the button that fills the input, and of its popup.
inline constexpr std::string_view kFill = "inputs/fill";

/// The bar's state between frames: texts being typed, and the settings of the open popup.
struct InputsState {
  std::optional<std::string> name{};
  std::optional<std::string> shape{};
  std::optional<document::Origin> fill{};  // none: its popup is closed
  std::vector<document::Layer> layers{};
  ui::Gesture gesture = 0;  // all changes of one open popup are one undo entry
};

/// The bar above the cards as a panel with its own state. In the presenter view only the choice of
/// the slice remains: slices are turned like pages.
ui::Panel<workspace::Workspace> inputs_panel();

/// Draws the bar.
/// map  inputs/choose, inputs/shape, inputs/slice/D with D/back and D/forth, inputs/origin;
///      inputs/fill, layers, table, names: buttons, each with its popup: fill/kind, seed,
///      next-seed, a, b, value, start, step; layers/kind, out, seed; table/row-insert, row-remove,
///      row-back, row-forth and the same for column, table/copy, copy-torch, paste; names/add,
///      name, remove
void inputs_bar(ui::Context& ui, workspace::Workspace& workspace, InputsState& state);

void fill_popup(ui::Context& ui, workspace::Workspace& workspace, InputsState& state);
void layers_popup(ui::Context& ui, workspace::Workspace& workspace, InputsState& state);
void table_popup(ui::Context& ui, workspace::Workspace& workspace);

/// Puts the copied numbers of a grid onto the clipboard: as a table of cells or as PyTorch prints.
void copy_numbers(const ui::GridData& data, const ui::GridEvents& events);

/// The numbers that a grid edits: of a comparison, gamma and beta of A or of B.
struct EditedNumbers {
  document::Target target = document::Target::kInput;
  document::Side side = document::Side::kA;
};

/// The size in pixels of the grid that edit_numbers shows, at most `most`.
ImVec2 numbers_size(const ui::Context& ui, const workspace::Workspace& workspace,
                    EditedNumbers numbers, ImVec2 most = {FLT_MAX, FLT_MAX});

/// Draws the numbers of the current input (its slice on the stage), gamma or beta as a grid, and
/// applies the user's edits. `look` may set colours, headers, marks and the help.
/// Returns the grid's events; edits, copies and the selection are done already.
ui::GridEvents edit_numbers(ui::Context& ui, std::string_view id, workspace::Workspace& workspace,
                            EditedNumbers numbers, ImVec2 size, ui::GridState& state,
                            const ui::GridOptions& look = {});

}  // namespace normscope::panels
