// SPDX-License-Identifier: MIT
// What can be called, and what a class's names become when an instance asks for them.
#pragma once

#include <string>
#include <vector>

#include "app/notebook/runtime/code.hpp"
#include "app/notebook/runtime/dict.hpp"
#include "app/notebook/runtime/native.hpp"
#include "app/notebook/runtime/sequences.hpp"

namespace normscope::notebook::runtime {

/// A variable that functions inside of each other share.
class CellObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kCell;
  explicit CellObject(TypeObject& type);
  Value value;
  void visit(Visitor& visitor) const override;
  void clear() override;
};

class FunctionObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kFunction;
  FunctionObject(TypeObject& type, Ref<CodeObject> code_, Ref<DictObject> globals_);
  Ref<CodeObject> code;
  Ref<DictObject> globals;
  Ref<TupleObject> defaults;         // null for none
  Ref<DictObject> keyword_defaults;  // null for none
  Ref<TupleObject> closure;          // cells; null for none
  Ref<DictObject> annotations;       // null for none
  Ref<StrObject> name;
  Ref<StrObject> qualname;
  Value doc;
  void visit(Visitor& visitor) const override;
  void clear() override;
};

class NativeFunctionObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kNativeFunction;
  NativeFunctionObject(TypeObject& type, std::string name_, NativeCall call_, bool binds_);
  std::string name;
  /// The type it is a method of ("list.append" in messages), empty for functions.
  std::string owner;
  NativeCall call;
  /// Becomes a method when an instance asks its class for it.
  bool binds;
  /// Stands for a slot of a built-in type (`__len__`), so that no class of the cell defined it.
  bool is_slot = false;
};

/// A function and the instance it was asked from.
class MethodObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kMethod;
  MethodObject(TypeObject& type, Value function_, Value self_);
  Value function;
  Value self;
  void visit(Visitor& visitor) const override;
  void clear() override;
};

/// property, staticmethod, classmethod and C++'s properties.
class DescriptorObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kDescriptor;
  enum class What { kProperty, kStatic, kClass, kNativeProperty };
  DescriptorObject(TypeObject& type, What what_);
  What what;
  Value get;  // the function of static and class methods, too
  Value set;
  Value erase;
  Value doc;
  std::string name;
  std::function<Value(Vm& vm, const Value& self)> native_get;
  std::function<bool(Vm& vm, const Value& self, const Value& value)> native_set;
  void visit(Visitor& visitor) const override;
  void clear() override;
};

class SuperObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kSuper;
  SuperObject(TypeObject& type, Ref<TypeObject> after_, Value self_, Ref<TypeObject> start_);
  Ref<TypeObject> after;  // the search begins behind this class
  Value self;
  Ref<TypeObject> start;  // whose order is searched
  void visit(Visitor& visitor) const override;
  void clear() override;
};

class ModuleObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kModule;
  ModuleObject(TypeObject& type, std::string name_, Ref<DictObject> names_);
  std::string name;
  Ref<DictObject> names;
  std::shared_ptr<const Rest> rest;  // null: all is there
  void visit(Visitor& visitor) const override;
  void clear() override;
};

/// An instance of a class that derives from nothing built in but object.
class InstanceObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kInstance;
  explicit InstanceObject(TypeObject& type) : Container(kKind, &type, type.heap()) {}
};

/// An iterator made in C++: `step` gives the next item, or nothing at the end.
class IteratorObject : public Container {
 public:
  static constexpr Kind kKind = Kind::kIterator;
  virtual Value next(Vm& vm) = 0;
  /// Whether code waits in it that has to run even if nobody asks for another item.
  virtual bool is_unfinished() const { return false; }

 protected:
  explicit IteratorObject(TypeObject& type) : Container(kKind, &type, type.heap()) {}
};

}  // namespace normscope::notebook::runtime
