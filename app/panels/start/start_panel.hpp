// SPDX-License-Identifier: MIT
// The start page: the one lesson to go on with, all lessons as cards in their groups, and below
// them files to open and the way to the first numbers.
#pragma once

#include "app/ui/panel.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws the page; a choice is a command, or sets view.start_page.
/// map  welcome/title; welcome/begin the lesson to go on with; welcome/five as
///      draw_todays_five; welcome/group/NAME above each group's
///      cards, welcome/lesson/ID and welcome/fault/NAME the cards, welcome/own above the user's
///      own; welcome/open, welcome/sample, welcome/reports, welcome/numbers, welcome/close;
///      welcome/drop
ui::Panel<workspace::Workspace> start_panel();

}  // namespace normscope::panels
