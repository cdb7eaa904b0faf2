// SPDX-License-Identifier: MIT
// Names, symbols and formulas for steps that have none: those that a cell wrote and no table knows.
#pragma once

#include <vector>

#include "core/trace/written.hpp"

namespace normscope::results {

/// The steps, each with a name of its own ("quotient 2"), a symbol and a formula from the symbols
/// of its operands.
std::vector<trace::WrittenStep> labelled(std::vector<trace::WrittenStep> steps);

}  // namespace normscope::results
