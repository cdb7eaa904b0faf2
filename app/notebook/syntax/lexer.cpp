// SPDX-License-Identifier: MIT
#include "app/notebook/syntax/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/notebook/syntax/characters.hpp"
#include "core/text/utf8.hpp"

namespace normscope::notebook::syntax {
namespace {

// Python's own bounds.
constexpr std::size_t kMostBrackets = 200;
constexpr std::size_t kMostIndents = 100;

constexpr int kTabWidth = 8;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\f';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

// What an operator of several characters goes on with.
bool may_continue_operator(char c) {
  return c == '=' || c == '>' || c == '*' || c == '/' || c == '<' || c == '.';
}

// What an identifier may hold as far as its bytes say; whether it is one is looked at later.
bool may_begin_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || !is_ascii(c);
}

bool may_continue_name(char c) {
  return may_begin_name(c) || is_digit(c);
}

char opening_of(char closing) {
  return closing == ')' ? '(' : closing == ']' ? '[' : '{';
}

}  // namespace

Tokens tokenize(std::string_view source) {
  return Lexer(source).run();
}

Tokens Lexer::run() {
  while (next_token()) {
  }
  return std::move(tokens_);
}

void Lexer::next_line() {
  // Behind the last line there is none: the end belongs to the last one, as in Python.
  if (at_end()) return;
  ++line_;
  line_start_ = at_;
}

void Lexer::put(TokenKind kind) {
  const Span span{token_line_, static_cast<int>(token_start_ - token_line_start_), line_, column()};
  tokens_.list.push_back({kind, span, source_.substr(token_start_, at_ - token_start_)});
}

void Lexer::put_virtual(TokenKind kind) {
  tokens_.list.push_back({kind, {line_, column(), line_, column()}, {}});
}

bool Lexer::fault_at(FaultKind kind, std::string message, Span span, bool comes_first) {
  tokens_.fault = {kind, std::move(message), span, std::string(line_of(source_, span.line))};
  tokens_.fault_comes_first = comes_first;
  failed_ = true;
  put_virtual(TokenKind::kFault);
  return false;
}

bool Lexer::fault(std::string message) {
  std::size_t last = at_ > line_start_ ? at_ - 1 : line_start_;
  while (last > line_start_ && text::is_continuation(source_[last])) --last;
  const int column = static_cast<int>(last - line_start_);
  return fault_at(FaultKind::kSyntaxError, std::move(message), {line_, column, line_, column},
                  true);
}

bool Lexer::next_token() {
  blank_line_ = false;
  if (line_begins_) {
    line_begins_ = false;
    if (!indentation()) return false;
  }
  if (!skip_blanks()) return false;
  if (at_end()) return finish();
  const char c = peek();
  if (c == '\n') return newline();
  if (may_begin_name(c)) return name_or_string();
  if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
  if (c == '"' || c == '\'') return string();
  return operator_or_bracket();
}

// Measures the blanks that a line begins with. Inside brackets and on lines that hold nothing they
// mean nothing.
bool Lexer::indentation() {
  int width = 0;
  int narrow = 0;
  int before_backslash = 0;
  while (!at_end()) {
    const char c = peek();
    if (c == ' ') {
      ++width;
      ++narrow;
    } else if (c == '\t') {
      width = (width / kTabWidth + 1) * kTabWidth;
      ++narrow;
    } else if (c == '\f') {
      width = narrow = 0;
    } else if (c == '\\') {
      // Of an indentation over several lines the first counts.
      if (before_backslash == 0) before_backslash = width;
      if (!continued_line()) return false;
      continue;
    } else {
      break;
    }
    ++at_;
  }
  if (before_backslash != 0) width = narrow = before_backslash;
  blank_line_ = peek() == '#' || peek() == '\n';
  if (blank_line_ || !tokens_.open.empty()) return true;
  return apply_indentation(at_end() ? 0 : width, at_end() ? 0 : narrow);
}

bool Lexer::apply_indentation(int width, int narrow) {
  const auto mixed = [&] {
    return fault_at(FaultKind::kTabError, "inconsistent use of tabs and spaces in indentation",
                    {line_, 0, line_, 0}, false);
  };
  if (width == indents_.back()) return narrow == narrow_indents_.back() || mixed();
  if (width > indents_.back()) {
    if (indents_.size() >= kMostIndents) {
      return fault_at(FaultKind::kIndentationError, "too many levels of indentation",
                      {line_, 0, line_, 0}, false);
    }
    if (narrow <= narrow_indents_.back()) return mixed();
    indents_.push_back(width);
    narrow_indents_.push_back(narrow);
    put_virtual(TokenKind::kIndent);
    return true;
  }
  int dedents = 0;
  while (indents_.size() > 1 && width < indents_.back()) {
    indents_.pop_back();
    narrow_indents_.pop_back();
    ++dedents;
  }
  if (width != indents_.back()) {
    const int end = static_cast<int>(line_of(source_, line_).size());
    return fault_at(FaultKind::kIndentationError,
                    "unindent does not match any outer indentation level", {line_, end, line_, end},
                    false);
  }
  if (narrow != narrow_indents_.back()) return mixed();
  for (; dedents > 0; --dedents) put_virtual(TokenKind::kDedent);
  return true;
}

// Leaves the lexer at the next character that means something; token_start_ is there, or at the
// comment before a line's end.
bool Lexer::skip_blanks() {
  while (true) {
    begin_token();
    if (peek() == '\n' && (blank_line_ || !tokens_.open.empty())) {
      ++at_;
      next_line();
      if (std::exchange(blank_line_, false) && !indentation()) return false;
    } else if (peek() != '\\' || at_end()) {
      return true;
    } else if (!continued_line()) {
      return false;
    }
  }
}

void Lexer::begin_token() {
  while (is_blank(peek()) && !at_end()) ++at_;
  token_start_ = at_;
  token_line_ = line_;
  token_line_start_ = line_start_;
  if (peek() != '#') return;
  while (!at_end() && peek() != '\n') ++at_;
}

// At a backslash, which joins a line with the next.
bool Lexer::continued_line() {
  ++at_;
  if (peek() != '\n') {
    return fault_at(FaultKind::kSyntaxError,
                    "unexpected character after line continuation character",
                    {line_, column(), line_, column()}, false);
  }
  ++at_;
  if (!at_end()) {
    next_line();
    return true;
  }
  if (!tokens_.open.empty()) return never_closed();
  return fault_at(FaultKind::kSyntaxError, "unexpected EOF while parsing",
                  {line_, column() - 1, line_, column() - 1}, false);
}

bool Lexer::newline() {
  put(TokenKind::kNewline);
  ++at_;
  next_line();
  line_begins_ = true;
  return true;
}

bool Lexer::never_closed() {
  const OpenBracket& open = tokens_.open.back();
  return fault_at(FaultKind::kSyntaxError, fmt::format("'{}' was never closed", open.bracket),
                  {open.line, open.column, open.line, open.column}, false);
}

bool Lexer::finish() {
  if (!tokens_.open.empty()) return never_closed();
  for (; indents_.size() > 1; indents_.pop_back()) put_virtual(TokenKind::kDedent);
  put_virtual(TokenKind::kEnd);
  return false;
}

// Whether the letters here are the prefix of a string, which the lexer then stands behind. It holds
// each of its letters once: r, b or f with r, or u alone.
bool Lexer::string_prefix() {
  constexpr std::array<std::string_view, 8> kPrefixes = {"b",  "br", "rb", "f",
                                                         "fr", "rf", "r",  "u"};
  std::size_t length = 0;
  while (length < 3 && may_begin_name(peek(length))) ++length;
  if (peek(length) != '"' && peek(length) != '\'') return false;
  std::string letters(source_.substr(at_, length));
  for (char& letter : letters) letter = static_cast<char>(letter | 0x20);
  const bool is_prefix = std::ranges::find(kPrefixes, letters) != kPrefixes.end();
  if (is_prefix) at_ += length;
  return is_prefix;
}

bool Lexer::name_or_string() {
  if (string_prefix()) return string();
  while (may_continue_name(peek())) ++at_;
  if (!check_name()) return false;
  put(keyword(source_.substr(token_start_, at_ - token_start_)));
  return true;
}

// Of the bytes of a name, whether the characters may stand in one.
bool Lexer::check_name() {
  const std::string_view word = source_.substr(token_start_, at_ - token_start_);
  if (std::ranges::all_of(word, is_ascii)) return true;
  for (std::size_t i = 0; i < word.size();) {
    const auto next = text::first_character(word.substr(i), text::Surrogates::kCharacters);
    i += next.bytes;
    const bool fits =
        i == next.bytes ? begins_identifier(next.code) : continues_identifier(next.code);
    if (fits) continue;
    at_ = token_start_ + i;
    const std::string code = fmt::format("U+{:04X}", static_cast<std::uint32_t>(next.code));
    if (!is_printable(next.code)) return fault("invalid non-printable character " + code);
    return fault(
        fmt::format("invalid character '{}' ({})", word.substr(i - next.bytes, next.bytes), code));
  }
  return true;
}

// At the first quote; the prefix is behind.
bool Lexer::string() {
  const char quote = peek();
  const bool triple = peek(1) == quote && peek(2) == quote;
  at_ += triple ? 3 : 1;
  while (true) {
    const char c = peek();
    if (at_end() || (c == '\n' && !triple)) {
      const int last_line = line_;
      const int column = static_cast<int>(token_start_ - token_line_start_);
      return fault_at(FaultKind::kSyntaxError,
                      fmt::format("unterminated {}string literal (detected at line {})",
                                  triple ? "triple-quoted " : "", last_line),
                      {token_line_, column, token_line_, column}, true);
    }
    if (c == quote && (!triple || (peek(1) == quote && peek(2) == quote))) break;
    at_ += c == '\\' ? 2 : 1;
    if (at_ > source_.size()) at_ = source_.size();
    if (source_[at_ - 1] == '\n') next_line();
  }
  at_ += triple ? 3 : 1;
  put(TokenKind::kString);
  return true;
}

bool Lexer::operator_or_bracket() {
  const char c = peek();
  const bool opens = c == '(' || c == '[' || c == '{';
  if (opens && tokens_.open.size() >= kMostBrackets) {
    ++at_;
    return fault("too many nested parentheses");
  }
  if (opens) tokens_.open.push_back({c, line_, column()});
  if (c == ')' || c == ']' || c == '}') {
    if (!close_bracket(c)) return false;
  }
  if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
    ++at_;
    return fault(fmt::format("invalid non-printable character U+{:04X}", c));
  }
  const std::size_t longest = !may_continue_operator(peek(1))   ? 1
                              : !may_continue_operator(peek(2)) ? 2
                                                                : 3;
  for (std::size_t length = longest; length > 0; --length) {
    const std::string_view text = source_.substr(at_, length);
    const TokenKind kind = operator_of(text);
    const bool is_one = text.size() == length && (kind != TokenKind::kUnknown || text == "<>");
    if (!is_one && length > 1) continue;
    at_ += length;
    put(kind);
    break;
  }
  return true;
}

bool Lexer::close_bracket(char bracket) {
  if (tokens_.open.empty()) {
    ++at_;
    return fault(fmt::format("unmatched '{}'", bracket));
  }
  const OpenBracket open = tokens_.open.back();
  tokens_.open.pop_back();
  if (open.bracket == opening_of(bracket)) return true;
  ++at_;
  return fault(fmt::format("closing parenthesis '{}' does not match opening parenthesis '{}'{}",
                           bracket, open.bracket,
                           open.line == line_ ? "" : fmt::format(" on line {}", open.line)));
}

}  // namespace normscope::notebook::syntax
