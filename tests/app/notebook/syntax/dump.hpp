// SPDX-License-Identifier: MIT
// A tree as text, in the form that tests/oracle/notebook_syntax.py writes Python's own `ast` in:
// (Kind line:column-line:column child ...), lists in [], - for nothing.
#pragma once

#include <string>

#include "app/notebook/syntax/ast.hpp"

namespace normscope::notebook::syntax {

std::string dump(const Module& module);

}  // namespace normscope::notebook::syntax
