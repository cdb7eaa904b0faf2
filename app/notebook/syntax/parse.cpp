// SPDX-License-Identifier: MIT
#include "app/notebook/syntax/parse.hpp"

#include <algorithm>
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
  if (!fault.text.empty()) {
    // It comes from an f-string inside this one, and is worded and placed.
    fault.span.line += place.line - 1;
    fault.span.end_line += place.line - 1;
    throw Fault(fault);
  }
  const bool is_lexers =
      tokens.list.back().kind == TokenKind::kFault && fault.message == tokens.fault.message;
  if (!is_lexers) fault.message.insert(0, "f-string: ");
  fault.text = line_of(text, fault.span.line);
  // Python takes the place of the brace from the columns of every line, not only of the first.
  if (fault.span.line > 1) fault.span.column -= place.column;
  if (fault.span.end_line > 1) fault.span.end_column -= place.column;
  fault.span.line += place.line - 1;
  fault.span.end_line += place.line - 1;
  throw Fault(std::move(fault));
}

namespace {

// Python reads the last column of an error of the grammar in the line that it shows.
Fault shown(Fault fault, std::string_view text) {
  if (fault.text.empty()) fault.text = line_of(text, fault.span.line);
  const auto end = static_cast<int>(fault.text.size()) + 1;
  const bool several = fault.span.end_line != fault.span.line;
  if (several) fault.span.end_column = std::min(fault.span.end_column, end);
  return fault;
}

Module parse_grammar(const Tokens& tokens, std::string_view text) {
  Parser parser(tokens);
  try {
    return parser.module();
  } catch (const Mismatch&) {
    throw shown(Explainer(tokens, text, false).explain(), text);
  } catch (const Fault& fault) {
    throw shown(settled(tokens, parser.seen(), fault), text);
  }
}

Module parse_checked(const Tokens& tokens, std::string_view text) {
  Module module = parse_grammar(tokens, text);
  check_futures(module);
  check_scopes(module);
  check_places(module);
  return module;
}

}  // namespace

tl::expected<Module, Fault> parse(std::string_view source) {
  const std::string text = with_line_feeds(source);
  const Tokens tokens = tokenize(text);
  try {
    return parse_checked(tokens, text);
  } catch (Fault& fault) {
    if (fault.text.empty()) fault.text = line_of(text, fault.span.line);
    return tl::unexpected(std::move(fault));
  }
}

}  // namespace normscope::notebook::syntax
