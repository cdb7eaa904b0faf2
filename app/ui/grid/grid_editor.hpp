// SPDX-License-Identifier: MIT
// The text editor of a grid cell. ImGui's text field takes a frame until it receives keys, in which
// fast typing would be lost; a cell needs so little that it has its own editor.
#pragma once

#include <imgui.h>

#include <optional>
#include <string_view>

#include "app/ui/grid/grid.hpp"

namespace normscope::ui {

/// Opens the editor with a text: a number, fully selected, or text that the user has just typed.
void open_editor(GridState& state, GridCell cell, std::string_view text, bool typed);

/// Applies the keys and the typed text of this frame. Enter, Tab and the arrows up and down are
/// left to the caller, which moves the selection.
void edit_by_keys(Context& ui, GridState::Editor& editor);

/// Puts the caret at x, in pixels from the left edge of the editor.
void place_caret(Context& ui, GridState::Editor& editor, float x);

/// Reads the typed number; when there is none, keeps the error sentence and returns nullopt.
std::optional<double> read_editor(GridState::Editor& editor);

/// Draws the editor over its cell, and the error sentence of a wrong entry below it; both above
/// everything else, because a card may be narrower.
void draw_editor(Context& ui, std::string_view id, const GridState::Editor& editor, ImVec2 min,
                 ImVec2 max, bool focused);

}  // namespace normscope::ui
