// SPDX-License-Identifier: MIT
// The parser of number expressions.
#include "app/document/number_expression.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <string>

#include "core/text/ascii.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::document {
using text::is_digit;

namespace {

// Deep enough for any typed expression, shallow enough for any stack.
constexpr int kMaxDepth = 64;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Recursive descent, one function per level of precedence.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Expected<double> whole() {
    auto value = sum();
    if (!value) return value;
    if (at_ != text_.size()) return unexpected();
    return value;
  }

 private:
  Expected<double> sum() {
    auto left = product();
    while (left) {
      const char sign = next();
      if (sign != '+' && sign != '-') break;
      ++at_;
      auto right = product();
      if (!right) return right;
      *left = sign == '+' ? *left + *right : *left - *right;
    }
    return left;
  }

  Expected<double> product() {
    auto left = signed_power();
    while (left) {
      const char sign = next();
      if (sign != '*' && sign != '/') break;
      ++at_;
      auto right = signed_power();
      if (!right) return right;
      *left = sign == '*' ? *left * *right : *left / *right;
    }
    return left;
  }

  // A sign binds less than a power: -2**2 is -4.
  Expected<double> signed_power() {
    if (++depth_ > kMaxDepth) {
      return base::fail(base::ErrorKind::kMalformed, tr("the entry is nested too deeply"));
    }
    const char sign = next();
    Expected<double> value = 0.0;
    if (sign == '-' || sign == '+') {
      ++at_;
      value = signed_power();
      if (value && sign == '-') value = -*value;
    } else {
      value = power();
    }
    --depth_;
    return value;
  }

  Expected<double> power() {
    auto base = operand();
    if (!base) return base;
    if (next() == '^') {
      ++at_;
    } else if (text_.substr(at_, 2) == "**") {
      at_ += 2;
    } else {
      return base;
    }
    auto exponent = signed_power();
    if (!exponent) return exponent;
    return std::pow(*base, *exponent);
  }

  Expected<double> operand() {
    const char first = next();
    if (first == '(') {
      ++at_;
      auto value = sum();
      if (!value) return value;
      if (next() == '\0') {
        return base::fail(base::ErrorKind::kMalformed, tr("the entry ends before its \")\""));
      }
      if (next() != ')') return unexpected();
      ++at_;
      return value;
    }
    if (is_letter(first)) return named();
    return number();
  }

  Expected<double> number() {
    std::size_t end = at_;
    const auto digits = [&] {
      while (end < text_.size() && is_digit(text_[end])) ++end;
    };
    digits();
    if (end < text_.size() && (text_[end] == '.' || text_[end] == ',')) {
      ++end;
      digits();
    }
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      std::size_t power = end + 1;
      if (power < text_.size() && (text_[power] == '+' || text_[power] == '-')) ++power;
      if (power < text_.size() && is_digit(text_[power])) {
        end = power;
        digits();
      }
    }
    std::string digits_text(text_.substr(at_, end - at_));
    for (char& c : digits_text) {
      if (c == ',') c = '.';
    }
    const auto value = text::parse_double(digits_text);
    if (!value) return unexpected();
    at_ = end;
    return *value;
  }

  Expected<double> named() {
    struct Constant {
      std::string_view name;
      double value;
    };
    static constexpr std::array<Constant, 5> kConstants{{
        {"pi", std::numbers::pi},
        {"e", std::numbers::e},
        {"nan", std::numeric_limits<double>::quiet_NaN()},
        {"inf", std::numeric_limits<double>::infinity()},
        {"infinity", std::numeric_limits<double>::infinity()},
    }};
    const std::size_t start = at_;
    std::string name;
    while (at_ < text_.size() && is_letter(text_[at_])) {
      name += text::to_lowercase(text_[at_]);
      ++at_;
    }
    for (const Constant& constant : kConstants) {
      if (name == constant.name) return constant.value;
    }
    if (name != "sqrt" && name != "exp" && name != "log") {
      return base::fail(base::ErrorKind::kMalformed,
                        tr("\"{name}\" at character {place} is no number", arg("name", name),
                           arg("place", place(start))),
                        tr("numbers, + - * / **, parentheses, pi, e, sqrt, exp, log, nan and inf"));
    }
    if (next() != '(') return unexpected();
    auto argument = operand();
    if (!argument) return argument;
    if (name == "sqrt") return std::sqrt(*argument);
    return name == "exp" ? std::exp(*argument) : std::log(*argument);
  }

  // Skips blanks and returns the next character, or '\0' at the end.
  char next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  tl::unexpected<base::Error> unexpected() {
    if (next() == '\0') {
      return base::fail(base::ErrorKind::kMalformed,
                        tr("the entry ends where a number is expected"));
    }
    return base::fail(base::ErrorKind::kMalformed,
                      tr("\"{character}\" at character {place} is not expected there",
                         arg("character", character()), arg("place", place(at_))));
  }

  // The unexpected character: all bytes of its UTF-8 sequence.
  std::string_view character() const { return text_.substr(at_, text::next(text_, at_) - at_); }

  // The position in characters, not bytes, counted from 1.
  std::size_t place(std::size_t at) const { return 1 + text::length(text_.substr(0, at)); }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Expected<double> parse_number_expression(std::string_view text) {
  return Parser(text).whole();
}

}  // namespace normscope::document
