// SPDX-License-Identifier: MIT
// The text of a lesson on a panel: paragraphs, lists, code and formulas, wrapped at the panel's
// width.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "app/ui/context.hpp"

namespace normscope::panels {

/// Draws the blocks one below the other. With an id each is reported as ID/0, ID/1, ... Where
/// `draw_cell` is given it draws the `python` blocks with their results, by block index, and
/// `output` blocks are omitted.
void draw_prose(ui::Context& ui, const std::vector<lessons::Block>& blocks, std::string_view id,
                const std::function<void(std::size_t)>& draw_cell = {});

}  // namespace normscope::panels
