// SPDX-License-Identifier: MIT
// What callables and descriptors hold.
#include "app/notebook/runtime/function.hpp"

#include <utility>

namespace normscope::notebook::runtime {

CodeObject::CodeObject(TypeObject& type) : Container(kKind, &type, type.heap()) {}

void CodeObject::visit(Visitor& visitor) const {
  Container::visit(visitor);
  visitor.visit_all(constants);
  visitor.visit_all(names);
  visitor.visit_all(locals);
  visitor.visit_all(cells);
  visitor.visit(doc);
}

void CodeObject::clear() {
  // Names stay, for tracebacks are printed from them; they hold nothing themselves.
  Container::clear();
  const std::vector<Value> old = std::exchange(constants, {});
  doc = Value();
}

CellObject::CellObject(TypeObject& type) : Container(kKind, &type, type.heap()) {}

void CellObject::visit(Visitor& visitor) const {
  Container::visit(visitor);
  visitor.visit(value);
}

void CellObject::clear() {
  Container::clear();
  value = Value();
}

FunctionObject::FunctionObject(TypeObject& type, Ref<CodeObject> code_, Ref<DictObject> globals_)
    : Container(kKind, &type, type.heap()), code(std::move(code_)), globals(std::move(globals_)) {}

void FunctionObject::visit(Visitor& visitor) const {
  Container::visit(visitor);
  visitor.visit(code);
  visitor.visit(globals);
  visitor.visit(defaults);
  visitor.visit(keyword_defaults);
  visitor.visit(closure);
  visitor.visit(annotations);
  visitor.visit(name);
  visitor.visit(qualname);
  visitor.visit(doc);
}

void FunctionObject::clear() {
  Container::clear();
  code.reset();
  globals.reset();
  defaults.reset();
  keyword_defaults.reset();
  closure.reset();
  annotations.reset();
  doc = Value();
}

NativeFunctionObject::NativeFunctionObject(TypeObject& type, std::string name_, NativeCall call_,
                                           bool binds_)
    : Container(kKind, &type, type.heap()),
      name(std::move(name_)),
      call(std::move(call_)),
      binds(binds_) {}

MethodObject::MethodObject(TypeObject& type, Value function_, Value self_)
    : Container(kKind, &type, type.heap()),
      function(std::move(function_)),
      self(std::move(self_)) {}

void MethodObject::visit(Visitor& visitor) const {
  Container::visit(visitor);
  visitor.visit(function);
  visitor.visit(self);
}

void MethodObject::clear() {
  Container::clear();
  function = Value();
  self = Value();
}

DescriptorObject::DescriptorObject(TypeObject& type, What what_)
    : Container(kKind, &type, type.heap()), what(what_) {}

void DescriptorObject::visit(Visitor& visitor) const {
  Container::visit(visitor);
  visitor.visit(get);
  visitor.visit(set);
  visitor.visit(erase);
  visitor.visit(doc);
}

void DescriptorObject::clear() {
  Container::clear();
  get = Value();
  set = Value();
  erase = Value();
  doc = Value();
}

SuperObject::SuperObject(TypeObject& type, Ref<TypeObject> after_, Value self_,
                         Ref<TypeObject> start_)
    : Container(kKind, &type, type.heap()),
      after(std::move(after_)),
      self(std::move(self_)),
      start(std::move(start_)) {}

void SuperObject::visit(Visitor& visitor) const {
  Container::visit(visitor);
  visitor.visit(after);
  visitor.visit(self);
  visitor.visit(start);
}

void SuperObject::clear() {
  Container::clear();
  self = Value();
}

ModuleObject::ModuleObject(TypeObject& type, std::string name_, Ref<DictObject> names_)
    : Container(kKind, &type, type.heap()), name(std::move(name_)), names(std::move(names_)) {}

void ModuleObject::visit(Visitor& visitor) const {
  Container::visit(visitor);
  visitor.visit(names);
}

void ModuleObject::clear() {
  Container::clear();
  names.reset();
  rest.reset();
}

}  // namespace normscope::notebook::runtime
