// SPDX-License-Identifier: MIT
// str as a type: its operators, and the methods that change case and shape.
#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "app/notebook/runtime/bytes.hpp"
#include "app/notebook/runtime/format_spec.hpp"
#include "app/notebook/runtime/iterators.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/setup.hpp"
#include "app/notebook/runtime/unicode.hpp"
#include "app/notebook/syntax/characters.hpp"
#include "core/text/utf8.hpp"

namespace normscope::notebook::runtime {
namespace {

StrObject& str_of_value(const Value& value) {
  return value.get<StrObject>();
}

Value create_str(Vm& vm, TypeObject& type, const Args& args) {
  static const Signature kSignature("str", "object='', encoding=, errors=");
  Value bound[3];
  if (!kSignature.bind(vm, args, bound)) return {};
  if (bound[0] && (bound[1] || bound[2])) {
    if (bytes_of(vm, bound[0]) == nullptr) {
      return vm.raise(vm.errors().type_error, bound[0].is_kind(Kind::kStr)
                                                  ? std::string("decoding str is not supported")
                                                  : "decoding to str: need a bytes-like object, " +
                                                        type_name(vm, bound[0]) + " found");
    }
    auto decoded = decode_bytes(vm, bound[0], bound[1] ? text_of(bound[1]) : "utf-8",
                                bound[2] ? text_of(bound[2]) : "strict");
    return decoded ? vm.str(std::move(*decoded)) : Value();
  }
  if (!type.is_user) {
    if (!bound[0]) return vm.str("");
    if (bound[0].is_kind(Kind::kStr) && !vm.type_of(bound[0]).is_user) return bound[0];
  }
  auto text = bound[0] ? str_of(vm, bound[0]) : "";
  if (!text) return {};
  if (type.is_user) return Value(vm.make<StrObject>(type, std::move(*text)));
  return vm.str(std::move(*text));
}

Value repeated(Vm& vm, const std::string& text, const Value& times) {
  if (times.is_kind(Kind::kBigInt)) {
    return vm.raise(vm.errors().overflow_error, "cannot fit 'int' into an index-sized integer");
  }
  const auto count = to_index_clamped(vm, times);
  if (!count) return {};
  if (*count <= 0 || text.empty()) return vm.str("");
  std::size_t size = 0;
  if (__builtin_mul_overflow(text.size(), static_cast<std::size_t>(*count), &size)) {
    return vm.raise(vm.errors().overflow_error, "repeated string is too long");
  }
  if (!vm.reserve(size)) return {};
  std::string all;
  all.reserve(size);
  for (std::int64_t n = 0; n < *count; ++n) all += text;
  return vm.str(std::move(all));
}

Value str_binary(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  const bool left_str = left.is_kind(Kind::kStr);
  const bool right_str = right.is_kind(Kind::kStr);
  if (op == BinaryOp::kAdd && left_str && right_str) {
    if (!vm.reserve(text_of(left).size() + text_of(right).size())) return {};
    return vm.str(text_of(left) + text_of(right));
  }
  if (op == BinaryOp::kRemainder && left_str) return percent_format(vm, left, right);
  if (op == BinaryOp::kMultiply) {
    const Value& other = left_str ? right : left;
    const bool counts =
        is_integer(other) || (other.is_object() && !other.is_kind(Kind::kStr) &&
                              vm.find_in_type(vm.type_of(other), *vm.names().index) != nullptr);
    if (counts) return repeated(vm, text_of(left_str ? left : right), other);
  }
  return Value::not_implemented();
}

Value str_compare(Vm&, CompareOp op, const Value& self, const Value& other) {
  if (!other.is_kind(Kind::kStr)) return Value::not_implemented();
  // UTF-8 sorts as its code points do.
  const int sign = text_of(self).compare(text_of(other));
  switch (op) {
    case CompareOp::kLess:
      return Value::boolean(sign < 0);
    case CompareOp::kLessEqual:
      return Value::boolean(sign <= 0);
    case CompareOp::kEqual:
      return Value::boolean(sign == 0);
    case CompareOp::kNotEqual:
      return Value::boolean(sign != 0);
    case CompareOp::kGreater:
      return Value::boolean(sign > 0);
    case CompareOp::kGreaterEqual:
      return Value::boolean(sign >= 0);
  }
  return {};
}

Value str_getitem(Vm& vm, const Value& self, const Value& key) {
  const StrObject& text = str_of_value(self);
  const auto size = static_cast<std::int64_t>(text.length());
  if (const auto* const slice = key.as<SliceObject>()) {
    const auto range = slice_range(vm, *slice, size);
    if (!range) return {};
    if (range->count == 0) return vm.str("");
    if (range->step == 1) {
      return vm.str(text.slice(static_cast<std::size_t>(range->start),
                               static_cast<std::size_t>(range->start + range->count)));
    }
    std::vector<std::string_view> letters;
    for (std::size_t byte = 0; byte < text.text().size();) {
      const std::size_t width = utf8::width(text.text(), byte);
      letters.push_back(std::string_view(text.text()).substr(byte, width));
      byte += width;
    }
    std::string result;
    for (std::int64_t n = 0; n < range->count; ++n) {
      result += letters[static_cast<std::size_t>(range->start + n * range->step)];
    }
    return vm.str(std::move(result));
  }
  if (!is_integer(key) &&
      (!key.is_object() || vm.find_in_type(vm.type_of(key), *vm.names().index) == nullptr)) {
    return vm.raise(vm.errors().type_error,
                    "string indices must be integers, not '" + type_name(vm, key) + "'");
  }
  if (key.is_kind(Kind::kBigInt)) {
    return vm.raise(vm.errors().index_error, "cannot fit 'int' into an index-sized integer");
  }
  auto index = to_index_clamped(vm, key);
  if (!index) return {};
  if (*index < 0) *index += size;
  if (*index < 0 || *index >= size) {
    return vm.raise(vm.errors().index_error, "string index out of range");
  }
  const auto at = static_cast<std::size_t>(*index);
  return vm.str(text.slice(at, at + 1));
}

int str_contains(Vm& vm, const Value& self, const Value& item) {
  if (!item.is_kind(Kind::kStr)) {
    vm.raise(vm.errors().type_error,
             "'in <string>' requires string as left operand, not " + type_name(vm, item));
    return -1;
  }
  return text_of(self).find(text_of(item)) != std::string::npos ? 1 : 0;
}

// True where there is a code point and each passes.
void add_question(TypeObject& type, const char* name, bool (*test)(char32_t)) {
  add_method(type, name, [name, test](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), std::string("str.") + name, 0, 0)) return Value();
    const std::string& text = text_of(args[0]);
    bool all = !text.empty();
    for (std::size_t byte = 0; all && byte < text.size();) all = test(utf8::next(text, byte));
    return Value::boolean(all);
  });
}

bool is_identifier(std::string_view text) {
  bool first = true;
  for (std::size_t byte = 0; byte < text.size();) {
    const char32_t code = utf8::next(text, byte);
    const bool fits =
        code == '_' || unicode::is_alpha(code) || (!first && unicode::is_decimal(code));
    if (!fits) return false;
    first = false;
  }
  return !first;
}

void add_text_question(TypeObject& type, const char* name, bool (*test)(std::string_view)) {
  add_method(type, name, [name, test](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), std::string("str.") + name, 0, 0)) return Value();
    return Value::boolean(test(text_of(args[0])));
  });
}

void add_padding(TypeObject& type, const char* name, char align) {
  add_method(type, name, [name, align](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), name, 1, 2)) return Value();
    const auto width = to_index_clamped(vm, args[1]);
    if (!width) return Value();
    FormatSpec spec;
    if (args.size() > 2) {
      if (!args[2].is_kind(Kind::kStr) || args[2].get<StrObject>().length() != 1) {
        return Value(vm.raise(
            vm.errors().type_error,
            args[2].is_kind(Kind::kStr)
                ? std::string("The fill character must be exactly one character long")
                : "The fill character must be a unicode character, not " + type_name(vm, args[2])));
      }
      spec.fill = text_of(args[2]);
    }
    if (*width > 0 && !vm.reserve(static_cast<std::size_t>(*width) * spec.fill.size())) {
      return Value();
    }
    spec.width = *width;
    spec.align = align;
    const StrObject& text = str_of_value(args[0]);
    if (align != '^') return vm.str(padded(text.text(), spec, align));
    // center() puts the odd one on the other side than format does.
    const auto length = static_cast<std::int64_t>(text.length());
    const std::int64_t room = *width - length;
    if (room <= 0) return vm.str(text_of(args[0]));
    const std::int64_t left = room / 2 + (room & *width & 1);
    spec.align = '>';
    spec.width = length + left;
    const std::string half = padded(text.text(), spec, '>');
    spec.align = '<';
    spec.width = *width;
    return vm.str(padded(half, spec, '<'));
  });
}

Value zfill(Vm& vm, const Args& args) {
  if (!check_count(vm, args.tail(), "str.zfill", 1, 1)) return {};
  const auto width = to_index_clamped(vm, args[1]);
  if (!width) return {};
  const StrObject& text = str_of_value(args[0]);
  const std::int64_t room = *width - static_cast<std::int64_t>(text.length());
  if (room <= 0) return vm.str(text_of(args[0]));
  if (!vm.reserve(static_cast<std::size_t>(room))) return {};
  const bool sign = text.text().starts_with('-') || text.text().starts_with('+');
  return vm.str(text.text().substr(0, sign ? 1 : 0) +
                std::string(static_cast<std::size_t>(room), '0') +
                text.text().substr(sign ? 1 : 0));
}

Value expandtabs(Vm& vm, const Args& args) {
  static const Signature kSignature("expandtabs", "tabsize=8");
  Value bound[1];
  if (!kSignature.bind(vm, args.tail(), bound)) return {};
  const auto size = bound[0] ? to_index(vm, bound[0]) : 8;
  if (!size) return {};
  std::string result;
  std::int64_t column = 0;
  for (const char c : text_of(args[0])) {
    if (c != '\t') {
      result += c;
      column = c == '\n' || c == '\r' ? 0 : column + (!text::is_continuation(c) ? 1 : 0);
    } else if (*size > 0) {
      const std::int64_t room = *size - column % *size;
      if (!vm.reserve(result.size() + static_cast<std::size_t>(room))) return {};
      result.append(static_cast<std::size_t>(room), ' ');
      column += room;
    }
  }
  return vm.str(std::move(result));
}

}  // namespace

void add_str_type(Vm& vm) {
  TypeObject& type = *vm.types().str;
  type.slots = object_slots();
  type.slots.create = create_str;
  type.slots.binary = str_binary;
  type.slots.binary_mask = (1U << static_cast<unsigned>(BinaryOp::kAdd)) |
                           (1U << static_cast<unsigned>(BinaryOp::kMultiply)) |
                           (1U << static_cast<unsigned>(BinaryOp::kRemainder));
  type.slots.compare = str_compare;
  type.slots.compare_mask = 0x3F;
  type.slots.getitem = str_getitem;
  type.slots.contains = str_contains;
  type.slots.length = [](Vm&, const Value& self) {
    return static_cast<std::int64_t>(str_of_value(self).length());
  };
  type.slots.iter = [](Vm& machine, const Value& self) {
    return make_sequence_iterator(machine, self, false);
  };
  type.slots.hash = [](Vm&, const Value& self, std::int64_t& result) {
    result = str_of_value(self).hash();
    return true;
  };
  type.slots.repr = [](Vm& machine, const Value& self) {
    return machine.str(quoted(text_of(self)));
  };
  type.slots.str = [](Vm&, const Value& self) { return self; };
  type.slots.format = [](Vm& machine, const Value& self, std::string_view spec) {
    if (spec.empty()) {
      if (!machine.type_of(self).is_user) return self;
      const auto own = str_of(machine, self);
      return own ? machine.str(*own) : Value();
    }
    const auto text = format_value(machine, self, spec);
    return text ? machine.str(*text) : Value();
  };
  finish_type(vm, type);
  add_case_methods(type);
  add_question(type, "isdigit", unicode::is_digit);
  add_question(type, "isdecimal", unicode::is_decimal);
  add_question(type, "isnumeric", unicode::is_numeric);
  add_question(type, "isspace", unicode::is_space);
  add_question(type, "isalpha", unicode::is_alpha);
  add_question(type, "isalnum",
               [](char32_t code) { return unicode::is_alpha(code) || unicode::is_numeric(code); });
  add_text_question(type, "isidentifier", is_identifier);
  add_text_question(type, "isascii", [](std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  });
  add_text_question(type, "isprintable", [](std::string_view text) {
    for (std::size_t byte = 0; byte < text.size();) {
      if (!syntax::is_printable(utf8::next(text, byte))) return false;
    }
    return true;
  });
  add_padding(type, "ljust", '<');
  add_padding(type, "rjust", '>');
  add_padding(type, "center", '^');
  add_method(type, "zfill", zfill);
  add_method(type, "expandtabs", expandtabs);
  add_method(type, "format", str_format);
  add_method(type, "format_map", str_format_map);
  vm.builtins()->set(*vm.intern("str"), Value(vm.types().str));
}

}  // namespace normscope::notebook::runtime
