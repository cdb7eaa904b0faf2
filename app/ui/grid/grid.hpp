// SPDX-License-Identifier: MIT
// A spreadsheet-like table of numbers of any size: only visible cells are read, formatted and
// drawn, so that a million columns scroll as smoothly as five. Plain data goes in, the user's edits
// come out as events; the grid itself changes no number. (ImGui's own tables end at 64 columns.)
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
#include <vector>

#include "app/document/document.hpp"
#include "app/ui/context.hpp"
#include "app/ui/grid_state/grid_state.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::ui {

struct GridData {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  /// Called for the visible cells; in a small grid for all cells, because all decide format and
  /// colours.
  std::function<float(std::int64_t row, std::int64_t column)> value;
  bool costly = false;  // a value is made when it is read, from many others
};

/// Up to this many values, unless they are costly, all values decide the format, the widths and the
/// ends of the heat map; above, only the visible values do. Reading this many takes a few
/// microseconds per frame.
inline constexpr std::int64_t kGridWholeValues = 4096;

inline constexpr float kGridRowHeight = 24;  // points

enum class GridHeat {
  kNone,
  kDiverging,     // two hues around 0, as far as the largest magnitude
  kSequential,    // one hue, from the least value to the greatest
  kSymmetricLog,  // around 0, by orders of magnitude: from the first of heat_ends to the second
};

/// How a cell is related to the cell that is pointed at, or else selected.
enum class GridMark {
  kNone,
  kSelf,
  kSource,  // the pointed cell is made from this cell
  kMade,    // this cell is made from the pointed one
};

/// The change of a number since the last edit.
struct GridChange {
  std::string text;    // "+0.0123"
  float strength = 0;  // of the flash, from 1 to 0
};

/// What happened to a cell's number: a corner, and its name in the map.
struct GridEvent {
  std::string_view name{};  // empty: nothing
  bool here = true;         // in this step; else in an earlier one, which the corner is paler for
};

struct GridOptions {
  std::string name{};  // of the numbers, in the map: "normalized"
  std::string made{};  // "from centred divided by standard deviation"
  document::Digits digits = document::Digits::kFour;
  bool editable = false;
  bool batch = false;  // a drag goes by the distances in a row, not by each number's magnitude
  bool lines = false;  // headers have a menu to insert, remove and move their row or column
  bool row_headers = true;
  bool column_headers = true;
  GridHeat heat = GridHeat::kNone;
  /// The ends of the heat map, where the caller sets them; for kDiverging the second is the
  /// magnitude. Numbers beyond them have a corner. Else the ends follow the values.
  std::optional<std::pair<double, double>> heat_ends{};
  /// The selected cell. In a grid with a single row or column, any index means that one: a mean
  /// belongs to its whole row.
  std::optional<GridCell> selected{};
  /// Whether the selected cell has a frame; the selection of another grid only moves with it.
  bool shows_selection = true;
  std::function<GridMark(GridCell)> mark{};                     // null: no marks
  std::function<GridEvent(GridCell)> event{};                   // null: no events
  std::function<std::optional<GridChange>(GridCell)> change{};  // null: no changes
  std::optional<float> cell_width{};         // in pixels; empty: as grid_cell_width
  std::span<const std::string> row_names{};  // in place of numbers; empty: none
  std::span<const std::string> column_names{};
  std::optional<GridCell> callout{};  // a cell with a corner, such as the largest difference
  /// The width of the row headers in pixels, where several grids share their columns.
  std::optional<float> header_width{};
  bool bars = true;  // scroll bars; without them the wheel and the keys still scroll
  float row_height = kGridRowHeight;  // points
  Help help{};                        // of the headers
};

struct GridEdit {
  GridCell cell{};
  double value = 0;
  Gesture gesture = 0;  // one for all of a drag
};

struct GridPaste {
  GridCell cell{};  // of the top left number
  std::string text{};
};

/// A command of the menu of a row or column header.
struct GridLineEvent {
  enum class Kind { kInsert, kRemove, kMove } kind = Kind::kInsert;
  GridLine line = GridLine::kRow;
  std::int64_t at = 0;  // insert: before this index
  std::int64_t to = 0;  // move: the new index
};

/// The user's actions in this frame. When several are set, apply the edit before the selection.
struct GridEvents {
  std::optional<GridEdit> edited{};
  std::optional<GridRange> cleared{};  // Delete: to 0
  std::optional<GridPaste> pasted{};
  std::optional<GridLineEvent> line{};
  std::optional<GridCell> selected{};
  std::optional<GridCell> hovered{};
  Rect hovered_row{};                 // the rectangle of its row, in pixels; none while one types
  std::optional<GridCell> asked{};    // a right click: the caller opens a menu
  std::optional<GridRange> copied{};  // Ctrl+C; the caller writes the clipboard
  bool as_print = false;              // with Shift: as a torch print
  GridRange range{};                  // the selection: at least one cell
};

/// The size of a grid within `most` (pixels): the whole grid, or the part that fits, with scroll
/// bars.
ImVec2 grid_size(const Context& ui, const GridData& data, const GridOptions& options,
                 ImVec2 most = {FLT_MAX, FLT_MAX});

/// The height of a grid's column headers, in pixels.
float grid_header_height(const Context& ui);

/// The width of every cell at these digits, in pixels.
float grid_cell_width(const Context& ui, document::Digits digits);

/// The least width at which the digits of neighbouring cells do not touch, in pixels.
float grid_least_cell_width(const Context& ui, document::Digits digits);

/// The width of the row headers of a grid of so many rows, in pixels.
float grid_row_header_width(const Context& ui, std::int64_t rows);

/// The numbers of a part of a grid, as a matrix.
tensor::Tensor part_of(const GridData& data, const GridRange& range);

/// The keys of a grid, for the list of shortcuts.
std::vector<KeyHelp> grid_key_help();

/// Draws a grid of this size (pixels) at the cursor, with scroll bars where it does not fit.
///
/// Arrows, Ctrl+arrows (to the end), Home and End (of the row; with Ctrl of the grid), Page up and
/// down move the selection, with Shift they stretch a range, as a click and dragging do; Ctrl+A
/// takes all; a drag along the headers takes rows or columns; Tab leaves. In an editable grid
/// dragging a number changes it live, to the right or up to more, with Shift finely, and Escape
/// takes it back; where nothing is editable, dragging stretches a range. Enter, F2, a double click
/// and typing open the editor; Enter accepts the typed number, Tab does and goes to the next cell,
/// Escape discards it; Delete sets 0, Ctrl+V pastes.
/// A screen reader's press or focus of a cell selects it.
/// map  ID the grid; ID/cell/R/C, ID/row/R, ID/column/C its visible parts; ID/outside/R/C a number
///      beyond the ends of the colours; ID/edit the editor and
///      ID/complaint its error sentence; ID/handle; ID/bar/horizontal, ID/bar/vertical;
///      ID/menu/insert, insert-after, remove, back, forth while a header's menu is open
GridEvents grid(Context& ui, std::string_view id, const GridData& data, ImVec2 size,
                GridState& state, const GridOptions& options = {});

}  // namespace normscope::ui
