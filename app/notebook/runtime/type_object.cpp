// SPDX-License-Identifier: MIT
// `object` and `type`: what every value can do, and what classes do as values.
#include <algorithm>
#include <string>
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/setup.hpp"
#include "app/notebook/runtime/texts.hpp"

namespace normscope::notebook::runtime {
namespace {

std::string full_name(const TypeObject& type) {
  return (type.module == "builtins" ? "" : type.module + ".") + type.qualname;
}

Value create_object(Vm& vm, TypeObject& type, const Args& args) {
  if (args.size() + args.names.size() > 0) {
    const Value* const init = vm.find_in_type(type, *vm.names().init);
    if (init == nullptr || is_slot(*init)) {
      const Value* const maker = vm.find_in_type(type, *vm.names().new_);
      if (maker != nullptr && !is_slot(*maker)) {
        return vm.raise(vm.errors().type_error,
                        "object.__new__() takes exactly one argument (the type to instantiate)");
      }
      return vm.raise(vm.errors().type_error, type.name + "() takes no arguments");
    }
  }
  if (type.is_abstract) {
    std::vector<std::string> names;
    for (auto each = type.mro.rbegin(); each != type.mro.rend(); ++each) {
      for (std::size_t n = 0; n < (*each)->names->entry_count(); ++n) {
        auto* const name = (*each)->names->entry(n).key.as<StrObject>();
        if (name == nullptr) continue;
        const Value* const found = type.find(*name);
        if (found != nullptr && is_abstract_method(vm, *found)) names.push_back(name->text());
      }
    }
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return vm.raise(vm.errors().type_error, "Can't instantiate abstract class " + type.name +
                                                " with abstract method" +
                                                (names.size() == 1 ? " " : "s ") + list);
  }
  return Value(vm.make<InstanceObject>(type));
}

Value object_repr(Vm& vm, const Value& self) {
  return vm.str("<" + full_name(vm.type_of(self)) + " object at " + address_of(self) + ">");
}

Value object_compare(Vm&, CompareOp op, const Value& self, const Value& other) {
  if (op == CompareOp::kEqual && self.same(other)) return Value::boolean(true);
  if (op == CompareOp::kNotEqual && self.same(other)) return Value::boolean(false);
  return Value::not_implemented();
}

bool object_hash(Vm&, const Value& self, std::int64_t& hash) {
  hash = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(self.object()) >> 4U);
  return true;
}

// A method that does not count as one of the class's own.
void add_default(TypeObject& type, std::string_view name, NativeCall call, bool binds = true) {
  Value function = binds ? make_method(type.vm(), name, std::move(call))
                         : make_function(type.vm(), name, std::move(call));
  function.get<NativeFunctionObject>().is_slot = true;
  function.get<NativeFunctionObject>().owner = type.name;
  add_name(type, name, std::move(function));
}

Value new_instance(Vm& vm, const Args& args) {
  auto* const type = args.size() > 0 ? args[0].as<TypeObject>() : nullptr;
  if (type == nullptr) {
    return vm.raise(vm.errors().type_error, "object.__new__(): not enough arguments");
  }
  if (type->slots.create == nullptr) {
    return vm.raise(vm.errors().type_error, "cannot create '" + type->name + "' instances");
  }
  return type->slots.create(vm, *type, args.tail());
}

Value type_repr(Vm& vm, const Value& self) {
  return vm.str("<class '" + full_name(self.get<TypeObject>()) + "'>");
}

// type(name, bases, names)
Value create_type(Vm& vm, TypeObject& meta, const Args& args) {
  if (args.size() != 3) {
    return vm.raise(vm.errors().type_error, "type() takes 1 or 3 arguments");
  }
  const auto* const name = args[0].as<StrObject>();
  const auto* const bases = args[1].as<TupleObject>();
  const auto* const names = args[2].as<DictObject>();
  if (name == nullptr || bases == nullptr || names == nullptr) {
    return vm.raise(vm.errors().type_error,
                    "type.__new__() takes a name, a tuple of bases and a dict of names");
  }
  auto copy = vm.new_dict();
  copy->copy_from(*names);
  TypeObject* best = &meta;
  for (const Value& base : bases->values) {
    const auto* const of = base.as<TypeObject>();
    if (of != nullptr && of->type()->is_subtype_of(*best)) best = of->type();
  }
  if (best != &meta && best->is_user) return call(vm, Value(best), args);
  return make_user_class(vm, *best, name->text(), bases->values, copy,
                         Args{{}, args.keywords, args.names});
}

Value type_call(Vm& vm, const Value& self, const Args& args) {
  return make_instance(vm, self.get<TypeObject>(), args);
}

Value type_or(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  if (op != BinaryOp::kOr || (left.is_none() && right.is_none())) return Value::not_implemented();
  const auto fits = [&](const Value& value) {
    return value.is_kind(Kind::kType) || value.is_none() || value.is_kind(Kind::kInstance);
  };
  if (!fits(left) || !fits(right)) return Value::not_implemented();
  const Value typing = vm.import("typing");
  if (!typing) return {};
  const Value maker = get_attribute(vm, typing, "_union");
  return maker ? call(vm, maker, {left, right}) : Value();
}

Value type_getitem(Vm& vm, const Value& self, const Value& key) {
  auto& type = self.get<TypeObject>();
  const Value* const method = vm.find_in_type(type, *vm.names().class_getitem);
  if (method != nullptr) {
    const Value bound = bind(vm, Value(*method), self, type);
    return bound ? call(vm, bound, {key}) : Value();
  }
  const Types& types = vm.types();
  for (const auto& each :
       {types.list, types.dict, types.tuple, types.set, types.frozenset, types.type}) {
    if (each.get() != &type) continue;
    const Value typing = vm.import("typing");
    if (!typing) return {};
    const Value maker = get_attribute(vm, typing, "_alias");
    return maker ? call(vm, maker, {self, key}) : Value();
  }
  return vm.raise(vm.errors().type_error, "type '" + type.name + "' is not subscriptable");
}

}  // namespace

bool is_abstract_method(Vm& vm, const Value& found) {
  const Value& function =
      found.is_kind(Kind::kDescriptor) ? found.get<DescriptorObject>().get : found;
  if (!function.is_kind(Kind::kFunction)) return false;
  const auto& attributes = function.get<FunctionObject>().attributes();
  return attributes && attributes->find(*vm.intern("__isabstractmethod__")) != nullptr;
}

Slots object_slots() {
  Slots slots;
  slots.create = create_object;
  slots.repr = object_repr;
  slots.compare = object_compare;
  slots.compare_mask = 0x0C;
  slots.hash = object_hash;
  return slots;
}

void add_object_type(Vm& vm) {
  TypeObject& object = *vm.types().object;
  finish_type(vm, object);
  add_default(object, "__new__", new_instance, false);
  add_default(object, "__init__", [](Vm& machine, const Args& args) {
    if (args.size() > 1 || !args.names.empty()) {
      const TypeObject& type = machine.type_of(args[0]);
      const Value* const own = machine.find_in_type(type, *machine.names().init);
      if (own != nullptr && !is_slot(*own)) {
        return Value(machine.raise(
            machine.errors().type_error,
            "object.__init__() takes exactly one argument (the instance to initialize)"));
      }
    }
    return Value::none();
  });
  add_default(object, "__getattribute__", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "__getattribute__", 2, 2)) return Value();
    auto* const name = args[1].as<StrObject>();
    if (name == nullptr) {
      return Value(machine.raise(machine.errors().type_error, "attribute name must be string"));
    }
    return generic_get_attribute(machine, args[0], *machine.intern(name->text()));
  });
  add_default(object, "__setattr__", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "__setattr__", 3, 3)) return Value();
    auto* const name = args[1].as<StrObject>();
    if (name == nullptr) {
      return Value(machine.raise(machine.errors().type_error, "attribute name must be string"));
    }
    const bool fine =
        generic_set_attribute(machine, args[0], *machine.intern(name->text()), args[2]);
    return fine ? Value::none() : Value();
  });
  add_default(object, "__delattr__", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "__delattr__", 2, 2)) return Value();
    auto* const name = args[1].as<StrObject>();
    if (name == nullptr) {
      return Value(machine.raise(machine.errors().type_error, "attribute name must be string"));
    }
    const bool fine =
        generic_set_attribute(machine, args[0], *machine.intern(name->text()), Value());
    return fine ? Value::none() : Value();
  });
  add_default(object, "__str__", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "__str__", 1, 1)) return Value();
    const TypeObject& type = machine.type_of(args[0]);
    if (type.slots.str != nullptr) return type.slots.str(machine, args[0]);
    const auto text = repr_of(machine, args[0]);
    return text ? machine.str(*text) : Value();
  });
  add_default(object, "__format__", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "__format__", 2, 2)) return Value();
    const auto* const spec = args[1].as<StrObject>();
    if (spec == nullptr || !spec->text().empty()) {
      return Value(machine.raise(
          machine.errors().type_error,
          "unsupported format string passed to " + type_name(machine, args[0]) + ".__format__"));
    }
    const auto text = str_of(machine, args[0]);
    return text ? machine.str(*text) : Value();
  });
  auto hook = vm.make<DescriptorObject>(*vm.types().classmethod, DescriptorObject::What::kClass);
  hook->get = make_function(vm, "__init_subclass__", [](Vm& machine, const Args& args) {
    if (!args.names.empty()) {
      return Value(machine.raise(machine.errors().type_error, type_name(machine, args[0]) +
                                                                  ".__init_subclass__() takes no "
                                                                  "keyword arguments"));
    }
    return Value::none();
  });
  add_name(object, "__init_subclass__", Value(hook));

  TypeObject& type = *vm.types().type;
  type.has_attributes = true;
  type.slots.create = create_type;
  type.slots.repr = type_repr;
  type.slots.call = type_call;
  type.slots.binary = type_or;
  type.slots.binary_mask = 1U << static_cast<unsigned>(BinaryOp::kOr);
  type.slots.getitem = type_getitem;
  finish_type(vm, type);
  add_default(type, "__new__", new_instance, false);
  add_default(type, "__init__", [](Vm&, const Args&) { return Value::none(); });
  add_method(type, "mro", [](Vm& machine, const Args& args) {
    std::vector<Value> order;
    for (const auto& each : args[0].get<TypeObject>().mro) order.emplace_back(each);
    return machine.list(order);
  });
  add_method(type, "__subclasses__", [](Vm& machine, const Args&) {
    return Value(machine.raise_not_supported("__subclasses__()", "a list of your own"));
  });
  vm.builtins()->set(*vm.intern("object"), Value(vm.types().object));
  vm.builtins()->set(*vm.intern("type"), Value(vm.types().type));
}

void add_plain_types(Vm& vm) {
  TypeObject& none = *vm.types().none;
  none.slots.truth = [](Vm&, const Value&) { return 0; };
  none.slots.repr = [](Vm& machine, const Value&) { return machine.str("None"); };
  none.slots.create = [](Vm&, TypeObject&, const Args&) { return Value::none(); };
  none.slots.hash = nullptr;
  none.slots.binary = type_or;
  none.slots.binary_mask = 1U << static_cast<unsigned>(BinaryOp::kOr);
  finish_type(vm, none);
  vm.types().ellipsis->slots.repr = [](Vm& machine, const Value&) {
    return machine.str("Ellipsis");
  };
  finish_type(vm, *vm.types().ellipsis);
  finish_type(vm, *vm.types().not_implemented);
  const auto put = [&](const char* name, Value value) {
    vm.builtins()->set(*vm.intern(name), std::move(value));
  };
  put("NotImplemented", Value::not_implemented());
  put("Ellipsis", Value::ellipsis());
  put("__name__", vm.str("builtins"));
  put("__debug__", Value::boolean(true));
}

}  // namespace normscope::notebook::runtime
