// SPDX-License-Identifier: MIT
// What nn.Module does to all that is below it: modes, element types, parameters in and out.
#include <fmt/format.h>

#include <array>
#include <functional>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/runtime/dict.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/module.hpp"

namespace normscope::notebook::torch {
namespace {

Value state_dict(Call& call) {
  Value result(call.vm.new_dict());
  const Value collections = call.vm.import("collections");
  if (collections) {
    const Value type = runtime::get_attribute(call.vm, collections, "OrderedDict");
    if (type) result = call.checked(runtime::call(call.vm, type));
  }
  if (!result) throw Failed{};
  const std::function<void(const Value&, const std::string&)> add = [&](const Value& module,
                                                                        const std::string& prefix) {
    const auto put = [&](const NamedValue& entry) {
      const auto* tensor = tensor_of(entry.value);
      if (tensor == nullptr) return;
      const Value detached =
          make_tensor(call.vm, call.torch, arrays::detach(call.context(), tensor->array));
      if (!runtime::set_item(call.vm, result, call.vm.str(joined_name(prefix, entry.name)),
                             detached)) {
        throw Failed{};
      }
    };
    for (const NamedValue& entry : own_parameters(call.torch, module)) put(entry);
    for (const NamedValue& entry : own_buffers(call.vm, module, true)) put(entry);
    for (const NamedValue& child : children(call.torch, module)) {
      add(child.value, joined_name(prefix, child.name));
    }
  };
  add(call.value(0), "");
  return result;
}

Value train(Call& call) {
  const bool mode = call.flag(1, true);
  for (const NamedValue& module : all_modules(call.torch, call.value(0), "")) {
    set_own(call.vm, module.value, "training", Value::boolean(mode));
  }
  return call.value(0);
}

Value eval(Call& call) {
  for (const NamedValue& module : all_modules(call.torch, call.value(0), "")) {
    set_own(call.vm, module.value, "training", Value::boolean(false));
  }
  return call.value(0);
}

// Gives each parameter and buffer this floating type, in its place.
Value convert_all(Call& call, Dtype dtype) {
  for (const bool parameters : {true, false}) {
    for (const NamedValue& entry : all_values(call, "", true, parameters)) {
      auto& array = tensor_of(entry.value)->array;
      if (!arrays::is_floating(array.dtype)) continue;
      const bool wanted = array.requires_grad;
      array = call.take(arrays::converted(call.context(), array, dtype));
      array.grad_fn = {};
      array.requires_grad = wanted;
    }
  }
  return call.value(0);
}

Value to(Call& call) {
  for (const std::size_t at : {std::size_t{1}, std::size_t{2}}) {
    const bool named = call.given(at) && runtime::native_of<DtypeObject>(
                                             call.value(at), *call.torch.dtype) != nullptr;
    if (named) return convert_all(call, *call.dtype(at));
    if (call.given(at) && call.value(at).is_kind(runtime::Kind::kStr) &&
        !runtime::text_of(call.value(at)).starts_with("cpu")) {
      call.fail(call.vm.errors().assertion_error, "Torch not compiled with CUDA enabled");
    }
  }
  return call.value(0);
}

Value requires_grad(Call& call) {
  const bool wanted = call.flag(1, true);
  for (const NamedValue& entry : all_values(call, "", true, true)) {
    tensor_of(entry.value)->array.requires_grad = wanted;
  }
  return call.value(0);
}

Value zero_grad(Call& call) {
  for (const NamedValue& entry : all_values(call, "", true, true)) {
    tensor_of(entry.value)->grad = Value();
  }
  return Value::none();
}

// function(module) for all modules below, the innermost first.
void apply_to(const Call& call, const Value& module, const Value& function) {
  for (const NamedValue& child : children(call.torch, module)) {
    apply_to(call, child.value, function);
  }
  call.checked(runtime::call(call.vm, function, {module}));
}

Value apply(Call& call) {
  apply_to(call, call.value(0), call.value(1));
  return call.value(0);
}

constexpr std::array kMethods{
    Method{"state_dict", "self", state_dict},
    Method{"train", "self, mode=True", train},
    Method{"eval", "self", eval},
    Method{"to", "self, a=None, dtype=None, *, device=None", to},
    Method{"float", "self", [](Call& call) { return convert_all(call, Dtype::kFloat32); }},
    Method{"double", "self", [](Call& call) { return convert_all(call, Dtype::kFloat64); }},
    Method{"cpu", "self", [](Call& call) { return call.value(0); }},
    Method{"requires_grad_", "self, requires_grad=True", requires_grad},
    Method{"zero_grad", "self, set_to_none=False", zero_grad},
    Method{"apply", "self, fn", apply},
};

}  // namespace

std::span<const Method> module_state_methods() {
  return kMethods;
}

}  // namespace normscope::notebook::torch
