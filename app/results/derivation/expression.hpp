// SPDX-License-Identifier: MIT
// Pieces of formulas with numbers in them: sums, lists, links.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/trace/notation.hpp"

namespace normscope::results {

using trace::Binding;

using trace::has_outside_brackets;
using trace::Piece;
using trace::symbol_piece;
using trace::written;

/// A number in LaTeX, as "-1.6 \times 10^{-5}"; `id` becomes its link, unless it is empty.
Piece number_piece(std::string_view text, std::string_view id);

Piece sum(const Piece& a, const Piece& b);
/// Two symbols next to each other; numbers have a dot between them.
Piece product(const Piece& a, const Piece& b, bool numbers);

/// One of several pieces; `gap`: pieces before it were left out.
struct Listed {
  Piece piece;
  bool gap = false;
};
Piece sum_of(std::span<const Listed> addends);
/// A function of all of them: "\max(1, 2)".
Piece function_of(std::string_view name, std::span<const Listed> numbers);

}  // namespace normscope::results
