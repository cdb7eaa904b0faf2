// SPDX-License-Identifier: MIT
// The spaces between the parts of a row, as TeX sets them: none within a product, a little around
// operators, more around + and -, most around relations.
#pragma once

#include <span>
#include <vector>

#include "app/formula/tree.hpp"

namespace normscope::formula {

/// The space in em before each child; in scripts only operators keep theirs.
std::vector<double> spaces_before(std::span<const Node> row, bool script);

}  // namespace normscope::formula
