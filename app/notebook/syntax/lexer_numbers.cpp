// SPDX-License-Identifier: MIT
// The numbers of the lexer: where one ends, and what is wrong with those that are none.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/notebook/syntax/lexer.hpp"

namespace normscope::notebook::syntax {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_digit_of(int base, char c) {
  if (base < 10) return c >= '0' && c < '0' + base;
  const char low = static_cast<char>(c | 0x20);
  return is_digit(c) || (low >= 'a' && low <= 'f');
}

bool may_continue_name(char c) {
  return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

bool Lexer::number() {
  const char kind = static_cast<char>(peek(1) | 0x20);
  bool well = false;
  if (peek() == '0' && kind == 'x') {
    well = prefixed_number(16, "hexadecimal");
  } else if (peek() == '0' && kind == 'o') {
    well = prefixed_number(8, "octal");
  } else if (peek() == '0' && kind == 'b') {
    well = prefixed_number(2, "binary");
  } else {
    well = decimal_number();
  }
  if (well) put(TokenKind::kNumber);
  return well;
}

bool Lexer::prefixed_number(int base, std::string_view kind) {
  at_ += 2;
  do {
    if (peek() == '_') ++at_;
    if (!is_digit_of(base, peek())) {
      if (is_digit(peek())) break;
      return fault(fmt::format("invalid {} literal", kind));
    }
    while (is_digit_of(base, peek())) ++at_;
  } while (peek() == '_');
  if (is_digit(peek())) {
    ++at_;
    return fault(fmt::format("invalid digit '{}' in {} literal", source_[at_ - 1], kind));
  }
  return end_of_number(kind);
}

// Digits in groups that one underscore separates.
bool Lexer::decimal_tail() {
  while (true) {
    while (is_digit(peek())) ++at_;
    if (peek() != '_') return true;
    ++at_;
    if (!is_digit(peek())) return fault("invalid decimal literal");
  }
}

bool Lexer::decimal_number() {
  if (peek() == '0' && !leading_zero()) return false;
  if (is_digit(peek()) && !decimal_tail()) return false;
  if (peek() == '.') {
    ++at_;
    if (is_digit(peek()) && !decimal_tail()) return false;
  }
  const char next = static_cast<char>(peek() | 0x20);
  if (next == 'e' && !exponent()) return false;
  if (static_cast<char>(peek() | 0x20) == 'j') {
    ++at_;
    return end_of_number("imaginary");
  }
  return end_of_number("decimal");
}

// Zeros may stand before a fraction or an exponent, and alone, but not before a whole number.
bool Lexer::leading_zero() {
  while (peek() == '0' || peek() == '_') {
    if (peek() == '_') {
      ++at_;
      if (!is_digit(peek())) return fault("invalid decimal literal");
    } else {
      ++at_;
    }
  }
  if (!is_digit(peek())) return true;
  const int zeros_end = column();
  if (!decimal_tail()) return false;
  const char next = static_cast<char>(peek() | 0x20);
  if (next == '.' || peek() == '.' || next == 'e' || next == 'j') return true;
  const int column = static_cast<int>(token_start_ - token_line_start_);
  return fault_at(FaultKind::kSyntaxError,
                  "leading zeros in decimal integer literals are not permitted; use an 0o prefix "
                  "for octal integers",
                  {line_, column, line_, zeros_end}, true);
}

// At an e. Where no number follows, it begins the next word: `1else`.
bool Lexer::exponent() {
  const bool has_sign = peek(1) == '+' || peek(1) == '-';
  if (is_digit(peek(has_sign ? 2 : 1))) {
    at_ += has_sign ? 2 : 1;
    return decimal_tail();
  }
  if (has_sign) {
    at_ += 2;
    return fault("invalid decimal literal");
  }
  return true;
}

// A keyword may follow a number at once (`1if x else 2`), another word may not. Of the keywords
// that begin with i Python looks at two letters, of the others at the whole word. Whatever is not
// ASCII counts as a word there.
bool Lexer::end_of_number(std::string_view kind) {
  if (!may_continue_name(peek()) && static_cast<unsigned char>(peek()) < 0x80) return true;
  constexpr std::array<std::string_view, 8> kMayFollow = {"and", "else", "for", "if",
                                                          "in",  "is",   "or",  "not"};
  const std::string_view rest = source_.substr(at_);
  const bool follows = std::ranges::any_of(kMayFollow, [&](auto word) {
    if (!rest.starts_with(word)) return false;
    const char next = peek(word.size());
    const bool ends = !may_continue_name(next) && static_cast<unsigned char>(next) < 0x80;
    return word.front() == 'i' || ends;
  });
  if (follows) return true;
  return fault(fmt::format("invalid {} literal", kind));
}

}  // namespace normscope::notebook::syntax
