// SPDX-License-Identifier: MIT
#include "app/notebook/syntax/display.hpp"

namespace normscope::notebook::syntax {

const Expr* shown_expression(const Module& cell) {
  if (cell.body.empty() || cell.ends_with_semicolon) return nullptr;
  const auto* last = std::get_if<ExpressionStatement>(&cell.body.back().node);
  return last == nullptr ? nullptr : last->value.get();
}

}  // namespace normscope::notebook::syntax
