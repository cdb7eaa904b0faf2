// SPDX-License-Identifier: MIT
// str(), repr() and format() of any value, and those of the simple ones.
#include <algorithm>
#include <string>
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/format_spec.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/texts.hpp"

namespace normscope::notebook::runtime {
namespace {

std::optional<std::string> text_result(Vm& vm, const Value& result, const char* method) {
  if (!result) return std::nullopt;
  if (result.as<StrObject>() == nullptr) {
    vm.raise(vm.errors().type_error,
             std::string(method) + " returned non-string (type " + type_name(vm, result) + ")");
    return std::nullopt;
  }
  return text_of(result);
}

std::optional<std::string> by_method(Vm& vm, const Value& method, const Value& value,
                                     const char* name) {
  const Value bound = bind(vm, method, value, vm.type_of(value));
  if (!bound) return std::nullopt;
  return text_result(vm, call(vm, bound), name);
}

}  // namespace

std::optional<std::string> repr_of(Vm& vm, const Value& value) {
  switch (value.tag()) {
    case Tag::kEmpty:
    case Tag::kNone:
      return "None";
    case Tag::kNotImplemented:
      return "NotImplemented";
    case Tag::kEllipsis:
      return "Ellipsis";
    case Tag::kBool:
      return value.as_bool() ? "True" : "False";
    case Tag::kInt:
      return std::to_string(value.as_int());
    case Tag::kFloat:
      return float_repr(value.as_float());
    case Tag::kObject:
      break;
  }
  const TypeObject& type = vm.type_of(value);
  const auto* const text = value.as<StrObject>();
  if (text != nullptr && !type.is_user) return quoted(text->text());
  if (!vm.has_stack()) return std::nullopt;
  if (type.is_user) {
    if (const Value* const method = user_method(vm, value, vm.names().repr)) {
      return by_method(vm, Value(*method), value, "__repr__");
    }
  }
  if (type.slots.repr == nullptr) return "<" + type.name + " object>";
  return text_result(vm, type.slots.repr(vm, value), "__repr__");
}

std::optional<std::string> str_of(Vm& vm, const Value& value) {
  const auto* const text = value.as<StrObject>();
  const TypeObject& type = vm.type_of(value);
  if (text != nullptr && !type.is_user) return text->text();
  if (!value.is_object()) return repr_of(vm, value);
  if (type.is_user) {
    // The nearest of a class's own __str__ and __repr__ and of what its base does.
    const Value* const method = user_method(vm, value, vm.names().str);
    if (method != nullptr) return by_method(vm, Value(*method), value, "__str__");
    if (text != nullptr) return text->text();
  }
  if (type.is_user && type.slots.str == nullptr) {
    if (const Value* const shown = user_method(vm, value, vm.names().repr)) {
      return by_method(vm, Value(*shown), value, "__str__");
    }
  }
  if (type.slots.str != nullptr) return text_result(vm, type.slots.str(vm, value), "__str__");
  return repr_of(vm, value);
}

std::optional<std::string> format_of(Vm& vm, const Value& value, std::string_view spec) {
  const bool is_plain = !value.is_object() || value.is_kind(Kind::kBigInt) ||
                        (value.is_kind(Kind::kStr) && !value.object()->type()->is_user);
  if (is_plain) {
    if (spec.empty()) return str_of(vm, value);
    return format_value(vm, value, spec);
  }
  const TypeObject& type = vm.type_of(value);
  if (type.is_user) {
    if (const Value* const method = user_method(vm, value, vm.names().format)) {
      const Value bound = bind(vm, Value(*method), value, vm.type_of(value));
      if (!bound) return std::nullopt;
      const Value made = call(vm, bound, {vm.str(spec)});
      if (made && made.as<StrObject>() == nullptr) {
        vm.raise(vm.errors().type_error,
                 "__format__ must return a str, not " + type_name(vm, made));
        return std::nullopt;
      }
      return text_result(vm, made, "__format__");
    }
  }
  if (type.slots.format != nullptr) {
    return text_result(vm, type.slots.format(vm, value, spec), "__format__");
  }
  if (!spec.empty()) {
    vm.raise(vm.errors().type_error,
             "unsupported format string passed to " + type.name + ".__format__");
    return std::nullopt;
  }
  return str_of(vm, value);
}

std::string escape_non_ascii(std::string_view text) {
  std::string result;
  for (std::size_t byte = 0; byte < text.size();) {
    const std::size_t begin = byte;
    const char32_t code = utf8::next(text, byte);
    if (code < 0x80) {
      result += static_cast<char>(code);
    } else {
      const std::string escaped = quoted(text.substr(begin, byte - begin), true);
      result += escaped.substr(1, escaped.size() - 2);
    }
  }
  return result;
}

ReprGuard::ReprGuard(Vm& vm, const Object& object) : vm_(vm) {
  repeats_ = std::ranges::find(vm.in_repr, &object) != vm.in_repr.end();
  vm.in_repr.push_back(&object);
}

ReprGuard::~ReprGuard() {
  vm_.in_repr.pop_back();
}

std::optional<std::string> joined_reprs(Vm& vm, const Value& container) {
  std::string text;
  const auto items = [&]() -> const Values& {
    if (const auto* const list = container.as<ListObject>()) return list->values;
    return container.get<TupleObject>().values;
  };
  for (std::size_t n = 0; n < items().size(); ++n) {
    if (n > 0) text += ", ";
    const Value item = items()[n];
    const auto one = repr_of(vm, item);
    if (!one) return std::nullopt;
    text += *one;
    if (!vm.tick() || !vm.reserve(text.size())) return std::nullopt;
  }
  return text;
}

std::string address_of(const Value& value) {
  const std::string digits = to_base(reinterpret_cast<std::uintptr_t>(value.object()), 16);
  return "0x" + std::string(digits.size() < 12 ? 12 - digits.size() : 0, '0') + digits;
}

std::string to_base(std::uint64_t number, unsigned base) {
  std::string text;
  do {
    text += "0123456789abcdef"[number % base];
    number /= base;
  } while (number != 0);
  std::ranges::reverse(text);
  return text;
}

}  // namespace normscope::notebook::runtime
