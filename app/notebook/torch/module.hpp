// SPDX-License-Identifier: MIT
// What nn.Module keeps: parameters, buffers and child modules are the attributes of its instances
// that are of these kinds, in the order in which they were assigned.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/notebook/torch/call.hpp"

namespace normscope::notebook::torch {

struct NamedValue {
  std::string name;
  Value value;
};

bool is_module(const Torch& torch, const Value& value);
bool is_parameter(const Torch& torch, const Value& value);

/// The module's own, in order.
std::vector<NamedValue> own_parameters(const Torch& torch, const Value& module);
std::vector<NamedValue> own_buffers(Vm& vm, const Value& module, bool persistent_only = false);
std::vector<NamedValue> children(const Torch& torch, const Value& module);

/// The module and all below it, each once: "", "a", "a.0".
std::vector<NamedValue> all_modules(const Torch& torch, const Value& module,
                                    const std::string& prefix);

/// Parameters (or buffers) of a module, the call's first argument, and with `recurse` of all below
/// it, each object once.
std::vector<NamedValue> all_values(const Call& call, const std::string& prefix, bool recurse,
                                   bool parameters);
/// "prefix.name"
std::string joined_name(const std::string& prefix, const std::string& name);

/// Makes an instance a module that can take parameters: what Module.__init__ does.
void initialize_module(Vm& vm, const Value& module);
/// An attribute of an instance, without any hook.
void set_own(Vm& vm, const Value& instance, std::string_view name, Value value);
/// Its value, empty where there is none.
Value get_own(Vm& vm, const Value& instance, std::string_view name);

/// A method of a layer: its parameters, self first, and what it does.
struct Method {
  std::string_view name;
  std::string_view parameters;
  Handler handler;
};

/// Methods of nn.Module that change or copy what is below it.
std::span<const Method> module_state_methods();

/// A class of torch.nn, known to `module` by its name.
Ref<TypeObject> add_class(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module,
                          std::string_view file, std::string_view name,
                          std::span<const Method> methods);

}  // namespace normscope::notebook::torch
