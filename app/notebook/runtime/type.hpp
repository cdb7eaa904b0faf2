// SPDX-License-Identifier: MIT
// Classes. A type built in C++ and a class that a cell writes are the same kind of object: a name,
// bases in their linear order, a namespace, and the table of what C++ does for it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/notebook/runtime/heap.hpp"
#include "app/notebook/runtime/slots.hpp"
#include "app/notebook/runtime/value.hpp"

namespace normscope::notebook::runtime {

/// What a module or a class has beyond what most programs ask for: makes what is missed under a
/// name, or all of it where the name is null. Gives whether there is something new now; false: it
/// has no such name, made it before, or raised.
using Rest = std::function<bool(Vm& vm, const StrObject* name)>;

class TypeObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kType;
  TypeObject(TypeObject* meta, Vm& vm, Heap& heap, std::string name);
  ~TypeObject() override;

  Vm& vm() const { return vm_; }
  Heap& heap() const { return heap_; }

  /// The name after the last dot, as error messages show it.
  std::string name;
  std::string qualname;
  /// "builtins" for the built-in ones; shown in `<class 'torch.Tensor'>`.
  std::string module = "builtins";
  std::vector<Ref<TypeObject>> bases;
  /// This type first, object last.
  std::vector<Ref<TypeObject>> mro;
  /// The class's own names.
  Ref<DictObject> names;
  std::shared_ptr<const Rest> rest;  // null: all is there
  Slots slots;
  /// What its instances are made of.
  Kind layout = Kind::kInstance;
  bool is_user = false;         // written in a cell
  bool is_final = false;        // cannot be a base
  bool is_abstract = false;     // some method is an abstract one
  bool has_attributes = false;  // its instances have a `__dict__`
  bool takes_names = false;     // not written in a cell, yet a cell may add to it
  bool has_getattr = false;     // some class of the order, not built in, defines __getattr__
  bool has_getattribute = false;
  bool has_setattr = false;  // the same of __setattr__ or __delattr__

  /// Sets a name of the class itself; look-ups that remembered another forget it.
  void set_name(StrObject& attribute, Value value);
  bool erase_name(const StrObject& attribute);
  bool is_subtype_of(const TypeObject& other) const;
  /// A name along the order, or null. Valid until a class changes.
  const Value* find(StrObject& attribute) const;

  void visit(Visitor& visitor) const override;
  void clear() override;

 private:
  Vm& vm_;
  Heap& heap_;
};

}  // namespace normscope::notebook::runtime
