// SPDX-License-Identifier: MIT
// A figure that a cell showed, below its output.
#pragma once

#include <string_view>

#include "app/cells/cell_picture.hpp"
#include "app/ui/context.hpp"

namespace normscope::panels {

/// Draws the picture in its own size, or as wide as the column, on whole pixels. A click or Enter
/// shows it as large as the window.
/// map  ID, with the picture's text; then ID/large, ID/large/picture, ID/large/close
void draw_picture(ui::Context& ui, const cells::CellPicture& picture, std::string_view id);

}  // namespace normscope::panels
