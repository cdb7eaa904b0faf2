// SPDX-License-Identifier: MIT
// "%5.2f" % value, the older way to format.
#include <algorithm>
#include <string>
#include <utility>

#include "app/notebook/runtime/format_spec.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/texts.hpp"

namespace normscope::notebook::runtime {
namespace {

struct Directive {
  bool left = false;
  bool plus = false;
  bool blank = false;
  bool alternate = false;
  bool zero = false;
  std::int64_t width = -1;
  std::int64_t precision = -1;
};

class Percent {
 public:
  Percent(Vm& vm, const Value& values) : vm_(vm), values_(values) {
    is_tuple_ = values.is_kind(Kind::kTuple);
    is_mapping_ = values.is_kind(Kind::kDict) ||
                  (!is_tuple_ && !values.is_kind(Kind::kStr) && values.is_object() &&
                   vm.type_of(values).slots.getitem != nullptr);
  }

  std::optional<std::string> run(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] != '%') {
        result += text[at++];
        continue;
      }
      ++at;
      const auto one = directive(text, at);
      if (!one || !vm_.reserve(result.size() + one->size())) return std::nullopt;
      result += *one;
    }
    const bool all_used =
        is_tuple_ ? next_ >= values_.get<TupleObject>().values.size() : used_ || is_mapping_;
    if (!all_used) {
      vm_.raise(vm_.errors().type_error, "not all arguments converted during string formatting");
      return std::nullopt;
    }
    return result;
  }

 private:
  std::nullopt_t type_error(const std::string& message) {
    vm_.raise(vm_.errors().type_error, message);
    return std::nullopt;
  }

  Value next_value() {
    if (keyed_) return std::exchange(keyed_, Value());
    if (is_tuple_) {
      const Values& all = values_.get<TupleObject>().values;
      if (next_ < all.size()) return all[next_++];
    } else if (!used_) {
      used_ = true;
      return values_;
    }
    return vm_.raise(vm_.errors().type_error, "not enough arguments for format string");
  }

  // A number, or * for one of the values. False: raised.
  bool number(std::string_view text, std::size_t& at, std::int64_t& result) {
    if (at < text.size() && text[at] == '*') {
      ++at;
      const Value value = next_value();
      if (!value) return false;
      if (!is_integer(value)) {
        type_error("* wants int");
        return false;
      }
      const auto index = to_index(vm_, value);
      if (!index) return false;
      result = *index;
      return vm_.reserve(static_cast<std::size_t>(std::abs(result)));
    }
    bool any = false;
    std::int64_t total = 0;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
      total = std::min<std::int64_t>(total * 10 + (text[at++] - '0'), std::int64_t{1} << 40);
      any = true;
    }
    if (any) result = total;
    return !any || vm_.reserve(static_cast<std::size_t>(total));
  }

  std::optional<std::string> directive(std::string_view text, std::size_t& at) {
    if (at < text.size() && text[at] == '(') {
      if (!is_mapping_) return type_error("format requires a mapping");
      const std::size_t end = text.find(')', at);
      if (end == std::string_view::npos) {
        vm_.raise(vm_.errors().value_error, "incomplete format key");
        return std::nullopt;
      }
      keyed_ = get_item(vm_, values_, vm_.str(text.substr(at + 1, end - at - 1)));
      if (!keyed_) return std::nullopt;
      at = end + 1;
    }
    Directive how;
    for (; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '-')
        how.left = true;
      else if (c == '+')
        how.plus = true;
      else if (c == ' ')
        how.blank = true;
      else if (c == '#')
        how.alternate = true;
      else if (c == '0')
        how.zero = true;
      else
        break;
    }
    if (!number(text, at, how.width)) return std::nullopt;
    if (how.width < -1) {
      how.left = true;
      how.width = -how.width;
    }
    if (at < text.size() && text[at] == '.') {
      ++at;
      how.precision = 0;
      if (!number(text, at, how.precision)) return std::nullopt;
      how.precision = std::max<std::int64_t>(how.precision, 0);
    }
    while (at < text.size() && (text[at] == 'l' || text[at] == 'h' || text[at] == 'L')) ++at;
    if (at >= text.size()) {
      vm_.raise(vm_.errors().value_error, "incomplete format");
      return std::nullopt;
    }
    const char kind = text[at++];
    if (kind == '%') return std::string("%");
    return convert(kind, how, at - 1);
  }

  std::optional<std::string> convert(char kind, const Directive& how, std::size_t at) {
    static constexpr std::string_view kKnown = "srackdiuoxXeEfFgG";
    if (kKnown.find(kind) == std::string_view::npos || kind == 'k') {
      vm_.raise(vm_.errors().value_error, "unsupported format character '" + std::string(1, kind) +
                                              "' (" + "0x" +
                                              to_base(static_cast<unsigned char>(kind), 16) +
                                              ") at index " + std::to_string(at));
      return std::nullopt;
    }
    const Value value = next_value();
    if (!value) return std::nullopt;
    FormatSpec spec;
    spec.width = how.width;
    spec.align = how.left ? '<' : '>';
    if (kind == 's' || kind == 'r' || kind == 'a') {
      auto text = kind == 's' ? str_of(vm_, value) : repr_of(vm_, value);
      if (!text) return std::nullopt;
      if (kind == 'a') text = escape_non_ascii(*text);
      if (how.precision >= 0) {
        std::size_t byte = 0;
        for (std::int64_t n = 0; n < how.precision && byte < text->size(); ++n) {
          byte += utf8::width(*text, byte);
        }
        text->resize(byte);
      }
      return padded(*text, spec, '>');
    }
    if (kind == 'c') return letter(value, spec);
    std::string sign;
    std::string digits;
    const bool fine = std::string_view("eEfFgG").find(kind) != std::string_view::npos
                          ? real(kind, how, value, sign, digits)
                          : whole(kind, how, value, sign, digits);
    if (!fine) return std::nullopt;
    if (how.zero && !how.left && how.width > 0) {
      const auto have = static_cast<std::int64_t>(sign.size() + digits.size());
      if (have < how.width) digits.insert(0, static_cast<std::size_t>(how.width - have), '0');
    }
    return padded(sign + digits, spec, '>');
  }

  std::optional<std::string> letter(const Value& value, const FormatSpec& spec) {
    if (value.is_kind(Kind::kStr) && value.get<StrObject>().length() == 1) {
      return padded(text_of(value), spec, '>');
    }
    if (!is_integer(value)) return type_error("%c requires int or char");
    const auto code = to_index_clamped(vm_, value);
    if (!code) return std::nullopt;
    if (*code < 0 || *code > 0x10FFFF) {
      vm_.raise(vm_.errors().overflow_error, "%c arg not in range(0x110000)");
      return std::nullopt;
    }
    std::string text;
    utf8::append(text, static_cast<char32_t>(*code));
    return padded(text, spec, '>');
  }

  static void put_sign(const Directive& how, bool negative, std::string& sign) {
    sign = negative ? "-" : (how.plus ? "+" : (how.blank ? " " : ""));
  }

  bool real(char kind, const Directive& how, const Value& value, std::string& sign,
            std::string& digits) {
    const auto number = to_float(vm_, value);
    if (!number) return false;
    put_sign(how, *number < 0 || (*number == 0 && 1 / *number < 0), sign);
    const double magnitude = *number < 0 ? -*number : (*number == 0 ? 0.0 : *number);
    if (magnitude != magnitude || magnitude > 1.7976931348623157e308) {
      digits = magnitude != magnitude ? "nan" : "inf";
      if (kind < 'a') digits = digits == "nan" ? "NAN" : "INF";
      return true;
    }
    digits = float_digits(magnitude, kind, how.precision < 0 ? 6 : how.precision, how.alternate);
    return true;
  }

  // What int() makes of a number; the value itself where it is none. Empty: raised.
  Value truncated(const Value& value) {
    if (value.is_float()) return float_to_int(vm_, value.as_float());
    const TypeObject& type = vm_.type_of(value);
    if (type.slots.convert != nullptr && !type.is_user) {
      Value number = type.slots.convert(vm_, Conversion::kInt, value);
      if (number || vm_.raised()) return number;
    }
    for (const auto& name : {vm_.names().int_, vm_.names().index}) {
      bool has = false;
      Value number = call_special(vm_, value, name, {}, has);
      if (has) return number;
    }
    return value;
  }

  bool whole(char kind, const Directive& how, const Value& value, std::string& sign,
             std::string& digits) {
    const bool decimal = kind == 'd' || kind == 'i' || kind == 'u';
    Value number = value;
    if (decimal && !is_integer(value)) number = truncated(value);
    if (!number) return false;
    if (!is_integer(number)) {
      type_error("%" + std::string(1, kind) + " format: " +
                 (decimal ? "a real number is required, not " : "an integer is required, not ") +
                 type_name(vm_, value));
      return false;
    }
    const int base = decimal ? 10 : (kind == 'o' ? 8 : 16);
    auto text = int_text(vm_, number, base);
    if (!text) return false;
    const bool negative = text->starts_with('-');
    digits = text->substr(negative ? 1 : 0);
    if (kind == 'X') {
      for (char& c : digits) c = static_cast<char>(c >= 'a' && c <= 'f' ? c - 32 : c);
    }
    if (how.precision > static_cast<std::int64_t>(digits.size())) {
      digits.insert(0, static_cast<std::size_t>(how.precision) - digits.size(), '0');
    }
    put_sign(how, negative, sign);
    if (how.alternate && !decimal) sign += std::string("0") + kind;
    return true;
  }

  Vm& vm_;
  const Value& values_;
  bool is_tuple_ = false;
  bool is_mapping_ = false;
  bool used_ = false;
  std::size_t next_ = 0;
  Value keyed_;
};

}  // namespace

Value percent_format(Vm& vm, const Value& format, const Value& values) {
  auto text = Percent(vm, values).run(text_of(format));
  return text ? vm.str(std::move(*text)) : Value();
}

}  // namespace normscope::notebook::runtime
