// SPDX-License-Identifier: MIT
// Numbers and texts in a format: digits are exact and correctly rounded, whatever their number.
#include "app/notebook/runtime/format_spec.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

bool is_align(char c) {
  return c == '<' || c == '>' || c == '^' || c == '=';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::nullopt_t value_error(Vm& vm, const std::string& message) {
  vm.raise(vm.errors().value_error, message);
  return std::nullopt;
}

// Reads digits; false where there are none, or too many.
bool read_number(std::string_view& spec, std::int64_t& number) {
  if (spec.empty() || !is_digit(spec[0])) return false;
  const auto [end, error] = std::from_chars(spec.data(), spec.data() + spec.size(), number);
  if (error != std::errc()) number = -2;
  spec.remove_prefix(static_cast<std::size_t>(end - spec.data()));
  return true;
}

// Puts separators between groups of digits; `least` digits and separators are wanted (zero fill).
std::string grouped(const std::string& digits, char separator, std::size_t group,
                    std::size_t least) {
  std::string text;
  std::size_t in_group = 0;
  for (std::size_t n = 0; n < digits.size() || text.size() < least; ++n) {
    if (in_group == group) {
      text += separator;
      in_group = 0;
      // A separator never stands in front.
      if (n >= digits.size() && text.size() >= least) {
        text += '0';
        break;
      }
    }
    text += n < digits.size() ? digits[digits.size() - 1 - n] : '0';
    ++in_group;
  }
  std::ranges::reverse(text);
  return text;
}

// Sign and prefix, then digits with groups, zeros where `=` fills with them, then the rest.
std::string assemble(const FormatSpec& spec, bool negative, const std::string& prefix,
                     const std::string& digits, const std::string& rest, std::size_t group) {
  std::string sign;
  if (negative) {
    sign = "-";
  } else if (spec.sign != '-') {
    sign = std::string(1, spec.sign);
  }
  sign += prefix;
  std::string body = digits;
  if (spec.grouping != 0) {
    std::size_t least = 0;
    const std::size_t other = sign.size() + rest.size();
    if (spec.fill == "0" && spec.align == '=' && spec.width > 0 &&
        static_cast<std::size_t>(spec.width) > other) {
      least = static_cast<std::size_t>(spec.width) - other;
    }
    body = grouped(digits, spec.grouping, group, least);
  }
  body += rest;
  if (spec.align == '=' && spec.width > 0) {
    const std::size_t have = sign.size() + body.size();
    std::string fill;
    for (std::size_t n = have; n < static_cast<std::size_t>(spec.width); ++n) fill += spec.fill;
    return sign + fill + body;
  }
  return padded(sign + body, spec, '>');
}

std::optional<std::string> format_float(Vm& vm, double value, FormatSpec spec) {
  char type = spec.type;
  std::string suffix;
  std::int64_t precision = spec.precision;
  double magnitude = std::fabs(value);
  bool negative = std::signbit(value) && !std::isnan(value);
  if (type == '%') {
    magnitude *= 100;
    suffix = "%";
    type = 'f';
  }
  std::string digits;
  if (!std::isfinite(value)) {
    const bool upper = type == 'E' || type == 'F' || type == 'G';
    digits = std::isnan(value) ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf");
  } else if (type == 0 && precision < 0) {
    digits = float_repr(magnitude);
    const std::size_t exponent = digits.find('e');
    if (spec.alternate && exponent != std::string::npos && digits.find('.') > exponent) {
      digits.insert(exponent, ".");
    }
  } else if (type == 0) {
    // As 'g', but with a digit behind the point.
    digits = float_digits(magnitude, 'r', precision, spec.alternate);
  } else {
    digits = float_digits(magnitude, type == 'n' ? 'g' : type, precision < 0 ? 6 : precision,
                          spec.alternate);
  }
  if (spec.no_negative_zero && negative &&
      digits.find_first_of("123456789infa") == std::string::npos) {
    negative = false;
  }
  if (!std::isfinite(value)) {
    const FormatSpec plain = spec;
    FormatSpec no_groups = plain;
    no_groups.grouping = 0;
    return assemble(no_groups, negative, "", digits + suffix, "", 3);
  }
  const std::size_t end = std::min(digits.find_first_not_of("0123456789"), digits.size());
  (void)vm;
  return assemble(spec, negative, "", digits.substr(0, end), digits.substr(end) + suffix, 3);
}

std::optional<std::string> format_int(Vm& vm, const Value& value, const FormatSpec& spec) {
  if (spec.precision >= 0)
    return value_error(vm, "Precision not allowed in integer format specifier");
  if (spec.no_negative_zero) {
    return value_error(vm, "Negative zero coercion (z) not allowed in integer format specifier");
  }
  if (spec.type == 'c') {
    if (spec.sign_given) {
      return value_error(vm, "Sign not allowed with integer format specifier 'c'");
    }
    if (spec.alternate) {
      return value_error(vm, "Alternate form (#) not allowed with integer format specifier 'c'");
    }
    if (value.is_object() || value.as_int() < 0 || value.as_int() > 0x10FFFF) {
      vm.raise(vm.errors().overflow_error, "%c arg not in range(0x110000)");
      return std::nullopt;
    }
    std::string text;
    utf8::append(text, static_cast<char32_t>(value.as_int()));
    return padded(text, spec, '<');
  }
  int base = 10;
  std::string prefix;
  std::size_t group = 3;
  switch (spec.type) {
    case 'x':
    case 'X':
      base = 16;
      break;
    case 'o':
      base = 8;
      break;
    case 'b':
      base = 2;
      break;
    default:
      break;
  }
  if (base != 10) {
    group = 4;
    if (spec.alternate) prefix = std::string("0") + spec.type;
  }
  auto digits = int_text(vm, value, base);
  if (!digits) return std::nullopt;
  const bool negative = digits->starts_with('-');
  if (negative) digits->erase(0, 1);
  if (spec.type == 'X') {
    for (char& c : *digits) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
  }
  return assemble(spec, negative, prefix, *digits, "", group);
}

std::optional<std::string> format_text(Vm& vm, const std::string& text, const FormatSpec& spec) {
  if (spec.sign_given) {
    return value_error(vm, spec.sign == ' ' ? "Space not allowed in string format specifier"
                                            : "Sign not allowed in string format specifier");
  }
  if (spec.no_negative_zero) {
    return value_error(vm, "Negative zero coercion (z) not allowed in string format specifier");
  }
  if (spec.alternate) {
    return value_error(vm, "Alternate form (#) not allowed in string format specifier");
  }
  if (spec.align == '=') {
    return value_error(vm, "'=' alignment not allowed in string format specifier");
  }
  std::string cut = text;
  if (spec.precision >= 0) {
    std::size_t byte = 0;
    for (std::int64_t n = 0; n < spec.precision && byte < cut.size(); ++n) {
      byte += utf8::width(cut, byte);
    }
    cut.resize(byte);
  }
  return padded(cut, spec, '<');
}

std::nullopt_t unknown_code(Vm& vm, char type, const Value& value) {
  return value_error(vm, "Unknown format code '" + std::string(1, type) + "' for object of type '" +
                             type_name(vm, value) + "'");
}

}  // namespace

std::string padded(const std::string& text, const FormatSpec& spec, char default_align) {
  const std::size_t length = utf8::length(text);
  if (spec.width < 0 || static_cast<std::size_t>(spec.width) <= length) return text;
  const std::size_t room = static_cast<std::size_t>(spec.width) - length;
  const char align = spec.align == 0 ? default_align : spec.align;
  const std::size_t left = align == '<' ? 0 : (align == '^' ? room / 2 : room);
  std::string result;
  for (std::size_t n = 0; n < left; ++n) result += spec.fill;
  result += text;
  for (std::size_t n = left; n < room; ++n) result += spec.fill;
  return result;
}

std::string float_digits(double magnitude, char type, std::int64_t precision, bool alternate) {
  const bool upper = type == 'E' || type == 'F' || type == 'G';
  char kind = static_cast<char>(upper ? type + 32 : type);
  const bool is_repr = kind == 'r';
  // Digits past the last one of any double are zeros.
  constexpr std::int64_t kMostDigits = 1100;
  const std::int64_t zeros = std::max<std::int64_t>(0, precision - kMostDigits);
  const int digits = static_cast<int>(std::min(precision, kMostDigits));
  std::string buffer(static_cast<std::size_t>(digits) + 400, '\0');
  const auto write = [&](std::chars_format format, int count) {
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), magnitude, format, count);
    return std::string(buffer.data(), end.ptr);
  };
  std::string text;
  if (kind == 'e' || kind == 'f') {
    text = write(kind == 'e' ? std::chars_format::scientific : std::chars_format::fixed, digits);
    std::size_t end = std::min(text.find('e'), text.size());
    text.insert(end, static_cast<std::size_t>(zeros), '0');
    end += static_cast<std::size_t>(zeros);
    if (alternate && text.find('.') == std::string::npos) text.insert(end, ".");
  } else {
    const int significant = std::max(digits, 1);
    const std::string scientific = write(std::chars_format::scientific, significant - 1);
    const std::size_t e = scientific.find('e');
    int exponent = 0;
    const std::size_t from = e + (scientific[e + 1] == '+' ? 2 : 1);
    std::from_chars(scientific.data() + from, scientific.data() + scientific.size(), exponent);
    const int most = is_repr ? significant - 1 : significant;
    const bool plain =
        exponent >= -4 && (is_repr ? exponent < most + 0 || exponent < most : exponent < most);
    std::string mantissa = plain ? write(std::chars_format::fixed, significant - 1 - exponent)
                                 : scientific.substr(0, e);
    if (!alternate && mantissa.find('.') != std::string::npos) {
      while (mantissa.back() == '0') mantissa.pop_back();
      if (mantissa.back() == '.') mantissa.pop_back();
    }
    if (alternate && mantissa.find('.') == std::string::npos) mantissa += ".";
    if (is_repr && plain && mantissa.find('.') == std::string::npos) mantissa += ".0";
    text = mantissa + (plain ? "" : scientific.substr(e));
  }
  if (upper) {
    for (char& c : text) c = c == 'e' ? 'E' : c;
  }
  return text;
}

std::optional<FormatSpec> parse_format_spec(Vm& vm, const Value& value, std::string_view text) {
  FormatSpec spec;
  std::string_view rest = text;
  const auto invalid = [&]() -> std::optional<FormatSpec> {
    return value_error(vm, "Invalid format specifier '" + std::string(text) +
                               "' for object of type '" + type_name(vm, value) + "'");
  };
  const std::size_t first = rest.empty() ? 0 : utf8::width(rest, 0);
  if (first < rest.size() && is_align(rest[first])) {
    spec.fill = std::string(rest.substr(0, first));
    spec.align = rest[first];
    rest.remove_prefix(first + 1);
  } else if (!rest.empty() && is_align(rest[0])) {
    spec.align = rest[0];
    rest.remove_prefix(1);
  }
  const bool fill_given = spec.align != 0 && text.size() - rest.size() > 1;
  const bool align_given = spec.align != 0;
  const auto take = [&](char c) {
    if (rest.empty() || rest[0] != c) return false;
    rest.remove_prefix(1);
    return true;
  };
  for (const char c : {'+', '-', ' '}) {
    if (take(c)) {
      spec.sign = c;
      spec.sign_given = true;
      break;
    }
  }
  spec.no_negative_zero = take('z');
  spec.alternate = take('#');
  if (!fill_given && !rest.empty() && rest[0] == '0') {
    spec.fill = "0";
    if (!align_given && !value.is_kind(Kind::kStr)) spec.align = '=';
    rest.remove_prefix(1);
  }
  if (read_number(rest, spec.width) && spec.width == -2) {
    return value_error(vm, "Too many decimal digits in format string");
  }
  if (take(',')) spec.grouping = ',';
  if (take('_')) {
    if (spec.grouping != 0) return value_error(vm, "Cannot specify both ',' and '_'.");
    spec.grouping = '_';
  }
  if (spec.grouping != 0 && take(',')) {
    return value_error(vm, spec.grouping == ',' ? "Cannot specify ',' with ','."
                                                : "Cannot specify both ',' and '_'.");
  }
  if (take('.')) {
    if (!read_number(rest, spec.precision)) {
      return value_error(vm, "Format specifier missing precision");
    }
    if (spec.precision == -2) return value_error(vm, "Too many decimal digits in format string");
  }
  if (!rest.empty() && utf8::width(rest, 0) != rest.size()) return invalid();
  if (!rest.empty()) {
    if (rest.size() > 1) return invalid();
    spec.type = rest[0];
  }
  if (spec.grouping != 0) {
    const bool fits = spec.type == 0 || spec.type == 'd' || spec.type == 'e' || spec.type == 'E' ||
                      spec.type == 'f' || spec.type == 'F' || spec.type == 'g' ||
                      spec.type == 'G' || spec.type == '%' ||
                      (spec.grouping == '_' && (spec.type == 'b' || spec.type == 'o' ||
                                                spec.type == 'x' || spec.type == 'X'));
    if (!fits) {
      return value_error(vm, "Cannot specify '" + std::string(1, spec.grouping) + "' with '" +
                                 std::string(1, spec.type) + "'.");
    }
    if (value.is_kind(Kind::kStr) && spec.type == 0) {
      return value_error(vm, "Cannot specify '" + std::string(1, spec.grouping) + "' with 's'.");
    }
  }
  const std::int64_t room = std::max(spec.width, spec.precision);
  if (room > 0 && !vm.reserve(static_cast<std::size_t>(room) * 4)) return std::nullopt;
  return spec;
}

std::optional<std::string> format_value(Vm& vm, const Value& value, std::string_view text) {
  const auto spec = parse_format_spec(vm, value, text);
  if (!spec) return std::nullopt;
  const char type = spec->type;
  const auto one_of = [&](std::string_view all) { return type == 0 || all.find(type) != all.npos; };
  if (value.is_kind(Kind::kStr)) {
    if (!one_of("s")) return unknown_code(vm, type, value);
    return format_text(vm, text_of(value), *spec);
  }
  if (value.is_float()) {
    if (!one_of("eEfFgGn%")) return unknown_code(vm, type, value);
    return format_float(vm, value.as_float(), *spec);
  }
  if (!is_integer(value)) {
    vm.raise(vm.errors().type_error,
             "unsupported format string passed to " + type_name(vm, value) + ".__format__");
    return std::nullopt;
  }
  if (type != 0 && std::string_view("eEfFgG%").find(type) != std::string_view::npos) {
    const auto number = number_to_float(vm, value);
    if (!number) return std::nullopt;
    return format_float(vm, *number, *spec);
  }
  if (!one_of("bcdoxXn")) return unknown_code(vm, type, value);
  return format_int(vm, value, *spec);
}

}  // namespace normscope::notebook::runtime
