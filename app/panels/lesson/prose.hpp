// SPDX-License-Identifier: MIT
// The text of a lesson on a panel: paragraphs, lists, code and formulas, wrapped at the panel's
// width.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "app/ui/context.hpp"

namespace normscope::panels {

/// Draws a paragraph from the cursor on, indented by this many points.
void draw_paragraph(ui::Context& ui, const std::vector<lessons::Inline>& text, float indent = 0);

/// The text without its styles.
std::string plain_text(const std::vector<lessons::Inline>& text);

/// Draws the blocks one below the other. With an id each is reported as ID/0, ID/1, ... Where
/// `draw_live` is given it draws the `python` blocks with their results and the tasks, by block
/// index, and `output` blocks are omitted; else tasks are omitted.
void draw_prose(ui::Context& ui, const std::vector<lessons::Block>& blocks, std::string_view id,
                const std::function<void(std::size_t)>& draw_live = {});

}  // namespace normscope::panels
