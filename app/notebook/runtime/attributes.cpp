// SPDX-License-Identifier: MIT
// Attributes: data descriptors of the class, then the instance's own, then the rest of the class,
// then __getattr__; in Python's order.
#include "app/notebook/runtime/attributes.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "app/notebook/runtime/errors.hpp"
#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/special_attributes.hpp"

namespace normscope::notebook::runtime {
namespace {

// A descriptor that decides before the instance's own attributes.
bool is_data_descriptor(Vm& vm, const Value& found) {
  if (const auto* const descriptor = found.as<DescriptorObject>()) {
    return descriptor->what == DescriptorObject::What::kProperty ||
           descriptor->what == DescriptorObject::What::kNativeProperty;
  }
  return found.is_kind(Kind::kInstance) &&
         vm.find_in_type(vm.type_of(found), *vm.names().set) != nullptr;
}

const Value* own_attribute(const Value& value, const StrObject& name) {
  const DictObject* const attributes = attributes_of(*value.object());
  return attributes != nullptr ? attributes->find(name) : nullptr;
}

Value type_attribute(Vm& vm, TypeObject& type, StrObject& name) {
  const TypeObject& meta = *type.type();
  const Value* const of_meta = vm.find_in_type(meta, name);
  if (of_meta != nullptr && is_data_descriptor(vm, *of_meta)) {
    return bind(vm, Value(*of_meta), Value(&type), *type.type());
  }
  if (const Value* const found = vm.find_in_type(type, name)) {
    const Value copy = *found;
    if (const auto* const descriptor = copy.as<DescriptorObject>()) {
      using What = DescriptorObject::What;
      if (descriptor->what == What::kStatic) return descriptor->get;
      if (descriptor->what == What::kClass) {
        return Value(vm.make<MethodObject>(*vm.types().method, descriptor->get, Value(&type)));
      }
      return copy;
    }
    if (copy.is_kind(Kind::kInstance)) {
      bool has = false;
      Value result = call_special(vm, copy, vm.names().get, {Value::none(), Value(&type)}, has);
      if (has) return result;
    }
    return copy;
  }
  if (of_meta != nullptr) return bind(vm, Value(*of_meta), Value(&type), *type.type());
  return {};
}

Value super_attribute(Vm& vm, const Value& value, StrObject& name) {
  const auto& super = value.get<SuperObject>();
  if (const Value* const found = find_behind(*super.start, *super.after, name)) {
    const Value copy = *found;
    if (super.self.same(Value(super.start.get()))) {
      // In a class method, or __new__: self is the class itself.
      if (const auto* const descriptor = copy.as<DescriptorObject>()) {
        if (descriptor->what == DescriptorObject::What::kClass) {
          return Value(vm.make<MethodObject>(*vm.types().method, descriptor->get, super.self));
        }
        if (descriptor->what == DescriptorObject::What::kStatic) return descriptor->get;
      }
      return copy;
    }
    return bind(vm, copy, super.self, *super.start);
  }
  return {};
}

// Everything that is there, but __getattr__; nothing, and nothing raised, where there is no such
// attribute.
Value present(Vm& vm, const Value& value, StrObject& name) {
  if (value.is_kind(Kind::kType)) {
    Value found = type_attribute(vm, value.get<TypeObject>(), name);
    if (found || vm.raised()) return found;
    return special_attribute(vm, value, name);
  }
  if (value.is_kind(Kind::kModule)) {
    if (const Value* const found = value.get<ModuleObject>().names->find(name)) return *found;
    return special_attribute(vm, value, name);
  }
  if (value.is_kind(Kind::kSuper)) {
    Value found = super_attribute(vm, value, name);
    if (found || vm.raised()) return found;
  }
  TypeObject& type = vm.type_of(value);
  const Value* const found = vm.find_in_type(type, name);
  if (!value.is_object()) {
    if (found != nullptr) return bind(vm, Value(*found), value, type);
    return special_attribute(vm, value, name);
  }
  if (found != nullptr && is_data_descriptor(vm, *found)) {
    return bind(vm, Value(*found), value, type);
  }
  if (const Value* const own = own_attribute(value, name)) return *own;
  if (found != nullptr) return bind(vm, Value(*found), value, type);
  return special_attribute(vm, value, name);
}

Value ordinary(Vm& vm, const Value& value, StrObject& name) {
  Value found = present(vm, value, name);
  if (!found && !vm.raised() && make_rest(vm, value, &name)) found = present(vm, value, name);
  return found;
}

}  // namespace

bool make_rest(Vm& vm, const Value& value, const StrObject* name) {
  if (const auto* const module = value.as<ModuleObject>()) {
    const std::shared_ptr<const Rest> rest = module->rest;
    return rest != nullptr && (*rest)(vm, name);
  }
  const auto* type = value.as<TypeObject>();
  if (const auto* const super = value.as<SuperObject>()) type = super->start.get();
  if (type == nullptr) type = &vm.type_of(value);
  bool made = false;
  for (const auto& each : type->mro) {
    const std::shared_ptr<const Rest> rest = each->rest;
    if (rest != nullptr && (*rest)(vm, name)) made = true;
    if (vm.raised()) return false;
  }
  return made;
}

DictObject* attributes_of(const Object& object) {
  switch (object.kind()) {
    case Kind::kStr:
      return static_cast<const StrObject&>(object).attributes.as<DictObject>();
    case Kind::kBigInt:
    case Kind::kRange:
      return nullptr;
    default:
      return static_cast<const Container&>(object).attributes().get();
  }
}

DictObject& make_attributes_of(Vm& vm, Object& object) {
  if (object.kind() != Kind::kStr) return static_cast<Container&>(object).make_attributes();
  Value& attributes = static_cast<StrObject&>(object).attributes;
  if (!attributes) attributes = Value(vm.new_dict());
  return attributes.get<DictObject>();
}

bool is_slot(const Value& value) {
  const auto* const native = value.as<NativeFunctionObject>();
  return native != nullptr && native->is_slot;
}

const Value* user_method(Vm& vm, const Value& value, const Ref<StrObject>& name) {
  const Value* const found = vm.find_in_type(vm.type_of(value), *name);
  return found == nullptr || is_slot(*found) ? nullptr : found;
}

Value bind(Vm& vm, const Value& found, const Value& self, TypeObject& owner) {
  if (!found.is_object()) return found;
  switch (found.object()->kind()) {
    case Kind::kFunction:
      return Value(vm.make<MethodObject>(*vm.types().method, found, self));
    case Kind::kNativeFunction:
      if (!found.get<NativeFunctionObject>().binds) return found;
      return Value(vm.make<MethodObject>(*vm.types().native_function, found, self));
    case Kind::kDescriptor: {
      const Value alive = found;
      const auto& descriptor = found.get<DescriptorObject>();
      switch (descriptor.what) {
        case DescriptorObject::What::kStatic:
          return descriptor.get;
        case DescriptorObject::What::kClass:
          return Value(vm.make<MethodObject>(*vm.types().method, descriptor.get, Value(&owner)));
        case DescriptorObject::What::kNativeProperty:
          return descriptor.native_get(vm, self);
        case DescriptorObject::What::kProperty:
          if (descriptor.get && !descriptor.get.is_none()) {
            return call(vm, descriptor.get, {self});
          }
          return vm.raise(vm.errors().attribute_error, "property '" + descriptor.name + "' of '" +
                                                           owner.name + "' object has no getter");
      }
      return {};
    }
    case Kind::kInstance: {
      bool has = false;
      const Value alive = found;
      Value result = call_special(vm, alive, vm.names().get, {self, Value(&owner)}, has);
      return has ? result : alive;
    }
    default:
      return found;
  }
}

Raised no_attribute(Vm& vm, const Value& value, StrObject& name) {
  const std::string quoted_name = "'" + name.text() + "'";
  if (const auto* const type = value.as<TypeObject>()) {
    vm.raise(vm.errors().attribute_error,
             "type object '" + type->name + "' has no attribute " + quoted_name);
  } else if (const auto* const module = value.as<ModuleObject>()) {
    vm.raise(vm.errors().attribute_error,
             "module '" + module->name + "' has no attribute " + quoted_name);
  } else {
    const auto* const super = value.as<SuperObject>();
    const std::string owner = super != nullptr ? "super" : type_name(vm, value);
    vm.raise(vm.errors().attribute_error, "'" + owner + "' object has no attribute " + quoted_name);
  }
  vm.exception()->name = Value(&name);
  vm.exception()->owner = value;
  return {};
}

Value generic_get_attribute(Vm& vm, const Value& value, StrObject& name) {
  Value found = ordinary(vm, value, name);
  if (found || vm.raised()) return found;
  return no_attribute(vm, value, name);
}

Value find_attribute(Vm& vm, const Value& value, StrObject& name) {
  TypeObject& type = vm.type_of(value);
  Value found;
  if (type.has_getattribute) {
    bool has = false;
    found = call_special(vm, value, vm.names().getattribute, {Value(&name)}, has);
  } else {
    found = ordinary(vm, value, name);
  }
  if (found) return found;
  if (vm.raised() && !vm.raised_is(vm.errors().attribute_error)) return {};
  if (type.slots.getattr != nullptr) {
    vm.take_exception();
    found = type.slots.getattr(vm, value, name);
    if (found || vm.raised()) return found;
  }
  if (type.has_getattr) {
    vm.take_exception();
    bool has = false;
    found = call_special(vm, value, vm.names().getattr, {Value(&name)}, has);
  }
  return found;
}

Value get_attribute(Vm& vm, const Value& value, StrObject& name) {
  Value found = find_attribute(vm, value, name);
  if (found || vm.raised()) return found;
  return no_attribute(vm, value, name);
}

Value get_attribute(Vm& vm, const Value& value, std::string_view name) {
  return get_attribute(vm, value, *vm.intern(name));
}

bool load_method(Vm& vm, const Value& value, StrObject& name, Value& function, Value& self) {
  TypeObject& type = vm.type_of(value);
  const bool plain = !type.has_getattribute && !value.is_kind(Kind::kType) &&
                     !value.is_kind(Kind::kModule) && !value.is_kind(Kind::kSuper);
  if (plain) {
    const Value* const found = vm.find_in_type(type, name);
    if (found != nullptr && found->is_object()) {
      const Kind kind = found->object()->kind();
      const bool binds = kind == Kind::kFunction || (kind == Kind::kNativeFunction &&
                                                     found->get<NativeFunctionObject>().binds);
      if (binds && (!value.is_object() || own_attribute(value, name) == nullptr)) {
        function = *found;
        self = value;
        return true;
      }
    }
  }
  function = get_attribute(vm, value, name);
  return static_cast<bool>(function);
}

bool set_attribute(Vm& vm, const Value& object, std::string_view name, const Value& value) {
  return set_attribute(vm, object, *vm.intern(name), value);
}

bool set_attribute(Vm& vm, const Value& object, StrObject& name, const Value& value) {
  TypeObject& type = vm.type_of(object);
  if (type.has_setattr) {
    bool has = false;
    const Value done =
        value ? call_special(vm, object, vm.names().setattr, {Value(&name), value}, has)
              : call_special(vm, object, vm.names().delattr, {Value(&name)}, has);
    if (has) return static_cast<bool>(done);
  }
  if (type.slots.setattr != nullptr) return type.slots.setattr(vm, object, name, value);
  return generic_set_attribute(vm, object, name, value);
}

namespace {

bool set_on_type(Vm& vm, TypeObject& type, StrObject& name, const Value& value) {
  const bool is_special = name.text().starts_with("__");
  if (!type.is_user && (!type.takes_names || is_special)) {
    vm.raise(vm.errors().type_error,
             "cannot set '" + name.text() + "' attribute of immutable type '" + type.name + "'");
    return false;
  }
  if (value) {
    if (&name == vm.names().name.get() && value.is_kind(Kind::kStr)) type.name = text_of(value);
    type.set_name(name, is_slot(value) ? own_copy(vm, value) : value);
  } else if (!type.erase_name(name)) {
    no_attribute(vm, Value(&type), name);
    return false;
  }
  note_hooks(vm, type);
  return true;
}

bool set_descriptor(Vm& vm, const Value& found, const Value& object, StrObject& name,
                    const Value& value) {
  const TypeObject& type = vm.type_of(object);
  if (const auto* const descriptor = found.as<DescriptorObject>()) {
    if (descriptor->what == DescriptorObject::What::kNativeProperty) {
      if (descriptor->native_set) return descriptor->native_set(vm, object, value);
      vm.raise(vm.errors().attribute_error,
               "attribute '" + name.text() + "' of '" + type.name + "' objects is not writable");
      return false;
    }
    const Value& function = value ? descriptor->set : descriptor->erase;
    if (!function || function.is_none()) {
      vm.raise(vm.errors().attribute_error, "property '" + name.text() + "' of '" + type.name +
                                                "' object has no " +
                                                (value ? "setter" : "deleter"));
      return false;
    }
    return static_cast<bool>(value ? call(vm, function, {object, value})
                                   : call(vm, function, {object}));
  }
  bool has = false;
  if (value)
    return static_cast<bool>(call_special(vm, found, vm.names().set, {object, value}, has));
  return static_cast<bool>(call_special(vm, found, vm.names().delete_, {object}, has));
}

// Whether some class of the order lists the name in its `__slots__`.
bool is_in_slots(Vm& vm, const TypeObject& type, const StrObject& name) {
  if (!type.is_user) return false;
  const auto& key = vm.intern("__slots__");
  const auto lists = [&](const Value& value) {
    return value.is_kind(Kind::kStr) && text_of(value) == name.text();
  };
  for (const auto& each : type.mro) {
    const Value* const slots = each->names->find(*key);
    if (slots == nullptr) continue;
    if (lists(*slots)) return true;
    const auto* const tuple = slots->as<TupleObject>();
    const auto* const list = slots->as<ListObject>();
    if (tuple != nullptr && std::ranges::any_of(tuple->values, lists)) return true;
    if (list != nullptr && std::ranges::any_of(list->values, lists)) return true;
  }
  return false;
}

}  // namespace

bool generic_set_attribute(Vm& vm, const Value& object, StrObject& name, const Value& value) {
  if (object.is_kind(Kind::kType)) {
    return set_on_type(vm, object.get<TypeObject>(), name, value);
  }
  if (object.is_kind(Kind::kModule)) {
    DictObject& names = *object.get<ModuleObject>().names;
    if (value) {
      names.set(name, value);
    } else if (!names.erase(name)) {
      no_attribute(vm, object, name);
      return false;
    }
    return true;
  }
  TypeObject& type = vm.type_of(object);
  const Value* const found = vm.find_in_type(type, name);
  if (found != nullptr && is_data_descriptor(vm, *found)) {
    return set_descriptor(vm, Value(*found), object, name, value);
  }
  bool handled = false;
  const bool fine = set_special_attribute(vm, object, name, value, handled);
  if (handled) return fine;
  if (!object.is_object() || (!type.has_attributes && !is_in_slots(vm, type, name))) {
    if (found != nullptr) {
      vm.raise(vm.errors().attribute_error,
               "'" + type.name + "' object attribute '" + name.text() + "' is read-only");
    } else {
      no_attribute(vm, object, name);
    }
    return false;
  }
  if (value) {
    make_attributes_of(vm, *object.object()).set(name, value);
    return true;
  }
  DictObject* const attributes = attributes_of(*object.object());
  if (attributes != nullptr && attributes->erase(name)) return true;
  no_attribute(vm, object, name);
  return false;
}

}  // namespace normscope::notebook::runtime
