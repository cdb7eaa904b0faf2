// SPDX-License-Identifier: MIT
#include "app/notebook/syntax/literals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "app/notebook/syntax/characters.hpp"
#include "app/notebook/syntax/parser.hpp"
#include "core/text/utf8.hpp"

namespace normscope::notebook::syntax {
namespace {

// Longer decimal numbers Python does not convert, for that takes quadratic time.
constexpr std::size_t kMostDigits = 4300;

std::optional<unsigned> digit_of(char c, unsigned base) {
  const char low = static_cast<char>(c | 0x20);
  unsigned digit = 99;
  if (c >= '0' && c <= '9') digit = static_cast<unsigned>(c - '0');
  if (low >= 'a' && low <= 'f') digit = static_cast<unsigned>(low - 'a' + 10);
  if (digit >= base) return std::nullopt;
  return digit;
}

struct NumericEscape {
  char letter;
  std::size_t digits;
  std::string_view truncated;
};
constexpr std::array<NumericEscape, 3> kNumericEscapes = {{
    {'x', 2, "truncated \\xXX escape"},
    {'u', 4, "truncated \\uXXXX escape"},
    {'U', 8, "truncated \\UXXXXXXXX escape"},
}};

std::optional<char> simple_escape(char letter) {
  constexpr std::string_view kLetters = "\\'\"abfnrtv";
  constexpr std::string_view kValues = "\\'\"\a\b\f\n\r\t\v";
  const auto at = kLetters.find(letter);
  if (at == std::string_view::npos) return std::nullopt;
  return kValues[at];
}

class Unescaper {
 public:
  Unescaper(std::string_view text, const Token& following) : text_(text), following_(following) {}

  std::string run() {
    while (at_ < text_.size()) {
      const auto next = text::first_character(text_.substr(at_), text::Surrogates::kCharacters);
      if (next.code != '\\') {
        value_.append(text_, at_, next.bytes);
        // Python's decoder sees each other character as an escape of ten.
        position_ += next.code < 0x80 ? 1 : 10;
        at_ += next.bytes;
      } else {
        escape();
      }
    }
    return std::move(value_);
  }

 private:
  char peek(std::size_t offset) const {
    return at_ + offset < text_.size() ? text_[at_ + offset] : '\0';
  }
  void consume(std::size_t count) {
    at_ += count;
    position_ += count;
  }

  [[noreturn]] void wrong(std::size_t bytes, std::string_view why) const {
    raise(FaultKind::kSyntaxError,
          fmt::format("(unicode error) 'unicodeescape' codec can't decode bytes in position "
                      "{}-{}: {}",
                      position_, position_ + bytes - 1, why),
          following_.span);
  }

  void escape() {
    const char letter = peek(1);
    if (letter == '\n') return consume(2);
    if (const auto value = simple_escape(letter)) {
      value_ += *value;
      return consume(2);
    }
    if (letter >= '0' && letter <= '7') return octal();
    for (const NumericEscape& kind : kNumericEscapes) {
      if (kind.letter == letter) return numeric(kind);
    }
    if (letter == 'N') {
      raise_not_supported("characters by name (\\N{...}); write the character itself",
                          following_.span);
    }
    // No escape: the backslash stays.
    value_ += '\\';
    consume(1);
  }

  void octal() {
    char32_t code = 0;
    std::size_t count = 1;
    while (count <= 3 && digit_of(peek(count), 8)) code = code * 8 + *digit_of(peek(count++), 8);
    text::append(value_, code);
    consume(count);
  }

  void numeric(const NumericEscape& kind) {
    char32_t code = 0;
    std::size_t count = 0;
    while (count < kind.digits && digit_of(peek(count + 2), 16)) {
      code = code * 16 + *digit_of(peek(count + 2), 16);
      ++count;
    }
    if (count < kind.digits) wrong(count + 2, kind.truncated);
    if (code > 0x10FFFF) wrong(count + 2, "illegal Unicode character");
    text::append(value_, code);
    consume(count + 2);
  }

  std::string_view text_;
  const Token& following_;
  std::size_t at_ = 0;
  std::size_t position_ = 0;
  std::string value_;
};

void append_text(FString& result, std::string text) {
  if (text.empty()) return;
  if (!result.parts.empty()) {
    if (auto* last = std::get_if<std::string>(&result.parts.back())) {
      *last += text;
      return;
    }
  }
  result.parts.emplace_back(std::move(text));
}

// Bytes know no letters by number or name.
void append_bytes(BytesLiteral& result, const StringToken& string, const Token& following) {
  const std::string_view text = string.content;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) {
      raise(FaultKind::kSyntaxError, "bytes can only contain ASCII literal characters",
            following.span);
    }
  }
  for (std::size_t at = 0; at < text.size();) {
    const char letter = at + 1 < text.size() ? text[at + 1] : '\0';
    if (text[at] != '\\' || string.raw) {
      result.value += text[at++];
    } else if (letter == '\n') {
      at += 2;
    } else if (const auto value = simple_escape(letter)) {
      result.value += *value;
      at += 2;
    } else if (letter >= '0' && letter <= '7') {
      unsigned code = 0;
      const std::size_t end = std::min(at + 4, text.size());
      for (++at; at < end && digit_of(text[at], 8); ++at) code = code * 8 + *digit_of(text[at], 8);
      result.value += static_cast<char>(static_cast<unsigned char>(code));
    } else if (letter == 'x') {
      const auto digit = [&](std::size_t n) {
        return n < text.size() ? digit_of(text[n], 16) : std::nullopt;
      };
      if (!digit(at + 2) || !digit(at + 3)) {
        raise(FaultKind::kSyntaxError,
              fmt::format("(value error) invalid \\x escape at position {}", at), following.span);
      }
      result.value +=
          static_cast<char>(static_cast<unsigned char>(*digit(at + 2) * 16 + *digit(at + 3)));
      at += 4;
    } else {
      result.value += text[at++];  // no escape: the backslash stays
    }
  }
}

double to_double(const std::string& digits) {
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc::result_out_of_range) return value;
  // Too large or too small: the exponent of the first digit that is not zero says which.
  const auto first = digits.find_first_of("123456789");
  const auto point = std::min(digits.find_first_of(".e"), digits.size());
  const auto e = digits.find('e');
  const bool negative = e != std::string::npos && digits[e + 1] == '-';
  const bool below_one = first != std::string::npos && first > point;
  const bool small = e == std::string::npos ? below_one : negative;
  return small ? 0.0 : std::numeric_limits<double>::infinity();
}

}  // namespace

StringToken read_string_token(const Token& token) {
  StringToken result;
  std::size_t at = 0;
  for (; token.text[at] != '"' && token.text[at] != '\''; ++at) {
    const char letter = static_cast<char>(token.text[at] | 0x20);
    result.raw = result.raw || letter == 'r';
    result.formatted = result.formatted || letter == 'f';
    result.bytes = result.bytes || letter == 'b';
  }
  const char quote = token.text[at];
  const bool triple =
      token.text.size() >= at + 6 && token.text[at + 1] == quote && token.text[at + 2] == quote;
  const std::size_t quotes = triple ? 3 : 1;
  result.content_at = at + quotes;
  result.content =
      token.text.substr(result.content_at, token.text.size() - result.content_at - quotes);
  return result;
}

std::string unescape(std::string_view content, const Token& following) {
  if (content.find('\\') == std::string_view::npos) return std::string(content);
  return Unescaper(content, following).run();
}

Expr read_strings(const std::vector<Token>& strings, const Token& following) {
  const Span& first = strings.front().span;
  const Span& last = strings.back().span;
  const Span span{first.line, first.column, last.end_line, last.end_column};
  FString result;
  BytesLiteral bytes;
  bool formatted = false;
  for (const Token& token : strings) {
    const StringToken string = read_string_token(token);
    if (string.bytes != read_string_token(strings.front()).bytes) {
      raise(FaultKind::kSyntaxError, "cannot mix bytes and nonbytes literals", following.span);
    }
    if (string.bytes) {
      append_bytes(bytes, string, following);
      continue;
    }
    formatted = formatted || string.formatted;
    if (!string.formatted) {
      append_text(result,
                  string.raw ? std::string(string.content) : unescape(string.content, following));
      continue;
    }
    for (auto& part : read_fstring(string, token, span, following).parts) {
      if (auto* text = std::get_if<std::string>(&part)) {
        append_text(result, std::move(*text));
      } else {
        result.parts.push_back(std::move(part));
      }
    }
  }
  if (read_string_token(strings.front()).bytes) return make_expr(span, std::move(bytes));
  if (formatted) return make_expr(span, std::move(result));
  StringLiteral plain;
  if (!result.parts.empty()) plain.value = std::move(std::get<std::string>(result.parts.front()));
  return make_expr(span, std::move(plain));
}

Expr read_number(const Token& token) {
  std::string digits;
  for (const char c : token.text) {
    if (c != '_') digits += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  }
  constexpr std::array<std::pair<std::string_view, int>, 3> kPrefixes = {
      {{"0x", 16}, {"0o", 8}, {"0b", 2}}};
  int base = 10;
  for (const auto& [prefix, value] : kPrefixes) {
    if (digits.starts_with(prefix)) base = value;
  }
  if (base == 10 && digits.ends_with('j')) {
    raise_not_supported("complex numbers; use two floats", token.span);
  }
  if (base == 10 && digits.find_first_of(".e") != std::string::npos) {
    return make_expr(token.span, FloatLiteral{to_double(digits)});
  }
  if (base != 10) digits.erase(0, 2);
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  if (base == 10 && digits.size() > kMostDigits) {
    raise(FaultKind::kSyntaxError,
          fmt::format("Exceeds the limit ({} digits) for integer string conversion: value has {} "
                      "digits; use sys.set_int_max_str_digits() to increase the limit - Consider "
                      "hexadecimal for huge integer literals to avoid decimal conversion limits.",
                      kMostDigits, digits.size()),
          {token.span.line, 0, token.span.line, 0});
  }
  return make_expr(token.span, IntLiteral{std::move(digits), base});
}

}  // namespace normscope::notebook::syntax
