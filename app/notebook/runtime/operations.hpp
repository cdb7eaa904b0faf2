// SPDX-License-Identifier: MIT
// What can be done with any value: the verbs of the language, for the machine and for native
// functions alike. One that raises returns nothing: an empty Value, false, or no optional.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/notebook/runtime/native.hpp"
#include "app/notebook/runtime/slots.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

// --- Calls
Value call(Vm& vm, const Value& function, const Args& args);
Value call(Vm& vm, const Value& function, std::initializer_list<Value> positional = {});
/// value.name(...)
Value call_method(Vm& vm, const Value& value, std::string_view name,
                  std::initializer_list<Value> positional = {});
/// Calls a dunder method that the type has. Nothing, and `found` false, where it has none.
Value call_special(Vm& vm, const Value& value, const Ref<StrObject>& name,
                   std::initializer_list<Value> positional, bool& found);
bool is_callable(Vm& vm, const Value& value);

// --- Attributes
Value get_attribute(Vm& vm, const Value& value, StrObject& name);
Value get_attribute(Vm& vm, const Value& value, std::string_view name);
/// Nothing, and nothing raised, where there is no such attribute.
Value find_attribute(Vm& vm, const Value& value, StrObject& name);
/// An empty value deletes.
bool set_attribute(Vm& vm, const Value& object, StrObject& name, const Value& value);
bool set_attribute(Vm& vm, const Value& object, std::string_view name, const Value& value);
/// What object itself does, for hooks that go on to it: no __getattr__, no __setattr__.
Value generic_get_attribute(Vm& vm, const Value& value, StrObject& name);
bool generic_set_attribute(Vm& vm, const Value& object, StrObject& name, const Value& value);

// --- Operators
Value binary(Vm& vm, BinaryOp op, const Value& left, const Value& right);
Value inplace(Vm& vm, BinaryOp op, const Value& left, const Value& right);
Value unary(Vm& vm, UnaryOp op, const Value& value);
Value compare(Vm& vm, CompareOp op, const Value& left, const Value& right);
/// ==, with identical values equal, as containers compare. None: raised.
std::optional<bool> equal(Vm& vm, const Value& left, const Value& right);
std::optional<bool> less(Vm& vm, const Value& left, const Value& right);
std::optional<bool> truth(Vm& vm, const Value& value);
bool hash(Vm& vm, const Value& value, std::int64_t& hash);

// --- Items
Value get_item(Vm& vm, const Value& container, const Value& key);
/// An empty value deletes.
bool set_item(Vm& vm, const Value& container, const Value& key, const Value& value);
std::optional<bool> contains(Vm& vm, const Value& container, const Value& item);
std::optional<std::int64_t> length(Vm& vm, const Value& value);

// --- Iteration
Value iter(Vm& vm, const Value& value);
/// Nothing, and nothing raised: the end.
Value next(Vm& vm, const Value& iterator);
/// Each item in turn until the callback says false; false: raised (by either).
bool iterate(Vm& vm, const Value& iterable, const std::function<bool(const Value& item)>& each);
/// All items. None: raised.
std::optional<Values> collect(Vm& vm, const Value& iterable);

// --- Text
std::optional<std::string> str_of(Vm& vm, const Value& value);
std::optional<std::string> repr_of(Vm& vm, const Value& value);
/// format(value, spec)
std::optional<std::string> format_of(Vm& vm, const Value& value, std::string_view spec);

// --- Numbers
/// An int of 64 bits from an int, bool or __index__; TypeError or OverflowError else.
std::optional<std::int64_t> to_index(Vm& vm, const Value& value);
/// As above, with larger numbers brought to the ends of 64 bits.
std::optional<std::int64_t> to_index_clamped(Vm& vm, const Value& value);
/// A float from an int, float, bool, __float__ or __index__; TypeError else ("must be real
/// number, not str").
std::optional<double> to_float(Vm& vm, const Value& value);
bool is_integer(const Value& value);  // int (of any size) or bool

// --- Types
const std::string& type_name(Vm& vm, const Value& value);
bool is_instance(Vm& vm, const Value& value, const TypeObject& type);
/// isinstance with a class, a tuple of them, or unions.
std::optional<bool> is_instance(Vm& vm, const Value& value, const Value& classes);

}  // namespace normscope::notebook::runtime
