// SPDX-License-Identifier: MIT
// What a cell of a notebook shows besides what it prints. Of a script nothing is shown.
#pragma once

#include "app/notebook/syntax/ast.hpp"

namespace normscope::notebook::syntax {

/// The expression whose repr is shown after the cell, unless it is None: the cell's last statement,
/// where that is an expression and no semicolon ends it. Null for none.
/// source  IPython 8: its default for what is displayed, and its rule for a trailing semicolon
const Expr* shown_expression(const Module& cell);

}  // namespace normscope::notebook::syntax
