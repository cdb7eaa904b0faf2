// SPDX-License-Identifier: MIT
#include "app/notebook/syntax/parse.hpp"

#include <array>
#include <string>

#include "app/notebook/syntax/checks.hpp"
#include "app/notebook/syntax/explainer.hpp"
#include "app/notebook/syntax/parser.hpp"
#include "app/notebook/syntax/token.hpp"

namespace normscope::notebook::syntax {
std::string_view name(FaultKind kind) {
  constexpr std::array<std::string_view, 5> kNames = {"SyntaxError", "IndentationError", "TabError",
                                                      "RecursionError", "NotSupportedError"};
  return kNames.at(static_cast<std::size_t>(kind));
}

// Python says of such an error what it says of any, of a text of its own: the expression in its
// parentheses, with the line number of the program.
Expr parse_replacement(std::string_view source, Span place) {
  const std::string text = with_line_feeds(source);
  const Tokens tokens = tokenize(text);
  Tokens placed = tokens;
  for (Token& token : placed.list) {
    if (token.span.line == 1) token.span.column += place.column;
    if (token.span.end_line == 1) token.span.end_column += place.column;
    token.span.line += place.line - 1;
    token.span.end_line += place.line - 1;
  }
  try {
    return Parser(placed).replacement();
  } catch (const Mismatch&) {
  } catch (const Fault& fault) {
    if (fault.kind == FaultKind::kNotSupported || fault.kind == FaultKind::kRecursionError) throw;
  }
  Fault fault = Explainer(tokens, text, true).explain();
  const bool is_lexers =
      tokens.list.back().kind == TokenKind::kFault && fault.message == tokens.fault.message;
  if (!is_lexers) fault.message.insert(0, "f-string: ");
  if (fault.text.empty()) fault.text = line_of(text, fault.span.line);
  fault.span.line += place.line - 1;
  fault.span.end_line += place.line - 1;
  throw fault;
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
    Fault fault = Explainer(tokens, text, false).explain();
    if (fault.text.empty()) fault.text = line_of(text, fault.span.line);
    return tl::unexpected(std::move(fault));
  } catch (Fault& fault) {
    if (fault.text.empty()) fault.text = line_of(text, fault.span.line);
    return tl::unexpected(std::move(fault));
  }
}

}  // namespace normscope::notebook::syntax
