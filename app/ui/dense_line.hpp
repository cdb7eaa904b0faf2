// SPDX-License-Identifier: MIT
// Lines with more points than the screen has columns of pixels under them. Such a line is seen as
// one upright stroke a column, from the lowest to the highest place it has there, and drawing just
// these costs no more than a line of a thousand points.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <vector>

namespace normscope::ui {

/// Where a line is within one column of pixels.
struct ColumnStroke {
  int column = 0;
  float low = 0;
  float high = 0;
};

/// The strokes of a line, from its first column to its last; none for one that goes back, or that
/// has fewer than three points a column: such a line is drawn as what it is.
/// units   pixels
std::optional<std::vector<ColumnStroke>> dense_columns(std::span<const ImVec2> line);

}  // namespace normscope::ui
