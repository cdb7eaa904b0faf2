// SPDX-License-Identifier: MIT
// The cells and the state of a grid of numbers, as plain data that needs no window.
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

/// The top left cell, and the number of rows and columns.
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

/// The state of a grid between frames; the caller owns one per grid.
struct GridState {
  /// Scroll position in rows and columns, with fractions; float could not represent every column.
  double row = 0;
  double column = 0;
  // In the last frame, by the user.
  bool scrolled_rows = false;
  bool scrolled_columns = false;

  /// The open editor.
  struct Editor {
    GridCell cell{};
    std::string text{};
    std::string before{};   // the text when the editor was opened
    std::size_t caret = 0;  // in bytes
    bool all = false;       // all text is selected: typing replaces it
    std::string error{};    // the error sentence of the last entry that could not be read
  };
  std::optional<Editor> editor{};

  /// A number that is being dragged.
  struct Drag {
    enum class Axis { kNone, kRight, kUp };  // kNone: the pointer has hardly moved yet
    GridCell cell{};
    double before = 0;
    double pace = 0;                 // a point's worth
    std::pair<float, float> from{};  // the pointer in the last frame, in pixels
    document::Gesture gesture = document::kNoGesture;
    double exact = 0;  // before it is rounded
    double last = 0;
    Axis axis = Axis::kNone;
    bool edits = false;  // without moving: the editor opens
  };
  std::optional<Drag> drag{};

  /// The other corner of a selected range; nullopt while a single cell is selected.
  std::optional<GridCell> anchor{};
  /// The cell selected in the last frame: a selection made on another card is scrolled into view.
  std::optional<GridCell> seen{};
  /// What the pointer drags: a selection of cells or of whole rows or columns, or a scroll bar
  /// (`grasped_at` is the offset of the pointer in the grab).
  enum class Grasp {
    kNone,
    kCells,
    kRows,
    kColumns,
    kHorizontalBar,
    kVerticalBar
  } grasp = Grasp::kNone;
  double grasped_at = 0;
  /// The cell that the dragging pointer met last.
  std::optional<GridCell> met{};
  /// The row or column whose menu is open.
  std::optional<std::pair<GridLine, std::int64_t>> menu{};
};

}  // namespace normscope::ui
