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

// Kinds that lie side by side: from `begin` to before `end`.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

constexpr Range kOperators{static_cast<std::size_t>(TokenKind::kLeftParen),
                           static_cast<std::size_t>(TokenKind::kCaretAssign) + 1};
constexpr Range kKeywords{static_cast<std::size_t>(TokenKind::kFalse),
                          static_cast<std::size_t>(TokenKind::kYield) + 1};

constexpr std::size_t kAscii = 128;

// Every word of a program and every sign asks these tables, so the answer is near.
constexpr std::array<TokenKind, kAscii> kOneCharacter = [] {
  std::array<TokenKind, kAscii> kinds{};
  kinds.fill(TokenKind::kUnknown);
  for (std::size_t i = kOperators.begin; i < kOperators.end; ++i) {
    if (kSpellings.at(i).size() == 1) {
      kinds.at(static_cast<std::size_t>(kSpellings.at(i)[0])) = static_cast<TokenKind>(i);
    }
  }
  return kinds;
}();

// The keywords that begin with a letter: they are listed in the order of their characters.
constexpr std::array<Range, kAscii> kKeywordsOfLetter = [] {
  std::array<Range, kAscii> ranges{};
  for (std::size_t i = kKeywords.begin; i < kKeywords.end; ++i) {
    Range& range = ranges.at(static_cast<std::size_t>(kSpellings.at(i)[0]));
    if (range.end == 0) range.begin = i;
    range.end = i + 1;
  }
  return ranges;
}();

TokenKind find(Range range, std::string_view text, TokenKind none) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (kSpellings.at(i) == text) return static_cast<TokenKind>(i);
  }
  return none;
}

std::size_t code_of(char c) {
  return static_cast<unsigned char>(c);
}

}  // namespace

std::string_view spelling(TokenKind kind) {
  return kSpellings.at(static_cast<std::size_t>(kind));
}

TokenKind keyword(std::string_view word) {
  if (word.empty() || code_of(word[0]) >= kAscii) return TokenKind::kName;
  return find(kKeywordsOfLetter.at(code_of(word[0])), word, TokenKind::kName);
}

TokenKind operator_of(std::string_view text) {
  // Python 2's way to write != is still one token, which no rule takes.
  if (text == "<>") return TokenKind::kUnknown;
  if (text.size() == 1) {
    return code_of(text[0]) < kAscii ? kOneCharacter.at(code_of(text[0])) : TokenKind::kUnknown;
  }
  return find(kOperators, text, TokenKind::kUnknown);
}

std::string with_line_feeds(std::string_view source) {
  std::string text;
  text.reserve(source.size() + 1);
  if (source.find('\r') == std::string_view::npos) {
    text = source;
    source = {};
  }
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
