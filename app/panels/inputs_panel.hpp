// SPDX-License-Identifier: MIT
// Where the batch is made: which input is on the stage, its shape, what fills it, the layers after
// it, and its numbers to edit. What is typed, pasted or chosen becomes an edit of the document.
#pragma once

#include <optional>
#include <string>

#include "app/panels/workspace.hpp"
#include "app/ui/grid.hpp"

namespace normscope::panels {

/// What the bar keeps between frames: the words and choices of its open popups.
struct InputsState {
  ui::GridState grid{};
  std::optional<std::string> name{};       // being typed
  std::optional<std::string> shape{};      // being typed
  std::optional<document::Origin> fill{};  // of the open popup
  ui::Gesture gesture = 0;                 // of the fill's live preview
};

/// The bar above the input's card: inputs, shape, slice, fill, layers, copy and paste.
/// map  inputs/choose, add, rename, remove, shape, slice/D, fill, layers, lines, copy, paste
void inputs_bar(ui::Context& ui, Workspace& workspace, InputsState& state);

/// The numbers of the current input (its slice on the stage), gamma or beta, to be edited in place.
/// Size in pixels; see grid_size. `id` is the grid's.
/// returns the size that shows all of it
ImVec2 numbers_size(const ui::Context& ui, const Workspace& workspace, document::Target target);
void edit_numbers(ui::Context& ui, std::string_view id, Workspace& workspace,
                  document::Target target, ImVec2 size, ui::GridState& state,
                  const ui::GridOptions& look = {});

}  // namespace normscope::panels
