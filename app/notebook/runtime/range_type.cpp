// SPDX-License-Identifier: MIT
// range and slice as types.
#include <string>
#include <utility>

#include "app/notebook/runtime/iterators.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/setup.hpp"

namespace normscope::notebook::runtime {
namespace {

RangeObject& range_of(const Value& value) {
  return value.get<RangeObject>();
}

Value create_range(Vm& vm, TypeObject& type, const Args& args) {
  if (!args.names.empty()) {
    return vm.raise(vm.errors().type_error, "range() takes no keyword arguments");
  }
  if (args.size() == 0 || args.size() > 3) {
    return vm.raise(vm.errors().type_error,
                    args.size() == 0
                        ? std::string("range expected at least 1 argument, got 0")
                        : "range expected at most 3 arguments, got " + std::to_string(args.size()));
  }
  std::int64_t parts[3] = {0, 0, 1};
  for (std::size_t n = 0; n < args.size(); ++n) {
    const auto number = to_index(vm, args[n]);
    if (!number) return {};
    parts[args.size() == 1 ? 1 : n] = *number;
  }
  if (parts[2] == 0) return vm.raise(vm.errors().value_error, "range() arg 3 must not be zero");
  return Value(vm.make<RangeObject>(type, parts[0], parts[1], parts[2]));
}

Value range_getitem(Vm& vm, const Value& self, const Value& key) {
  const RangeObject& range = range_of(self);
  if (const auto* const slice = key.as<SliceObject>()) {
    const auto part = slice_range(vm, *slice, range.length);
    if (!part) return {};
    return Value(vm.make<RangeObject>(vm.type_of(self), range.at(part->start), range.at(part->stop),
                                      range.step * part->step));
  }
  if (!is_integer(key) && vm.find_in_type(vm.type_of(key), *vm.names().index) == nullptr) {
    return vm.raise(vm.errors().type_error,
                    "range indices must be integers or slices, not " + type_name(vm, key));
  }
  auto index = to_index_clamped(vm, key);
  if (!index) return {};
  if (*index < 0) *index += range.length;
  if (*index < 0 || *index >= range.length) {
    return vm.raise(vm.errors().index_error, "range object index out of range");
  }
  return Value::integer(range.at(*index));
}

std::optional<std::int64_t> place_in(const RangeObject& range, const Value& item) {
  if (!item.is_int() && !item.is_bool()) return std::nullopt;
  const std::int64_t value = item.as_int();
  const bool inside = range.step > 0 ? value >= range.start && value < range.stop
                                     : value <= range.start && value > range.stop;
  if (!inside || (value - range.start) % range.step != 0) return std::nullopt;
  return (value - range.start) / range.step;
}

int range_contains(Vm& vm, const Value& self, const Value& item) {
  if (item.is_int() || item.is_bool()) return place_in(range_of(self), item) ? 1 : 0;
  const RangeObject& range = range_of(self);
  for (std::int64_t n = 0; n < range.length; ++n) {
    const auto same = equal(vm, Value::integer(range.at(n)), item);
    if (!same || !vm.tick()) return -1;
    if (*same) return 1;
  }
  return 0;
}

Value range_compare(Vm&, CompareOp op, const Value& self, const Value& other) {
  if (!other.is_kind(Kind::kRange)) return Value::not_implemented();
  if (op != CompareOp::kEqual && op != CompareOp::kNotEqual) return Value::not_implemented();
  const RangeObject& a = range_of(self);
  const RangeObject& b = range_of(other);
  const bool same = a.length == b.length && (a.length == 0 || a.start == b.start) &&
                    (a.length <= 1 || a.step == b.step);
  return Value::boolean(same == (op == CompareOp::kEqual));
}

Value range_repr(Vm& vm, const Value& self) {
  const RangeObject& range = range_of(self);
  std::string text = "range(" + std::to_string(range.start) + ", " + std::to_string(range.stop);
  if (range.step != 1) text += ", " + std::to_string(range.step);
  return vm.str(text + ")");
}

Value create_slice(Vm& vm, TypeObject& type, const Args& args) {
  if (!check_count(vm, args, "slice", 1, 3)) return {};
  const Value none = Value::none();
  if (args.size() == 1) return Value(vm.make<SliceObject>(type, none, args[0], none));
  return Value(vm.make<SliceObject>(type, args[0], args[1], args.size() > 2 ? args[2] : none));
}

Value slice_repr(Vm& vm, const Value& self) {
  const auto& slice = self.get<SliceObject>();
  std::string text = "slice(";
  for (const Value& part : {slice.start, slice.stop, slice.step}) {
    const auto one = repr_of(vm, part);
    if (!one) return {};
    text += (text.back() == '(' ? "" : ", ") + *one;
  }
  return vm.str(text + ")");
}

}  // namespace

void add_range_types(Vm& vm) {
  TypeObject& range = *vm.types().range;
  range.slots.create = create_range;
  range.slots.getitem = range_getitem;
  range.slots.contains = range_contains;
  range.slots.compare = range_compare;
  range.slots.repr = range_repr;
  range.slots.length = [](Vm&, const Value& self) { return range_of(self).length; };
  range.slots.iter = [](Vm& machine, const Value& self) {
    const RangeObject& of = range_of(self);
    return make_range_iterator(machine, of.start, of.step, of.length);
  };
  range.slots.hash = [](Vm& machine, const Value& self, std::int64_t& result) {
    const RangeObject& of = range_of(self);
    const Value none = Value::none();
    const Value parts =
        machine.tuple({Value::integer(of.length), of.length > 0 ? Value::integer(of.start) : none,
                       of.length > 1 ? Value::integer(of.step) : none});
    return hash(machine, parts, result);
  };
  finish_type(vm, range);
  add_method(range, "__reversed__", [](Vm& machine, const Args& args) {
    const RangeObject& of = range_of(args[0]);
    return make_range_iterator(machine, of.length > 0 ? of.at(of.length - 1) : 0, -of.step,
                               of.length);
  });
  add_method(range, "index", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args.tail(), "range.index", 1, 1)) return Value();
    if (const auto at = place_in(range_of(args[0]), args[1])) return Value::integer(*at);
    const auto text = repr_of(machine, args[1]);
    if (!text) return Value();
    return Value(machine.raise(machine.errors().value_error, *text + " is not in range"));
  });
  add_method(range, "count", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args.tail(), "range.count", 1, 1)) return Value();
    return Value::integer(place_in(range_of(args[0]), args[1]) ? 1 : 0);
  });
  TypeObject& slice = *vm.types().slice;
  slice.slots.create = create_slice;
  slice.slots.repr = slice_repr;
  slice.slots.hash = nullptr;
  slice.slots.compare = [](Vm& machine, CompareOp op, const Value& self, const Value& other) {
    if (!other.is_kind(Kind::kSlice)) return Value::not_implemented();
    const auto& a = self.get<SliceObject>();
    const auto& b = other.get<SliceObject>();
    return compare(machine, op, machine.tuple({a.start, a.stop, a.step}),
                   machine.tuple({b.start, b.stop, b.step}));
  };
  finish_type(vm, slice);
  add_method(slice, "indices", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args.tail(), "slice.indices", 1, 1)) return Value();
    const auto length = to_index(machine, args[1]);
    if (!length) return Value();
    const auto part = slice_range(machine, args[0].get<SliceObject>(), *length);
    if (!part) return Value();
    return machine.tuple(
        {Value::integer(part->start), Value::integer(part->stop), Value::integer(part->step)});
  });
  vm.builtins()->set(*vm.intern("range"), Value(vm.types().range));
  vm.builtins()->set(*vm.intern("slice"), Value(vm.types().slice));
}

}  // namespace normscope::notebook::runtime
