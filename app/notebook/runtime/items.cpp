// SPDX-License-Identifier: MIT
// Items, membership, length and iteration of any value.
#include <limits>
#include <string>
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/iterators.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

Value call_method_of(Vm& vm, const Value* method, const Value& self,
                     std::initializer_list<Value> positional) {
  const Value bound = bind(vm, Value(*method), self, vm.type_of(self));
  return bound ? call(vm, bound, positional) : Value();
}

// The class's own method, where the class is a cell's.
const Value* own(Vm& vm, const Value& value, const Ref<StrObject>& name) {
  return vm.type_of(value).is_user ? user_method(vm, value, name) : nullptr;
}

}  // namespace

Value get_item(Vm& vm, const Value& container, const Value& key) {
  TypeObject& type = vm.type_of(container);
  if (const Value* const method = own(vm, container, vm.names().getitem)) {
    return call_method_of(vm, method, container, {key});
  }
  if (type.slots.getitem != nullptr) return type.slots.getitem(vm, container, key);
  if (auto* const of = container.as<TypeObject>()) {
    const Value* const method = vm.find_in_type(*of, *vm.names().class_getitem);
    if (method != nullptr) {
      const Value bound = bind(vm, Value(*method), container, *of);
      return bound ? call(vm, bound, {key}) : Value();
    }
    return vm.raise(vm.errors().type_error, "type '" + of->name + "' is not subscriptable");
  }
  return vm.raise(vm.errors().type_error, "'" + type.name + "' object is not subscriptable");
}

bool set_item(Vm& vm, const Value& container, const Value& key, const Value& value) {
  TypeObject& type = vm.type_of(container);
  const Names& names = vm.names();
  if (const Value* const method = own(vm, container, value ? names.setitem : names.delitem)) {
    return static_cast<bool>(value ? call_method_of(vm, method, container, {key, value})
                                   : call_method_of(vm, method, container, {key}));
  }
  if (type.slots.setitem != nullptr) return type.slots.setitem(vm, container, key, value);
  vm.raise(vm.errors().type_error,
           "'" + type.name + "' object " +
               (value ? "does not support item assignment" : "doesn't support item deletion"));
  return false;
}

std::optional<bool> contains(Vm& vm, const Value& container, const Value& item) {
  TypeObject& type = vm.type_of(container);
  if (const Value* const method = own(vm, container, vm.names().contains)) {
    const Value result = call_method_of(vm, method, container, {item});
    return result ? truth(vm, result) : std::nullopt;
  }
  if (type.slots.contains != nullptr) {
    const int answer = type.slots.contains(vm, container, item);
    if (answer < 0) return std::nullopt;
    return answer != 0;
  }
  const Value iterator = iter(vm, container);
  if (!iterator) {
    if (vm.take_if(vm.errors().type_error)) {
      vm.raise(vm.errors().type_error, "argument of type '" + type.name + "' is not iterable");
    }
    return std::nullopt;
  }
  for (;;) {
    const Value each = next(vm, iterator);
    if (!each) {
      if (vm.raised()) return std::nullopt;
      return false;
    }
    const auto same = equal(vm, each, item);
    if (!same || *same) return same;
    if (!vm.tick()) return std::nullopt;
  }
}

std::optional<std::int64_t> length(Vm& vm, const Value& value) {
  TypeObject& type = vm.type_of(value);
  if (const Value* const method = own(vm, value, vm.names().len)) {
    const Value result = call_method_of(vm, method, value, {});
    if (!result) return std::nullopt;
    if (!is_integer(result)) {
      vm.raise(vm.errors().type_error,
               "'" + type_name(vm, result) + "' object cannot be interpreted as an integer");
      return std::nullopt;
    }
    const auto size = to_index(vm, result);
    if (size && *size < 0) {
      vm.raise(vm.errors().value_error, "__len__() should return >= 0");
      return std::nullopt;
    }
    return size;
  }
  if (type.slots.length != nullptr) {
    const std::int64_t size = type.slots.length(vm, value);
    if (size < 0) return std::nullopt;
    return size;
  }
  vm.raise(vm.errors().type_error, "object of type '" + type.name + "' has no len()");
  return std::nullopt;
}

Value iter(Vm& vm, const Value& value) {
  TypeObject& type = vm.type_of(value);
  const Value* const own_iter = type.is_user ? vm.find_in_type(type, *vm.names().iter) : nullptr;
  if (own_iter != nullptr && !is_slot(*own_iter) && !own_iter->is_none()) {
    Value result = call_method_of(vm, own_iter, value, {});
    if (!result) return {};
    const TypeObject& of = vm.type_of(result);
    if (of.slots.next == nullptr && vm.find_in_type(of, *vm.names().next) == nullptr) {
      return vm.raise(vm.errors().type_error,
                      "iter() returned non-iterator of type '" + of.name + "'");
    }
    return result;
  }
  if (type.slots.iter != nullptr && (own_iter == nullptr || !own_iter->is_none())) {
    return type.slots.iter(vm, value);
  }
  const bool by_index =
      type.slots.getitem != nullptr || own(vm, value, vm.names().getitem) != nullptr;
  if (by_index && !value.is_kind(Kind::kDict) && own_iter == nullptr) {
    // The old way: items 0, 1, 2, ... until IndexError.
    return make_iterator(vm, "iterator", {value, Value::integer(0)},
                         [](Vm& machine, std::vector<Value>& held) {
                           Value item = get_item(machine, held[0], held[1]);
                           if (item) {
                             held[1] = Value::integer(held[1].as_int() + 1);
                             return item;
                           }
                           if (!machine.take_if(machine.errors().index_error)) {
                             machine.take_if(machine.errors().stop_iteration);
                           }
                           return Value();
                         });
  }
  return vm.raise(vm.errors().type_error, "'" + type.name + "' object is not iterable");
}

Value next(Vm& vm, const Value& iterator) {
  if (iterator.is_kind(Kind::kIterator)) return iterator.get<IteratorObject>().next(vm);
  TypeObject& type = vm.type_of(iterator);
  if (const Value* const method = own(vm, iterator, vm.names().next)) {
    Value item = call_method_of(vm, method, iterator, {});
    if (!item) vm.take_if(vm.errors().stop_iteration);
    return item;
  }
  if (type.slots.next != nullptr) return type.slots.next(vm, iterator);
  return vm.raise(vm.errors().type_error, "'" + type.name + "' object is not an iterator");
}

bool iterate(Vm& vm, const Value& iterable, const std::function<bool(const Value& item)>& each) {
  // Lists and tuples without a detour; a list may change under way.
  if (const auto* const tuple = iterable.as<TupleObject>();
      tuple != nullptr && !tuple->type()->is_user) {
    const Value alive = iterable;
    for (std::size_t n = 0; n < tuple->values.size(); ++n) {
      if (!vm.tick() || !each(Value(tuple->values[n]))) return !vm.raised();
    }
    return true;
  }
  if (const auto* const list = iterable.as<ListObject>();
      list != nullptr && !list->type()->is_user) {
    const Value alive = iterable;
    for (std::size_t n = 0; n < list->values.size(); ++n) {
      if (!vm.tick() || !each(Value(list->values[n]))) return !vm.raised();
    }
    return true;
  }
  const Value iterator = iter(vm, iterable);
  if (!iterator) return false;
  for (;;) {
    if (!vm.tick()) return false;
    const Value item = next(vm, iterator);
    if (!item) return !vm.raised();
    if (!each(item)) return !vm.raised();
  }
}

std::optional<Values> collect(Vm& vm, const Value& iterable) {
  Values values{CountedAllocator<Value>(vm.heap())};
  const bool fine = iterate(vm, iterable, [&](const Value& item) {
    values.push_back(item);
    return true;
  });
  if (!fine) return std::nullopt;
  return values;
}

bool is_integer(const Value& value) {
  return value.is_int() || value.is_bool() || value.is_kind(Kind::kBigInt);
}

namespace {

// An int value of any size behind __index__; nothing: raised.
Value index_value(Vm& vm, const Value& value) {
  if (is_integer(plain_number(value))) return plain_number(value);
  TypeObject& type = vm.type_of(value);
  if (type.slots.convert != nullptr && !type.is_user) {
    Value result = type.slots.convert(vm, Conversion::kIndex, value);
    if (result || vm.raised()) return result;
  } else {
    bool has = false;
    Value result = call_special(vm, value, vm.names().index, {}, has);
    if (has) {
      if (!result || is_integer(result)) return result;
      return vm.raise(vm.errors().type_error,
                      "__index__ returned non-int (type " + type_name(vm, result) + ")");
    }
  }
  return vm.raise(vm.errors().type_error,
                  "'" + type.name + "' object cannot be interpreted as an integer");
}

}  // namespace

std::optional<std::int64_t> to_index(Vm& vm, const Value& value) {
  const Value whole = index_value(vm, value);
  if (!whole) return std::nullopt;
  if (!whole.is_object()) return whole.as_int();
  vm.raise(vm.errors().overflow_error, "Python int too large to convert to C ssize_t");
  return std::nullopt;
}

std::optional<std::int64_t> to_index_clamped(Vm& vm, const Value& value) {
  const Value whole = index_value(vm, value);
  if (!whole) return std::nullopt;
  if (!whole.is_object()) return whole.as_int();
  return whole.get<BigIntObject>().number.sign() < 0 ? std::numeric_limits<std::int64_t>::min()
                                                     : std::numeric_limits<std::int64_t>::max();
}

std::optional<double> to_float(Vm& vm, const Value& value) {
  if (is_number(value)) return number_to_float(vm, value);
  TypeObject& type = vm.type_of(value);
  if (type.slots.convert != nullptr && !type.is_user) {
    const Value result = type.slots.convert(vm, Conversion::kFloat, value);
    if (result) return number_to_float(vm, result);
    if (vm.raised()) return std::nullopt;
  }
  for (const auto& name : {vm.names().float_, vm.names().index}) {
    bool has = false;
    const Value result = call_special(vm, value, name, {}, has);
    if (!has) continue;
    if (!result) return std::nullopt;
    if (is_number(result)) return number_to_float(vm, result);
  }
  vm.raise(vm.errors().type_error, "must be real number, not " + type.name);
  return std::nullopt;
}

const std::string& type_name(Vm& vm, const Value& value) {
  return vm.type_of(value).name;
}

bool is_instance(Vm& vm, const Value& value, const TypeObject& type) {
  return vm.type_of(value).is_subtype_of(type);
}

}  // namespace normscope::notebook::runtime
