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
#include "app/panels/lesson/number_links.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// Draws a paragraph from the cursor on, indented by this many points. Its numbers lead to their
/// cells where `links` is given.
void draw_paragraph(ui::Context& ui, const std::vector<lessons::Inline>& text, float indent = 0,
                    NumberLinks* links = nullptr);

/// The text without its styles.
std::string plain_text(const std::vector<lessons::Inline>& text);

/// Draws the blocks one below the other. `draw_cell` draws the `python` blocks with their results,
/// by block index; tasks and `output` blocks are omitted.
/// map  ID/0, ID/1, ... the blocks; ID/BLOCK/number/N their numbers
void draw_prose(ui::Context& ui, workspace::Workspace& workspace,
                const std::vector<lessons::Block>& blocks, std::string_view id,
                const std::function<void(std::size_t)>& draw_cell);

/// Whether a block is a question, an act or a hint.
bool is_task(const lessons::Block& block);

}  // namespace normscope::panels
