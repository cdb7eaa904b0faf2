// SPDX-License-Identifier: MIT
#include "app/notebook/syntax/parse.hpp"

#include <array>
#include <string>

#include "app/notebook/syntax/checks.hpp"
#include "app/notebook/syntax/parser.hpp"
#include "app/notebook/syntax/token.hpp"

namespace normscope::notebook::syntax {
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
  const std::string text = with_line_feeds(source);
  const Tokens tokens = tokenize(text);
  try {
    Module module = Parser(tokens).module();
    check_futures(module);
    check_scopes(module);
    check_places(module);
    return module;
  } catch (const Mismatch&) {
    return tl::unexpected(Fault{FaultKind::kSyntaxError, "invalid syntax", {}, {}});
  } catch (Fault& fault) {
    fault.text = line_of(text, fault.span.line);
    return tl::unexpected(std::move(fault));
  }
}

}  // namespace normscope::notebook::syntax
