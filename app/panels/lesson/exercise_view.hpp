// SPDX-License-Identifier: MIT
// An exercise of a lesson's step: the task, the code that the reader writes, and what the judge
// says of it.
#pragma once

#include <string>

#include "app/lessons/cells.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws an exercise.
/// map  ID the task; /code the field; /check, while it is judged /stop; /python; /again that begins
///      anew; then /verdict, /table, /table/N its rows, /sentence/N
void draw_exercise(ui::Context& ui, workspace::Workspace& workspace, const lessons::Lesson& lesson,
                   const lessons::BlockPlace& place, const std::string& id);

}  // namespace normscope::panels
