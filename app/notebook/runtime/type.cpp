// SPDX-License-Identifier: MIT
// Classes as objects: look-up along their order.
#include "app/notebook/runtime/type.hpp"

#include <algorithm>
#include <utility>

#include "app/notebook/runtime/dict.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

TypeObject::TypeObject(TypeObject* meta, Vm& vm, Heap& heap, std::string name_)
    : Container(Kind::kType, meta, heap),
      name(std::move(name_)),
      qualname(name),
      vm_(vm),
      heap_(heap) {}

TypeObject::~TypeObject() {
  heap_.remove(*this);
  ++vm_.class_version;
}

void TypeObject::set_name(StrObject& attribute, Value value) {
  names->set(attribute, std::move(value));
  ++vm_.class_version;
}

bool TypeObject::erase_name(const StrObject& attribute) {
  ++vm_.class_version;
  return names->erase(attribute);
}

bool TypeObject::is_subtype_of(const TypeObject& other) const {
  if (this == &other) return true;
  return std::ranges::any_of(mro, [&](const auto& base) { return base.get() == &other; });
}

const Value* TypeObject::find(StrObject& attribute) const {
  for (const auto& base : mro) {
    if (!base->names) continue;
    if (const Value* const value = base->names->find(attribute)) return value;
  }
  return nullptr;
}

void TypeObject::visit(Visitor& visitor) const {
  Container::visit(visitor);
  visitor.visit_all(bases);
  visitor.visit_all(mro);
  visitor.visit(names);
}

void TypeObject::clear() {
  Container::clear();
  bases.clear();
  mro.clear();
  if (names) names->clear();
  names.reset();
  rest.reset();
}

}  // namespace normscope::notebook::runtime
