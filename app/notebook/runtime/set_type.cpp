// SPDX-License-Identifier: MIT
// set and frozenset as types. Operations go through the tables in CPython's order, so that what
// they make is printed in the same one.
#include <string>
#include <utility>

#include "app/notebook/runtime/iterators.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/set.hpp"
#include "app/notebook/runtime/setup.hpp"
#include "app/notebook/runtime/texts.hpp"

namespace normscope::notebook::runtime {
namespace {

SetObject& set_of(const Value& value) {
  return value.get<SetObject>();
}
bool is_set(const Value& value) {
  return value.is_kind(Kind::kSet);
}

TypeObject& base_type(Vm& vm, const Value& value) {
  return vm.type_of(value).is_subtype_of(*vm.types().frozenset) ? *vm.types().frozenset
                                                                : *vm.types().set;
}

bool add_all(Vm& vm, SetObject& set, const Value& items) {
  if (is_set(items)) return set.merge(vm, set_of(items));
  if (const auto* const dict = items.as<DictObject>()) {
    const Value alive = items;
    for (std::size_t n = 0; n < dict->entry_count(); ++n) {
      const DictObject::Entry entry = dict->entry(n);
      if (entry.key && !set.add(vm, entry.key, entry.hash)) return false;
    }
    return true;
  }
  return iterate(vm, items, [&](const Value& item) { return set.add(vm, item); });
}

Ref<SetObject> copy_of(Vm& vm, const Value& value, TypeObject& type) {
  auto copy = vm.make<SetObject>(type);
  return copy->merge(vm, set_of(value)) ? copy : Ref<SetObject>();
}

Ref<SetObject> set_from(Vm& vm, const Value& items) {
  auto set = vm.make<SetObject>(*vm.types().set);
  return add_all(vm, *set, items) ? set : Ref<SetObject>();
}

Ref<SetObject> intersection(Vm& vm, const Value& self, const Value& other) {
  auto result = vm.make<SetObject>(base_type(vm, self));
  if (is_set(other)) {
    // The smaller one is walked, the larger one asked.
    const Value* walked = &other;
    const Value* asked = &self;
    if (set_of(other).size() > set_of(self).size()) std::swap(walked, asked);
    for (const Value& item : set_of(*walked).members()) {
      const Found found = set_of(*asked).find(vm, item);
      if (found == Found::kRaised || (found == Found::kYes && !result->add(vm, item))) return {};
    }
    return result;
  }
  const bool fine = iterate(vm, other, [&](const Value& item) {
    const Found found = set_of(self).find(vm, item);
    return found != Found::kRaised && (found == Found::kNo || result->add(vm, item));
  });
  return fine ? result : Ref<SetObject>();
}

bool remove_all(Vm& vm, SetObject& set, const Value& items) {
  if (is_set(items) && &set_of(items) == &set) {
    set.reset();
    return true;
  }
  const bool fine =
      iterate(vm, items, [&](const Value& item) { return set.erase(vm, item) != Found::kRaised; });
  set.drop_gaps();
  return fine;
}

Ref<SetObject> difference(Vm& vm, const Value& self, const Value& other) {
  const bool asks = is_set(other) || other.is_kind(Kind::kDict);
  if (!asks || (is_set(other) && (set_of(self).size() >> 2U) > set_of(other).size())) {
    auto copy = copy_of(vm, self, base_type(vm, self));
    return copy && remove_all(vm, *copy, other) ? copy : Ref<SetObject>();
  }
  auto result = vm.make<SetObject>(base_type(vm, self));
  for (const Value& item : set_of(self).members()) {
    const auto found = contains(vm, other, item);
    if (!found || (!*found && !result->add(vm, item))) return {};
  }
  return result;
}

// Each item of the other is taken out where it is in, and put in where it is not.
bool exchange_all(Vm& vm, SetObject& set, const SetObject& other) {
  if (&set == &other) {
    set.reset();
    return true;
  }
  for (const Value& item : other.members()) {
    const Found found = set.erase(vm, item);
    if (found == Found::kRaised || (found == Found::kNo && !set.add(vm, item))) return false;
  }
  return true;
}

Ref<SetObject> symmetric(Vm& vm, const Value& self, const Value& other) {
  // As CPython: it begins with a copy of the other.
  auto result = vm.make<SetObject>(base_type(vm, self));
  if (!add_all(vm, *result, other)) return {};
  return exchange_all(vm, *result, set_of(self)) ? result : Ref<SetObject>();
}

Ref<SetObject> combined(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  switch (op) {
    case BinaryOp::kAnd:
      return intersection(vm, left, right);
    case BinaryOp::kSubtract:
      return difference(vm, left, right);
    case BinaryOp::kXor:
      return symmetric(vm, left, right);
    default: {
      auto copy = copy_of(vm, left, base_type(vm, left));
      return copy && add_all(vm, *copy, right) ? copy : Ref<SetObject>();
    }
  }
}

bool known(BinaryOp op) {
  return op == BinaryOp::kAnd || op == BinaryOp::kOr || op == BinaryOp::kXor ||
         op == BinaryOp::kSubtract;
}

Value set_binary(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  if (!known(op) || !is_set(left) || !is_set(right)) return Value::not_implemented();
  const auto result = combined(vm, op, left, right);
  return result ? Value(result) : Value();
}

Value set_inplace(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  if (!known(op) || !is_set(left) || !is_set(right)) return Value::not_implemented();
  if (op == BinaryOp::kOr) return set_of(left).merge(vm, set_of(right)) ? left : Value();
  if (op == BinaryOp::kSubtract) return remove_all(vm, set_of(left), right) ? left : Value();
  if (op == BinaryOp::kXor) return exchange_all(vm, set_of(left), set_of(right)) ? left : Value();
  const auto result = combined(vm, op, left, right);
  if (!result) return {};
  set_of(left).swap(*result);
  return left;
}

std::optional<bool> is_subset(Vm& vm, const Value& a, const Value& b) {
  if (set_of(a).size() > set_of(b).size()) return false;
  for (const Value& item : set_of(a).members()) {
    const Found found = set_of(b).find(vm, item);
    if (found == Found::kRaised) return std::nullopt;
    if (found == Found::kNo) return false;
  }
  return true;
}

Value set_compare(Vm& vm, CompareOp op, const Value& self, const Value& other) {
  if (!is_set(other)) return Value::not_implemented();
  const bool same_size = set_of(self).size() == set_of(other).size();
  const bool upward = op == CompareOp::kGreater || op == CompareOp::kGreaterEqual;
  const auto inside = upward ? is_subset(vm, other, self) : is_subset(vm, self, other);
  if (!inside) return {};
  switch (op) {
    case CompareOp::kEqual:
      return Value::boolean(same_size && *inside);
    case CompareOp::kNotEqual:
      return Value::boolean(!(same_size && *inside));
    case CompareOp::kLess:
    case CompareOp::kGreater:
      return Value::boolean(*inside && !same_size);
    default:
      return Value::boolean(*inside);
  }
}

Value set_repr(Vm& vm, const Value& self) {
  const TypeObject& type = vm.type_of(self);
  const bool plain = &type == vm.types().set.get();
  if (set_of(self).size() == 0) return vm.str(type.name + "()");
  const ReprGuard guard(vm, *self.object());
  if (guard.repeats()) return vm.str(type.name + "(...)");
  const auto text = joined_reprs(vm, vm.tuple(set_of(self).members()));
  if (!text) return {};
  return vm.str((plain ? "{" : type.name + "({") + *text + (plain ? "}" : "})"));
}

// CPython's: independent of the order, since the parts are mixed and then xored.
bool frozen_hash(Vm& vm, const Value& self, std::int64_t& result) {
  const auto shuffled = [](std::uint64_t h) {
    return ((h ^ 89869747U) ^ (h << 16U)) * 3644798167U;
  };
  const SetObject& set = set_of(self);
  std::uint64_t total = 0;
  for (const Value& item : set.members()) {
    std::int64_t one = 0;
    if (!hash(vm, item, one)) return false;
    total ^= shuffled(static_cast<std::uint64_t>(one));
  }
  total ^= (set.size() + 1) * 1927868237U;
  total ^= (total >> 11U) ^ (total >> 25U);
  total = total * 69069U + 907133923U;
  result = static_cast<std::int64_t>(total);
  if (result == -1) result = 590923713;
  return true;
}

Value set_iter(Vm& vm, const Value& self) {
  const Value size = Value::integer(static_cast<std::int64_t>(set_of(self).size()));
  return make_iterator(vm, "set_iterator", {self, Value::integer(0), size},
                       [](Vm& machine, std::vector<Value>& held) {
                         const SetObject& set = set_of(held[0]);
                         if (static_cast<std::int64_t>(set.size()) != held[2].as_int()) {
                           return Value(machine.raise(machine.errors().runtime_error,
                                                      "Set changed size during iteration"));
                         }
                         auto at = static_cast<std::size_t>(held[1].as_int());
                         while (at < set.slots() && !set.slot(at).key) ++at;
                         held[1] = Value::integer(static_cast<std::int64_t>(at) + 1);
                         return at < set.slots() ? set.slot(at).key : Value();
                       });
}

Value create_set(Vm& vm, TypeObject& type, const Args& args) {
  auto set = vm.make<SetObject>(type);
  if (!type.is_subtype_of(*vm.types().frozenset)) return Value(set);
  if (!check_count(vm, args, "frozenset", 0, 1)) return {};
  if (args.size() == 1 && !add_all(vm, *set, args[0])) return {};
  return Value(set);
}

Value set_init(Vm& vm, const Args& args) {
  if (!check_count(vm, args.tail(), "set", 0, 1)) return {};
  set_of(args[0]).reset();
  if (args.size() == 2 && !add_all(vm, set_of(args[0]), args[1])) return {};
  return Value::none();
}

// union, intersection, difference with any number of iterables.
NativeCall with_all(BinaryOp op, bool in_place) {
  return [op, in_place](Vm& vm, const Args& args) {
    Ref<SetObject> result = copy_of(vm, args[0], base_type(vm, args[0]));
    if (!result) return Value();
    for (const Value& other : args.positional.subspan(1)) {
      if (op == BinaryOp::kOr) {
        if (!add_all(vm, *result, other)) return Value();
        continue;
      }
      result = combined(vm, op, Value(result), other);
      if (!result) return Value();
    }
    if (!in_place) return Value(result);
    set_of(args[0]).swap(*result);
    return Value::none();
  };
}

void add_questions(TypeObject& type) {
  const auto ask = [](const char* name, bool upward) {
    return [name, upward](Vm& vm, const Args& args) {
      if (!check_count(vm, args.tail(), std::string("set.") + name, 1, 1)) return Value();
      const Value other = is_set(args[1]) ? args[1] : Value(set_from(vm, args[1]));
      if (vm.raised()) return Value();
      const auto answer = upward ? is_subset(vm, other, args[0]) : is_subset(vm, args[0], other);
      return answer ? Value::boolean(*answer) : Value();
    };
  };
  add_method(type, "issubset", ask("issubset", false));
  add_method(type, "issuperset", ask("issuperset", true));
  add_method(type, "isdisjoint", [](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), "set.isdisjoint", 1, 1)) return Value();
    const auto common = intersection(vm, args[0], args[1]);
    return common ? Value::boolean(common->size() == 0) : Value();
  });
  add_method(type, "union", with_all(BinaryOp::kOr, false));
  add_method(type, "intersection", with_all(BinaryOp::kAnd, false));
  add_method(type, "difference", with_all(BinaryOp::kSubtract, false));
  add_method(type, "symmetric_difference", with_all(BinaryOp::kXor, false));
  add_method(type, "copy", [](Vm& vm, const Args& args) {
    return Value(copy_of(vm, args[0], base_type(vm, args[0])));
  });
}

void add_changes(TypeObject& type) {
  add_method(type, "__init__", set_init);
  add_method(type, "add", [](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), "set.add", 1, 1)) return Value();
    return set_of(args[0]).add(vm, args[1]) ? Value::none() : Value();
  });
  add_method(type, "discard", [](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), "set.discard", 1, 1)) return Value();
    return set_of(args[0]).erase(vm, args[1]) != Found::kRaised ? Value::none() : Value();
  });
  add_method(type, "remove", [](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), "set.remove", 1, 1)) return Value();
    const Found found = set_of(args[0]).erase(vm, args[1]);
    if (found == Found::kNo) vm.raise_key_error(args[1]);
    return found == Found::kYes ? Value::none() : Value();
  });
  add_method(type, "pop", [](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), "set.pop", 0, 0)) return Value();
    Value item = set_of(args[0]).pop();
    if (!item) vm.raise_key_error(vm.str("pop from an empty set"));
    return item;
  });
  add_method(type, "clear", [](Vm&, const Args& args) {
    set_of(args[0]).reset();
    return Value::none();
  });
  add_method(type, "update", [](Vm& vm, const Args& args) {
    for (const Value& other : args.positional.subspan(1)) {
      if (!add_all(vm, set_of(args[0]), other)) return Value();
    }
    return Value::none();
  });
  add_method(type, "intersection_update", with_all(BinaryOp::kAnd, true));
  add_method(type, "symmetric_difference_update", [](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), "set.symmetric_difference_update", 1, 1)) return Value();
    const Ref<SetObject> other =
        is_set(args[1]) ? Ref(args[1].as<SetObject>()) : set_from(vm, args[1]);
    return other && exchange_all(vm, set_of(args[0]), *other) ? Value::none() : Value();
  });
  add_method(type, "difference_update", [](Vm& vm, const Args& args) {
    for (const Value& other : args.positional.subspan(1)) {
      if (!remove_all(vm, set_of(args[0]), other)) return Value();
    }
    return Value::none();
  });
}

}  // namespace

void add_set_types(Vm& vm) {
  for (const auto& type : {vm.types().set, vm.types().frozenset}) {
    type->slots = object_slots();
    type->slots.create = create_set;
    type->slots.repr = set_repr;
    type->slots.compare = set_compare;
    type->slots.compare_mask = 0x3F;
    type->slots.binary = set_binary;
    type->slots.binary_mask = (1U << static_cast<unsigned>(BinaryOp::kAnd)) |
                              (1U << static_cast<unsigned>(BinaryOp::kOr)) |
                              (1U << static_cast<unsigned>(BinaryOp::kXor)) |
                              (1U << static_cast<unsigned>(BinaryOp::kSubtract));
    type->slots.iter = set_iter;
    type->slots.length = [](Vm&, const Value& self) {
      return static_cast<std::int64_t>(set_of(self).size());
    };
    type->slots.contains = [](Vm& machine, const Value& self, const Value& item) {
      return static_cast<int>(set_of(self).find(machine, item));
    };
    const bool frozen = type == vm.types().frozenset;
    type->slots.hash = frozen ? frozen_hash : nullptr;
    type->slots.inplace = frozen ? nullptr : set_inplace;
    finish_type(vm, *type);
    add_questions(*type);
    if (!frozen) add_changes(*type);
    vm.builtins()->set(*vm.intern(type->name), Value(type));
  }
}

}  // namespace normscope::notebook::runtime
