// SPDX-License-Identifier: MIT
// nn.Module: calling, walking, printing.
#include "app/notebook/torch/module.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/runtime/dict.hpp"
#include "app/notebook/runtime/iterators.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::torch {
namespace {

using runtime::DictObject;

constexpr std::string_view kBuffers = "_buffers";

DictObject* attributes_of(const Value& instance) {
  if (!instance.is_object()) return nullptr;
  auto* const container = dynamic_cast<runtime::Container*>(instance.object());
  return container == nullptr || !container->attributes() ? nullptr : container->attributes().get();
}

// Calls visit(name, value) for the attributes of an instance, in order.
template <class Visit>
void for_each_attribute(const Value& instance, const Visit& visit) {
  DictObject* const attributes = attributes_of(instance);
  if (attributes == nullptr) return;
  for (std::size_t i = 0; i < attributes->entry_count(); ++i) {
    const auto& entry = attributes->entry(i);
    if (entry.key && entry.key.is_kind(runtime::Kind::kStr)) {
      visit(runtime::text_of(entry.key), entry.value);
    }
  }
}

Value iterator_over(Vm& vm, const std::vector<NamedValue>& values, bool named) {
  std::vector<Value> items;
  for (const NamedValue& entry : values) {
    items.push_back(named ? vm.tuple({vm.str(entry.name), entry.value}) : entry.value);
  }
  return runtime::make_sequence_iterator(vm, vm.list(items), false);
}

template <bool kNamed, bool kParameters>
Value walk_values(Call& call) {
  const std::size_t recurse = kNamed ? 2 : 1;
  const std::string prefix = kNamed ? call.text(1, "") : "";
  return iterator_over(call.vm, all_values(call, prefix, call.flag(recurse, true), kParameters),
                       kNamed);
}

template <bool kNamed>
Value walk_children(Call& call) {
  std::vector<NamedValue> result;
  std::set<const runtime::Object*> seen;
  for (const NamedValue& child : children(call.torch, call.value(0))) {
    if (seen.insert(child.value.object()).second) result.push_back(child);
  }
  return iterator_over(call.vm, result, kNamed);
}

template <bool kNamed>
Value walk_modules(Call& call) {
  return iterator_over(call.vm, all_modules(call.torch, call.value(0), ""), kNamed);
}

Value initialize(Call& call) {
  initialize_module(call.vm, call.value(0));
  return Value::none();
}

// What a module was given to call before its forward, or after it; mostly nothing.
std::vector<Value> hooks_of(Vm& vm, const Value& module, std::string_view kind) {
  std::vector<Value> hooks;
  const Value held = get_own(vm, module, kind);
  const auto* known = held ? held.as<DictObject>() : nullptr;
  for (std::size_t i = 0; known != nullptr && i < known->entry_count(); ++i) {
    if (known->entry(i).key) hooks.push_back(known->entry(i).value);
  }
  return hooks;
}

// module(...): what its forward gives.
Value call_module(Vm& vm, const Args& args) {
  if (args.size() == 0) return vm.raise(vm.errors().type_error, "Module.__call__() needs a module");
  const Value& module = args[0];
  Args given = args.tail();
  std::vector<Value> inputs(given.positional.begin(), given.positional.end());
  for (const Value& hook : hooks_of(vm, module, "_forward_pre_hooks")) {
    const Value changed = runtime::call(vm, hook, {module, vm.tuple(inputs)});
    if (!changed) return {};
    if (changed.is_none()) continue;
    const auto* several = changed.as<runtime::TupleObject>();
    inputs = several != nullptr ? std::vector<Value>(several->values.begin(), several->values.end())
                                : std::vector<Value>{changed};
  }
  given.positional = inputs;
  const Value forward = runtime::get_attribute(vm, module, "forward");
  if (!forward) return {};
  Value result = runtime::call(vm, forward, given);
  if (!result) return {};
  for (const Value& hook : hooks_of(vm, module, "_forward_hooks")) {
    const Value changed = runtime::call(vm, hook, {module, vm.tuple(inputs), result});
    if (!changed) return {};
    if (!changed.is_none()) result = changed;
  }
  return result;
}

Value missing_forward(Vm& vm, const Args& args) {
  return vm.raise(vm.errors().not_implemented_error,
                  fmt::format("Module [{}] is missing the required \"forward\" function",
                              runtime::type_name(vm, args[0])));
}

// "torch.FloatTensor", "int": as messages name what was assigned.
std::string assigned_type(Vm& vm, const Value& value) {
  if (const auto* tensor = tensor_of(value)) {
    return fmt::format("torch.{}Tensor", arrays::word_of(tensor->array.dtype));
  }
  return runtime::type_name(vm, value);
}

Value set_attribute(Call& call) {
  const Value& self = call.value(0);
  const Value& value = call.value(2);
  const std::string& name = runtime::text_of(call.value(1));
  const bool ready = static_cast<bool>(get_own(call.vm, self, "training"));
  const bool parameter = is_parameter(call.torch, value);
  const bool module = is_module(call.torch, value);
  if (!ready && (parameter || module)) {
    call.fail(call.vm.errors().attribute_error,
              fmt::format("cannot assign {} before Module.__init__() call",
                          parameter ? "parameters" : "module"));
  }
  const Value before = get_own(call.vm, self, name);
  if (before && !value.is_none() && is_parameter(call.torch, before) && !parameter) {
    call.fail(call.vm.errors().type_error,
              fmt::format("cannot assign '{}' as parameter '{}' (torch.nn.Parameter or None "
                          "expected)",
                          assigned_type(call.vm, value), name));
  }
  if (before && !value.is_none() && is_module(call.torch, before) && !module) {
    call.fail(call.vm.errors().type_error,
              fmt::format("cannot assign '{}' as child module '{}' (torch.nn.Module or None "
                          "expected)",
                          assigned_type(call.vm, value), name));
  }
  if (!runtime::generic_set_attribute(call.vm, self, *call.vm.intern(name), value)) {
    throw Failed{};
  }
  return Value::none();
}

std::string indented(const std::string& text) {
  std::string result;
  for (const char c : text) {
    result += c;
    if (c == '\n') result += "  ";
  }
  return result;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t at = 0;
  while (at <= text.size() && !text.empty()) {
    const auto end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

Value repr(Call& call) {
  const Value& self = call.value(0);
  const Value extra = call.checked(runtime::call_method(call.vm, self, "extra_repr"));
  std::vector<std::string> lines = extra.is_kind(runtime::Kind::kStr)
                                       ? lines_of(runtime::text_of(extra))
                                       : std::vector<std::string>{};
  const std::size_t extras = lines.size();
  for (const NamedValue& child : children(call.torch, self)) {
    const auto text = runtime::repr_of(call.vm, child.value);
    if (!text) throw Failed{};
    lines.push_back(fmt::format("({}): {}", child.name, indented(*text)));
  }
  const Value name = call.checked(runtime::call_method(call.vm, self, "_get_name"));
  std::string text = runtime::text_of(name) + "(";
  if (extras == 1 && lines.size() == 1) {
    text += lines[0];
  } else if (!lines.empty()) {
    text += fmt::format("\n  {}\n", fmt::join(lines, "\n  "));
  }
  return call.vm.str(text + ")");
}

Value register_buffer(Call& call) {
  const std::string name = call.text(1, "");
  set_own(call.vm, call.value(0), name, call.value(2));
  const Value names = get_own(call.vm, call.value(0), kBuffers);
  if (names) {
    names.get<DictObject>().set(*call.vm.intern(name), Value::boolean(call.flag(3, true)));
  }
  return Value::none();
}

Value register_any(Call& call) {
  if (!runtime::set_attribute(call.vm, call.value(0), call.text(1, ""), call.value(2))) {
    throw Failed{};
  }
  return Value::none();
}

constexpr std::array kMethods{
    Method{"__init__", "self", initialize},
    Method{"__setattr__", "self, name, value", set_attribute},
    Method{"__repr__", "self", repr},
    Method{"extra_repr", "self", [](Call& call) { return call.vm.str(""); }},
    Method{"_get_name", "self",
           [](Call& call) { return call.vm.str(runtime::type_name(call.vm, call.value(0))); }},
    Method{"parameters", "self, recurse=True", walk_values<false, true>},
    Method{"named_parameters", "self, prefix='', recurse=True", walk_values<true, true>},
    Method{"buffers", "self, recurse=True", walk_values<false, false>},
    Method{"named_buffers", "self, prefix='', recurse=True", walk_values<true, false>},
    Method{"children", "self", walk_children<false>},
    Method{"named_children", "self", walk_children<true>},
    Method{"modules", "self", walk_modules<false>},
    Method{"named_modules", "self", walk_modules<true>},
    Method{"register_buffer", "self, name, tensor, persistent=True", register_buffer},
    Method{"register_parameter", "self, name, param", register_any},
    Method{"add_module", "self, name, module", register_any},
    Method{"register_module", "self, name, module", register_any},
};

}  // namespace

std::string joined_name(const std::string& prefix, const std::string& name) {
  return prefix.empty() ? name : prefix + "." + name;
}

std::vector<NamedValue> all_values(const Call& call, const std::string& prefix, bool recurse,
                                   bool parameters) {
  std::vector<NamedValue> result;
  std::set<const runtime::Object*> seen;
  const Value& self = call.value(0);
  const auto modules =
      recurse ? all_modules(call.torch, self, prefix) : std::vector<NamedValue>{{prefix, self}};
  for (const NamedValue& module : modules) {
    const auto own =
        parameters ? own_parameters(call.torch, module.value) : own_buffers(call.vm, module.value);
    for (const NamedValue& entry : own) {
      if (!entry.value.is_object() || !seen.insert(entry.value.object()).second) continue;
      result.push_back({joined_name(module.name, entry.name), entry.value});
    }
  }
  return result;
}

bool is_module(const Torch& torch, const Value& value) {
  return value.is_object() && value.object()->type()->is_subtype_of(*torch.module);
}

bool is_parameter(const Torch& torch, const Value& value) {
  return value.is_object() && value.object()->type()->is_subtype_of(*torch.parameter);
}

std::vector<NamedValue> own_parameters(const Torch& torch, const Value& module) {
  std::vector<NamedValue> result;
  for_each_attribute(module, [&](const std::string& name, const Value& value) {
    if (is_parameter(torch, value)) result.push_back({name, value});
  });
  return result;
}

std::vector<NamedValue> own_buffers(Vm& vm, const Value& module, bool persistent_only) {
  std::vector<NamedValue> result;
  const Value names = get_own(vm, module, kBuffers);
  const auto* known = names ? names.as<DictObject>() : nullptr;
  if (known == nullptr) return result;
  for (std::size_t i = 0; i < known->entry_count(); ++i) {
    const DictObject::Entry& entry = known->entry(i);
    if (!entry.key || (persistent_only && entry.value.is_bool() && !entry.value.as_bool())) {
      continue;
    }
    const std::string& name = runtime::text_of(entry.key);
    const Value value = get_own(vm, module, name);
    if (value && tensor_of(value) != nullptr) result.push_back({name, value});
  }
  return result;
}

std::vector<NamedValue> children(const Torch& torch, const Value& module) {
  std::vector<NamedValue> result;
  for_each_attribute(module, [&](const std::string& name, const Value& value) {
    if (is_module(torch, value)) result.push_back({name, value});
  });
  return result;
}

std::vector<NamedValue> all_modules(const Torch& torch, const Value& module,
                                    const std::string& prefix) {
  std::vector<NamedValue> result;
  std::set<const runtime::Object*> seen;
  const std::function<void(const Value&, const std::string&)> add = [&](const Value& value,
                                                                        const std::string& name) {
    if (!seen.insert(value.object()).second) return;
    result.push_back({name, value});
    for (const NamedValue& child : children(torch, value)) {
      add(child.value, joined_name(name, child.name));
    }
  };
  add(module, prefix);
  return result;
}

void initialize_module(Vm& vm, const Value& module) {
  set_own(vm, module, "training", Value::boolean(true));
  set_own(vm, module, kBuffers, Value(vm.new_dict()));
}

void set_own(Vm& vm, const Value& instance, std::string_view name, Value value) {
  auto* const container = dynamic_cast<runtime::Container*>(instance.object());
  if (container != nullptr) {
    container->make_attributes().set(*vm.intern(name), std::move(value));
  }
}

Value get_own(Vm& vm, const Value& instance, std::string_view name) {
  DictObject* const attributes = attributes_of(instance);
  const Value* const found = attributes == nullptr ? nullptr : attributes->find(*vm.intern(name));
  return found == nullptr ? Value() : *found;
}

Ref<TypeObject> add_class(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module,
                          std::string_view file, std::string_view name,
                          std::span<const Method> methods) {
  std::vector<runtime::NativeMember> members;
  for (const Method& method : methods) {
    const std::string qualified = std::string(name) + "." + std::string(method.name);
    members.push_back({method.name, native(torch, qualified, method.parameters, method.handler)});
  }
  Ref<TypeObject> type = runtime::make_class(vm, "torch.nn.modules." + std::string(file), name,
                                             {torch->module}, members);
  runtime::set_name(vm, module, name, Value(type));
  return type;
}

void make_module_type(Vm& vm, const std::shared_ptr<Torch>& torch) {
  std::vector<runtime::NativeMember> members;
  for (const auto methods : {std::span<const Method>(kMethods), module_state_methods()}) {
    for (const Method& method : methods) {
      const std::string qualified = "Module." + std::string(method.name);
      members.push_back({method.name, native(torch, qualified, method.parameters, method.handler)});
    }
  }
  members.push_back({"__call__", call_module});
  members.push_back({"forward", missing_forward});
  torch->module =
      runtime::make_class(vm, "torch.nn.modules.module", "Module", {vm.types().object}, members);
}

}  // namespace normscope::notebook::torch
