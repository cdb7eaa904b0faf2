// SPDX-License-Identifier: MIT
// Classes come to be: their order of bases (C3), what they inherit from built-in types, and their
// instances.
#include <algorithm>
#include <string>
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/frame.hpp"
#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

using Order = std::vector<Ref<TypeObject>>;

bool in_tail(const Order& order, const Ref<TypeObject>& type) {
  return order.size() > 1 && std::find(order.begin() + 1, order.end(), type) != order.end();
}

// The C3 merge: always the first head that no other order has further back.
bool merge(std::vector<Order> orders, Order& result) {
  for (;;) {
    std::erase_if(orders, [](const Order& order) { return order.empty(); });
    if (orders.empty()) return true;
    Ref<TypeObject> chosen;
    for (const Order& order : orders) {
      const bool blocked =
          std::ranges::any_of(orders, [&](const Order& other) { return in_tail(other, order[0]); });
      if (!blocked) {
        chosen = order[0];
        break;
      }
    }
    if (!chosen) return false;
    result.push_back(chosen);
    for (Order& order : orders) {
      if (order[0] == chosen) order.erase(order.begin());
    }
  }
}

// The base whose C++ object the instances are made of.
TypeObject* solid_base(Vm& vm, const Order& bases) {
  TypeObject* solid = bases.front().get();
  for (const auto& base : bases) {
    if (base->is_final) {
      vm.raise(vm.errors().type_error, "type '" + base->name + "' is not an acceptable base type");
      return nullptr;
    }
    if (base->slots.create == solid->slots.create && base->layout == solid->layout) continue;
    if (solid->layout == Kind::kInstance &&
        solid->slots.create == vm.types().object->slots.create) {
      solid = base.get();
    } else if (base->slots.create != vm.types().object->slots.create) {
      if (base->is_subtype_of(*solid)) {
        solid = base.get();
      } else if (!solid->is_subtype_of(*base) && base->layout != solid->layout) {
        vm.raise(vm.errors().type_error, "multiple bases have instance lay-out conflict");
        return nullptr;
      }
    }
  }
  return solid;
}

void take_names(Vm& vm, TypeObject& type) {
  const Names& names = vm.names();
  DictObject& own = *type.names;
  if (const Value* const text = own.find(*names.qualname);
      text != nullptr && text->as<StrObject>()) {
    type.qualname = text_of(*text);
    own.erase(*names.qualname);
  }
  if (const Value* const text = own.find(*names.module); text != nullptr && text->as<StrObject>()) {
    type.module = text_of(*text);
  }
  if (own.find(*names.doc) == nullptr) own.set(*names.doc, Value::none());
  if (own.find(*names.eq) != nullptr && own.find(*names.hash) == nullptr) {
    own.set(*names.hash, Value::none());
  }
  for (const auto& name : {names.class_getitem, names.init_subclass}) {
    Value* const method = own.find(*name);
    if (method == nullptr || !method->is_kind(Kind::kFunction)) continue;
    auto wrapped =
        vm.make<DescriptorObject>(*vm.types().classmethod, DescriptorObject::What::kClass);
    wrapped->get = *method;
    own.set(*name, Value(wrapped));
  }
  if (Value* const method = own.find(*names.new_);
      method != nullptr && method->is_kind(Kind::kFunction)) {
    auto wrapped =
        vm.make<DescriptorObject>(*vm.types().staticmethod, DescriptorObject::What::kStatic);
    wrapped->get = *method;
    own.set(*names.new_, Value(wrapped));
  }
}

// A built-in type's method that the class names itself (`__str__ = int.__repr__`) is its own.
void adopt_slots(Vm& vm, TypeObject& type) {
  for (std::size_t n = 0; n < type.names->entry_count(); ++n) {
    const DictObject::Entry& entry = type.names->entry(n);
    if (!entry.key || !is_slot(entry.value)) continue;
    const Value own = own_copy(vm, entry.value);
    type.names->set(entry.key.get<StrObject>(), own);
  }
}

// __set_name__ of what stands in the class, then __init_subclass__ of its bases.
bool tell(Vm& vm, TypeObject& type, const Args& keywords) {
  for (std::size_t n = 0; n < type.names->entry_count(); ++n) {
    const DictObject::Entry entry = type.names->entry(n);
    if (!entry.key || !entry.value.is_kind(Kind::kInstance)) continue;
    bool has = false;
    const Value done =
        call_special(vm, entry.value, vm.names().set_name, {Value(&type), entry.key}, has);
    if (has && !done) return false;
  }
  const Value* const hook = find_behind(type, type, *vm.names().init_subclass);
  if (hook == nullptr) {
    if (keywords.names.empty()) return true;
    vm.raise(vm.errors().type_error, type.name + ".__init_subclass__() takes no keyword arguments");
    return false;
  }
  const Value bound = bind(vm, Value(*hook), Value(&type), type);
  return bound && static_cast<bool>(call(vm, bound, Args{{}, keywords.keywords, keywords.names}));
}

// An abstract method that no class of the order overrides makes the class abstract.
void note_abstract(Vm& vm, TypeObject& type) {
  for (const auto& each : type.mro) {
    for (std::size_t n = 0; n < each->names->entry_count(); ++n) {
      auto* const name = each->names->entry(n).key.as<StrObject>();
      const Value* const found = name != nullptr ? type.find(*name) : nullptr;
      if (found != nullptr && is_abstract_method(vm, *found)) type.is_abstract = true;
    }
  }
}

}  // namespace

Value own_copy(Vm& vm, const Value& slot) {
  const auto& native = slot.get<NativeFunctionObject>();
  auto made = vm.make<NativeFunctionObject>(*vm.types().native_function, native.name, native.call,
                                            native.binds);
  made->owner = native.owner;
  return Value(made);
}

bool linearize(Vm& vm, TypeObject& type) {
  std::vector<Order> orders;
  for (const auto& base : type.bases) orders.push_back(base->mro);
  orders.push_back(type.bases);
  Order order{Ref(&type)};
  if (merge(std::move(orders), order)) {
    type.mro = std::move(order);
    return true;
  }
  std::string names;
  for (const auto& base : type.bases) names += (names.empty() ? "" : ", ") + base->name;
  vm.raise(vm.errors().type_error,
           "Cannot create a consistent method resolution\norder (MRO) for bases " + names);
  return false;
}

void note_hooks(Vm& vm, TypeObject& type) {
  const Names& names = vm.names();
  const auto has = [&](const Ref<StrObject>& name) {
    const Value* const found = type.find(*name);
    return found != nullptr && !is_slot(*found);
  };
  type.has_getattr = has(names.getattr);
  type.has_getattribute = has(names.getattribute);
  type.has_setattr = has(names.setattr) || has(names.delattr);
}

const Value* find_behind(const TypeObject& order, const TypeObject& after, StrObject& name) {
  bool behind = false;
  for (const auto& type : order.mro) {
    if (behind && type->names) {
      if (const Value* const found = type->names->find(name)) return found;
    }
    if (type.get() == &after) behind = true;
  }
  return nullptr;
}

Value make_user_class(Vm& vm, TypeObject& meta, const std::string& name,
                      std::span<const Value> bases, Ref<DictObject> names, const Args& keywords) {
  auto type = vm.make<TypeObject>(&meta, vm, vm.heap(), name);
  type->names = std::move(names);
  type->is_user = true;
  type->module = "__main__";
  for (const Value& base : bases) {
    auto* const each = base.as<TypeObject>();
    if (each == nullptr) {
      return vm.raise(vm.errors().type_error, "bases must be types");
    }
    if (std::ranges::find(type->bases, Ref(each)) != type->bases.end()) {
      return vm.raise(vm.errors().type_error, "duplicate base class " + each->name);
    }
    type->bases.emplace_back(each);
  }
  if (type->bases.empty()) type->bases.push_back(vm.types().object);
  TypeObject* const solid = solid_base(vm, type->bases);
  if (solid == nullptr) return {};
  type->slots = solid->slots;
  // A base without C++ objects of its own can still bring hooks.
  for (const auto& base : type->bases) {
    if (type->slots.getattr == nullptr) type->slots.getattr = base->slots.getattr;
    if (type->slots.setattr == nullptr) type->slots.setattr = base->slots.setattr;
  }
  type->layout = solid->layout;
  // With `__slots__` all the way up there is no `__dict__`; the names it lists can still be set.
  const bool has_slots = type->names->find(*vm.intern("__slots__")) != nullptr;
  type->has_attributes = !has_slots || std::ranges::any_of(type->bases, [](const auto& base) {
    return base->has_attributes;
  });
  if (!linearize(vm, *type)) return {};
  take_names(vm, *type);
  adopt_slots(vm, *type);
  note_hooks(vm, *type);
  ++vm.class_version;
  if (std::ranges::any_of(meta.mro, [](const auto& each) { return each->name == "ABCMeta"; })) {
    note_abstract(vm, *type);
  }
  if (!tell(vm, *type, keywords)) return {};
  return Value(type);
}

Value build_class(Vm& vm, const Args& args) {
  const Value body = args[0];
  const Value name = args[1];
  std::vector<Value> bases;
  for (const Value& base : args.positional.subspan(2)) {
    // Generic[T] stands for Generic.
    if (!base.is_kind(Kind::kType) && base.is_kind(Kind::kInstance)) {
      Value origin = find_attribute(vm, base, *vm.intern("__origin__"));
      if (vm.raised()) return {};
      if (origin.is_kind(Kind::kType)) {
        if (std::ranges::none_of(bases, [&](const Value& each) { return each.same(origin); })) {
          bases.push_back(std::move(origin));
        }
        continue;
      }
    }
    bases.push_back(base);
  }
  TypeObject* meta = vm.types().type.get();
  std::vector<Value> names;
  std::vector<Value> values;
  for (std::size_t n = 0; n < args.names.size(); ++n) {
    if (text_of(args.names[n]) == "metaclass") {
      meta = args.keywords[n].as<TypeObject>();
      if (meta == nullptr) {
        return vm.raise_not_supported("a metaclass that is no class", "a class derived from type");
      }
    } else {
      names.push_back(args.names[n]);
      values.push_back(args.keywords[n]);
    }
  }
  for (const Value& base : bases) {
    if (auto* const type = base.as<TypeObject>();
        type != nullptr && type->type()->is_subtype_of(*meta)) {
      meta = type->type();
    }
  }
  auto& function = body.get<FunctionObject>();
  if (!enter_call(vm)) return {};
  Frame* const frame = vm.frame_stack().push(vm, function);
  frame->names = vm.new_dict();
  const Ref<DictObject> members = frame->names;
  const Value cell = run(vm, frame);
  if (!cell) return {};
  const Args keywords{{}, values, names};
  Value made;
  const auto odd =
      std::ranges::find_if(bases, [](const Value& base) { return !base.is_kind(Kind::kType); });
  if (odd != bases.end()) {
    // Its type is asked to make the class, which mostly ends in a complaint.
    made = call(vm, Value(&vm.type_of(*odd)), {name, vm.tuple(bases), Value(members)});
  } else if (meta->is_user) {
    const std::vector<Value> given = {name, vm.tuple(bases), Value(members)};
    made = call(vm, Value(meta), Args{given, values, names});
  } else {
    made = make_user_class(vm, *meta, text_of(name), bases, members, keywords);
  }
  if (made && cell.is_kind(Kind::kCell)) cell.get<CellObject>().value = made;
  return made;
}

const Value* plain_initializer(Vm& vm, TypeObject& type) {
  if (!type.is_user || type.layout != Kind::kInstance || type.is_abstract) return nullptr;
  if (type.slots.create != vm.types().object->slots.create) return nullptr;
  if (type.type() != vm.types().type.get()) return nullptr;
  const Value* const maker = vm.find_in_type(type, *vm.names().new_);
  if (maker != nullptr && !is_slot(*maker)) return nullptr;
  const Value* const init = vm.find_in_type(type, *vm.names().init);
  if (init == nullptr || !init->is_kind(Kind::kFunction)) return nullptr;
  return init->get<FunctionObject>().code->is_generator ? nullptr : init;
}

Value call_type(Vm& vm, TypeObject& type, const Args& args) {
  TypeObject& meta = *type.type();
  if (meta.is_user) {
    if (const Value* const method = user_method(vm, Value(&type), vm.names().call)) {
      const Value bound = bind(vm, Value(*method), Value(&type), meta);
      return bound ? call(vm, bound, args) : Value();
    }
  }
  return make_instance(vm, type, args);
}

Value make_instance(Vm& vm, TypeObject& type, const Args& args) {
  if (&type == vm.types().type.get() && args.size() == 1 && args.names.empty()) {
    return Value(&vm.type_of(args[0]));
  }
  if (!vm.has_stack()) return {};
  const Value* const maker = vm.find_in_type(type, *vm.names().new_);
  Value instance;
  if (maker != nullptr && !is_slot(*maker)) {
    const auto* const descriptor = maker->as<DescriptorObject>();
    const Value function = descriptor != nullptr ? descriptor->get : *maker;
    std::vector<Value> all{Value(&type)};
    all.insert(all.end(), args.positional.begin(), args.positional.end());
    instance = call(vm, function, Args{all, args.keywords, args.names});
  } else if (type.slots.create != nullptr) {
    instance = type.slots.create(vm, type, args);
  } else {
    return vm.raise(vm.errors().type_error, "cannot create '" + type.name + "' instances");
  }
  if (!instance || !vm.type_of(instance).is_subtype_of(type)) return instance;
  TypeObject& made = vm.type_of(instance);
  const Value* const init = vm.find_in_type(made, *vm.names().init);
  if (init == nullptr || is_slot(*init)) return instance;
  const Value bound = bind(vm, Value(*init), instance, made);
  const Value result = bound ? call(vm, bound, args) : Value();
  if (!result) return {};
  if (!result.is_none()) {
    return vm.raise(vm.errors().type_error,
                    "__init__() should return None, not '" + type_name(vm, result) + "'");
  }
  return instance;
}

}  // namespace normscope::notebook::runtime
