// SPDX-License-Identifier: MIT
// tuple, and the slots it shares with list.
#include <algorithm>
#include <string>
#include <utility>

#include "app/notebook/runtime/iterators.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/sequence_type.hpp"
#include "app/notebook/runtime/setup.hpp"
#include "app/notebook/runtime/texts.hpp"

namespace normscope::notebook::runtime {
namespace {

const Values& values_of(const Value& value) {
  if (const auto* const list = value.as<ListObject>()) return list->values;
  return value.get<TupleObject>().values;
}

Value same_kind(Vm& vm, const Value& like, std::span<const Value> values) {
  return like.is_kind(Kind::kList) ? vm.list(values) : vm.tuple(values);
}

Value repeated(Vm& vm, const Value& sequence, const Value& times) {
  if (times.is_kind(Kind::kBigInt)) {
    return vm.raise(vm.errors().overflow_error, "cannot fit 'int' into an index-sized integer");
  }
  const auto count = to_index_clamped(vm, times);
  if (!count) return {};
  const Values& values = values_of(sequence);
  if (*count <= 0 || values.empty()) return same_kind(vm, sequence, {});
  std::size_t size = 0;
  if (__builtin_mul_overflow(values.size(), static_cast<std::size_t>(*count), &size) ||
      size > (std::size_t{1} << 40U)) {
    return vm.raise(vm.errors().memory_error, std::span<const Value>());
  }
  if (!vm.reserve(size * sizeof(Value))) return {};
  std::vector<Value> all;
  all.reserve(size);
  for (std::int64_t n = 0; n < *count; ++n) all.insert(all.end(), values.begin(), values.end());
  return same_kind(vm, sequence, all);
}

Value sequence_getitem(Vm& vm, const Value& self, const Value& key) {
  const Values& values = values_of(self);
  const auto size = static_cast<std::int64_t>(values.size());
  if (const auto* const slice = key.as<SliceObject>()) {
    const auto range = slice_range(vm, *slice, size);
    if (!range) return {};
    std::vector<Value> part;
    part.reserve(static_cast<std::size_t>(range->count));
    for (std::int64_t n = 0; n < range->count; ++n) {
      part.push_back(values_of(self)[static_cast<std::size_t>(range->start + n * range->step)]);
    }
    return same_kind(vm, self, part);
  }
  const char* const name = self.is_kind(Kind::kList) ? "list" : "tuple";
  const bool indexes =
      is_integer(key) ||
      (key.is_object() && (vm.find_in_type(vm.type_of(key), *vm.names().index) != nullptr ||
                           vm.type_of(key).slots.convert != nullptr));
  if (!indexes) {
    return vm.raise(
        vm.errors().type_error,
        std::string(name) + " indices must be integers or slices, not " + type_name(vm, key));
  }
  auto index = to_index(vm, key);
  if (!index) {
    if (vm.take_if(vm.errors().overflow_error)) {
      vm.raise(vm.errors().index_error, "cannot fit 'int' into an index-sized integer");
    }
    return {};
  }
  if (*index < 0) *index += size;
  if (*index < 0 || *index >= static_cast<std::int64_t>(values_of(self).size())) {
    return vm.raise(vm.errors().index_error, std::string(name) + " index out of range");
  }
  return values_of(self)[static_cast<std::size_t>(*index)];
}

Value sequence_compare(Vm& vm, CompareOp op, const Value& self, const Value& other) {
  if (!other.is_object() || other.object()->kind() != self.object()->kind()) {
    return Value::not_implemented();
  }
  const bool tests_equal = op == CompareOp::kEqual || op == CompareOp::kNotEqual;
  if (tests_equal && values_of(self).size() != values_of(other).size()) {
    return Value::boolean(op == CompareOp::kNotEqual);
  }
  for (std::size_t n = 0; n < values_of(self).size() && n < values_of(other).size(); ++n) {
    const Value a = values_of(self)[n];
    const Value b = values_of(other)[n];
    const auto same = equal(vm, a, b);
    if (!same) return {};
    if (*same) continue;
    if (tests_equal) return Value::boolean(op == CompareOp::kNotEqual);
    return compare(vm, op, a, b);
  }
  return number_compare(vm, op, Value::integer(static_cast<std::int64_t>(values_of(self).size())),
                        Value::integer(static_cast<std::int64_t>(values_of(other).size())));
}

int sequence_contains(Vm& vm, const Value& self, const Value& item) {
  for (std::size_t n = 0; n < values_of(self).size(); ++n) {
    const Value each = values_of(self)[n];
    const auto same = equal(vm, each, item);
    if (!same) return -1;
    if (*same) return 1;
  }
  return 0;
}

Value create_tuple(Vm& vm, TypeObject& type, const Args& args) {
  if (!check_count(vm, args, "tuple", 0, 1)) return {};
  if (args.size() == 0) return Value(vm.make<TupleObject>(type, std::span<const Value>()));
  if (args[0].is_kind(Kind::kTuple) && &type == vm.types().tuple.get() &&
      !vm.type_of(args[0]).is_user) {
    return args[0];
  }
  const auto items = collect(vm, args[0]);
  return items ? Value(vm.make<TupleObject>(type, std::span<const Value>(*items))) : Value();
}

Value tuple_repr(Vm& vm, const Value& self) {
  const ReprGuard guard(vm, *self.object());
  if (guard.repeats()) return vm.str("(...)");
  const auto text = joined_reprs(vm, self);
  if (!text) return {};
  return vm.str("(" + *text + (values_of(self).size() == 1 ? ",)" : ")"));
}

// CPython's: xxHash with 64-bit primes.
bool tuple_hash(Vm& vm, const Value& self, std::int64_t& result) {
  constexpr std::uint64_t kPrime1 = 11400714785074694791U;
  constexpr std::uint64_t kPrime2 = 14029467366897019727U;
  constexpr std::uint64_t kPrime5 = 2870177450012600261U;
  const Values& values = values_of(self);
  std::uint64_t total = kPrime5;
  for (const Value& value : values) {
    std::int64_t lane = 0;
    if (!hash(vm, value, lane)) return false;
    total += static_cast<std::uint64_t>(lane) * kPrime2;
    total = (total << 31U) | (total >> 33U);
    total *= kPrime1;
  }
  total += values.size() ^ (kPrime5 ^ 3527539U);
  result = static_cast<std::int64_t>(total);
  if (result == -1) result = 1546275796;
  return true;
}

Value find_index(Vm& vm, const Args& args) {
  const std::string name = args[0].is_kind(Kind::kList) ? "list" : "tuple";
  if (!check_count(vm, args.tail(), "index", 1, 3)) return {};
  const auto bring = [&](std::int64_t index) {
    const auto size = static_cast<std::int64_t>(values_of(args[0]).size());
    return index < 0 ? std::max<std::int64_t>(0, index + size) : index;
  };
  std::int64_t from = 0;
  std::int64_t to = std::numeric_limits<std::int64_t>::max();
  for (std::size_t n = 2; n < args.size(); ++n) {
    const auto index = to_index_clamped(vm, args[n]);
    if (!index) return {};
    (n == 2 ? from : to) = bring(*index);
  }
  for (std::int64_t n = from; n < to && n < static_cast<std::int64_t>(values_of(args[0]).size());
       ++n) {
    const Value item = values_of(args[0])[static_cast<std::size_t>(n)];
    const auto same = equal(vm, item, args[1]);
    if (!same) return {};
    if (*same) return Value::integer(n);
  }
  if (name == "tuple") return vm.raise(vm.errors().value_error, "tuple.index(x): x not in tuple");
  const auto text = repr_of(vm, args[1]);
  if (!text) return {};
  return vm.raise(vm.errors().value_error, *text + " is not in list");
}

}  // namespace

Value sequence_binary(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  const auto is_sequence = [](const Value& value) {
    return value.is_kind(Kind::kList) || value.is_kind(Kind::kTuple);
  };
  const auto counts = [&](const Value& value) {
    return is_integer(value) || (value.is_object() && !is_sequence(value) &&
                                 vm.find_in_type(vm.type_of(value), *vm.names().index) != nullptr);
  };
  if (op == BinaryOp::kAdd && is_sequence(left) && is_sequence(right) &&
      left.object()->kind() == right.object()->kind()) {
    const std::size_t size = values_of(left).size() + values_of(right).size();
    if (!vm.reserve(size * sizeof(Value))) return {};
    std::vector<Value> all(values_of(left).begin(), values_of(left).end());
    all.insert(all.end(), values_of(right).begin(), values_of(right).end());
    return same_kind(vm, left, all);
  }
  if (op == BinaryOp::kMultiply) {
    if (is_sequence(left) && counts(right)) return repeated(vm, left, right);
    if (is_sequence(right) && counts(left)) return repeated(vm, right, left);
  }
  return Value::not_implemented();
}

Slots sequence_slots() {
  Slots slots = object_slots();
  slots.binary = sequence_binary;
  slots.binary_mask = (1U << static_cast<unsigned>(BinaryOp::kAdd)) |
                      (1U << static_cast<unsigned>(BinaryOp::kMultiply));
  slots.getitem = sequence_getitem;
  slots.compare = sequence_compare;
  slots.compare_mask = 0x3F;
  slots.contains = sequence_contains;
  slots.length = [](Vm&, const Value& self) {
    return static_cast<std::int64_t>(values_of(self).size());
  };
  slots.iter = [](Vm& vm, const Value& self) { return make_sequence_iterator(vm, self, false); };
  return slots;
}

void add_sequence_methods(TypeObject& type) {
  add_method(type, "index", find_index);
  add_method(type, "count", [](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), "count", 1, 1)) return Value();
    std::int64_t count = 0;
    for (std::size_t n = 0; n < values_of(args[0]).size(); ++n) {
      const Value item = values_of(args[0])[n];
      const auto same = equal(vm, item, args[1]);
      if (!same) return Value();
      if (*same) ++count;
    }
    return Value::integer(count);
  });
  add_method(type, "__reversed__",
             [](Vm& vm, const Args& args) { return make_sequence_iterator(vm, args[0], true); });
}

void add_tuple_type(Vm& vm) {
  TypeObject& type = *vm.types().tuple;
  type.slots = sequence_slots();
  type.slots.create = create_tuple;
  type.slots.repr = tuple_repr;
  type.slots.hash = tuple_hash;
  finish_type(vm, type);
  add_sequence_methods(type);
  vm.builtins()->set(*vm.intern("tuple"), Value(vm.types().tuple));
}

}  // namespace normscope::notebook::runtime
