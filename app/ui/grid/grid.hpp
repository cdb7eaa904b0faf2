// SPDX-License-Identifier: MIT
// A table of numbers as a spreadsheet shows it, of any size: only the cells that are seen are asked
// for, formatted and drawn, so that a million columns scroll as smoothly as five. Plain data goes
// in, what the person did comes out; the grid changes no number itself. (ImGui's own tables end at
// 64 columns.)
#pragma once

#include <imgui.h>

#include <cfloat>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/document.hpp"
#include "app/ui/context.hpp"
#include "app/ui/grid_state/grid_state.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::ui {

struct GridData {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  /// Asked for the cells that are seen; of a small grid for all, which decide format and colours.
  std::function<float(std::int64_t row, std::int64_t column)> value;
};

/// Up to this many values the whole grid decides its format, its widths and its heat map's ends;
/// above, what is seen does. Reading so many takes a few microseconds a frame.
inline constexpr std::int64_t kGridWholeValues = 4096;

enum class GridHeat {
  kNone,
  kDiverging,   // around 0, as far as the largest magnitude
  kSequential,  // from the least value to the greatest
};

struct GridOptions {
  document::Digits digits = document::Digits::kFour;
  bool editable = false;
  bool lines = false;  // headers offer to insert, remove and move their row or column
  bool row_headers = true;
  bool column_headers = true;
  GridHeat heat = GridHeat::kNone;
  /// The heat map's ends, where the caller knows better than the values that are seen: for
  /// kDiverging the second is the magnitude.
  std::optional<std::pair<double, double>> heat_ends{};
  /// The selected cell, whoever selected it. Where the grid has a single row or column, any index
  /// means that one: a mean stands for its whole row.
  std::optional<GridCell> selected{};
  /// The cell hovered anywhere in the window.
  std::optional<GridCell> hovered{};
  Help help{};
};

struct GridEdit {
  GridCell cell{};
  double value = 0;
  Gesture gesture = 0;  // one for all of a drag
};

struct GridPaste {
  GridCell cell{};  // where its top left goes
  std::string text{};
};

/// What was asked of a row or column by its header's menu.
struct GridLineEvent {
  enum class Kind { kInsert, kRemove, kMove } kind = Kind::kInsert;
  GridLine line = GridLine::kRow;
  std::int64_t at = 0;  // insert: before this one
  std::int64_t to = 0;  // move: where it goes
};

/// What the person did in this frame. When several are set, take the edit before the selection.
struct GridEvents {
  std::optional<GridEdit> edited{};
  std::optional<GridRange> cleared{};  // Delete: to 0
  std::optional<GridPaste> pasted{};
  std::optional<GridLineEvent> line{};
  std::optional<GridCell> selected{};
  std::optional<GridCell> hovered{};
  std::optional<GridRange> copied{};  // Ctrl+C; the caller writes the clipboard
  bool as_print = false;              // with Shift: as a torch print
  GridRange range{};                  // what is selected: a cell at least
};

/// The size of a grid within `most` (pixels): all of it, or what fits with its scroll bars.
ImVec2 grid_size(const Context& ui, const GridData& data, const GridOptions& options,
                 ImVec2 most = {FLT_MAX, FLT_MAX});

/// The height of a grid's column headers, in pixels.
float grid_header_height(const Context& ui);

/// The numbers of a part of a grid, as a matrix.
tensor::Tensor part_of(const GridData& data, const GridRange& range);

/// The keys of a grid, for the list of shortcuts: what they do and which they are.
struct KeyHelp {
  std::string_view words;
  std::string_view keys;
};
std::span<const KeyHelp> grid_key_help();

/// Draws a grid of this size (pixels) at the cursor, with scroll bars where it does not fit.
///
/// Arrows, Ctrl+arrows (to the end), Home and End (of the row; with Ctrl of the grid), Page up and
/// down move the selection, with Shift they stretch a range, as dragging does; Ctrl+A takes all. In
/// an editable grid Tab and Shift+Tab go from cell to cell and leave it at its ends (Ctrl+Tab from
/// anywhere); Enter, F2, a double click and typing open the editor, Enter and Tab take what was
/// typed, Escape leaves the number as it was; Delete sets 0, Ctrl+V pastes; dragging up or down
/// with Alt, or on the small handle of the selected cell, changes the number live, with Shift
/// finely.
/// map  ID the grid; ID/cell/R/C, ID/row/R, ID/column/C what is seen of it; ID/edit the editor and
///      ID/complaint its sentence; ID/handle; ID/bar/horizontal, ID/bar/vertical; ID/menu/insert,
///      insert-after, remove, back, forth while a header's menu is open
GridEvents grid(Context& ui, std::string_view id, const GridData& data, ImVec2 size,
                GridState& state, const GridOptions& options = {});

}  // namespace normscope::ui
