// SPDX-License-Identifier: MIT
#include "app/ui/grid_state/grid_state.hpp"

#include <algorithm>

namespace normscope::ui {

GridRange range_between(GridCell corner, GridCell other) {
  const auto [top, bottom] = std::minmax(corner.row, other.row);
  const auto [left, right] = std::minmax(corner.column, other.column);
  return {top, left, bottom - top + 1, right - left + 1};
}

}  // namespace normscope::ui
