// SPDX-License-Identifier: MIT
// The tables of commands and characters that stand for one sign or function name.
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
  std::string_view spoken{};  // the words of it; empty: its name
};

/// The symbol of a command; null for an unknown one.
const Symbol* find_symbol(std::string_view name);

/// The symbol of a character on the keyboard ("+", "=", ","); null when it has no meaning here.
const Symbol* find_sign(char sign);

/// The symbol or sign that looks like this; null where a text stands for itself.
const Symbol* find_text(std::string_view text);

/// The width in em of a space command; null for other commands.
const double* find_space(std::string_view name);

}  // namespace normscope::formula
