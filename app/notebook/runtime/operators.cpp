// SPDX-License-Identifier: MIT
// Which side of an operator is asked first, and what is said when neither knows.
#include <algorithm>
#include <string>
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr const char* kBinarySigns[] = {"+",           "-",  "*",  "@", "/", "//", "%",
                                        "** or pow()", "<<", ">>", "&", "^", "|"};
constexpr const char* kInplaceSigns[] = {
    "+=", "-=", "*=", "@=", "/=", "//=", "%=", "**=", "<<=", ">>=", "&=", "^=", "|="};
constexpr const char* kCompareSigns[] = {"<", "<=", "==", "!=", ">", ">="};

bool knows(std::uint32_t mask, std::size_t bit) {
  return ((mask >> bit) & 1U) != 0;
}

// What one side says: its class's method, or its type's slot.
Value ask(Vm& vm, BinaryOp op, const Value& self, const Value& left, const Value& right,
          const Ref<StrObject>& name, const Value& other) {
  const TypeObject& type = vm.type_of(self);
  if (type.is_user) {
    if (const Value* const method = user_method(vm, self, name)) {
      const Value function = *method;
      const Value bound = bind(vm, function, self, vm.type_of(self));
      if (!bound) return {};
      return call(vm, bound, {other});
    }
  }
  if (type.slots.binary == nullptr) return Value::not_implemented();
  return type.slots.binary(vm, op, left, right);
}

Value binary_of(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  const auto index = static_cast<std::size_t>(op);
  const TypeObject& left_type = vm.type_of(left);
  const TypeObject& right_type = vm.type_of(right);
  const bool same = &left_type == &right_type;
  const Ref<StrObject>& straight = vm.names().binary[index];
  const Ref<StrObject>& reflected = vm.names().reflected[index];
  const auto ask_right = [&] { return ask(vm, op, right, left, right, reflected, left); };
  // A subclass that has its own answer comes first.
  // An int knows nothing of a class that derives from float.
  const bool other_number = right.is_kind(Kind::kNumber) && is_integer(left) &&
                            right_type.is_subtype_of(*vm.types().real);
  const bool right_first = !same && (right_type.is_subtype_of(left_type) || other_number) &&
                           (!right_type.is_user || user_method(vm, right, reflected) != nullptr);
  if (right_first) {
    Value result = ask_right();
    if (!result.is_not_implemented()) return result;
  }
  Value result = ask(vm, op, left, left, right, straight, right);
  if (!result.is_not_implemented()) return result;
  // Two of one class: the reflected method is not asked; another class's is.
  if (!same && !right_first) return ask_right();
  return result;
}

Value no_operator(Vm& vm, const char* sign, const Value& left, const Value& right) {
  return vm.raise(vm.errors().type_error, "unsupported operand type(s) for " + std::string(sign) +
                                              ": '" + type_name(vm, left) + "' and '" +
                                              type_name(vm, right) + "'");
}

bool is_sequence(Vm& vm, const Value& value) {
  return value.is_kind(Kind::kStr) || value.is_kind(Kind::kList) || value.is_kind(Kind::kTuple) ||
         (value.is_object() && value.object()->type() == vm.types().bytes.get());
}

Value explain(Vm& vm, BinaryOp op, const Value& left, const Value& right, const char* sign) {
  if (op == BinaryOp::kAdd && is_sequence(vm, left)) {
    const Types& types = vm.types();
    const std::string& name = left.is_kind(Kind::kStr)    ? types.str->name
                              : left.is_kind(Kind::kList) ? types.list->name
                                                          : types.tuple->name;
    return vm.raise(vm.errors().type_error, "can only concatenate " + name + " (not \"" +
                                                type_name(vm, right) + "\") to " + name);
  }
  if (op == BinaryOp::kMultiply && (is_sequence(vm, left) || is_sequence(vm, right))) {
    const Value& other = is_sequence(vm, left) ? right : left;
    return vm.raise(vm.errors().type_error,
                    "can't multiply sequence by non-int of type '" + type_name(vm, other) + "'");
  }
  return no_operator(vm, sign, left, right);
}

}  // namespace

Value binary(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  if (is_number(left) && is_number(right)) {
    Value result = number_binary(vm, op, left, right);
    if (!result.is_not_implemented()) return result;
  } else {
    Value result = binary_of(vm, op, left, right);
    if (!result.is_not_implemented()) return result;
  }
  return explain(vm, op, left, right, kBinarySigns[static_cast<std::size_t>(op)]);
}

Value inplace(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  const auto index = static_cast<std::size_t>(op);
  if (left.is_object()) {
    const TypeObject& type = *left.object()->type();
    Value result = Value::not_implemented();
    const Value* const method =
        type.is_user ? user_method(vm, left, vm.names().inplace[index]) : nullptr;
    if (method != nullptr) {
      const Value bound = bind(vm, Value(*method), left, vm.type_of(left));
      result = bound ? call(vm, bound, {right}) : Value();
    } else if (type.slots.inplace != nullptr) {
      result = type.slots.inplace(vm, op, left, right);
    }
    if (!result.is_not_implemented()) return result;
  }
  if (is_number(left) && is_number(right)) {
    Value result = number_binary(vm, op, left, right);
    if (!result.is_not_implemented()) return result;
  } else {
    Value result = binary_of(vm, op, left, right);
    if (!result.is_not_implemented()) return result;
  }
  return explain(vm, op, left, right, kInplaceSigns[index]);
}

Value unary(Vm& vm, UnaryOp op, const Value& value) {
  if (is_number(value)) {
    Value result = number_unary(vm, op, value);
    if (!result.is_not_implemented()) return result;
  }
  const Names& names = vm.names();
  const Ref<StrObject>& name = op == UnaryOp::kNegative   ? names.neg
                               : op == UnaryOp::kPositive ? names.pos
                               : op == UnaryOp::kInvert   ? names.invert
                                                          : names.abs;
  TypeObject& type = vm.type_of(value);
  if (type.is_user) {
    if (const Value* const method = user_method(vm, value, name)) {
      const Value bound = bind(vm, Value(*method), value, type);
      return bound ? call(vm, bound) : Value();
    }
  }
  if (type.slots.unary != nullptr && knows(type.slots.unary_mask, static_cast<std::size_t>(op))) {
    Value result = type.slots.unary(vm, op, value);
    if (!result.is_not_implemented()) return result;
  }
  const char* const sign = op == UnaryOp::kNegative   ? "unary -"
                           : op == UnaryOp::kPositive ? "unary +"
                           : op == UnaryOp::kInvert   ? "unary ~"
                                                      : "abs()";
  return vm.raise(vm.errors().type_error,
                  "bad operand type for " + std::string(sign) + ": '" + type.name + "'");
}

namespace {

Value ask_compare(Vm& vm, CompareOp op, const Value& self, const Value& other) {
  TypeObject& type = vm.type_of(self);
  const auto index = static_cast<std::size_t>(op);
  if (type.is_user) {
    if (const Value* const method = user_method(vm, self, vm.names().compare[index])) {
      const Value bound = bind(vm, Value(*method), self, type);
      return bound ? call(vm, bound, {other}) : Value();
    }
    // != is the contrary of a class's own ==, where the class is made of no built-in one that
    // has its own !=.
    if (op == CompareOp::kNotEqual && type.slots.compare == vm.types().object->slots.compare) {
      const Value same = ask_compare(vm, CompareOp::kEqual, self, other);
      if (!same || same.is_not_implemented()) return same;
      const auto answer = truth(vm, same);
      return answer ? Value::boolean(!*answer) : Value();
    }
  }
  if (type.slots.compare == nullptr) return Value::not_implemented();
  return type.slots.compare(vm, op, self, other);
}

}  // namespace

Value compare(Vm& vm, CompareOp op, const Value& left, const Value& right) {
  if (is_number(left) && is_number(right)) return number_compare(vm, op, left, right);
  if (!vm.has_stack()) return {};
  const TypeObject& left_type = vm.type_of(left);
  const TypeObject& right_type = vm.type_of(right);
  const bool right_first = &left_type != &right_type && right_type.is_subtype_of(left_type);
  if (right_first) {
    Value result = ask_compare(vm, reflected(op), right, left);
    if (!result.is_not_implemented()) return result;
  }
  Value result = ask_compare(vm, op, left, right);
  if (!result.is_not_implemented()) return result;
  if (!right_first) {
    result = ask_compare(vm, reflected(op), right, left);
    if (!result.is_not_implemented()) return result;
  }
  if (op == CompareOp::kEqual) return Value::boolean(left.same(right));
  if (op == CompareOp::kNotEqual) return Value::boolean(!left.same(right));
  return vm.raise(vm.errors().type_error,
                  "'" + std::string(kCompareSigns[static_cast<std::size_t>(op)]) +
                      "' not supported between instances of '" + left_type.name + "' and '" +
                      right_type.name + "'");
}

std::optional<bool> equal(Vm& vm, const Value& left, const Value& right) {
  if ((left.is_object() || left.is_float()) && left.same(right)) return true;
  const auto* const a = left.as<StrObject>();
  const auto* const b = right.as<StrObject>();
  if (a != nullptr && b != nullptr && !a->type()->is_user && !b->type()->is_user) {
    return a->text() == b->text();
  }
  const Value result = compare(vm, CompareOp::kEqual, left, right);
  if (!result) return std::nullopt;
  return truth(vm, result);
}

std::optional<bool> less(Vm& vm, const Value& left, const Value& right) {
  const Value result = compare(vm, CompareOp::kLess, left, right);
  if (!result) return std::nullopt;
  return truth(vm, result);
}

std::optional<bool> truth(Vm& vm, const Value& value) {
  switch (value.tag()) {
    case Tag::kBool:
    case Tag::kInt:
      return value.as_int() != 0;
    case Tag::kFloat:
      return value.as_float() != 0;
    case Tag::kNone:
      return false;
    case Tag::kObject:
      break;
    default:
      return true;
  }
  TypeObject& type = *value.object()->type();
  if (type.is_user) {
    if (const Value* const method = user_method(vm, value, vm.names().bool_)) {
      const Value bound = bind(vm, Value(*method), value, type);
      const Value result = bound ? call(vm, bound) : Value();
      if (!result) return std::nullopt;
      if (result.is_bool()) return result.as_bool();
      vm.raise(vm.errors().type_error,
               "__bool__ should return bool, returned " + type_name(vm, result));
      return std::nullopt;
    }
    if (!value.is_kind(Kind::kNumber) && user_method(vm, value, vm.names().len) != nullptr) {
      const auto size = length(vm, value);
      if (!size) return std::nullopt;
      return *size != 0;
    }
  }
  if (type.slots.truth != nullptr) {
    const int answer = type.slots.truth(vm, value);
    if (answer < 0) return std::nullopt;
    return answer != 0;
  }
  if (type.slots.length != nullptr) {
    const std::int64_t size = type.slots.length(vm, value);
    if (size < 0) return std::nullopt;
    return size != 0;
  }
  return true;
}

bool hash(Vm& vm, const Value& value, std::int64_t& result) {
  switch (value.tag()) {
    case Tag::kBool:
    case Tag::kInt:
    case Tag::kFloat:
      result = number_hash(value);
      return true;
    case Tag::kObject:
      break;
    default:
      result = 0x5EED + static_cast<std::int64_t>(value.tag());
      return true;
  }
  const auto* const text = value.as<StrObject>();
  if (text != nullptr && !text->type()->is_user) {
    result = text->hash();
    return true;
  }
  TypeObject& type = *value.object()->type();
  const auto unhashable = [&] {
    vm.raise(vm.errors().type_error, "unhashable type: '" + type.name + "'");
    return false;
  };
  if (type.is_user) {
    const Value* const found = vm.find_in_type(type, *vm.names().hash);
    if (found != nullptr && found->is_none()) return unhashable();
    if (const Value* const method = user_method(vm, value, vm.names().hash)) {
      const Value bound = bind(vm, Value(*method), value, type);
      const Value number = bound ? call(vm, bound) : Value();
      if (!number) return false;
      if (!is_integer(number)) {
        vm.raise(vm.errors().type_error, "__hash__ method should return an integer");
        return false;
      }
      result = number_hash(number);
      if (number.is_int()) result = number.as_int() == -1 ? -2 : number.as_int();
      return true;
    }
  }
  if (type.slots.hash == nullptr) return unhashable();
  if (!vm.has_stack()) return false;
  return type.slots.hash(vm, value, result);
}

}  // namespace normscope::notebook::runtime
