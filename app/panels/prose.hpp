// SPDX-License-Identifier: MIT
// The text of a lesson on a panel: paragraphs, lists, code and formulas, wrapped at its width.
#pragma once

#include <string_view>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "app/ui/context.hpp"

namespace normscope::panels {

/// Draws the blocks one under the other. With an id each is reported as ID/0, ID/1, ...
void draw_prose(ui::Context& ui, const std::vector<lessons::Block>& blocks, std::string_view id);

}  // namespace normscope::panels
