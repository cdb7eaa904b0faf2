// SPDX-License-Identifier: MIT
// The menu of a cell, by a right click: copy, unfold, and on the input what changes numbers.
#pragma once

#include "app/panels/stage/stage_frame.hpp"

namespace normscope::panels {

/// Opens the menu of a cell at the pointer.
void open_cell_menu(ui::Context& ui, workspace::Workspace& workspace,
                    const workspace::PointedCell& cell);

/// Draws the menu while it is open.
/// map  stage/menu/copy, copy-row, copy-print, unfold; on the input zero, negate, fill, row-insert,
///      row-remove, column-insert, column-remove
void cell_menu(StageFrame& frame);

}  // namespace normscope::panels
