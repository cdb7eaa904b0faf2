// SPDX-License-Identifier: MIT
// Pieces of mathematics in LaTeX that know how tightly they bind, so that combining two of them
// sets the brackets that are needed, and no others.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace normscope::results {

/// How tightly a piece binds, loosest first. A negative number needs brackets after an operator.
enum class Binding { kSum, kNegative, kProduct, kPower, kAtom };

struct Piece {
  std::string text;
  Binding binding = Binding::kAtom;
};

/// A symbol of a step, whose binding is read from its LaTeX: "\sigma^2", "x - \mu".
Piece symbol_piece(std::string text);

/// A number in LaTeX, as "-1.6 \times 10^{-5}"; `id` becomes its link, unless it is empty.
Piece number_piece(std::string_view text, std::string_view id);

Piece sum(const Piece& a, const Piece& b);
Piece difference(const Piece& a, const Piece& b);
/// Two symbols next to each other; numbers have a dot between them.
Piece product(const Piece& a, const Piece& b, bool numbers);
Piece fraction(const Piece& a, const Piece& b);
/// A quotient on the line: a / b.
Piece quotient(const Piece& a, const Piece& b);
Piece square(const Piece& a);
Piece square_root(const Piece& a);
Piece exponential(const Piece& a);
Piece logarithm(const Piece& a);
/// \max(0, a).
Piece rectified(const Piece& a);

/// One of several pieces; `gap`: pieces before it were left out.
struct Listed {
  Piece piece;
  bool gap = false;
};
Piece sum_of(std::span<const Listed> addends);
Piece maximum_of(std::span<const Listed> numbers);

/// Whether one of these signs stands outside all brackets and braces: '_' does in "\sigma_b^2".
bool has_outside_brackets(std::string_view text, std::string_view signs);

}  // namespace normscope::results
