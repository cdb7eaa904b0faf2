// SPDX-License-Identifier: MIT
// torch.no_grad and its kin: for `with`, and for functions.
#include <fmt/format.h>

#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/call.hpp"

namespace normscope::notebook::torch {
namespace {

class GradModeObject final : public runtime::NativeObject {
 public:
  GradModeObject(TypeObject& type, bool its_mode) : NativeObject(type), mode(its_mode) {}
  bool mode;
  std::vector<bool> before{};  // one for each `with` that this object is in
};

// A function that runs in the mode. What it wraps is an attribute of it, where cycles are seen.
Value wrapped(Vm& vm, const std::shared_ptr<Torch>& torch, bool mode, const Value& function) {
  const auto* plain = function.as<runtime::FunctionObject>();
  const std::string name = plain != nullptr ? plain->name->text() : "wrapper";
  Value made = runtime::make_method(vm, name, {});
  auto& object = made.get<runtime::NativeFunctionObject>();
  object.make_attributes().set(*vm.intern("__wrapped__"), function);
  object.call = [torch, mode, &object](Vm& machine, const Args& args) -> Value {
    const Value* const inner =
        object.attributes() ? object.attributes()->find(*machine.intern("__wrapped__")) : nullptr;
    if (inner == nullptr) {
      return machine.raise(machine.errors().runtime_error, "the function is gone");
    }
    const Value held = *inner;
    const bool before = std::exchange(torch->context.grad_enabled, mode);
    Value result = runtime::call(machine, held, args);
    torch->context.grad_enabled = before;
    return result;
  };
  return made;
}

void make_mode(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module,
               std::string_view name, std::string_view parameters, bool fixed, bool at_once) {
  const auto type = runtime::make_native_type(vm, "torch.autograd.grad_mode", name);
  type->has_attributes = true;
  runtime::add_static_method(
      *type, "__new__",
      native(torch, name, parameters,
             std::function<Value(Call&)>([type = type.get(), fixed, at_once](Call& call) -> Value {
               const bool mode = at_once ? call.flag(1, true) : fixed;
               auto object = call.vm.make<GradModeObject>(*type, mode);
               if (at_once) {
                 object->before.push_back(std::exchange(call.context().grad_enabled, mode));
               }
               return object;
             })));
  runtime::add_method(*type, "__enter__", [torch, at_once](Vm&, const Args& args) {
    auto& self = args[0].get<GradModeObject>();
    if (!at_once) {
      self.before.push_back(std::exchange(torch->context.grad_enabled, self.mode));
    }
    return Value::none();
  });
  runtime::add_method(*type, "__exit__", [torch](Vm&, const Args& args) {
    auto& self = args[0].get<GradModeObject>();
    if (!self.before.empty()) {
      torch->context.grad_enabled = self.before.back();
      self.before.pop_back();
    }
    return Value::boolean(false);
  });
  runtime::add_method(*type, "__call__", [torch](Vm& machine, const Args& args) -> Value {
    if (args.size() != 2) {
      return machine.raise(machine.errors().type_error, "no_grad() decorates one function");
    }
    return wrapped(machine, torch, args[0].get<GradModeObject>().mode, args[1]);
  });
  type->slots.call = [](Vm& machine, const Value& self, const Args& args) -> Value {
    std::vector<Value> all{self};
    all.insert(all.end(), args.positional.begin(), args.positional.end());
    const Value* const method = self.object()->type()->find(*machine.intern("__call__"));
    return runtime::call(machine, *method, Args{all, args.keywords, args.names});
  };
  runtime::set_name(vm, module, name, Value(type));
}

}  // namespace

void add_grad_mode(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module) {
  make_mode(vm, torch, module, "no_grad", "cls", false, false);
  make_mode(vm, torch, module, "enable_grad", "cls", true, false);
  make_mode(vm, torch, module, "inference_mode", "cls, mode=True", false, false);
  make_mode(vm, torch, module, "set_grad_enabled", "cls, mode", false, true);
  runtime::set_name(
      vm, module, "is_grad_enabled",
      runtime::make_function(
          vm, "is_grad_enabled",
          native(torch, "is_grad_enabled", "", std::function<Value(Call&)>([](Call& call) {
                   return Value::boolean(call.context().grad_enabled);
                 }))));
}

}  // namespace normscope::notebook::torch
