// SPDX-License-Identifier: MIT
// bytes as a type: how they are made, their operators and their text.
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>

#include "app/notebook/runtime/bytes.hpp"
#include "app/notebook/runtime/iterators.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/sequences.hpp"
#include "app/notebook/runtime/setup.hpp"

namespace normscope::notebook::runtime {
namespace {

const std::string& bytes_in(const Value& value) {
  return value.get<BytesObject>().bytes;
}

// A number as a byte; none: raised.
std::optional<char> byte_from(Vm& vm, const Value& value, std::string_view name) {
  const auto number = to_index_clamped(vm, value);
  if (!number) return std::nullopt;
  if (*number < 0 || *number > 255) {
    vm.raise(vm.errors().value_error, fmt::format("{} must be in range(0, 256)", name));
    return std::nullopt;
  }
  return static_cast<char>(static_cast<unsigned char>(*number));
}

Value bytes_of_items(Vm& vm, const Value& items) {
  std::string bytes;
  const bool done = iterate(vm, items, [&](const Value& item) {
    if (!is_integer(item) && vm.find_in_type(vm.type_of(item), *vm.names().index) == nullptr) {
      vm.raise(vm.errors().type_error,
               fmt::format("'{}' object cannot be interpreted as an integer", type_name(vm, item)));
      return false;
    }
    const auto byte = byte_from(vm, item, "bytes");
    if (!byte) return false;
    bytes += *byte;
    return true;
  });
  return done && !vm.raised() ? make_bytes(vm, std::move(bytes)) : Value();
}

Value create_bytes(Vm& vm, TypeObject&, const Args& args) {
  static const Signature kSignature("bytes", "source=, encoding=, errors=");
  Value bound[3];
  if (!kSignature.bind(vm, args, bound)) return {};
  const auto option = [&](int n, std::string_view otherwise) {
    return bound[n] && bound[n].is_kind(Kind::kStr) ? std::string(text_of(bound[n]))
                                                    : std::string(otherwise);
  };
  if (!bound[0]) return make_bytes(vm, {});
  const Value& source = bound[0];
  if (source.is_kind(Kind::kStr)) {
    if (!bound[1]) return vm.raise(vm.errors().type_error, "string argument without an encoding");
    auto bytes = encode_text(vm, source, option(1, "utf-8"), option(2, "strict"));
    return bytes ? make_bytes(vm, std::move(*bytes)) : Value();
  }
  if (bound[1] || bound[2]) {
    return vm.raise(vm.errors().type_error, bound[1] ? "encoding without a string argument"
                                                     : "errors without a string argument");
  }
  if (bytes_of(vm, source) != nullptr) return source;
  bool has = false;
  Value own = call_special(vm, source, vm.intern("__bytes__"), {}, has);
  if (has) {
    if (!own || bytes_of(vm, own) != nullptr) return own;
    return vm.raise(vm.errors().type_error,
                    fmt::format("__bytes__ returned non-bytes (type {})", type_name(vm, own)));
  }
  if (is_integer(source) || vm.find_in_type(vm.type_of(source), *vm.names().index) != nullptr) {
    const auto count = to_index(vm, source);
    if (!count) return {};
    if (*count < 0) return vm.raise(vm.errors().value_error, "negative count");
    if (!vm.reserve(static_cast<std::size_t>(*count))) return {};
    return make_bytes(vm, std::string(static_cast<std::size_t>(*count), '\0'));
  }
  if (vm.type_of(source).slots.iter == nullptr &&
      vm.find_in_type(vm.type_of(source), *vm.names().iter) == nullptr &&
      vm.find_in_type(vm.type_of(source), *vm.names().getitem) == nullptr) {
    return vm.raise(vm.errors().type_error,
                    fmt::format("cannot convert '{}' object to bytes", type_name(vm, source)));
  }
  return bytes_of_items(vm, source);
}

Value repeated(Vm& vm, const std::string& bytes, const Value& times) {
  if (times.is_kind(Kind::kBigInt)) {
    return vm.raise(vm.errors().overflow_error, "cannot fit 'int' into an index-sized integer");
  }
  const auto count = to_index_clamped(vm, times);
  if (!count) return {};
  if (*count <= 0 || bytes.empty()) return make_bytes(vm, {});
  std::size_t size = 0;
  if (__builtin_mul_overflow(bytes.size(), static_cast<std::size_t>(*count), &size)) {
    return vm.raise(vm.errors().overflow_error, "repeated bytes are too long");
  }
  if (!vm.reserve(size)) return {};
  std::string all;
  all.reserve(size);
  for (std::int64_t n = 0; n < *count; ++n) all += bytes;
  return make_bytes(vm, std::move(all));
}

Value bytes_binary(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  const std::string* const a = bytes_of(vm, left);
  const std::string* const b = bytes_of(vm, right);
  if (op == BinaryOp::kAdd && a != nullptr) {
    if (b == nullptr) {
      return vm.raise(vm.errors().type_error,
                      fmt::format("can't concat {} to bytes", type_name(vm, right)));
    }
    if (!vm.reserve(a->size() + b->size())) return {};
    return make_bytes(vm, *a + *b);
  }
  if (op == BinaryOp::kMultiply && (a == nullptr || b == nullptr)) {
    const Value& other = a != nullptr ? right : left;
    const bool counts =
        is_integer(other) || (other.is_object() && !other.is_kind(Kind::kStr) &&
                              vm.find_in_type(vm.type_of(other), *vm.names().index) != nullptr);
    if (counts) return repeated(vm, a != nullptr ? *a : *b, other);
  }
  if (op == BinaryOp::kRemainder && a != nullptr) {
    return vm.raise_not_supported("formatting bytes by %", "a formatted str, then its encode()");
  }
  return Value::not_implemented();
}

Value bytes_compare(Vm& vm, CompareOp op, const Value& self, const Value& other) {
  const std::string* const right = bytes_of(vm, other);
  if (right == nullptr) return Value::not_implemented();
  const int sign = bytes_in(self).compare(*right);
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

Value byte_at(const std::string& bytes, std::size_t index) {
  return Value::integer(static_cast<unsigned char>(bytes[index]));
}

Value bytes_getitem(Vm& vm, const Value& self, const Value& key) {
  const std::string& bytes = bytes_in(self);
  const auto size = static_cast<std::int64_t>(bytes.size());
  if (const auto* const slice = key.as<SliceObject>()) {
    const auto range = slice_range(vm, *slice, size);
    if (!range) return {};
    std::string part;
    for (std::int64_t n = 0; n < range->count; ++n) {
      part += bytes[static_cast<std::size_t>(range->start + n * range->step)];
    }
    return make_bytes(vm, std::move(part));
  }
  if (!is_integer(key) &&
      (!key.is_object() || vm.find_in_type(vm.type_of(key), *vm.names().index) == nullptr)) {
    return vm.raise(vm.errors().type_error,
                    "byte indices must be integers or slices, not " + type_name(vm, key));
  }
  auto index = to_index_clamped(vm, key);
  if (!index) return {};
  if (*index < 0) *index += size;
  if (*index < 0 || *index >= size) {
    return vm.raise(vm.errors().index_error, "index out of range");
  }
  return byte_at(bytes, static_cast<std::size_t>(*index));
}

int bytes_contains(Vm& vm, const Value& self, const Value& item) {
  const std::string& bytes = bytes_in(self);
  if (const std::string* const part = bytes_of(vm, item)) {
    return bytes.find(*part) != std::string::npos ? 1 : 0;
  }
  if (!is_integer(item)) {
    vm.raise(vm.errors().type_error,
             fmt::format("a bytes-like object is required, not '{}'", type_name(vm, item)));
    return -1;
  }
  const auto byte = byte_from(vm, item, "byte");
  if (!byte) return -1;
  return bytes.find(*byte) != std::string::npos ? 1 : 0;
}

Value bytes_iter(Vm& vm, const Value& self) {
  return make_iterator(vm, "bytes_iterator", {self},
                       [at = std::size_t{0}](Vm&, std::vector<Value>& held) mutable {
                         const std::string& bytes = bytes_in(held[0]);
                         return at < bytes.size() ? byte_at(bytes, at++) : Value();
                       });
}

}  // namespace

BytesObject::BytesObject(TypeObject& type, std::string bytes_)
    : NativeObject(type), bytes(std::move(bytes_)) {
  type.heap().account(static_cast<std::ptrdiff_t>(bytes.size()));
}

BytesObject::~BytesObject() {
  type()->heap().account(-static_cast<std::ptrdiff_t>(bytes.size()));
}

Value make_bytes(Vm& vm, std::string bytes) {
  if (!vm.reserve(bytes.size())) return {};
  return Value(vm.make<BytesObject>(*vm.types().bytes, std::move(bytes)));
}

const std::string* bytes_of(Vm& vm, const Value& value) {
  const auto* const object = native_of<BytesObject>(value, *vm.types().bytes);
  return object != nullptr ? &object->bytes : nullptr;
}

std::string quoted_bytes(std::string_view bytes) {
  const bool doubled =
      bytes.find('\'') != std::string_view::npos && bytes.find('"') == std::string_view::npos;
  const char quote = doubled ? '"' : '\'';
  std::string text = "b";
  text += quote;
  for (const char c : bytes) {
    const auto code = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      text += '\\';
      text += c;
    } else if (c == '\t' || c == '\n' || c == '\r') {
      text += c == '\t' ? "\\t" : c == '\n' ? "\\n" : "\\r";
    } else if (code < 0x20 || code >= 0x7F) {
      text += fmt::format("\\x{:02x}", code);
    } else {
      text += c;
    }
  }
  return text + quote;
}

void add_bytes_type(Vm& vm) {
  TypeObject& type = *vm.types().bytes;
  type.slots = object_slots();
  type.slots.create = create_bytes;
  type.slots.binary = bytes_binary;
  type.slots.binary_mask = (1U << static_cast<unsigned>(BinaryOp::kAdd)) |
                           (1U << static_cast<unsigned>(BinaryOp::kMultiply)) |
                           (1U << static_cast<unsigned>(BinaryOp::kRemainder));
  type.slots.compare = bytes_compare;
  type.slots.compare_mask = 0x3F;
  type.slots.getitem = bytes_getitem;
  type.slots.contains = bytes_contains;
  type.slots.iter = bytes_iter;
  type.slots.length = [](Vm&, const Value& self) {
    return static_cast<std::int64_t>(bytes_in(self).size());
  };
  type.slots.hash = [](Vm& machine, const Value& self, std::int64_t& result) {
    return hash(machine, machine.str(quoted_bytes(bytes_in(self))), result);
  };
  type.slots.repr = [](Vm& machine, const Value& self) {
    return machine.str(quoted_bytes(bytes_in(self)));
  };
  finish_type(vm, type);
  add_bytes_methods(type);
  vm.builtins()->set(*vm.intern("bytes"), Value(vm.types().bytes));
}

}  // namespace normscope::notebook::runtime
