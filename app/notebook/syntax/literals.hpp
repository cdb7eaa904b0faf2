// SPDX-License-Identifier: MIT
// From the text of string tokens to their values.
#pragma once

#include <string>
#include <string_view>

#include "app/notebook/syntax/ast.hpp"
#include "app/notebook/syntax/token.hpp"

namespace normscope::notebook::syntax {

/// A string token in its pieces.
struct StringToken {
  bool raw = false;
  bool formatted = false;
  bool bytes = false;
  std::size_t content_at = 0;  // where in the token
  std::string_view content;
};
StringToken read_string_token(const Token& token);

/// Replaces escapes; a Fault at `following` where one is wrong, as Python words and places it.
std::string unescape(std::string_view content, const Token& following);

/// The parts of one f-string. `token` says where it stands, `span` goes to its replacements.
FString read_fstring(const StringToken& string, const Token& token, Span span,
                     const Token& following);

}  // namespace normscope::notebook::syntax
