// SPDX-License-Identifier: MIT
// The keys of a spreadsheet.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "app/ui/grid/grid_editor.hpp"
#include "app/ui/grid/grid_frame.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::ui {

namespace {

constexpr Modifiers kPlain{};
constexpr Modifiers kShift{.shift = true};
constexpr Modifiers kCtrl{.ctrl = true};
constexpr Modifiers kCtrlShift{.ctrl = true, .shift = true};

// Removes typed letters and digits, so that they do not act as shortcuts.
void take_typing(Input& input) {
  const std::vector<KeyPress> pressed = input.pressed();
  for (const KeyPress& press : pressed) {
    const bool function_key = press.key >= Key::kF1 && press.key <= Key::kF12;
    const bool moves = press.key < Key::kF1 && press.key != Key::kSpace;
    if (!press.with.ctrl && !press.with.alt && !function_key && !moves) input.take(press);
  }
}

// The next cell in reading order; nullopt beyond the ends.
std::optional<GridCell> neighbour(const GridData& data, GridCell cell, int direction) {
  cell.column += direction;
  if (cell.column < 0) cell = {cell.row - 1, data.columns - 1};
  if (cell.column >= data.columns) cell = {cell.row + 1, 0};
  if (cell.row < 0 || cell.row >= data.rows) return std::nullopt;
  return cell;
}

// After a number was typed, Tab goes to the next cell; true when a key was taken.
bool step_by_tab(GridFrame& frame) {
  if (!frame.cursor) return false;
  for (const int direction : {1, -1}) {
    const KeyPress press{Key::kTab, direction > 0 ? kPlain : kShift};
    const auto next = neighbour(frame.data, *frame.cursor, direction);
    if (next && frame.ui.input.take(press)) {
      frame.go_to(*next, false);
      return true;
    }
  }
  return false;
}

void edit_keys(GridFrame& frame) {
  Input& input = frame.ui.input;
  GridState& state = frame.state;
  edit_by_keys(frame.ui, *state.editor);
  take_typing(input);
  if (input.take(Key::kEscape)) {
    state.editor.reset();
    frame.ui.pacing.activity();
    return;
  }
  const GridCell cell = state.editor->cell;
  const bool up = input.take({Key::kEnter, kShift}) || input.take(Key::kUp);
  const bool down = input.take(Key::kEnter) || input.take(Key::kDown);
  if (up || down) {
    if (frame.take_editor()) frame.go_to({cell.row + (up ? -1 : 1), cell.column}, false);
    return;
  }
  const auto& pressed = input.pressed();
  const bool tab = std::any_of(pressed.begin(), pressed.end(),
                               [](const KeyPress& press) { return press.key == Key::kTab; });
  if (!tab) return;
  if (frame.take_editor()) {
    step_by_tab(frame);
  } else {
    // A wrong entry keeps the focus until it is corrected or cancelled.
    input.take(Key::kTab);
    input.take({Key::kTab, kShift});
  }
}

// The cell that a movement key leads to; nullopt when none was pressed.
std::optional<GridCell> moved(GridFrame& frame, GridCell cell, bool stretch) {
  Input& input = frame.ui.input;
  const Modifiers plain = stretch ? kShift : kPlain;
  const Modifiers far = stretch ? kCtrlShift : kCtrl;
  const std::int64_t last_row = frame.data.rows - 1;
  const std::int64_t last_column = frame.data.columns - 1;
  const auto page =
      std::max<std::int64_t>(1, static_cast<std::int64_t>(std::floor(frame.view.rows_shown)));
  struct Move {
    KeyPress press;
    GridCell to;
  };
  const std::array<Move, 12> table{{
      {{Key::kLeft, plain}, {cell.row, cell.column - 1}},
      {{Key::kRight, plain}, {cell.row, cell.column + 1}},
      {{Key::kUp, plain}, {cell.row - 1, cell.column}},
      {{Key::kDown, plain}, {cell.row + 1, cell.column}},
      {{Key::kLeft, far}, {cell.row, 0}},
      {{Key::kRight, far}, {cell.row, last_column}},
      {{Key::kUp, far}, {0, cell.column}},
      {{Key::kDown, far}, {last_row, cell.column}},
      {{Key::kHome, plain}, {cell.row, 0}},
      {{Key::kEnd, plain}, {cell.row, last_column}},
      {{Key::kHome, far}, {0, 0}},
      {{Key::kEnd, far}, {last_row, last_column}},
  }};
  for (const auto& row : table) {
    if (input.take(row.press)) return row.to;
  }
  // Where all rows are shown, the keys are left to the text beside the numbers.
  if (!frame.view.vertical.shown) return std::nullopt;
  if (input.take({Key::kPageUp, plain})) return GridCell{cell.row - page, cell.column};
  if (input.take({Key::kPageDown, plain})) return GridCell{cell.row + page, cell.column};
  return std::nullopt;
}

void change_keys(GridFrame& frame) {
  Input& input = frame.ui.input;
  const GridRange range = frame.range();
  if (input.take({Key::kX, kCtrl})) {
    frame.events.copied = range;
    frame.events.cleared = range;
  }
  if (input.take(Key::kDelete) || input.take(Key::kBackspace)) frame.events.cleared = range;
  if (input.take({Key::kV, kCtrl})) {
    const char* const held = ImGui::GetClipboardText();
    if (held != nullptr && *held != '\0') {
      frame.events.pasted = GridPaste{{range.row, range.column}, held};
    }
  }
  std::string typed;
  for (const char32_t c : input.take_text()) {
    // Number expressions are ASCII only; a space does not open the editor.
    if (c > U' ' && c < 0x7F) typed += static_cast<char>(c);
  }
  if (!typed.empty()) {
    open_editor(frame.state, *frame.cursor, typed, true);
    bring_into_view(frame.view, *frame.cursor, frame.state);
    edit_keys(frame);  // Enter may have arrived in the same frame
    return;
  }
  if (input.take(Key::kEnter) || input.take(Key::kF2)) frame.begin_editing();
}

}  // namespace

void GridFrame::begin_editing() {
  open_editor(state, *cursor, text::float_to_text(data.value(cursor->row, cursor->column)), false);
  bring_into_view(view, *cursor, state);
  ui.pacing.activity();
}

std::vector<KeyHelp> grid_key_help() {
  const auto row = [](std::string_view action, std::string_view keys) {
    return KeyHelp{std::string(action), std::string(keys)};
  };
  return {
      row(tr("Change a number of yours, all follows"), tr("drag it right or left")),
      row(tr("The same, finely"), tr("Shift while dragging")),
      row(tr("Another number"), tr("Arrows, Home, End")),
      row(tr("A range of numbers"), tr("Shift+click, Shift+Arrows, Ctrl+A")),
      row(tr("Rows or columns"), tr("drag along their headers")),
      row(tr("Write over the number"), tr("digits, or 0.5*3")),
      row(tr("Edit the number"), tr("Enter, F2")),
      row(tr("Leave it as it was"), tr("Escape")),
      row(tr("Set to 0"), tr("Delete")),
      row(tr("Copy as a table, as a torch print"), tr("Ctrl+C, Ctrl+Shift+C")),
      row(tr("Paste numbers of any form"), tr("Ctrl+V")),
  };
}

void grid_keys(GridFrame& frame) {
  Input& input = frame.ui.input;
  if (frame.data.rows == 0 || frame.data.columns == 0) return;
  if (frame.state.drag) return;
  if (frame.state.editor) {
    edit_keys(frame);
    return;
  }
  // Without a selection, the first key selects the first cell.
  const GridCell from = frame.cursor.value_or(GridCell{0, 0});
  for (const bool stretch : {false, true}) {
    if (const auto to = moved(frame, from, stretch)) {
      frame.go_to(frame.cursor ? *to : from, stretch);
      return;
    }
  }
  if (input.take({Key::kA, kCtrl})) {
    frame.state.anchor = GridCell{frame.data.rows - 1, frame.data.columns - 1};
    frame.cursor = GridCell{0, 0};
    frame.state.seen = frame.cursor;
    frame.events.selected = frame.cursor;
    frame.ui.pacing.activity();
    return;
  }
  if (!frame.cursor) return;
  if (frame.state.anchor && input.take(Key::kEscape)) {
    frame.state.anchor.reset();
    frame.ui.pacing.activity();
  }
  if (input.take({Key::kC, kCtrl})) frame.events.copied = frame.range();
  if (input.take({Key::kC, kCtrlShift})) {
    frame.events.copied = frame.range();
    frame.events.as_print = true;
  }
  if (!frame.options.editable) {
    input.take(Key::kEnter);
    return;
  }
  change_keys(frame);
}

}  // namespace normscope::ui
