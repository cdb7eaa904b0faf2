// SPDX-License-Identifier: MIT
// The spaces between the parts of a row, by TeX's rules: none within a product, thin ones around
// operators, wider ones around + and -, the widest around relations.
#pragma once

#include <span>
#include <vector>

#include "app/formula/tree.hpp"

namespace normscope::formula {

/// The space in em before each child; in scripts only operators have spaces.
std::vector<double> spaces_before(std::span<const Node> row, bool script);

}  // namespace normscope::formula
