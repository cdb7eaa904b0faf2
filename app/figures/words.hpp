// SPDX-License-Identifier: MIT
// A figure in words: in the files that are exported, in the pages of a handout and for a screen
// reader in the window.
#pragma once

#include <string>

#include "app/figures/figure.hpp"

namespace normscope::figures {

/// What the panels of a figure show: their titles and headings, what is marked, the notes. Without
/// the title of the figure.
std::string in_words(const Figure& figure);

}  // namespace normscope::figures
