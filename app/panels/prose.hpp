// SPDX-License-Identifier: MIT
// The text of a lesson on a panel: paragraphs, lists, code and formulas, wrapped at its width.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "app/ui/context.hpp"
#include "app/ui/text.hpp"

namespace normscope::panels {

/// Draws the blocks one under the other. With an id each is reported as ID/0, ID/1, ... What a cell
/// gave is drawn by `after`, called with each block's position.
void draw_prose(ui::Context& ui, const std::vector<lessons::Block>& blocks, std::string_view id,
                const std::function<void(std::size_t)>& after = {});

/// Printed text as it is, in the numbers' font; what is wider than the panel scrolls sideways.
void draw_output(ui::Context& ui, std::string_view id, std::string_view text, ui::Tone tone);

}  // namespace normscope::panels
