// SPDX-License-Identifier: MIT
#include "app/results/derivation/expression.hpp"

#include <fmt/format.h>

#include <utility>

namespace normscope::results {

Piece number_piece(std::string_view text, std::string_view id) {
  Binding binding = Binding::kAtom;
  if (text.starts_with('-')) {
    binding = Binding::kNegative;
  } else if (text.find("\\times") != std::string_view::npos) {
    binding = Binding::kProduct;
  }
  if (id.empty()) return {std::string(text), binding};
  return {fmt::format("\\href{{{}}}{{{}}}", id, text), binding};
}

Piece sum(const Piece& a, const Piece& b) {
  return written(trace::row_of(trace::Primitive::kAdd).form, a, b, {}, true);
}

Piece product(const Piece& a, const Piece& b, bool numbers) {
  return written(trace::row_of(trace::Primitive::kMultiply).form, a, b, {}, numbers);
}

Piece sum_of(std::span<const Listed> addends) {
  Piece all;
  for (const Listed& addend : addends) {
    if (addend.gap) all.text += " + \\ldots";
    all = all.text.empty() ? addend.piece : sum(all, addend.piece);
  }
  return all;
}

Piece function_of(std::string_view name, std::span<const Listed> numbers) {
  std::string list;
  for (const Listed& number : numbers) {
    if (number.gap) list += ", \\ldots";
    if (!list.empty()) list += ", ";
    list += number.piece.text;
  }
  return {fmt::format("{}({})", name, list), Binding::kProduct};
}

}  // namespace normscope::results
