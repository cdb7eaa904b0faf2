// SPDX-License-Identifier: MIT
// Unpacking into several targets, `**` into dicts and calls, and imports of native modules.
#include "app/notebook/runtime/unpack.hpp"
#include "app/notebook/runtime/attributes.hpp"

#include <new>
#include <string>
#include <utility>

#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

void push(Frame& frame, Value value) {
  new (frame.top++) Value(std::move(value));
}

bool count_error(Vm& vm, const std::string& message) {
  vm.raise(vm.errors().value_error, message);
  return false;
}

std::string not_enough(std::size_t wanted, bool at_least, std::size_t got) {
  return "not enough values to unpack (expected " + std::string(at_least ? "at least " : "") +
         std::to_string(wanted) + ", got " + std::to_string(got) + ")";
}

Value start(Vm& vm, const Value& sequence) {
  Value iterator = iter(vm, sequence);
  if (!iterator && vm.raised_is(vm.errors().type_error) &&
      vm.type_of(sequence).slots.iter == nullptr && !vm.type_of(sequence).is_user) {
    vm.take_exception();
    vm.raise(vm.errors().type_error,
             "cannot unpack non-iterable " + type_name(vm, sequence) + " object");
  }
  return iterator;
}

}  // namespace

bool unpack(Vm& vm, Frame& frame, const Value& sequence, std::size_t count) {
  const Values* fixed = nullptr;
  if (const auto* const tuple = sequence.as<TupleObject>()) fixed = &tuple->values;
  if (const auto* const list = sequence.as<ListObject>()) fixed = &list->values;
  if (fixed != nullptr && !vm.type_of(sequence).is_user) {
    if (fixed->size() < count) return count_error(vm, not_enough(count, false, fixed->size()));
    if (fixed->size() > count) {
      return count_error(vm, "too many values to unpack (expected " + std::to_string(count) + ")");
    }
    for (std::size_t n = count; n > 0; --n) push(frame, (*fixed)[n - 1]);
    return true;
  }
  const Value iterator = start(vm, sequence);
  if (!iterator) return false;
  std::vector<Value> items;
  while (items.size() <= count) {
    Value item = next(vm, iterator);
    if (!item) break;
    items.push_back(std::move(item));
  }
  if (vm.raised()) return false;
  if (items.size() < count) return count_error(vm, not_enough(count, false, items.size()));
  if (items.size() > count) {
    return count_error(vm, "too many values to unpack (expected " + std::to_string(count) + ")");
  }
  for (std::size_t n = count; n > 0; --n) push(frame, std::move(items[n - 1]));
  return true;
}

bool unpack_star(Vm& vm, Frame& frame, const Value& sequence, std::size_t before,
                 std::size_t after) {
  const Value iterator = start(vm, sequence);
  if (!iterator) return false;
  const auto items = collect(vm, iterator);
  if (!items) return false;
  if (items->size() < before + after) {
    return count_error(vm, not_enough(before + after, true, items->size()));
  }
  const std::size_t end = items->size() - after;
  for (std::size_t n = items->size(); n > end; --n) push(frame, (*items)[n - 1]);
  push(frame, vm.list(std::span(*items).subspan(before, end - before)));
  for (std::size_t n = before; n > 0; --n) push(frame, (*items)[n - 1]);
  return true;
}

bool update_dict(Vm& vm, DictObject& dict, const Value& other, bool mapping_only) {
  if (const auto* const same = other.as<DictObject>()) {
    const Value alive = other;
    for (std::size_t n = 0; n < same->entry_count(); ++n) {
      const DictObject::Entry entry = same->entry(n);
      if (entry.key && !dict.set(vm, entry.key, entry.value)) return false;
    }
    return true;
  }
  const Value keys = find_attribute(vm, other, *vm.intern("keys"));
  if (vm.raised()) return false;
  if (keys) {
    const Value names = call(vm, keys);
    return names && iterate(vm, names, [&](const Value& key) {
             Value value = get_item(vm, other, key);
             return value && dict.set(vm, key, std::move(value));
           });
  }
  if (mapping_only) {
    vm.raise(vm.errors().type_error, "'" + type_name(vm, other) + "' object is not a mapping");
    return false;
  }
  std::size_t at = 0;
  return iterate(vm, other, [&](const Value& pair) {
    const auto parts = collect(vm, pair);
    if (!parts) {
      if (vm.take_if(vm.errors().type_error)) {
        vm.raise(vm.errors().type_error, "cannot convert dictionary update sequence element #" +
                                             std::to_string(at) + " to a sequence");
      }
      return false;
    }
    if (parts->size() != 2) {
      vm.raise(vm.errors().value_error, "dictionary update sequence element #" +
                                            std::to_string(at) + " has length " +
                                            std::to_string(parts->size()) + "; 2 is required");
      return false;
    }
    ++at;
    return dict.set(vm, (*parts)[0], (*parts)[1]);
  });
}

std::string callee_name(Vm& vm, const Value& callee) {
  if (const auto* const function = callee.as<FunctionObject>()) {
    return "__main__." + function->qualname->text() + "()";
  }
  if (const auto* const function = callee.as<NativeFunctionObject>()) return function->name + "()";
  if (const auto* const method = callee.as<MethodObject>()) {
    return callee_name(vm, method->function);
  }
  if (const auto* const type = callee.as<TypeObject>()) {
    return (type->module == "builtins" ? "" : type->module + ".") + type->qualname + "()";
  }
  return type_name(vm, callee) + " object";
}

bool merge_keywords(Vm& vm, DictObject& dict, const Value& other, const Value& callee) {
  auto given = vm.new_dict();
  if (!update_dict(vm, *given, other, true)) {
    if (vm.raised_is(vm.errors().type_error) && other.as<DictObject>() == nullptr) {
      vm.take_exception();
      vm.raise(vm.errors().type_error, callee_name(vm, callee) +
                                           " argument after ** must be a mapping, not " +
                                           type_name(vm, other));
    }
    return false;
  }
  for (std::size_t n = 0; n < given->entry_count(); ++n) {
    const DictObject::Entry& entry = given->entry(n);
    auto* const key = entry.key.as<StrObject>();
    if (key == nullptr) {
      vm.raise(vm.errors().type_error, "keywords must be strings");
      return false;
    }
    if (dict.find(*key) != nullptr) {
      vm.raise(vm.errors().type_error, callee_name(vm, callee) +
                                           " got multiple values for keyword argument '" +
                                           key->text() + "'");
      return false;
    }
    dict.set(*key, entry.value);
  }
  return true;
}

bool import_op(Vm& vm, Frame& frame, Instruction instruction) {
  if (instruction.op == Op::kImportStar) {
    const Value module = std::move(*--frame.top);
    if (!make_rest(vm, module) && vm.raised()) return false;
    const DictObject& names = *module.get<ModuleObject>().names;
    DictObject& into = frame.names ? *frame.names : *frame.globals;
    const Value* const listed = names.find(*vm.names().all_names);
    for (std::size_t n = 0; n < names.entry_count(); ++n) {
      const DictObject::Entry& entry = names.entry(n);
      auto* const key = entry.key.as<StrObject>();
      if (key == nullptr || key->text().starts_with("_")) continue;
      if (listed != nullptr) {
        const auto found = contains(vm, *listed, entry.key);
        if (!found) return false;
        if (!*found) continue;
      }
      into.set(*key, entry.value);
    }
    return true;
  }
  StrObject& name = *frame.code->names[instruction.argument];
  if (instruction.op == Op::kImport || instruction.op == Op::kImportTop) {
    Value module = vm.import(name.text());
    if (!module) return false;
    if (instruction.op == Op::kImportTop && name.text().find('.') != std::string::npos) {
      module = vm.import(name.text().substr(0, name.text().find('.')));
      if (!module) return false;
    }
    push(frame, std::move(module));
    return true;
  }
  const Value module = frame.top[-1];
  Value found = find_attribute(vm, module, name);
  if (!found && vm.raised()) return false;
  if (!found && module.is_kind(Kind::kModule)) {
    const std::string& owner = module.get<ModuleObject>().name;
    const std::string whole = owner + "." + name.text();
    for (const NativeModule& native : vm.native_modules()) {
      if (native.name == whole) found = vm.import(whole);
    }
    if (!found && !vm.raised()) {
      vm.raise(vm.errors().import_error,
               "cannot import name '" + name.text() + "' from '" + owner + "' (unknown location)");
    }
  }
  if (!found) return false;
  push(frame, std::move(found));
  return true;
}

}  // namespace normscope::notebook::runtime
