// SPDX-License-Identifier: MIT
// Ints as bytes and back, and floats from the hexadecimal digits that float.hex() writes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/notebook/runtime/bytes.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/setup.hpp"

namespace normscope::notebook::runtime {
namespace {

// Whether the least byte comes first; none: raised.
std::optional<bool> is_little(Vm& vm, const Value& order) {
  if (!order) return false;
  if (!order.is_kind(Kind::kStr)) {
    vm.raise(vm.errors().type_error,
             fmt::format("byteorder must be str, not {}", type_name(vm, order)));
    return std::nullopt;
  }
  const std::string& text = text_of(order);
  if (text == "little" || text == "big") return text == "little";
  vm.raise(vm.errors().value_error, "byteorder must be either 'little' or 'big'");
  return std::nullopt;
}

Value to_bytes(Vm& vm, const Args& args) {
  static const Signature kSignature("to_bytes", "length=1, byteorder='big', *, signed=False");
  Value bound[3];
  if (!kSignature.bind(vm, args.tail(), bound)) return {};
  const auto length = bound[0] ? to_index(vm, bound[0]) : 1;
  if (!length) return {};
  const auto little = is_little(vm, bound[1]);
  if (!little) return {};
  const auto is_signed = bound[2] ? truth(vm, bound[2]) : false;
  if (!is_signed) return {};
  if (*length < 0) {
    return vm.raise(vm.errors().value_error, "length argument must be non-negative");
  }
  if (!vm.reserve(static_cast<std::size_t>(*length))) return {};
  const auto size = static_cast<std::size_t>(*length);
  Integer number = integer_of(plain_number(args[0]));
  const bool negative = number.sign() < 0;
  if (negative && !*is_signed) {
    return vm.raise(vm.errors().overflow_error, "can't convert negative int to unsigned");
  }
  // A negative number of n bits is the complement of -number - 1.
  if (negative) mpz_com(number.get(), number.get());
  const std::size_t bits = (number.sign() == 0 ? 0 : number.bits()) + (*is_signed ? 1 : 0);
  const bool is_zero = number.sign() == 0 && !negative;
  if (!is_zero && bits > size * 8) {
    return vm.raise(vm.errors().overflow_error, "int too big to convert");
  }
  std::string bytes(size, '\0');
  if (number.sign() != 0) mpz_export(bytes.data(), nullptr, -1, 1, 0, 0, number.get());
  if (negative) {
    for (char& c : bytes) c = static_cast<char>(~static_cast<unsigned char>(c));
  }
  if (!*little) std::ranges::reverse(bytes);
  return make_bytes(vm, std::move(bytes));
}

Value from_bytes(Vm& vm, const Args& args) {
  static const Signature kSignature("from_bytes", "bytes, byteorder='big', *, signed=False");
  Value bound[3];
  if (!kSignature.bind(vm, args.tail(), bound)) return {};
  const auto little = is_little(vm, bound[1]);
  if (!little) return {};
  const auto is_signed = bound[2] ? truth(vm, bound[2]) : false;
  if (!is_signed) return {};
  const Value source = call(vm, Value(vm.types().bytes), {bound[0]});
  if (!source) return {};
  std::string bytes = *bytes_of(vm, source);
  if (!*little) std::ranges::reverse(bytes);
  const bool negative =
      *is_signed && !bytes.empty() && (static_cast<unsigned char>(bytes.back()) & 0x80U) != 0;
  if (negative) {
    for (char& c : bytes) c = static_cast<char>(~static_cast<unsigned char>(c));
  }
  Integer number;
  if (!bytes.empty()) mpz_import(number.get(), bytes.size(), -1, 1, 0, 0, bytes.data());
  if (negative) mpz_com(number.get(), number.get());
  Value made = make_int(vm, std::move(number));
  if (!made || args[0].same(Value(vm.types().integer))) return made;
  return call(vm, args[0], {made});
}

int hex_digit(char c) {
  const char low = static_cast<char>(c | 0x20);
  if (c >= '0' && c <= '9') return c - '0';
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

// More bits than a double has decide nothing but how it is rounded.
constexpr std::size_t kKeptBits = 256;

struct HexFloat {
  bool valid = false;
  double value = 0;
};

// [sign] ["0x"] digits ["." digits] ["p" exponent], or a word.
HexFloat read_hex_float(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\n\r\f\v");
  if (first == std::string_view::npos) return {};
  text = text.substr(first, text.find_last_not_of(" \t\n\r\f\v") - first + 1);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const auto signed_value = [&](double value) { return HexFloat{true, negative ? -value : value}; };
  std::string word;
  for (const char c : text) word += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  if (word == "inf" || word == "infinity") {
    return signed_value(std::numeric_limits<double>::infinity());
  }
  if (word == "nan") return signed_value(std::numeric_limits<double>::quiet_NaN());
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  Integer digits;
  std::int64_t exponent = 0;
  bool any = false;
  bool point = false;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '.' && !point) {
      point = true;
      continue;
    }
    const int digit = hex_digit(text[at]);
    if (digit < 0) break;
    any = true;
    if (digits.bits() > kKeptBits) {  // only whether something follows still matters
      if (digit != 0) mpz_setbit(digits.get(), 0);
      if (!point) exponent += 4;
      continue;
    }
    mpz_mul_2exp(digits.get(), digits.get(), 4);
    mpz_add_ui(digits.get(), digits.get(), static_cast<unsigned long>(digit));
    if (point) exponent -= 4;
  }
  if (!any) return {};
  if (at < text.size() && (text[at] | 0x20) == 'p') {
    ++at;
    const bool down = at < text.size() && text[at] == '-';
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    if (at >= text.size()) return {};
    std::int64_t given = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
      // Beyond this, all is zero or infinite.
      given = std::min<std::int64_t>(given * 10 + (text[at] - '0'), std::int64_t{1} << 40U);
    }
    exponent += down ? -given : given;
  }
  if (at < text.size()) return {};
  if (digits.sign() == 0) return signed_value(0.0);
  // Rounded once, halves to even, at the last bit that a double of this size has.
  const auto top = static_cast<std::int64_t>(digits.bits()) + exponent;
  if (top > 1024) return signed_value(std::numeric_limits<double>::infinity());
  if (top < -1075) return signed_value(0.0);
  const std::int64_t last = std::max<std::int64_t>(top - 53, -1074);
  const std::int64_t cut = last - exponent;
  if (cut > 0) {
    const auto low = static_cast<mp_bitcnt_t>(cut);
    const bool half = mpz_tstbit(digits.get(), low - 1) != 0;
    const bool more = mpz_scan1(digits.get(), 0) < low - 1;
    const bool odd = mpz_tstbit(digits.get(), low) != 0;
    mpz_tdiv_q_2exp(digits.get(), digits.get(), low);
    if (half && (more || odd)) mpz_add_ui(digits.get(), digits.get(), 1);
    exponent = last;
  }
  return signed_value(std::ldexp(mpz_get_d(digits.get()), static_cast<int>(exponent)));
}

Value float_fromhex(Vm& vm, const Args& args) {
  if (!check_count(vm, args.tail(), "float.fromhex", 1, 1)) return {};
  if (!args[1].is_kind(Kind::kStr)) {
    return vm.raise(vm.errors().type_error, "bad argument type for built-in operation");
  }
  const std::string& text = text_of(args[1]);
  const HexFloat read = read_hex_float(text);
  if (!read.valid) {
    return vm.raise(vm.errors().value_error, "invalid hexadecimal floating-point string");
  }
  if (std::isinf(read.value) && text.find_first_of("nN") == std::string::npos) {
    return vm.raise(vm.errors().overflow_error,
                    "hexadecimal value too large to represent as a float");
  }
  const Value made = Value::real(read.value);
  return args[0].same(Value(vm.types().real)) ? made : call(vm, args[0], {made});
}

}  // namespace

void add_bytes_of_numbers(Vm& vm) {
  add_method(*vm.types().integer, "to_bytes", to_bytes);
  add_class_method(*vm.types().integer, "from_bytes", from_bytes);
  add_class_method(*vm.types().real, "fromhex", float_fromhex);
}

}  // namespace normscope::notebook::runtime
