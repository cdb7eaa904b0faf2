// SPDX-License-Identifier: MIT
// isinstance and issubclass, and the names that a value has.
#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/errors.hpp"
#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/setup.hpp"

namespace normscope::notebook::runtime {
namespace {

// The classes behind a class, a tuple of them (of tuples) or a union; false: something else.
bool flatten(Vm& vm, const Value& classes, std::vector<Value>& all) {
  if (!vm.has_stack()) return false;
  if (classes.is_kind(Kind::kType)) {
    all.push_back(classes);
    return true;
  }
  if (classes.is_none()) {
    all.emplace_back(vm.types().none);
    return true;
  }
  if (const auto* const tuple = classes.as<TupleObject>()) {
    return std::ranges::all_of(tuple->values, [&](const Value& each) {
      return (each.is_kind(Kind::kType) || each.is_kind(Kind::kTuple) ||
              each.is_kind(Kind::kInstance)) &&
             flatten(vm, each, all);
    });
  }
  if (classes.is_kind(Kind::kInstance)) {
    // typing's List[int] and the like stand for the class itself.
    const Value args = find_attribute(vm, classes, *vm.intern("__union__"));
    if (args.is_kind(Kind::kTuple)) return flatten(vm, args, all);
    vm.take_exception();
    const Value origin = find_attribute(vm, classes, *vm.intern("__origin__"));
    if (origin.is_kind(Kind::kType)) return flatten(vm, origin, all);
    vm.take_exception();
  }
  return false;
}

Value issubclass(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "issubclass", 2, 2)) return {};
  const auto* const type = args[0].as<TypeObject>();
  if (type == nullptr) {
    return vm.raise(vm.errors().type_error, "issubclass() arg 1 must be a class");
  }
  std::vector<Value> all;
  if (!flatten(vm, args[1], all) || args[1].is_none()) {
    if (vm.raised()) return {};
    return vm.raise(vm.errors().type_error,
                    "issubclass() arg 2 must be a class, a tuple of classes, or a union");
  }
  return Value::boolean(std::ranges::any_of(
      all, [&](const Value& each) { return type->is_subtype_of(each.get<TypeObject>()); }));
}

void add_names(const DictObject* dict, std::set<std::string>& names) {
  if (dict == nullptr) return;
  for (std::size_t n = 0; n < dict->entry_count(); ++n) {
    const auto* const key = dict->entry(n).key.as<StrObject>();
    if (key != nullptr) names.insert(key->text());
  }
}

}  // namespace

std::optional<bool> is_instance(Vm& vm, const Value& value, const Value& classes) {
  if (auto* const type = classes.as<TypeObject>()) {
    // A metaclass can say otherwise.
    if (type->type()->is_user) {
      if (const Value* const hook = user_method(vm, classes, vm.names().instancecheck)) {
        const Value bound = bind(vm, Value(*hook), classes, *type->type());
        const Value result = bound ? call(vm, bound, {value}) : Value();
        return result ? truth(vm, result) : std::nullopt;
      }
    }
    return vm.type_of(value).is_subtype_of(*type);
  }
  std::vector<Value> all;
  if (!flatten(vm, classes, all) || classes.is_none()) {
    if (vm.raised()) return std::nullopt;
    vm.raise(vm.errors().type_error,
             "isinstance() arg 2 must be a type, a tuple of types, or a union");
    return std::nullopt;
  }
  for (const Value& each : all) {
    const auto answer = is_instance(vm, value, each);
    if (!answer || *answer) return answer;
  }
  return false;
}

std::vector<std::string> names_of(Vm& vm, const Value& value) {
  std::set<std::string> names;
  make_rest(vm, value);
  if (const auto* const module = value.as<ModuleObject>()) {
    add_names(module->names.get(), names);
    return {names.begin(), names.end()};
  }
  const auto* type = value.as<TypeObject>();
  if (type == nullptr) {
    type = &vm.type_of(value);
    if (value.is_object() && type->has_attributes) {
      add_names(attributes_of(*value.object()), names);
    }
  }
  for (const auto& each : type->mro) add_names(each->names.get(), names);
  names.insert({"__class__", "__doc__"});
  if (type->has_attributes) names.insert({"__dict__", "__module__"});
  return {names.begin(), names.end()};
}

void add_class_functions(Vm& vm) {
  add_builtin(vm, "isinstance", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "isinstance", 2, 2)) return Value();
    const auto answer = is_instance(machine, args[0], args[1]);
    return answer ? Value::boolean(*answer) : Value();
  });
  add_builtin(vm, "issubclass", issubclass);
}

}  // namespace normscope::notebook::runtime
