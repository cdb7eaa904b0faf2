// SPDX-License-Identifier: MIT
// The cells of a grid of numbers and what a grid keeps between frames, as plain data: whoever holds
// it needs no window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "app/document/history.hpp"

namespace normscope::ui {

struct GridCell {
  std::int64_t row = 0;
  std::int64_t column = 0;
  bool operator==(const GridCell&) const = default;
};

/// The top left cell, and how many rows and columns.
struct GridRange {
  std::int64_t row = 0;
  std::int64_t column = 0;
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  bool operator==(const GridRange&) const = default;
};

/// The range between two cells at opposite corners.
GridRange range_between(GridCell corner, GridCell other);

enum class GridLine { kRow, kColumn };

/// What a grid keeps between frames; the caller owns one a grid.
struct GridState {
  /// Scroll position in rows and columns, with fractions; a float could not name each column.
  double row = 0;
  double column = 0;

  /// The open editor.
  struct Editor {
    GridCell cell{};
    std::string text{};
    std::string before{};     // as it was opened
    std::size_t caret = 0;    // bytes before it
    bool all = false;         // all is selected: what is typed replaces it
    std::string complaint{};  // the sentence of the last entry that could not be read
  };
  std::optional<Editor> editor{};

  /// A number that is being dragged.
  struct Drag {
    GridCell cell{};
    double before = 0;
    float from = 0;  // where the pointer was, in pixels down the window
    document::Gesture gesture = document::kNoGesture;
    double last = 0;
  };
  std::optional<Drag> drag{};

  /// The other corner of a selected range; nothing while one cell alone is selected.
  std::optional<GridCell> anchor{};
  /// What was selected in the last frame: a change by another card scrolls it into sight.
  std::optional<GridCell> seen{};
  /// What the pointer holds: cells (selecting a range), or a scroll bar by the place it was
  /// grasped.
  enum class Grasp { kNone, kCells, kHorizontalBar, kVerticalBar } grasp = Grasp::kNone;
  double grasped_at = 0;
  /// The row or column whose menu is open.
  std::optional<std::pair<GridLine, std::int64_t>> menu{};
};

}  // namespace normscope::ui
