// SPDX-License-Identifier: MIT
// Cuts blocks into pages.
#pragma once

#include <span>
#include <vector>

#include "app/handout/page.hpp"

namespace normscope::handout {

/// Keeps together a paragraph's first two lines and its last two: neither stands alone on a page.
void keep_ends(std::vector<Line>& lines);

/// Keeps all lines on one page.
void keep_whole(std::vector<Line>& lines);

/// Fills pages of this height from the top. A page ends where lines may be parted; lines that are
/// together higher than a page are parted anyway.
/// shape   every line of every block once, in order; no page is empty
/// units   points
std::vector<Page> paginate(std::span<const Block> blocks, double height);

}  // namespace normscope::handout
