// SPDX-License-Identifier: MIT
// property, staticmethod, classmethod and super.
#include <string>
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/errors.hpp"
#include "app/notebook/runtime/frame.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/setup.hpp"

namespace normscope::notebook::runtime {
namespace {

using What = DescriptorObject::What;

DescriptorObject& descriptor_of(const Value& value) {
  return value.get<DescriptorObject>();
}

Value create_property(Vm& vm, TypeObject& type, const Args& args) {
  static const Signature kSignature("property", "fget=None, fset=None, fdel=None, doc=None");
  Value bound[4];
  if (!kSignature.bind(vm, args, bound)) return {};
  auto made = vm.make<DescriptorObject>(type, What::kProperty);
  made->get = bound[0];
  made->set = bound[1];
  made->erase = bound[2];
  made->doc = bound[3];
  if (const auto* const function = made->get.as<FunctionObject>()) {
    made->name = function->name->text();
    if (!made->doc) made->doc = function->doc;
  }
  return Value(made);
}

// property.getter, setter and deleter: a copy with one function changed.
NativeCall with(Value DescriptorObject::*place) {
  return [place](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), "property.setter", 1, 1)) return Value();
    const DescriptorObject& from = descriptor_of(args[0]);
    auto made = vm.make<DescriptorObject>(*from.type(), What::kProperty);
    made->get = from.get;
    made->set = from.set;
    made->erase = from.erase;
    made->doc = from.doc;
    made->name = from.name;
    (*made).*place = args[1];
    return Value(made);
  };
}

Value create_wrapper(Vm& vm, TypeObject& type, const Args& args) {
  if (!check_count(vm, args, type.name, 1, 1)) return {};
  const bool is_static = type.is_subtype_of(*vm.types().staticmethod);
  auto made = vm.make<DescriptorObject>(type, is_static ? What::kStatic : What::kClass);
  made->get = args[0];
  return Value(made);
}

Value no_super(Vm& vm, const char* why) {
  return vm.raise(vm.errors().runtime_error, std::string("super(): ") + why);
}

Value create_super(Vm& vm, TypeObject& type, const Args& args) {
  if (!check_count(vm, args, "super", 0, 2)) return {};
  TypeObject* after = nullptr;
  Value self;
  if (args.size() == 0) {
    const Frame* const frame = vm.frame;
    if (frame == nullptr || frame->code->positional == 0) return no_super(vm, "no arguments");
    self = frame->locals[0];
    for (const auto& [cell, local] : frame->code->cell_parameters) {
      if (local == 0) self = frame->cells[cell].get<CellObject>().value;
    }
    if (!self) return no_super(vm, "arg[0] deleted");
    for (std::size_t n = 0; n < frame->code->cells.size(); ++n) {
      if (frame->code->cells[n].get() != vm.intern("__class__").get()) continue;
      after = frame->cells[n].get<CellObject>().value.as<TypeObject>();
      if (after == nullptr) return no_super(vm, "empty __class__ cell");
    }
    if (after == nullptr) return no_super(vm, "__class__ cell not found");
  } else {
    after = args[0].as<TypeObject>();
    if (after == nullptr) {
      return vm.raise(vm.errors().type_error,
                      "super() argument 1 must be a type, not " + type_name(vm, args[0]));
    }
    if (args.size() < 2)
      return vm.raise_not_supported("super() of a class alone", "super(C, self)");
    self = args[1];
  }
  TypeObject* start = self.as<TypeObject>();
  if (start == nullptr || !start->is_subtype_of(*after)) start = &vm.type_of(self);
  if (!start->is_subtype_of(*after)) {
    return vm.raise(vm.errors().type_error,
                    "super(type, obj): obj must be an instance or subtype of type");
  }
  return Value(vm.make<SuperObject>(type, Ref(after), self, Ref(start)));
}

}  // namespace

void add_descriptor_types(Vm& vm) {
  const Types& types = vm.types();
  types.property->slots.create = create_property;
  types.staticmethod->slots.create = create_wrapper;
  types.classmethod->slots.create = create_wrapper;
  types.super_type->slots.create = create_super;
  types.super_type->slots.repr = [](Vm& machine, const Value& self) {
    const auto& super = self.get<SuperObject>();
    return machine.str("<super: <class '" + super.after->name + "'>, <" + super.start->name +
                       " object>>");
  };
  types.staticmethod->slots.call = [](Vm& machine, const Value& self, const Args& args) {
    return call(machine, descriptor_of(self).get, args);
  };
  types.native_property->slots.create = nullptr;
  for (const auto& type : {types.property, types.staticmethod, types.classmethod, types.super_type,
                           types.native_property}) {
    finish_type(vm, *type);
    if (type != types.native_property) vm.builtins()->set(*vm.intern(type->name), Value(type));
  }
  add_method(*types.property, "getter", with(&DescriptorObject::get));
  add_method(*types.property, "setter", with(&DescriptorObject::set));
  add_method(*types.property, "deleter", with(&DescriptorObject::erase));
}

}  // namespace normscope::notebook::runtime
