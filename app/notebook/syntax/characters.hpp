// SPDX-License-Identifier: MIT
// What Python's lexer and repr ask of a character, beyond ASCII as Unicode 14 says (the version of
// Python 3.11).
#pragma once

namespace normscope::notebook::syntax {

/// Whether an identifier may begin with it, or go on with it (PEP 3131).
bool begins_identifier(char32_t character);
bool continues_identifier(char32_t character);

/// Python's str.isprintable of one character: what repr shows as it is.
bool is_printable(char32_t character);

}  // namespace normscope::notebook::syntax
