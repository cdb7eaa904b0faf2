// SPDX-License-Identifier: MIT
// Python 3.11's grammar as text, with the rules by which its parser words its errors. The parser of
// programs has its own, quicker way; this one is walked only when that found no program.
//
// A rule is `name: alternative | alternative`, the first that matches counts. Items are 'words' of
// the language, TOKENS, rules, [optional], (groups), x* x+, sep.x+ (x with sep between), &x and !x
// (look, take nothing), ~ (no other alternative from here on) and &&x (x, or "expected 'x'"). A
// letter before = names a part. An alternative gives its only part, the part named r, or a node of
// the kind behind ->. Behind a name, * remembers what Python's parser remembers, @ marks rules that
// begin with themselves. {What a b: text} is an error over the parts a to b.
#pragma once

#include <string_view>

namespace normscope::notebook::syntax {

/// Statements, functions and classes; then everything else.
std::string_view statement_grammar();
std::string_view expression_grammar();

}  // namespace normscope::notebook::syntax
