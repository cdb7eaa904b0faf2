// SPDX-License-Identifier: MIT
// A formula in words, for who does not see it: a walk over its tree in the order in which it is
// read aloud. "y equals x minus mu, divided by the square root of sigma squared plus epsilon".
#pragma once

#include <string>
#include <string_view>

#include "app/formula/tree.hpp"

namespace normscope::formula {

/// The words of a formula, in the chosen language; letters, numbers and names stay as they are.
std::string spoken(const Node& formula);

/// Those of its source; the source itself where that is no formula.
std::string spoken(std::string_view source);

}  // namespace normscope::formula
