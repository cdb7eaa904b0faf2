// SPDX-License-Identifier: MIT
// The line of text in a cell that is being edited. ImGui's field takes a frame until it hears keys,
// in which fast typing would be lost; a cell needs so little that it has its own.
#pragma once

#include <imgui.h>

#include <optional>
#include <string_view>

#include "app/ui/grid/grid.hpp"

namespace normscope::ui {

/// Opens the editor on a number, all of it selected, or on what was typed.
void open_editor(GridState& state, GridCell cell, std::string_view text, bool typed);

/// Lets the keys and the text of this frame change what is typed. Enter, Tab and the arrows up and
/// down are left to the caller, who moves on.
void edit_by_keys(Context& ui, GridState::Editor& editor);

/// Puts the caret where the pointer pressed, in pixels from the editor's left.
void place_caret(Context& ui, GridState::Editor& editor, float x);

/// Reads what was typed; where that is no number, its sentence is kept and nothing is given.
std::optional<double> read_editor(GridState::Editor& editor);

/// Draws it over its cell, and the sentence of a wrong entry below; both above everything else, for
/// a card may be narrower than they are.
void draw_editor(Context& ui, std::string_view id, const GridState::Editor& editor, ImVec2 min,
                 ImVec2 max, bool focused);

}  // namespace normscope::ui
