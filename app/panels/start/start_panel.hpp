// SPDX-License-Identifier: MIT
// The start page above the stage: the lessons as cards, a file to open, and the way to the numbers
// that are on the stage already.
#pragma once

#include "app/ui/panel.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws the page; a choice sets workspace.lesson_asked, view.open_asked, view.sample_asked or
/// view.start_page.
/// map  welcome/title; welcome/lesson/ID and welcome/fault/NAME the cards, welcome/own above the
///      user's own; welcome/open, welcome/sample, welcome/numbers, welcome/close;
///      welcome/drop
ui::Panel<workspace::Workspace> start_panel();

}  // namespace normscope::panels
