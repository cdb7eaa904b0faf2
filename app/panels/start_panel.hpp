// SPDX-License-Identifier: MIT
// The start page above the stage: the lessons as cards, a file to open, and the way to the numbers
// that are on the stage already.
#pragma once

#include <string>

#include "app/lessons/lesson.hpp"
#include "app/ui/panel.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws the page; a choice sets workspace.lesson_asked, view.open_asked or view.start_page.
/// map  welcome/title; welcome/lesson/ID the cards; welcome/open, welcome/numbers, welcome/close;
///      welcome/drop
ui::Panel<workspace::Workspace> start_panel();

/// What a lesson's card says of it: the beginning of the text without its formulas, in one line.
std::string lesson_summary(const lessons::Lesson& lesson);

}  // namespace normscope::panels
