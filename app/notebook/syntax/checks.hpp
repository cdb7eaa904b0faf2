// SPDX-License-Identifier: MIT
// What Python refuses although its grammar takes it: names that are declared too late, statements
// in the wrong place. Python looks at a program three times, and the first fault of the first look
// is the one it says; so there are three functions here, called in this order.
#pragma once

#include "app/notebook/syntax/ast.hpp"

namespace normscope::notebook::syntax {

/// `from __future__ import`: features that are none. Throws a Fault, as the others do.
void check_futures(const Module& module);

/// Scopes: global and nonlocal, parameters, assignments inside comprehensions.
void check_scopes(const Module& module);

/// Places: return, yield, break, continue, stars, repeated keywords, names that nobody may assign.
void check_places(const Module& module);

}  // namespace normscope::notebook::syntax
