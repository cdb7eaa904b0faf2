// SPDX-License-Identifier: MIT
// The order in which a machine comes to life: names, then `type` and `object`, which need each
// other, then all other types.
#include "app/notebook/runtime/setup.hpp"

#include <string>
#include <utility>

#include "app/notebook/runtime/function.hpp"

namespace normscope::notebook::runtime {

void Setup::names(Vm& vm) {
  Names& n = vm.names_;
  const std::pair<Ref<StrObject>*, const char*> all[] = {
      {&n.init, "__init__"},
      {&n.new_, "__new__"},
      {&n.call, "__call__"},
      {&n.getattr, "__getattr__"},
      {&n.getattribute, "__getattribute__"},
      {&n.setattr, "__setattr__"},
      {&n.delattr, "__delattr__"},
      {&n.getitem, "__getitem__"},
      {&n.setitem, "__setitem__"},
      {&n.delitem, "__delitem__"},
      {&n.contains, "__contains__"},
      {&n.len, "__len__"},
      {&n.bool_, "__bool__"},
      {&n.iter, "__iter__"},
      {&n.next, "__next__"},
      {&n.repr, "__repr__"},
      {&n.str, "__str__"},
      {&n.format, "__format__"},
      {&n.hash, "__hash__"},
      {&n.eq, "__eq__"},
      {&n.enter, "__enter__"},
      {&n.exit, "__exit__"},
      {&n.dict, "__dict__"},
      {&n.class_, "__class__"},
      {&n.name, "__name__"},
      {&n.qualname, "__qualname__"},
      {&n.module, "__module__"},
      {&n.doc, "__doc__"},
      {&n.annotations, "__annotations__"},
      {&n.index, "__index__"},
      {&n.int_, "__int__"},
      {&n.float_, "__float__"},
      {&n.get, "__get__"},
      {&n.set, "__set__"},
      {&n.delete_, "__delete__"},
      {&n.set_name, "__set_name__"},
      {&n.init_subclass, "__init_subclass__"},
      {&n.class_getitem, "__class_getitem__"},
      {&n.missing, "__missing__"},
      {&n.reversed, "__reversed__"},
      {&n.round, "__round__"},
      {&n.abs, "__abs__"},
      {&n.neg, "__neg__"},
      {&n.pos, "__pos__"},
      {&n.invert, "__invert__"},
      {&n.main, "__main__"},
      {&n.file, "__file__"},
      {&n.trunc, "__trunc__"},
      {&n.floor, "__floor__"},
      {&n.ceil, "__ceil__"},
      {&n.post_init, "__post_init__"},
      {&n.all_names, "__all__"},
      {&n.dir, "__dir__"},
      {&n.instancecheck, "__instancecheck__"},
      {&n.empty, ""},
  };
  for (const auto& [place, text] : all) *place = vm.intern(text);
  const char* const operators[] = {"add",      "sub", "mul", "matmul", "truediv",
                                   "floordiv", "mod", "pow", "lshift", "rshift",
                                   "and",      "xor", "or"};
  for (std::size_t i = 0; i < std::size(operators); ++i) {
    const std::string name = operators[i];
    n.binary[i] = vm.intern("__" + name + "__");
    n.reflected[i] = vm.intern("__r" + name + "__");
    n.inplace[i] = vm.intern("__i" + name + "__");
  }
  const char* const compares[] = {"__lt__", "__le__", "__eq__", "__ne__", "__gt__", "__ge__"};
  for (std::size_t i = 0; i < std::size(compares); ++i) n.compare[i] = vm.intern(compares[i]);
}

void Setup::types(Vm& vm) {
  Types& t = vm.types_;
  // str and dict come first in name only: interned names and namespaces are made of them.
  t.type = Ref(new TypeObject(nullptr, vm, vm.heap_, "type"));
  t.type->set_type(*t.type);
  const auto bare = [&](const char* name) {
    return vm.make<TypeObject>(t.type.get(), vm, vm.heap_, name);
  };
  t.object = bare("object");
  t.object->slots = object_slots();
  t.str = bare("str");
  t.dict = bare("dict");
  for (const auto& type : {t.type, t.object, t.str, t.dict}) {
    type->names = Ref(new DictObject(*t.dict));
    if (type != t.object) {
      type->bases.push_back(t.object);
      type->slots = t.object->slots;
      type->slots.create = nullptr;
    }
    type->mro.push_back(type);
    if (type != t.object) type->mro.push_back(t.object);
  }
  t.type->layout = Kind::kType;
  t.str->layout = Kind::kStr;
  t.dict->layout = Kind::kDict;
  names(vm);
  const auto make = [&](Ref<TypeObject>& place, const char* name, Kind layout, bool final_type) {
    place = make_native_type(vm, "builtins", name);
    place->layout = layout;
    place->is_final = final_type;
  };
  make(t.none, "NoneType", Kind::kInstance, true);
  make(t.not_implemented, "NotImplementedType", Kind::kInstance, true);
  make(t.ellipsis, "ellipsis", Kind::kInstance, true);
  make(t.integer, "int", Kind::kBigInt, false);
  t.boolean = make_native_type(vm, "builtins", "bool", t.integer.get());
  t.boolean->is_final = true;
  make(t.real, "float", Kind::kBigInt, false);
  make(t.tuple, "tuple", Kind::kTuple, false);
  make(t.list, "list", Kind::kList, false);
  make(t.set, "set", Kind::kSet, false);
  make(t.frozenset, "frozenset", Kind::kSet, false);
  make(t.range, "range", Kind::kRange, true);
  make(t.slice, "slice", Kind::kSlice, true);
  make(t.code, "code", Kind::kCode, true);
  make(t.function, "function", Kind::kFunction, true);
  make(t.native_function, "builtin_function_or_method", Kind::kNativeFunction, true);
  make(t.method, "method", Kind::kMethod, true);
  make(t.module, "module", Kind::kModule, true);
  make(t.generator, "generator", Kind::kGenerator, true);
  make(t.iterator, "iterator", Kind::kIterator, true);
  make(t.property, "property", Kind::kDescriptor, true);
  make(t.native_property, "getset_descriptor", Kind::kDescriptor, true);
  make(t.staticmethod, "staticmethod", Kind::kDescriptor, true);
  make(t.classmethod, "classmethod", Kind::kDescriptor, true);
  make(t.super_type, "super", Kind::kSuper, true);
  make(t.cell, "cell", Kind::kCell, true);
  make(t.dict_keys, "dict_keys", Kind::kNativeObject, true);
  make(t.dict_values, "dict_values", Kind::kNativeObject, true);
  make(t.dict_items, "dict_items", Kind::kNativeObject, true);
  make(t.bytes, "bytes", Kind::kNativeObject, true);
  t.function->has_attributes = true;
}

void Setup::errors(Vm& vm) {
  Errors& e = vm.errors_;
  e.base_exception = make_native_type(vm, "builtins", "BaseException");
  e.base_exception->layout = Kind::kException;
  e.base_exception->has_attributes = true;
  e.base_exception->slots = exception_slots();
#define NORMSCOPE_MAKE(member, name, base) \
  e.member = make_native_type(vm, "builtins", name, e.base.get());
  NORMSCOPE_EXCEPTIONS(NORMSCOPE_MAKE)
#undef NORMSCOPE_MAKE
}

void add_builtin(Vm& vm, std::string_view name, NativeCall call) {
  vm.builtins()->set(*vm.intern(name), make_function(vm, name, std::move(call)));
}

}  // namespace normscope::notebook::runtime
