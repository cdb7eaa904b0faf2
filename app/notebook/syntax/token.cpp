// SPDX-License-Identifier: MIT
#include "app/notebook/syntax/token.hpp"

#include <algorithm>
#include <array>

namespace normscope::notebook::syntax {
namespace {

constexpr std::array<std::string_view, kTokenKinds> kSpellings = {
    "ENDMARKER", "NAME", "NUMBER", "STRING", "NEWLINE", "INDENT", "DEDENT", "UNKNOWN", "FAULT",
    // Operators and delimiters.
    "(", ")", "[", "]", "{", "}", ",", ":", ";", ".", "...", "->", ":=", "=", "+", "-", "*", "**",
    "/", "//", "%", "@", "<<", ">>", "&", "|", "^", "~", "==", "!=", "<", "<=", ">",
    ">=", "+=", "-=", "*=", "**=", "/=", "//=", "%=", "@=", "<<=", ">>=", "&=", "|=", "^=",
    // Keywords.
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield"};

TokenKind find(TokenKind first, TokenKind last, std::string_view text, TokenKind none) {
  for (auto i = static_cast<std::size_t>(first); i <= static_cast<std::size_t>(last); ++i) {
    if (kSpellings.at(i) == text) return static_cast<TokenKind>(i);
  }
  return none;
}

}  // namespace

std::string_view spelling(TokenKind kind) {
  return kSpellings.at(static_cast<std::size_t>(kind));
}

TokenKind keyword(std::string_view word) {
  return find(TokenKind::kFalse, TokenKind::kYield, word, TokenKind::kName);
}

TokenKind operator_of(std::string_view text) {
  // Python 2's way to write != is still one token, which no rule takes.
  if (text == "<>") return TokenKind::kUnknown;
  return find(TokenKind::kLeftParen, TokenKind::kCaretAssign, text, TokenKind::kUnknown);
}

std::string with_line_feeds(std::string_view source) {
  std::string text;
  text.reserve(source.size() + 1);
  for (std::size_t i = 0; i < source.size(); ++i) {
    const bool two = source[i] == '\r' && i + 1 < source.size() && source[i + 1] == '\n';
    if (!two) text += source[i] == '\r' ? '\n' : source[i];
  }
  if (!text.empty() && text.back() != '\n') text += '\n';
  return text;
}

std::string_view line_of(std::string_view source, int line) {
  for (; line > 1; --line) {
    const auto end = source.find('\n');
    if (end == std::string_view::npos) return {};
    source.remove_prefix(end + 1);
  }
  return source.substr(0, source.find('\n'));
}

}  // namespace normscope::notebook::syntax
