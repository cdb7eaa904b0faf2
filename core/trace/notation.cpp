// SPDX-License-Identifier: MIT
#include "core/trace/notation.hpp"

#include <fmt/format.h>

#include <utility>

namespace normscope::trace {

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

Piece written(const Form& form, const Piece& a, const Piece& b, const Piece& c, bool numbers) {
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

Piece formula_of(const Formula& formula) {
  const PrimitiveRow& row = row_of(formula.primitive);
  const Piece a = symbol_piece(std::string(formula.a));
  const Piece b = symbol_piece(std::string(formula.b));
  const auto factor = [](const Piece& piece) { return bound(piece, Binding::kPower); };
  const double c = formula.c;
  const std::string number = fmt::format("{:.6g}", c);
  if (row.kind == Kind::kStatistic) {
    if (formula.primitive == Primitive::kVariance) {
      return {fmt::format("\\mathrm{{Var}}({})", a.text)};
    }
    if (formula.primitive != Primitive::kSumOver) {
      return {fmt::format("{}({})", row.addends.listed, a.text)};
    }
    const std::string sum = "\\sum " + (a.binding <= Binding::kSum ? "(" + a.text + ")" : a.text);
    if (formula.of_size) return {fmt::format("\\frac{{1}}{{n}} {}", sum)};
    return {c == 1 ? sum : fmt::format("\\frac{{1}}{{{}}} {}", number, sum)};
  }
  if (formula.primitive == Primitive::kMultiplyConstant && c == -1)
    return {"-" + factor(a), Binding::kNegative};
  if (formula.primitive == Primitive::kAddConstant && c < 0) {
    return {fmt::format("{} - {:.6g}", a.text, -c), Binding::kSum};
  }
  return written(row.form, a, b, {number, c < 0 ? Binding::kNegative : Binding::kAtom}, false);
}

}  // namespace normscope::trace
