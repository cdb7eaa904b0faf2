// SPDX-License-Identifier: MIT
// The tasks of a lesson's step: predictions with their verdict, acts with their state, hints.
#pragma once

#include "app/lessons/cells.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws the task at this place. Tasks of a kind are counted from 0 in their step.
/// map  lesson/predict/N; /field, /answer of a number or a cell; /choice/M; after the answer
///      /verdict, /why, /reveal, and /show where the answer is seen in another document
///      lesson/act/N, checked when it is done
///      lesson/hint/N the link, /text
void draw_task(ui::Context& ui, workspace::Workspace& workspace, const lessons::Step& step,
               const lessons::BlockPlace& place);

}  // namespace normscope::panels
