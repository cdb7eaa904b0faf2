// SPDX-License-Identifier: MIT
// Above the cells of a notebook: which Python runs them, as a link to the choice of another, and
// whether it is confined.
#pragma once

#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// map  lesson/python; of a Python of the person's own: lesson/python/unconfined, or
///      lesson/python/state and lesson/python/confined
void draw_python_line(ui::Context& ui, workspace::Workspace& workspace);

}  // namespace normscope::panels
