// SPDX-License-Identifier: MIT
// What the stage shows: the newest evaluation, the step that is on the sheet, and the way from step
// to step.
#pragma once

#include <cstddef>

#include "app/workspace/workspace.hpp"

namespace normscope::workspace {

/// Shows an evaluation, and computes again whatever the panels read from it that is out of date.
void show(Workspace& workspace, EvaluationRef evaluation);
/// Selects the largest difference of a comparison.
void select_largest_difference(Workspace& workspace);

/// What the stage shows. Where the document leaves it open: all steps if they are in sight at
/// once; a lesson, a comparison and a lecture go step by step.
document::StageLayout layout_of(const Workspace& workspace);
/// The card of the sheet's step; never one that is held back.
/// shape   something is shown and has cards
std::size_t focus_card(const Workspace& workspace);
/// Puts the step of this card onto the sheet, unless it is held back.
void focus_on(Workspace& workspace, std::size_t card);
/// Starts playing the steps, from the first where the last one is on the sheet; or stops.
void play_or_stop(Workspace& workspace, double now);
/// Selects a cell of what is shown, and puts its step and its slice onto the sheet. Does nothing
/// where the step is held back, or the document has changed since.
void go_to_cell(Workspace& workspace, const results::Cell& cell);

}  // namespace normscope::workspace
