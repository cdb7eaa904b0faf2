// SPDX-License-Identifier: MIT
// Native functions, types and modules as objects; the dunder methods that slots stand for.
#include "app/notebook/runtime/native.hpp"

#include <string>
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

Value native_function(Vm& vm, std::string_view name, NativeCall call, bool binds) {
  return Value(vm.make<NativeFunctionObject>(*vm.types().native_function, std::string(name),
                                             std::move(call), binds));
}

Ref<DescriptorObject> descriptor(Vm& vm, const Ref<TypeObject>& type, DescriptorObject::What what) {
  return vm.make<DescriptorObject>(*type, what);
}

void put(TypeObject& type, std::string_view name, Value value) {
  type.set_name(*type.vm().intern(name), std::move(value));
}

// A method that does what a slot does.
void add_slot(TypeObject& type, const Ref<StrObject>& name, std::size_t least, std::size_t most,
              NativeCall call) {
  if (type.names->find(*name) != nullptr) return;
  auto checked = [call = std::move(call), name, least, most, &type](Vm& vm, const Args& args) {
    if (args.size() == 0) {
      return Value(vm.raise(vm.errors().type_error, "descriptor '" + name->text() + "' of '" +
                                                        type.name + "' object needs an argument"));
    }
    if (!is_instance(vm, args[0], type)) {
      return Value(vm.raise(vm.errors().type_error,
                            "descriptor '" + name->text() + "' requires a '" + type.name +
                                "' object but received a '" + type_name(vm, args[0]) + "'"));
    }
    if (!check_count(vm, args.tail(), name->text(), least, most)) return Value();
    return call(vm, args);
  };
  Value function = native_function(type.vm(), name->text(), std::move(checked), true);
  function.get<NativeFunctionObject>().is_slot = true;
  function.get<NativeFunctionObject>().owner = type.name;
  type.set_name(*name, std::move(function));
}

void add_operators(Vm& vm, TypeObject& type) {
  const Slots slots = type.slots;
  const Names& names = vm.names();
  for (int n = 0; n < kBinaryOps; ++n) {
    const auto op = static_cast<BinaryOp>(n);
    const auto index = static_cast<std::size_t>(n);
    if (slots.binary != nullptr && ((slots.binary_mask >> index) & 1U) != 0) {
      add_slot(type, names.binary[index], 1, 1, [slots, op](Vm& machine, const Args& args) {
        return slots.binary(machine, op, args[0], args[1]);
      });
      add_slot(type, names.reflected[index], 1, 1, [slots, op](Vm& machine, const Args& args) {
        return slots.binary(machine, op, args[1], args[0]);
      });
    }
    if (slots.inplace != nullptr && ((slots.binary_mask >> index) & 1U) != 0) {
      add_slot(type, names.inplace[index], 1, 1, [slots, op](Vm& machine, const Args& args) {
        return slots.inplace(machine, op, args[0], args[1]);
      });
    }
  }
  if (slots.compare != nullptr) {
    for (std::size_t n = 0; n < 6; ++n) {
      if (((slots.compare_mask >> n) & 1U) == 0) continue;
      const auto op = static_cast<CompareOp>(n);
      add_slot(type, names.compare[n], 1, 1, [slots, op](Vm& machine, const Args& args) {
        return slots.compare(machine, op, args[0], args[1]);
      });
    }
  }
  if (slots.unary != nullptr) {
    const Ref<StrObject> all[] = {names.neg, names.pos, names.invert, names.abs};
    for (std::size_t n = 0; n < 4; ++n) {
      if (((slots.unary_mask >> n) & 1U) == 0) continue;
      const auto op = static_cast<UnaryOp>(n);
      add_slot(type, all[n], 0, 0, [slots, op](Vm& machine, const Args& args) {
        return slots.unary(machine, op, args[0]);
      });
    }
  }
}

Value done(bool fine) {
  return fine ? Value::none() : Value();
}

void add_items(Vm& vm, TypeObject& type) {
  const Slots slots = type.slots;
  const Names& names = vm.names();
  if (slots.getitem != nullptr) {
    add_slot(type, names.getitem, 1, 1, [slots](Vm& machine, const Args& args) {
      return slots.getitem(machine, args[0], args[1]);
    });
  }
  if (slots.setitem != nullptr) {
    add_slot(type, names.setitem, 2, 2, [slots](Vm& machine, const Args& args) {
      return done(slots.setitem(machine, args[0], args[1], args[2]));
    });
    add_slot(type, names.delitem, 1, 1, [slots](Vm& machine, const Args& args) {
      return done(slots.setitem(machine, args[0], args[1], Value()));
    });
  }
  if (slots.contains != nullptr) {
    add_slot(type, names.contains, 1, 1, [slots](Vm& machine, const Args& args) {
      const int answer = slots.contains(machine, args[0], args[1]);
      return answer < 0 ? Value() : Value::boolean(answer != 0);
    });
  }
  if (slots.length != nullptr) {
    add_slot(type, names.len, 0, 0, [slots](Vm& machine, const Args& args) {
      const std::int64_t size = slots.length(machine, args[0]);
      return size < 0 ? Value() : Value::integer(size);
    });
  }
  if (slots.truth != nullptr) {
    add_slot(type, names.bool_, 0, 0, [slots](Vm& machine, const Args& args) {
      const int answer = slots.truth(machine, args[0]);
      return answer < 0 ? Value() : Value::boolean(answer != 0);
    });
  }
  if (slots.iter != nullptr) {
    add_slot(type, names.iter, 0, 0,
             [slots](Vm& machine, const Args& args) { return slots.iter(machine, args[0]); });
  }
  if (slots.next != nullptr) {
    add_slot(type, names.next, 0, 0, [slots](Vm& machine, const Args& args) {
      Value item = slots.next(machine, args[0]);
      if (item || machine.raised()) return item;
      return Value(machine.raise_stop_iteration(Value()));
    });
  }
}

void add_texts(Vm& vm, TypeObject& type) {
  const Slots slots = type.slots;
  const Names& names = vm.names();
  if (slots.repr != nullptr) {
    add_slot(type, names.repr, 0, 0,
             [slots](Vm& machine, const Args& args) { return slots.repr(machine, args[0]); });
  }
  if (slots.str != nullptr) {
    add_slot(type, names.str, 0, 0,
             [slots](Vm& machine, const Args& args) { return slots.str(machine, args[0]); });
  }
  if (slots.format != nullptr) {
    add_slot(type, names.format, 1, 1, [slots](Vm& machine, const Args& args) {
      if (args[1].as<StrObject>() == nullptr) {
        return Value(
            machine.raise(machine.errors().type_error,
                          "__format__() argument must be str, not " + type_name(machine, args[1])));
      }
      return slots.format(machine, args[0], text_of(args[1]));
    });
  }
  if (slots.hash != nullptr) {
    add_slot(type, names.hash, 0, 0, [slots](Vm& machine, const Args& args) {
      std::int64_t result = 0;
      return slots.hash(machine, args[0], result) ? Value::integer(result) : Value();
    });
  }
  if (slots.convert == nullptr) return;
  const std::pair<Ref<StrObject>, Conversion> all[] = {{names.int_, Conversion::kInt},
                                                       {names.float_, Conversion::kFloat},
                                                       {names.index, Conversion::kIndex}};
  for (const auto& [name, conversion] : all) {
    add_slot(type, name, 0, 0, [slots, to = conversion](Vm& machine, const Args& args) {
      return slots.convert(machine, to, args[0]);
    });
  }
}

}  // namespace

Ref<TypeObject> make_native_type(Vm& vm, std::string_view module, std::string_view name,
                                 TypeObject* base) {
  auto type = vm.make<TypeObject>(vm.types().type.get(), vm, vm.heap(), std::string(name));
  type->module = std::string(module);
  type->names = vm.new_dict();
  TypeObject* const parent = base != nullptr ? base : vm.types().object.get();
  type->bases.emplace_back(parent);
  type->mro.emplace_back(type.get());
  type->mro.insert(type->mro.end(), parent->mro.begin(), parent->mro.end());
  type->slots = parent->slots;
  type->layout = base != nullptr ? base->layout : Kind::kNativeObject;
  type->has_attributes = parent->has_attributes;
  if (base == nullptr) type->slots.create = nullptr;
  return type;
}

void finish_type(Vm& vm, TypeObject& type) {
  add_operators(vm, type);
  add_items(vm, type);
  add_texts(vm, type);
  const Slots slots = type.slots;
  if (slots.call != nullptr) {
    add_slot(type, vm.names().call, 0, static_cast<std::size_t>(-1),
             [slots](Vm& machine, const Args& args) {
               return slots.call(machine, args[0], args.tail());
             });
  }
}

Ref<TypeObject> make_class(Vm& vm, std::string_view module, std::string_view name,
                           std::vector<Ref<TypeObject>> bases,
                           const std::vector<NativeMember>& methods) {
  auto names = vm.new_dict();
  names->set(*vm.names().module, vm.str(module));
  for (const NativeMember& method : methods) {
    names->set(*vm.intern(method.name), make_method(vm, method.name, method.call));
  }
  std::vector<Value> all;
  for (const auto& base : bases) all.emplace_back(base);
  const Value made = make_user_class(vm, *vm.types().type, std::string(name), all, names, {});
  return Ref(made.as<TypeObject>());
}

Value make_function(Vm& vm, std::string_view name, NativeCall call) {
  return native_function(vm, name, std::move(call), false);
}

Value make_method(Vm& vm, std::string_view name, NativeCall call) {
  return native_function(vm, name, std::move(call), true);
}

void add_method(TypeObject& type, std::string_view name, NativeCall call) {
  // Called through the class, the first argument has to be an instance.
  auto checked = [call = std::move(call), &type, text = std::string(name)](Vm& vm,
                                                                           const Args& args) {
    if (args.size() == 0) {
      return Value(vm.raise(vm.errors().type_error,
                            "unbound method " + type.name + "." + text + "() needs an argument"));
    }
    if (!is_instance(vm, args[0], type)) {
      return Value(vm.raise(vm.errors().type_error, "descriptor '" + text + "' for '" + type.name +
                                                        "' objects doesn't apply to a '" +
                                                        type_name(vm, args[0]) + "' object"));
    }
    return call(vm, args);
  };
  Value function = native_function(type.vm(), name, std::move(checked), true);
  function.get<NativeFunctionObject>().owner = type.name;
  put(type, name, std::move(function));
}

void add_static_method(TypeObject& type, std::string_view name, NativeCall call) {
  auto made =
      descriptor(type.vm(), type.vm().types().staticmethod, DescriptorObject::What::kStatic);
  made->get = make_function(type.vm(), name, std::move(call));
  made->get.get<NativeFunctionObject>().owner = type.name;
  put(type, name, Value(made));
}

void add_class_method(TypeObject& type, std::string_view name, NativeCall call) {
  auto made = descriptor(type.vm(), type.vm().types().classmethod, DescriptorObject::What::kClass);
  made->get = make_function(type.vm(), name, std::move(call));
  made->get.get<NativeFunctionObject>().owner = type.name;
  put(type, name, Value(made));
}

void add_property(TypeObject& type, std::string_view name,
                  std::function<Value(Vm& vm, const Value& self)> get,
                  std::function<bool(Vm& vm, const Value& self, const Value& value)> set) {
  auto made = descriptor(type.vm(), type.vm().types().native_property,
                         DescriptorObject::What::kNativeProperty);
  made->name = std::string(name);
  made->native_get = std::move(get);
  made->native_set = std::move(set);
  put(type, name, Value(made));
}

void add_name(TypeObject& type, std::string_view name, Value value) {
  put(type, name, std::move(value));
}

Value make_module(Vm& vm, std::string_view name) {
  auto names = vm.new_dict();
  names->set(*vm.names().name, vm.str(name));
  return Value(vm.make<ModuleObject>(*vm.types().module, std::string(name), names));
}

void set_name(Vm& vm, const Value& module, std::string_view name, Value value) {
  module.get<ModuleObject>().names->set(*vm.intern(name), std::move(value));
}

}  // namespace normscope::notebook::runtime
