// SPDX-License-Identifier: MIT
// list and tuple: slots both share, and the methods of list.
#include <algorithm>
#include <string>
#include <utility>

#include "app/notebook/runtime/iterators.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/sequence_type.hpp"
#include "app/notebook/runtime/setup.hpp"
#include "app/notebook/runtime/sort.hpp"
#include "app/notebook/runtime/texts.hpp"

namespace normscope::notebook::runtime {
namespace {

Values& list_of(const Value& value) {
  return value.get<ListObject>().values;
}

Value create_list(Vm& vm, TypeObject& type, const Args&) {
  return Value(vm.make<ListObject>(type));
}

Value list_init(Vm& vm, const Args& args) {
  static const Signature kSignature("list", "iterable=(), /");
  Value bound[1];
  if (!kSignature.bind(vm, args.tail(), bound)) return {};
  const Value self = args[0];
  Values fresh{CountedAllocator<Value>(vm.heap())};
  if (bound[0]) {
    auto items = collect(vm, bound[0]);
    if (!items) return {};
    fresh = std::move(*items);
  }
  list_of(self).swap(fresh);
  return Value::none();
}

Value list_repr(Vm& vm, const Value& self) {
  const ReprGuard guard(vm, *self.object());
  if (guard.repeats()) return vm.str("[...]");
  const auto text = joined_reprs(vm, self);
  return text ? vm.str("[" + *text + "]") : Value();
}

// The index of a key, from the end where negative; none: raised.
std::optional<std::size_t> index_of(Vm& vm, const Value& key, std::size_t size,
                                    const char* message) {
  auto index = to_index(vm, key);
  if (!index) {
    if (vm.take_if(vm.errors().overflow_error)) {
      vm.raise(vm.errors().index_error, "cannot fit 'int' into an index-sized integer");
    }
    return std::nullopt;
  }
  if (*index < 0) *index += static_cast<std::int64_t>(size);
  if (*index < 0 || *index >= static_cast<std::int64_t>(size)) {
    vm.raise(vm.errors().index_error, message);
    return std::nullopt;
  }
  return static_cast<std::size_t>(*index);
}

bool is_index(Vm& vm, const Value& key) {
  return is_integer(key) ||
         (key.is_object() && (vm.find_in_type(vm.type_of(key), *vm.names().index) != nullptr ||
                              vm.type_of(key).slots.convert != nullptr));
}

Value wrong_index(Vm& vm, const Value& self, const Value& key) {
  const std::string name = self.is_kind(Kind::kList) ? "list" : "tuple";
  return vm.raise(vm.errors().type_error,
                  name + " indices must be integers or slices, not " + type_name(vm, key));
}

bool assign_slice(Vm& vm, const Value& self, const SliceObject& slice, const Value& value) {
  auto items = value ? collect(vm, value) : Values(CountedAllocator<Value>(vm.heap()));
  if (!items) {
    if (vm.take_if(vm.errors().type_error)) {
      vm.raise(vm.errors().type_error, slice.step.is_none()
                                           ? "can only assign an iterable"
                                           : "must assign iterable to extended slice");
    }
    return false;
  }
  Values& values = list_of(self);
  const auto range = slice_range(vm, slice, static_cast<std::int64_t>(values.size()));
  if (!range) return false;
  Values gone{CountedAllocator<Value>(vm.heap())};
  if (range->step == 1) {
    const auto from = values.begin() + range->start;
    const auto to = from + range->count;
    gone.assign(std::make_move_iterator(from), std::make_move_iterator(to));
    const auto at = values.erase(from, to);
    values.insert(at, items->begin(), items->end());
    return true;
  }
  if (!value) {
    std::vector<bool> drop(values.size());
    for (std::int64_t n = 0; n < range->count; ++n) {
      drop[static_cast<std::size_t>(range->start + n * range->step)] = true;
    }
    Values kept{CountedAllocator<Value>(vm.heap())};
    for (std::size_t n = 0; n < values.size(); ++n) {
      (drop[n] ? gone : kept).push_back(std::move(values[n]));
    }
    values.swap(kept);
    return true;
  }
  if (static_cast<std::int64_t>(items->size()) != range->count) {
    vm.raise(vm.errors().value_error,
             "attempt to assign sequence of size " + std::to_string(items->size()) +
                 " to extended slice of size " + std::to_string(range->count));
    return false;
  }
  for (std::int64_t n = 0; n < range->count; ++n) {
    values[static_cast<std::size_t>(range->start + n * range->step)].swap(
        (*items)[static_cast<std::size_t>(n)]);
  }
  return true;
}

bool list_setitem(Vm& vm, const Value& self, const Value& key, const Value& value) {
  if (const auto* const slice = key.as<SliceObject>()) {
    return assign_slice(vm, self, *slice, value);
  }
  if (!is_index(vm, key)) {
    wrong_index(vm, self, key);
    return false;
  }
  const auto index =
      index_of(vm, key, list_of(self).size(),
               value ? "list assignment index out of range" : "list assignment index out of range");
  if (!index) return false;
  Values& values = list_of(self);
  if (value) {
    const Value before = std::exchange(values[*index], value);
  } else {
    const Value before = std::move(values[*index]);
    values.erase(values.begin() + static_cast<std::ptrdiff_t>(*index));
  }
  return true;
}

Value list_inplace(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  if (op == BinaryOp::kAdd) {
    const auto items = collect(vm, right);
    if (!items) return {};
    Values& values = list_of(left);
    values.insert(values.end(), items->begin(), items->end());
    return left;
  }
  if (op == BinaryOp::kMultiply && is_integer(right)) {
    const Value product = sequence_binary(vm, op, left, right);
    if (!product) return {};
    list_of(left).swap(list_of(product));
    return left;
  }
  return Value::not_implemented();
}

Value list_pop(Vm& vm, const Args& args) {
  if (!check_count(vm, args.tail(), "pop", 0, 1)) return {};
  const Value self = args[0];
  if (list_of(self).empty()) return vm.raise(vm.errors().index_error, "pop from empty list");
  std::size_t index = list_of(self).size() - 1;
  if (args.size() > 1) {
    const auto given = index_of(vm, args[1], list_of(self).size(), "pop index out of range");
    if (!given) return {};
    index = *given;
  }
  Values& values = list_of(self);
  Value item = std::move(values[index]);
  values.erase(values.begin() + static_cast<std::ptrdiff_t>(index));
  return item;
}

Value list_insert(Vm& vm, const Args& args) {
  if (!check_count(vm, args.tail(), "insert", 2, 2)) return {};
  auto index = to_index_clamped(vm, args[1]);
  if (!index) return {};
  Values& values = list_of(args[0]);
  const auto size = static_cast<std::int64_t>(values.size());
  if (*index < 0) *index = std::max<std::int64_t>(0, *index + size);
  values.insert(values.begin() + std::min(*index, size), args[2]);
  return Value::none();
}

Value list_remove(Vm& vm, const Args& args) {
  if (!check_count(vm, args.tail(), "list.remove", 1, 1)) return {};
  const Value self = args[0];
  for (std::size_t n = 0; n < list_of(self).size(); ++n) {
    const Value item = list_of(self)[n];
    const auto same = equal(vm, item, args[1]);
    if (!same) return {};
    if (!*same) continue;
    Values& values = list_of(self);
    if (n < values.size()) values.erase(values.begin() + static_cast<std::ptrdiff_t>(n));
    return Value::none();
  }
  return vm.raise(vm.errors().value_error, "list.remove(x): x not in list");
}

Value list_sort(Vm& vm, const Args& args) {
  static const Signature kSignature("sort", "*, key=None, reverse=False");
  if (args.size() > 1) {
    return vm.raise(vm.errors().type_error, "sort() takes no positional arguments");
  }
  Value bound[2];
  if (!kSignature.bind(vm, args.tail(), bound)) return {};
  return sort_list(vm, args[0].get<ListObject>(), bound[0], bound[1]) ? Value::none() : Value();
}

}  // namespace

void add_list_type(Vm& vm) {
  TypeObject& type = *vm.types().list;
  type.slots = sequence_slots();
  type.slots.create = create_list;
  type.slots.repr = list_repr;
  type.slots.setitem = list_setitem;
  type.slots.inplace = list_inplace;
  type.slots.hash = nullptr;
  finish_type(vm, type);
  add_method(type, "__init__", list_init);
  add_method(type, "append", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args.tail(), "list.append", 1, 1)) return Value();
    list_of(args[0]).push_back(args[1]);
    return Value::none();
  });
  add_method(type, "extend", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args.tail(), "list.extend", 1, 1)) return Value();
    return list_inplace(machine, BinaryOp::kAdd, args[0], args[1]) ? Value::none() : Value();
  });
  add_method(type, "pop", list_pop);
  add_method(type, "insert", list_insert);
  add_method(type, "remove", list_remove);
  add_method(type, "sort", list_sort);
  add_method(type, "clear", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args.tail(), "list.clear", 0, 0)) return Value();
    Values gone{CountedAllocator<Value>(machine.heap())};
    list_of(args[0]).swap(gone);
    return Value::none();
  });
  add_method(type, "copy", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args.tail(), "list.copy", 0, 0)) return Value();
    return machine.list(list_of(args[0]));
  });
  add_method(type, "reverse", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args.tail(), "list.reverse", 0, 0)) return Value();
    std::ranges::reverse(list_of(args[0]));
    return Value::none();
  });
  add_sequence_methods(type);
  vm.builtins()->set(*vm.intern("list"), Value(vm.types().list));
}

}  // namespace normscope::notebook::runtime
