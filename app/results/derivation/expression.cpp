// SPDX-License-Identifier: MIT
#include "app/results/derivation/expression.hpp"

#include <fmt/format.h>

#include <utility>

namespace normscope::results {

namespace {

std::string bracketed(const std::string& text) {
  const bool tall = text.find("\\frac") != std::string::npos;
  return tall ? fmt::format("\\left( {} \\right)", text) : fmt::format("({})", text);
}

// The text of a piece that must bind at least this tightly.
std::string bound(const Piece& piece, Binding least) {
  return piece.binding < least ? bracketed(piece.text) : piece.text;
}

}  // namespace

bool has_outside_brackets(std::string_view text, std::string_view signs) {
  int depth = 0;
  for (const char c : text) {
    if (c == '{' || c == '(') ++depth;
    if (c == '}' || c == ')') --depth;
    if (depth == 0 && signs.find(c) != std::string_view::npos) return true;
  }
  return false;
}

Piece symbol_piece(std::string text) {
  Binding binding = Binding::kAtom;
  if (has_outside_brackets(text, "+-")) {
    binding = Binding::kSum;
  } else if (has_outside_brackets(text, " /")) {
    binding = Binding::kProduct;
  } else if (has_outside_brackets(text, "^")) {
    binding = Binding::kPower;
  }
  return {std::move(text), binding};
}

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
  return {fmt::format("{} + {}", a.text, bound(b, Binding::kProduct)), Binding::kSum};
}

Piece product(const Piece& a, const Piece& b, bool numbers) {
  return written(trace::row_of(trace::Primitive::kMultiply).form, a, b, {}, numbers);
}

Piece written(const trace::Form& form, const Piece& a, const Piece& b, const Piece& c,
              bool numbers) {
  const bool negative = form.takes_sign && a.binding == Binding::kNegative;
  Piece piece{{}, negative ? Binding::kNegative : form.binding};
  for (std::size_t at = 0; at < form.text.size(); ++at) {
    const char next = form.text[at];
    if (next == '*') {
      piece.text += numbers ? " \\cdot " : " ";
    } else if (next != '#') {
      piece.text += next;
    } else if (form.text[++at] == 'a') {
      piece.text += bound(a, form.least[0]);
    } else {
      piece.text += bound(form.text[at] == 'b' ? b : c, form.least[1]);
    }
  }
  return piece;
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
