// SPDX-License-Identifier: MIT
// Numbers as text and back, whatever the locale.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/unicode.hpp"
#include "app/notebook/runtime/vm.hpp"
#include "core/text/utf8.hpp"

namespace normscope::notebook::runtime {
namespace {

std::string_view strip(std::string_view text) {
  while (!text.empty()) {
    std::size_t byte = 0;
    if (!unicode::is_space(utf8::next(text, byte))) break;
    text.remove_prefix(byte);
  }
  while (!text.empty()) {
    std::size_t begin = text.size() - 1;
    while (begin > 0 && text::is_continuation(text[begin])) --begin;
    std::size_t byte = begin;
    if (!unicode::is_space(utf8::next(text, byte))) break;
    text = text.substr(0, begin);
  }
  return text;
}

bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}

int digit_of(char c) {
  if (is_ascii_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

void too_many_digits(Vm& vm, std::string_view what) {
  vm.raise(vm.errors().value_error,
           "Exceeds the limit (4300 digits) for integer string conversion" + std::string(what));
}

}  // namespace

std::string float_repr(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::scientific)
                       .ptr;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t e = text.find('e');
  std::string digits;
  for (const char c : text.substr(0, e)) {
    if (is_ascii_digit(c)) digits += c;
  }
  int exponent = 0;
  const char* const from = text.data() + e + (text[e + 1] == '+' ? 2 : 1);
  std::from_chars(from, text.data() + text.size(), exponent);
  std::string result = std::signbit(value) ? "-" : "";
  const auto count = static_cast<int>(digits.size());
  if (exponent < -4 || exponent >= 16) {
    result += digits[0];
    if (count > 1) result += "." + digits.substr(1);
    result += exponent < 0 ? "e-" : "e+";
    const std::string number = std::to_string(std::abs(exponent));
    return result + (number.size() < 2 ? "0" : "") + number;
  }
  if (exponent < 0) {
    return result + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  }
  if (count <= exponent + 1) {
    return result + digits + std::string(static_cast<std::size_t>(exponent + 1 - count), '0') +
           ".0";
  }
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  return result + digits.substr(0, whole) + "." + digits.substr(whole);
}

std::optional<std::string> int_text(Vm& vm, const Value& value, int base) {
  if (!value.is_object()) {
    std::array<char, 72> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value.as_int(), base).ptr;
    return std::string(buffer.data(), end);
  }
  const Integer& number = value.get<BigIntObject>().number;
  if (base == 10 && number.bits() > kMaxIntDigits * 10 / 3 + 4) {
    too_many_digits(vm, "; use sys.set_int_max_str_digits() to increase the limit");
    return std::nullopt;
  }
  std::string text(mpz_sizeinbase(number.get(), base) + 2, '\0');
  mpz_get_str(text.data(), base, number.get());
  text.resize(std::char_traits<char>::length(text.c_str()));
  if (base == 10 && text.size() - (text[0] == '-' ? 1 : 0) > kMaxIntDigits) {
    too_many_digits(vm, "; use sys.set_int_max_str_digits() to increase the limit");
    return std::nullopt;
  }
  return text;
}

Value parse_int(Vm& vm, std::string_view text, int base) {
  text = strip(text);
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  const auto prefix = [&](char letter) {
    return text.size() > 1 && text[0] == '0' && (text[1] | 0x20) == letter;
  };
  bool cut = false;
  for (const auto& [letter, of] : {std::pair('x', 16), std::pair('o', 8), std::pair('b', 2)}) {
    if (prefix(letter) && (base == 0 || base == of)) {
      base = of;
      cut = true;
    }
  }
  if (cut) {
    text.remove_prefix(2);
    if (!text.empty() && text[0] == '_') text.remove_prefix(1);
  } else if (base == 0) {
    // "010" is no number where the base is to be guessed.
    if (text.size() > 1 && text[0] == '0' && text.find_first_not_of("0_") != text.npos) return {};
    base = 10;
  }
  std::string digits;
  bool after_digit = false;
  for (const char c : text) {
    if (c == '_' && after_digit) {
      after_digit = false;
      continue;
    }
    if (digit_of(c) >= base) return {};
    digits += c;
    after_digit = true;
  }
  if (!after_digit) return {};
  if ((base & (base - 1)) != 0 && digits.size() > kMaxIntDigits) {
    too_many_digits(vm, ": value has " + std::to_string(digits.size()) +
                            " digits; use sys.set_int_max_str_digits() to increase the limit");
    return {};
  }
  std::int64_t small = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), small, base);
  if (error == std::errc()) return Value::integer(negative ? -small : small);
  Integer number;
  mpz_set_str(number.get(), digits.c_str(), base);
  if (negative) mpz_neg(number.get(), number.get());
  return make_int(vm, std::move(number));
}

std::optional<double> parse_float(std::string_view text) {
  text = strip(text);
  std::string plain;
  for (std::size_t n = 0; n < text.size(); ++n) {
    if (text[n] != '_') {
      plain += text[n];
      continue;
    }
    if (n == 0 || n + 1 == text.size() || !is_ascii_digit(text[n - 1]) ||
        !is_ascii_digit(text[n + 1])) {
      return std::nullopt;
    }
  }
  std::string_view rest = plain;
  bool negative = false;
  if (!rest.empty() && (rest[0] == '-' || rest[0] == '+')) {
    negative = rest[0] == '-';
    rest.remove_prefix(1);
  }
  if (rest.empty() || rest[0] == '-' || rest[0] == '+') return std::nullopt;
  std::string word;
  for (const char c : rest) word += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  const auto sign = [&](double value) { return negative ? -value : value; };
  if (word == "inf" || word == "infinity") return sign(HUGE_VAL);
  if (word == "nan") return sign(std::nan(""));
  if (!is_ascii_digit(rest[0]) && rest[0] != '.') return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (end != rest.data() + rest.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // Too large or too small: the exponent, or the digits before the point, say which.
    const std::size_t e = word.find('e');
    const bool tiny = e != word.npos ? word[e + 1] == '-' : word[0] == '0' || word[0] == '.';
    return sign(tiny ? 0.0 : HUGE_VAL);
  }
  if (error != std::errc()) return std::nullopt;
  return sign(value);
}

Value float_to_int(Vm& vm, double value) {
  if (std::isnan(value)) {
    return vm.raise(vm.errors().value_error, "cannot convert float NaN to integer");
  }
  if (std::isinf(value)) {
    return vm.raise(vm.errors().overflow_error, "cannot convert float infinity to integer");
  }
  if (std::fabs(value) < 9.2e18) return Value::integer(static_cast<std::int64_t>(value));
  Integer number;
  mpz_set_d(number.get(), value);
  return make_int(vm, std::move(number));
}

double round_digits(double value, std::int64_t digits) {
  if (!std::isfinite(value) || digits > 323) return value;
  if (digits < -308) return std::copysign(0.0, value);
  std::array<char, 800> buffer{};
  char* const begin = buffer.data();
  if (digits >= 0) {
    // The exact value rounded to this many decimals, halves to even.
    const auto end = std::to_chars(begin, begin + buffer.size(), value, std::chars_format::fixed,
                                   static_cast<int>(digits));
    if (end.ec != std::errc()) return value;
    double result = value;
    std::from_chars(begin, end.ptr, result);
    return result;
  }
  double whole = 0;
  const double fraction = std::modf(std::fabs(value), &whole);
  const auto end = std::to_chars(begin, begin + buffer.size(), whole, std::chars_format::fixed, 0);
  std::string text(begin, end.ptr);
  const auto drop = static_cast<std::size_t>(-digits);
  if (text.size() < drop) return std::copysign(0.0, value);
  std::string kept = text.substr(0, text.size() - drop);
  const std::string cut = text.substr(text.size() - drop);
  const std::string half = "5" + std::string(drop - 1, '0');
  const bool odd = !kept.empty() && (kept.back() - '0') % 2 == 1;
  const bool up = cut > half || (cut == half && (fraction != 0 || odd));
  if (up) {
    std::size_t at = kept.size();
    while (at > 0 && kept[at - 1] == '9') kept[--at] = '0';
    if (at > 0) {
      ++kept[at - 1];
    } else {
      kept.insert(kept.begin(), '1');
    }
  }
  kept += std::string(drop, '0');
  double result = 0;
  std::from_chars(kept.data(), kept.data() + kept.size(), result);
  return std::copysign(result, value);
}

}  // namespace normscope::notebook::runtime
