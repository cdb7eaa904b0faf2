// SPDX-License-Identifier: MIT
// The quick ways of the instructions that loops consist of: each answers for the common case alone,
// and says so when the case is another.
#pragma once

#include <cstdint>
#include <new>
#include <utility>

#include "app/notebook/runtime/frame.hpp"
#include "app/notebook/runtime/sequences.hpp"
#include "app/notebook/runtime/text.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

/// The stack of a running frame: what lies at `top` and above is not owned.
inline void push(Value*& top, Value value) {
  new (top++) Value(std::move(value));
}
inline Value pop(Value*& top) {
  return std::move(*--top);
}

/// A global by the place where it was last found.
inline const Value* find_global(Vm& vm, Frame& frame, std::uint32_t name) {
  CodeObject::GlobalCache& cache = frame.code->caches[name];
  const StrObject& text = *frame.code->names[name];
  DictObject& globals = *frame.globals;
  if (!cache.in_builtins || cache.globals_version != globals.version()) {
    if (cache.index < globals.entry_count()) {
      const DictObject::Entry& entry = globals.entry(cache.index);
      if (entry.key.is_object() && entry.key.object() == &text) return &entry.value;
    }
    if (const std::int64_t index = globals.index_of(text); index >= 0) {
      cache.index = static_cast<std::uint32_t>(index);
      cache.in_builtins = false;
      return &globals.entry(cache.index).value;
    }
    const std::int64_t index = vm.builtins()->index_of(text);
    if (index < 0) return nullptr;
    cache.index = static_cast<std::uint32_t>(index);
    cache.in_builtins = true;
    cache.globals_version = globals.version();
  }
  return &vm.builtins()->entry(cache.index).value;
}

inline void store_global(Frame& frame, std::uint32_t name, Value value) {
  CodeObject::GlobalCache& cache = frame.code->caches[name];
  StrObject& text = *frame.code->names[name];
  DictObject& globals = *frame.globals;
  if (!cache.in_builtins && cache.index < globals.entry_count()) {
    DictObject::Entry& entry = globals.entry(cache.index);
    if (entry.key.is_object() && entry.key.object() == &text) {
      entry.value.swap(value);
      return;
    }
  }
  globals.set(text, std::move(value));
  cache.index = static_cast<std::uint32_t>(globals.index_of(text));
  cache.in_builtins = false;
}

/// `left + right` of texts within left's own object, where nobody else holds it: a text that grows
/// in a loop is not copied in each turn. The variable that the sum is stored in next may hold it,
/// and then lets go of it. False: not so, or no memory for it.
inline bool extend_text(Vm& vm, Frame& frame, const Instruction& next, Value& left,
                        const Value& right) {
  auto* const text = left.as<StrObject>();
  const auto* const more = right.as<StrObject>();
  if (text == nullptr || more == nullptr || text->references() > 2 || text->interned ||
      text->type() != vm.types().str.get() || more->type() != vm.types().str.get()) {
    return false;
  }
  Value* variable = nullptr;
  if (text->references() == 2) {
    if (next.op == Op::kStoreFast) {
      variable = &frame.locals[next.argument];
    } else if (next.op == Op::kStoreGlobal) {
      const CodeObject::GlobalCache& cache = frame.code->caches[next.argument];
      if (cache.in_builtins || cache.index >= frame.globals->entry_count()) return false;
      DictObject::Entry& entry = frame.globals->entry(cache.index);
      const Object* const name = frame.code->names[next.argument].get();
      if (entry.key.is_object() && entry.key.object() == name) variable = &entry.value;
    }
    if (variable == nullptr || !variable->same(left)) return false;
  }
  if (!vm.reserve(text->text().size() + more->text().size())) {
    vm.take_exception();  // the ordinary way says it
    return false;
  }
  if (variable != nullptr) *variable = Value();
  text->append(more->text());
  return true;
}

/// Both int or both float: the result in the left one's place. False: not so, or it overflows.
inline bool quick_arithmetic(BinaryOp op, Value& left, const Value& right) {
  if (left.is_int() && right.is_int()) {
    std::int64_t result = 0;
    switch (op) {
      case BinaryOp::kAdd:
        if (__builtin_add_overflow(left.as_int(), right.as_int(), &result)) return false;
        break;
      case BinaryOp::kSubtract:
        if (__builtin_sub_overflow(left.as_int(), right.as_int(), &result)) return false;
        break;
      case BinaryOp::kMultiply:
        if (__builtin_mul_overflow(left.as_int(), right.as_int(), &result)) return false;
        break;
      default:
        return false;
    }
    left.set_int(result);
    return true;
  }
  if (left.is_float() && right.is_float()) {
    switch (op) {
      case BinaryOp::kAdd:
        left.set_float(left.as_float() + right.as_float());
        return true;
      case BinaryOp::kSubtract:
        left.set_float(left.as_float() - right.as_float());
        return true;
      case BinaryOp::kMultiply:
        left.set_float(left.as_float() * right.as_float());
        return true;
      default:
        return false;
    }
  }
  return false;
}

inline bool quick_compare(CompareOp op, const Value& left, const Value& right, bool& result) {
  if (!left.is_int() || !right.is_int()) return false;
  const std::int64_t a = left.as_int();
  const std::int64_t b = right.as_int();
  switch (op) {
    case CompareOp::kLess:
      result = a < b;
      break;
    case CompareOp::kLessEqual:
      result = a <= b;
      break;
    case CompareOp::kEqual:
      result = a == b;
      break;
    case CompareOp::kNotEqual:
      result = a != b;
      break;
    case CompareOp::kGreater:
      result = a > b;
      break;
    case CompareOp::kGreaterEqual:
      result = a >= b;
      break;
  }
  return true;
}

/// The item of a list or tuple at an int that is inside.
inline const Value* quick_item(const Value& container, const Value& key) {
  if (!key.is_int() || !container.is_object()) return nullptr;
  const Object& object = *container.object();
  const Values* values = nullptr;
  if (object.kind() == Kind::kList) values = &container.get<ListObject>().values;
  if (object.kind() == Kind::kTuple) values = &container.get<TupleObject>().values;
  if (values == nullptr || object.type()->is_user) return nullptr;
  const auto size = static_cast<std::int64_t>(values->size());
  const std::int64_t index = key.as_int() < 0 ? key.as_int() + size : key.as_int();
  if (index < 0 || index >= size) return nullptr;
  return &(*values)[static_cast<std::size_t>(index)];
}

enum class Called { kRaised, kValue, kFrame };

/// The call that is on top of the stack. Where Python code is behind the callee it becomes a frame,
/// to be run next; else the value replaces the call on the stack.
Called begin_call(Vm& vm, Frame& frame, std::uint32_t count, Frame*& next);

}  // namespace normscope::notebook::runtime
