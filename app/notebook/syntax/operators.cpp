// SPDX-License-Identifier: MIT
// How operators are written, one table each.
#include <array>

#include "app/notebook/syntax/ast.hpp"

namespace normscope::notebook::syntax {

std::string_view symbol(BinaryOperator op) {
  constexpr std::array<std::string_view, 13> kSymbols = {"+",  "-",  "*",  "@", "/", "//", "%",
                                                         "**", "<<", ">>", "&", "|", "^"};
  return kSymbols.at(static_cast<std::size_t>(op));
}

std::string_view symbol(UnaryOperator op) {
  constexpr std::array<std::string_view, 4> kSymbols = {"-", "+", "~", "not"};
  return kSymbols.at(static_cast<std::size_t>(op));
}

std::string_view symbol(BoolOperator op) {
  constexpr std::array<std::string_view, 2> kSymbols = {"and", "or"};
  return kSymbols.at(static_cast<std::size_t>(op));
}

std::string_view symbol(CompareOperator op) {
  constexpr std::array<std::string_view, 10> kSymbols = {"==", "!=", "<",      "<=", ">",
                                                         ">=", "is", "is not", "in", "not in"};
  return kSymbols.at(static_cast<std::size_t>(op));
}

}  // namespace normscope::notebook::syntax
