// SPDX-License-Identifier: MIT
// The parts of attribute look-up that the machine itself uses.
#pragma once

#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

/// `value.name(...)`: the function and self apart where they can be, or the attribute and nothing.
/// False: raised.
bool load_method(Vm& vm, const Value& value, StrObject& name, Value& function, Value& self);
/// What a class's name becomes for an instance: a method, a property's value, or the value itself.
Value bind(Vm& vm, const Value& found, const Value& self, TypeObject& owner);
/// The Python function `__init__` of a class whose instances are plain; else null.
const Value* plain_initializer(Vm& vm, TypeObject& type);
/// An object's own `__dict__`: null where it has none yet, made where it is needed.
DictObject* attributes_of(const Object& object);
DictObject& make_attributes_of(Vm& vm, Object& object);
/// Makes what a module, or a class of a value, has under a name beyond what is there; with no name
/// all. Whether there is something new now.
bool make_rest(Vm& vm, const Value& value, const StrObject* name = nullptr);
/// Raises AttributeError in CPython's words.
Raised no_attribute(Vm& vm, const Value& value, StrObject& name);
/// A name along a class's order behind another class.
const Value* find_behind(const TypeObject& order, const TypeObject& after, StrObject& name);
/// Whether a value found in a class stands for a slot of a built-in type.
bool is_slot(const Value& value);
/// The same function, no longer standing for the slot.
Value own_copy(Vm& vm, const Value& slot);
/// The user's own method of this name, or null: found in a class of a cell, not in a built-in type.
const Value* user_method(Vm& vm, const Value& value, const Ref<StrObject>& name);

// --- Classes
/// Whether what a class holds under a name is marked by abstractmethod.
bool is_abstract_method(Vm& vm, const Value& found);
Value make_user_class(Vm& vm, TypeObject& meta, const std::string& name,
                      std::span<const Value> bases, Ref<DictObject> names, const Args& keywords);
bool linearize(Vm& vm, TypeObject& type);
void note_hooks(Vm& vm, TypeObject& type);
/// `__build_class__`: runs the body and makes the class.
Value build_class(Vm& vm, const Args& args);
Value call_type(Vm& vm, TypeObject& type, const Args& args);
/// The same without a metaclass's own __call__.
Value make_instance(Vm& vm, TypeObject& type, const Args& args);

}  // namespace normscope::notebook::runtime
