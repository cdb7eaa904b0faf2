// SPDX-License-Identifier: MIT
// What Python's lexer and repr ask of a character, beyond ASCII as Unicode 14 says (the version of
// Python 3.11).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace normscope::notebook::syntax {

/// The character at the front of a UTF-8 text and how many bytes it has; what is no UTF-8 counts as
/// U+FFFD of one byte, and a lone surrogate in its three-byte form as itself. The text is not
/// empty.
struct Decoded {
  char32_t character = 0;
  std::size_t bytes = 1;
};
Decoded decode(std::string_view text);
void append_utf8(std::string& text, char32_t character);

/// How many characters a UTF-8 text has.
int count_characters(std::string_view text);

/// Whether an identifier may begin with it, or go on with it (PEP 3131).
bool begins_identifier(char32_t character);
bool continues_identifier(char32_t character);

/// Python's str.isprintable of one character: what repr shows as it is.
bool is_printable(char32_t character);

}  // namespace normscope::notebook::syntax
