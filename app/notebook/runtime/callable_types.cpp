// SPDX-License-Identifier: MIT
// Functions, methods, modules, generators and iterators as values: mostly how they are shown.
#include <string>
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/errors.hpp"
#include "app/notebook/runtime/frame.hpp"
#include "app/notebook/runtime/iterators.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/setup.hpp"
#include "app/notebook/runtime/texts.hpp"

namespace normscope::notebook::runtime {
namespace {

Value function_repr(Vm& vm, const Value& self) {
  return vm.str("<function " + self.get<FunctionObject>().qualname->text() + " at " +
                address_of(self) + ">");
}

Value method_repr(Vm& vm, const Value& self);

Value native_repr(Vm& vm, const Value& self) {
  if (self.is_kind(Kind::kMethod)) return method_repr(vm, self);
  const auto& function = self.get<NativeFunctionObject>();
  if (!function.owner.empty()) {
    return vm.str("<" + std::string(function.is_slot ? "slot wrapper" : "method") + " '" +
                  function.name + "' of '" + function.owner + "' objects>");
  }
  return vm.str("<built-in function " + function.name + ">");
}

Value method_repr(Vm& vm, const Value& self) {
  const auto& method = self.get<MethodObject>();
  const auto owner = repr_of(vm, method.self);
  if (!owner) return {};
  if (const auto* const function = method.function.as<FunctionObject>()) {
    return vm.str("<bound method " + function->qualname->text() + " of " + *owner + ">");
  }
  if (const auto* const function = method.function.as<NativeFunctionObject>()) {
    return vm.str("<built-in method " + function->name + " of " + type_name(vm, method.self) +
                  " object at " + address_of(self) + ">");
  }
  return vm.str("<bound method of " + *owner + ">");
}

Value method_compare(Vm&, CompareOp op, const Value& self, const Value& other) {
  if (op != CompareOp::kEqual && op != CompareOp::kNotEqual) return Value::not_implemented();
  const auto* const b = other.as<MethodObject>();
  if (b == nullptr) return Value::not_implemented();
  if (!self.is_kind(Kind::kMethod)) return Value::not_implemented();
  const auto& a = self.get<MethodObject>();
  const bool same = a.self.same(b->self) && a.function.same(b->function);
  return Value::boolean(same == (op == CompareOp::kEqual));
}

bool method_hash(Vm&, const Value& self, std::int64_t& result) {
  if (!self.is_kind(Kind::kMethod)) {
    result = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(self.object()) >> 4U);
    return true;
  }
  const auto& method = self.get<MethodObject>();
  const auto a = reinterpret_cast<std::uintptr_t>(method.function.object());
  const auto b =
      method.self.is_object() ? reinterpret_cast<std::uintptr_t>(method.self.object()) : 0;
  result = static_cast<std::int64_t>((a ^ (b * 31U)) >> 4U);
  return true;
}

GeneratorObject& generator_of(const Value& value) {
  return value.get<GeneratorObject>();
}

// The value of a step of a generator, or StopIteration with what it returned.
Value step_result(Vm& vm, const Value& generator, Value value) {
  if (value || vm.raised()) return value;
  return vm.raise_stop_iteration(std::exchange(generator_of(generator).result, Value()));
}

Value generator_throw(Vm& vm, const Args& args) {
  if (!check_count(vm, args.tail(), "throw", 1, 3)) return {};
  Value exception = args[1];
  if (args.size() > 2 && !args[2].is_none() && exception.is_kind(Kind::kType)) {
    // The form with a type and what it is made from.
    if (args[2].is_kind(Kind::kException)) {
      exception = args[2];
    } else if (const auto* const all = args[2].as<TupleObject>()) {
      exception = call(vm, exception, Args{all->values, {}, {}});
    } else {
      exception = call(vm, exception, {args[2]});
    }
    if (!exception) return {};
  }
  vm.raise_value(exception);
  if (generator_of(args[0]).is_finished()) return {};
  return step_result(vm, args[0], generator_of(args[0]).resume(vm, Value()));
}

Value generator_close(Vm& vm, const Args& args) {
  return generator_of(args[0]).close(vm) ? Value::none() : Value();
}

Value self_of(Vm&, const Value& self) {
  return self;
}

Value iterator_next(Vm& vm, const Value& self) {
  return self.get<IteratorObject>().next(vm);
}

}  // namespace

void add_function_types(Vm& vm) {
  const Types& types = vm.types();
  types.function->slots.repr = function_repr;
  types.function->slots.call = [](Vm& machine, const Value& self, const Args& args) {
    return call(machine, self, args);
  };
  types.native_function->slots.repr = native_repr;
  types.native_function->slots.call = types.function->slots.call;
  types.native_function->slots.compare = method_compare;
  types.native_function->slots.hash = method_hash;
  types.method->slots.repr = method_repr;
  types.method->slots.compare = method_compare;
  types.method->slots.hash = method_hash;
  types.method->slots.call = types.function->slots.call;
  types.module->slots.repr = [](Vm& machine, const Value& self) {
    return machine.str("<module '" + self.get<ModuleObject>().name + "'>");
  };
  types.code->slots.repr = [](Vm& machine, const Value& self) {
    return machine.str("<code object " + self.get<CodeObject>().name + ">");
  };
  types.cell->slots.repr = [](Vm& machine, const Value& self) {
    return machine.str("<cell at " + address_of(self) + ">");
  };
  add_method(*types.function, "__get__", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args.tail(), "__get__", 1, 2)) return Value();
    return args[1].is_none() ? args[0] : bind(machine, args[0], args[1], machine.type_of(args[1]));
  });
  for (const auto& type : {types.function, types.native_function, types.method, types.module,
                           types.code, types.cell}) {
    type->slots.create = nullptr;
    finish_type(vm, *type);
  }
}

void add_generator_types(Vm& vm) {
  TypeObject& generator = *vm.types().generator;
  generator.slots.create = nullptr;
  generator.slots.iter = self_of;
  generator.slots.next = iterator_next;
  generator.slots.repr = [](Vm& machine, const Value& self) {
    return machine.str("<generator object " + generator_of(self).name + " at " + address_of(self) +
                       ">");
  };
  finish_type(vm, generator);
  add_method(generator, "send", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args.tail(), "generator.send", 1, 1)) return Value();
    return step_result(machine, args[0], generator_of(args[0]).resume(machine, args[1]));
  });
  add_method(generator, "throw", generator_throw);
  add_method(generator, "close", generator_close);
  TypeObject& iterator = *vm.types().iterator;
  iterator.slots.create = nullptr;
  iterator.slots.iter = self_of;
  iterator.slots.next = iterator_next;
  finish_type(vm, iterator);
}

}  // namespace normscope::notebook::runtime
