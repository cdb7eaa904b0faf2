// SPDX-License-Identifier: MIT
// What stands in the place of steps that a lesson has not come to. The place is as large as the
// step, so that nothing moves when the step is revealed.
#pragma once

#include <string_view>

#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// A blank box with a question mark.
/// map  ID, with the sentence as text
void draw_held_back(ui::Context& ui, std::string_view id, ImVec2 min, ImVec2 max);

/// The sentence at the cursor, and the link that shows all steps.
/// map  PART/held-back the sentence, PART/reveal the link
void note_held_back(ui::Context& ui, workspace::Workspace& workspace, std::string_view part);

}  // namespace normscope::panels
