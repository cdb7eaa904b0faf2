// SPDX-License-Identifier: MIT
// Formulas in LaTeX, put together from pieces that know how tightly they bind, so that combining
// two of them sets the brackets that are needed, and no others.
#pragma once

#include <string>
#include <string_view>

#include "core/trace/primitive.hpp"

namespace normscope::trace {

struct Piece {
  std::string text{};
  Binding binding = Binding::kAtom;
};

/// A symbol of a step, whose binding is read from its LaTeX: "\sigma^2", "x - \mu".
Piece symbol_piece(std::string text);

/// The form with its operands and its constant. `numbers`: a dot stands between factors.
Piece written(const Form& form, const Piece& a, const Piece& b, const Piece& c, bool numbers);

/// A step whose formula is to be written: the symbols of its operands, and its constant.
struct Formula {
  Primitive primitive = Primitive::kGiven;
  std::string_view a{};
  std::string_view b{};
  double c = 0;
  bool of_size = false;  // the constant is the size of a group
};
Piece formula_of(const Formula& formula);

/// Whether one of these signs stands outside all brackets and braces: '_' does in "\sigma_b^2".
bool has_outside_brackets(std::string_view text, std::string_view signs);

}  // namespace normscope::trace
