// SPDX-License-Identifier: MIT
// nn.Sequential, nn.ModuleList and nn.ModuleDict: modules that hold others, by number or by name.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/notebook/runtime/dict.hpp"
#include "app/notebook/runtime/iterators.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/module.hpp"

namespace normscope::notebook::torch {
namespace {

std::vector<NamedValue> held(const Call& call) {
  return children(call.torch, call.value(0));
}

// Modules only.
Value checked_module(const Call& call, const Value& value) {
  if (!is_module(call.torch, value)) {
    call.fail(call.vm.errors().type_error,
              fmt::format("{} is not a Module subclass", runtime::type_name(call.vm, value)));
  }
  return value;
}

void put(const Call& call, std::string_view name, const Value& value) {
  set_own(call.vm, call.value(0), name, checked_module(call, value));
}

void put_all(const Call& call, const Value& modules, std::size_t first) {
  std::size_t number = first;
  const bool done = runtime::iterate(call.vm, modules, [&](const Value& module) {
    put(call, std::to_string(number++), module);
    return true;
  });
  if (!done) throw Failed{};
}

// Names and modules of a dict.
void put_named(const Call& call, const runtime::DictObject& dict) {
  for (std::size_t i = 0; i < dict.entry_count(); ++i) {
    const auto& entry = dict.entry(i);
    if (entry.key) put(call, runtime::text_of(entry.key), entry.value);
  }
}

Value sequential_init(Call& call) {
  initialize_module(call.vm, call.value(0));
  const auto& given = call.value(1).get<runtime::TupleObject>().values;
  const auto* dict = given.size() == 1 ? given[0].as<runtime::DictObject>() : nullptr;
  if (dict != nullptr) {
    put_named(call, *dict);
  } else {
    put_all(call, call.value(1), 0);
  }
  return Value::none();
}

Value sequential_forward(Call& call) {
  Value value = call.value(1);
  for (const NamedValue& module : held(call)) {
    value = call.checked(runtime::call(call.vm, module.value, {value}));
  }
  return value;
}

// By a number that may count from the end, or a slice, which makes another of the same class.
Value item(Call& call) {
  const auto modules = held(call);
  const Value& key = call.value(1);
  if (const auto* slice = key.as<runtime::SliceObject>()) {
    const auto range =
        runtime::slice_range(call.vm, *slice, static_cast<std::int64_t>(modules.size()));
    if (!range) throw Failed{};
    const Value type(call.value(0).object()->type());
    if (call.function() != "Sequential.__getitem__") {
      std::vector<Value> picked;
      for (std::int64_t i = 0; i < range->count; ++i) {
        picked.push_back(modules[static_cast<std::size_t>(range->start + i * range->step)].value);
      }
      return call.checked(runtime::call(call.vm, type, {call.vm.list(picked)}));
    }
    // A part of a Sequential keeps the names.
    const auto picked = call.vm.new_dict();
    for (std::int64_t i = 0; i < range->count; ++i) {
      const auto& module = modules[static_cast<std::size_t>(range->start + i * range->step)];
      picked->set(*call.vm.intern(module.name), module.value);
    }
    return call.checked(runtime::call(call.vm, type, {Value(picked)}));
  }
  const auto index = runtime::to_index(call.vm, key);
  if (!index) throw Failed{};
  const auto size = static_cast<std::int64_t>(modules.size());
  if (*index < -size || *index >= size) {
    call.fail(call.vm.errors().index_error, fmt::format("index {} is out of range", *index));
  }
  return modules[static_cast<std::size_t>(*index < 0 ? *index + size : *index)].value;
}

Value set_item(Call& call) {
  const auto modules = held(call);
  const auto index = runtime::to_index(call.vm, call.value(1));
  if (!index) throw Failed{};
  const auto size = static_cast<std::int64_t>(modules.size());
  if (*index < -size || *index >= size) {
    call.fail(call.vm.errors().index_error, fmt::format("index {} is out of range", *index));
  }
  put(call, modules[static_cast<std::size_t>(*index < 0 ? *index + size : *index)].name,
      call.value(2));
  return Value::none();
}

Value length(Call& call) {
  return Value::integer(static_cast<std::int64_t>(held(call).size()));
}

Value iterate(Call& call) {
  std::vector<Value> values;
  for (const NamedValue& module : held(call)) values.push_back(module.value);
  return runtime::make_sequence_iterator(call.vm, call.vm.list(values), false);
}

Value append(Call& call) {
  put(call, std::to_string(held(call).size()), call.value(1));
  return call.value(0);
}

Value extend(Call& call) {
  put_all(call, call.value(1), held(call).size());
  return call.value(0);
}

Value insert(Call& call) {
  const auto modules = held(call);
  const auto size = static_cast<std::int64_t>(modules.size());
  std::int64_t at = call.integer(1);
  at = std::min(std::max<std::int64_t>(at < 0 ? at + size : at, 0), size);
  for (std::int64_t i = size; i > at; --i) {
    put(call, std::to_string(i), modules[static_cast<std::size_t>(i - 1)].value);
  }
  put(call, std::to_string(at), call.value(2));
  return Value::none();
}

Value list_init(Call& call) {
  initialize_module(call.vm, call.value(0));
  if (call.given(1)) put_all(call, call.value(1), 0);
  return Value::none();
}

Value dict_init(Call& call) {
  initialize_module(call.vm, call.value(0));
  if (!call.given(1)) return Value::none();
  const auto* dict = call.value(1).as<runtime::DictObject>();
  if (dict == nullptr) call.fail_type(1, "dict");
  put_named(call, *dict);
  return Value::none();
}

Value dict_item(Call& call) {
  const Value found = get_own(call.vm, call.value(0), call.text(1, ""));
  if (!found || !is_module(call.torch, found)) {
    call.vm.raise_key_error(call.value(1));
    throw Failed{};
  }
  return found;
}

Value dict_set(Call& call) {
  put(call, call.text(1, ""), call.value(2));
  return Value::none();
}

Value dict_names(Call& call) {
  std::vector<Value> names;
  for (const NamedValue& module : held(call)) names.push_back(call.vm.str(module.name));
  return runtime::make_sequence_iterator(call.vm, call.vm.list(names), false);
}

enum class Part : std::uint8_t { kKeys, kValues, kItems };

// The views of the OrderedDict that PyTorch keeps the modules in.
template <Part kPart>
Value dict_view(Call& call) {
  constexpr std::array<std::string_view, 3> kNames = {"keys", "values", "items"};
  const Value collections = call.vm.import("collections");
  const Value all =
      collections ? runtime::call_method(call.vm, collections, "OrderedDict") : Value();
  if (!all) throw Failed{};
  for (const NamedValue& module : held(call)) {
    if (!runtime::set_item(call.vm, all, call.vm.str(module.name), module.value)) throw Failed{};
  }
  Value view = runtime::call_method(call.vm, all, kNames[static_cast<std::size_t>(kPart)]);
  if (!view) throw Failed{};
  return view;
}

Value dict_contains(Call& call) {
  if (!call.value(1).is_kind(runtime::Kind::kStr)) return Value::boolean(false);
  const Value found = get_own(call.vm, call.value(0), runtime::text_of(call.value(1)));
  return Value::boolean(found && is_module(call.torch, found));
}

constexpr std::array kSequential{
    Method{"__init__", "self, *modules", sequential_init},
    Method{"forward", "self, input", sequential_forward},
    Method{"__setitem__", "self, index, module", set_item},
    Method{"__len__", "self", length},
    Method{"__iter__", "self", iterate},
    Method{"append", "self, module", append},
    Method{"extend", "self, modules", extend},
};

constexpr std::array kList{
    Method{"__init__", "self, modules=None", list_init},
    Method{"__getitem__", "self, index", item},
    Method{"__setitem__", "self, index, module", set_item},
    Method{"__len__", "self", length},
    Method{"__iter__", "self", iterate},
    Method{"append", "self, module", append},
    Method{"extend", "self, modules", extend},
    Method{"insert", "self, index, module", insert},
};

constexpr std::array kDict{
    Method{"__init__", "self, modules=None", dict_init},
    Method{"__getitem__", "self, key", dict_item},
    Method{"__setitem__", "self, key, module", dict_set},
    Method{"__len__", "self", length},
    Method{"__iter__", "self", dict_names},
    Method{"__contains__", "self, key", dict_contains},
    Method{"keys", "self", dict_view<Part::kKeys>},
    Method{"values", "self", dict_view<Part::kValues>},
    Method{"items", "self", dict_view<Part::kItems>},
};

}  // namespace

void add_containers(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module) {
  const auto sequential = add_class(vm, torch, module, "container", "Sequential", kSequential);
  sequential->set_name(
      *vm.intern("__getitem__"),
      runtime::make_method(vm, "__getitem__",
                           native(torch, "Sequential.__getitem__", "self, index", item)));
  add_class(vm, torch, module, "container", "ModuleList", kList);
  add_class(vm, torch, module, "container", "ModuleDict", kDict);
}

}  // namespace normscope::notebook::torch
