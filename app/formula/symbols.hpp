// SPDX-License-Identifier: MIT
// The table of commands that stand for one sign or word.
#pragma once

#include <string_view>

#include "app/formula/tree.hpp"

namespace normscope::formula {

struct Symbol {
  std::string_view name;  // without the backslash
  std::string_view text;  // UTF-8
  Face face = Face::kMath;
  Atom atom = Atom::kOrdinary;
  bool limits = false;
  bool large = false;
};

/// The symbol of this command; null when there is none.
const Symbol* find_symbol(std::string_view name);

/// The symbol of a sign on the keyboard ("+", "=", ","); null when it has no meaning here.
const Symbol* find_sign(char sign);

/// The width in em of a command that is a space; null when it is none.
const double* find_space(std::string_view name);

}  // namespace normscope::formula
