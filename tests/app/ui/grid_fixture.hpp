// SPDX-License-Identifier: MIT
// A grid without a display, and a caller that applies its events, for the tests of the grid.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "app/ui/grid/grid.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::ui {

using normscope::testing::Driver;

constexpr Modifiers kCtrl{.ctrl = true};
constexpr Modifiers kShift{.shift = true};

// A caller like a panel: keeps numbers and selection, and applies the events of the grid.
struct Caller {
  std::int64_t rows;
  std::int64_t columns;
  std::vector<float> numbers;
  GridOptions options{};
  ImVec2 size{700, 400};
  GridState state{};
  std::vector<GridEdit> edits{};
  std::optional<GridRange> copied{};
  std::optional<GridRange> cleared{};
  std::optional<GridPaste> pasted{};
  std::optional<GridLineEvent> line{};
  std::optional<GridCell> hovered{};
  GridRange range{};
  std::size_t asked = 0;  // calls of `value` in the last frame
  bool other_first = false;

  float at(std::int64_t row, std::int64_t column) const {
    return numbers[static_cast<std::size_t>(row * columns + column)];
  }

  void draw(Context& ui) {
    asked = 0;
    const GridData data{rows, columns, [this](std::int64_t row, std::int64_t column) {
                          ++asked;
                          return numbers.empty() ? static_cast<float>(column) : at(row, column);
                        }};
    if (other_first) button(ui, "before", "Before");
    const GridEvents events = grid(ui, "g", data, size, state, options);
    button(ui, "after", "After");
    if (events.edited) {
      edits.push_back(*events.edited);
      numbers[static_cast<std::size_t>(events.edited->cell.row * columns +
                                       events.edited->cell.column)] =
          static_cast<float>(events.edited->value);
    }
    if (events.selected) options.selected = events.selected;
    if (events.copied) copied = events.copied;
    if (events.cleared) cleared = events.cleared;
    if (events.pasted) pasted = events.pasted;
    if (events.line) line = events.line;
    hovered = events.hovered;
    range = events.range;
  }
};

struct GridTest : ::testing::Test {
  Caller caller{2, 3, {1, 2, 3, 4, 5, 6}};
  std::optional<Driver> driver;

  Driver& start() {
    caller.options.editable = true;
    return restart();
  }
  Driver& restart() {
    driver.emplace([this](Context& ui) { caller.draw(ui); });
    return *driver;
  }
  GridCell selected() const { return caller.options.selected.value_or(GridCell{-1, -1}); }
};

}  // namespace normscope::ui
