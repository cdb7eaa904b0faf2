// SPDX-License-Identifier: MIT
#include "app/notebook/syntax/parse.hpp"

#include <array>
#include <string>

#include "app/notebook/syntax/parser.hpp"
#include "app/notebook/syntax/token.hpp"

namespace normscope::notebook::syntax {
namespace {

// Python reads \r\n and \r as \n, and ends a last line that does not end.
std::string with_plain_line_ends(std::string_view source) {
  std::string text;
  text.reserve(source.size() + 1);
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\r') {
      text += '\n';
      if (i + 1 < source.size() && source[i + 1] == '\n') ++i;
    } else {
      text += source[i];
    }
  }
  if (!text.empty() && text.back() != '\n') text += '\n';
  return text;
}

}  // namespace

std::string_view name(FaultKind kind) {
  constexpr std::array<std::string_view, 5> kNames = {"SyntaxError", "IndentationError", "TabError",
                                                      "RecursionError", "NotSupportedError"};
  return kNames.at(static_cast<std::size_t>(kind));
}

Expr parse_replacement(std::string_view source, Span place) {
  Tokens tokens = tokenize(source);
  for (Token& token : tokens.list) {
    if (token.span.line == 1) token.span.column += place.column;
    if (token.span.end_line == 1) token.span.end_column += place.column;
    token.span.line += place.line - 1;
    token.span.end_line += place.line - 1;
  }
  return Parser(tokens).replacement();
}

tl::expected<Module, Fault> parse(std::string_view source) {
  const std::string text = with_plain_line_ends(source);
  const Tokens tokens = tokenize(text);
  try {
    return Parser(tokens).module();
  } catch (const Mismatch&) {
    return tl::unexpected(Fault{FaultKind::kSyntaxError, "invalid syntax", {}, {}});
  } catch (Fault& fault) {
    fault.text = line_of(text, fault.span.line);
    return tl::unexpected(std::move(fault));
  }
}

}  // namespace normscope::notebook::syntax
