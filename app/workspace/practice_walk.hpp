// SPDX-License-Identifier: MIT
// Going through today's five on the start page.
#pragma once

#include "app/lessons/predict.hpp"
#include "app/practice/todays_five.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::workspace {

/// Today's questions, of the lessons that are loaded and finished.
practice::Today todays_five(const Workspace& workspace);

/// Asks the first question that is left, with new numbers; ends where none is.
void practise_next(Workspace& workspace);
/// Notes the answer to the question that is asked.
void answer_practised(Workspace& workspace, const lessons::Answer& answer);
/// Puts the question off to the day after, and asks the next one.
void skip_practised(Workspace& workspace);

/// The lesson of a question that is asked; null when it was unloaded since.
const lessons::Lesson* practised_lesson(const Workspace& workspace);

}  // namespace normscope::workspace
