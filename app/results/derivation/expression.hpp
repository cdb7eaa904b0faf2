// SPDX-License-Identifier: MIT
// Pieces of mathematics in LaTeX that know how tightly they bind, so that combining two of them
// sets the brackets that are needed, and no others.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/trace/primitive.hpp"

namespace normscope::results {

using trace::Binding;

struct Piece {
  std::string text;
  Binding binding = Binding::kAtom;
};

/// A symbol of a step, whose binding is read from its LaTeX: "\sigma^2", "x - \mu".
Piece symbol_piece(std::string text);

/// A number in LaTeX, as "-1.6 \times 10^{-5}"; `id` becomes its link, unless it is empty.
Piece number_piece(std::string_view text, std::string_view id);

Piece sum(const Piece& a, const Piece& b);
/// Two symbols next to each other; numbers have a dot between them.
Piece product(const Piece& a, const Piece& b, bool numbers);
/// The form with its operands and its constant.
Piece written(const trace::Form& form, const Piece& a, const Piece& b, const Piece& c,
              bool numbers);

/// One of several pieces; `gap`: pieces before it were left out.
struct Listed {
  Piece piece;
  bool gap = false;
};
Piece sum_of(std::span<const Listed> addends);
/// A function of all of them: "\max(1, 2)".
Piece function_of(std::string_view name, std::span<const Listed> numbers);

/// Whether one of these signs stands outside all brackets and braces: '_' does in "\sigma_b^2".
bool has_outside_brackets(std::string_view text, std::string_view signs);

}  // namespace normscope::results
