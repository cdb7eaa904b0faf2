// SPDX-License-Identifier: MIT
// dict as a type. Its subclasses (OrderedDict, defaultdict, Counter) are in module_collections.cpp.
#include "app/notebook/runtime/dict_type.hpp"

#include <string>
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/iterators.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/setup.hpp"
#include "app/notebook/runtime/texts.hpp"
#include "app/notebook/runtime/unpack.hpp"

namespace normscope::notebook::runtime {
namespace {

DictObject& dict_of(const Value& value) {
  return value.get<DictObject>();
}

Value create_dict(Vm& vm, TypeObject& type, const Args&) {
  return Value(vm.make<DictObject>(type));
}

Value dict_getitem(Vm& vm, const Value& self, const Value& key) {
  Value value;
  const Found found = dict_of(self).find(vm, key, value);
  if (found == Found::kRaised) return {};
  if (found == Found::kYes) return value;
  const TypeObject& type = vm.type_of(self);
  if (&type != vm.types().dict.get()) {
    bool has = false;
    value = call_special(vm, self, vm.names().missing, {key}, has);
    if (has) return value;
  }
  return vm.raise_key_error(key);
}

bool dict_setitem(Vm& vm, const Value& self, const Value& key, const Value& value) {
  if (value) return dict_of(self).set(vm, key, value);
  Value gone;
  const Found found = dict_of(self).erase(vm, key, gone);
  if (found == Found::kNo) vm.raise_key_error(key);
  return found == Found::kYes;
}

int dict_contains(Vm& vm, const Value& self, const Value& key) {
  Value value;
  return static_cast<int>(dict_of(self).find(vm, key, value));
}

Value dict_compare(Vm& vm, CompareOp op, const Value& self, const Value& other) {
  if (op != CompareOp::kEqual && op != CompareOp::kNotEqual) return Value::not_implemented();
  if (!other.is_kind(Kind::kDict)) return Value::not_implemented();
  const auto answer = [&](bool same) { return Value::boolean(same == (op == CompareOp::kEqual)); };
  DictObject& a = dict_of(self);
  DictObject& b = dict_of(other);
  if (a.size() != b.size()) return answer(false);
  for (std::size_t n = 0; n < a.entry_count(); ++n) {
    const DictObject::Entry entry = a.entry(n);
    if (!entry.key) continue;
    Value value;
    const Found found = b.find(vm, entry.key, value);
    if (found == Found::kRaised) return {};
    if (found == Found::kNo) return answer(false);
    const auto same = equal(vm, entry.value, value);
    if (!same) return {};
    if (!*same) return answer(false);
  }
  return answer(true);
}

Value merged(Vm& vm, const Value& left, const Value& right) {
  auto result = vm.make<DictObject>(vm.type_of(left).is_user ? *vm.types().dict : vm.type_of(left));
  result->copy_from(dict_of(left));
  return update_dict(vm, *result, right, true) ? Value(result) : Value();
}

Value dict_binary(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  if (op != BinaryOp::kOr || !left.is_kind(Kind::kDict) || !right.is_kind(Kind::kDict)) {
    return Value::not_implemented();
  }
  return merged(vm, left, right);
}

Value dict_inplace(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  if (op != BinaryOp::kOr) return Value::not_implemented();
  return update_dict(vm, dict_of(left), right, false) ? left : Value();
}

Value update(Vm& vm, const Args& args) {
  if (args.size() > 2) {
    return vm.raise(vm.errors().type_error,
                    "update expected at most 1 argument, got " + std::to_string(args.size() - 1));
  }
  const Value self = args[0];
  if (args.size() == 2 && !update_dict(vm, dict_of(self), args[1], false)) return {};
  for (std::size_t n = 0; n < args.names.size(); ++n) {
    dict_of(self).set(*vm.intern(text_of(args.names[n])), args.keywords[n]);
  }
  return Value::none();
}

Value dict_init(Vm& vm, const Args& args) {
  if (args.size() > 2) {
    return vm.raise(vm.errors().type_error,
                    "dict expected at most 1 argument, got " + std::to_string(args.size() - 1));
  }
  return update(vm, args);
}

Value get_or(Vm& vm, const Args& args, const char* name, bool stores) {
  if (!check_count(vm, args.tail(), name, 1, 2)) return {};
  const Value otherwise = args.size() > 2 ? args[2] : Value::none();
  Value value;
  const Found found = dict_of(args[0]).find(vm, args[1], value);
  if (found == Found::kRaised) return {};
  if (found == Found::kYes) return value;
  if (stores && !dict_of(args[0]).set(vm, args[1], otherwise)) return {};
  return otherwise;
}

Value dict_pop(Vm& vm, const Args& args) {
  if (!check_count(vm, args.tail(), "pop", 1, 2)) return {};
  Value value;
  const Found found = dict_of(args[0]).erase(vm, args[1], value);
  if (found == Found::kRaised) return {};
  if (found == Found::kYes) return value;
  if (args.size() > 2) return args[2];
  return vm.raise_key_error(args[1]);
}

Value popitem(Vm& vm, const Args& args) {
  static const Signature kSignature("popitem", "last=True");
  Value bound[1];
  if (!kSignature.bind(vm, args.tail(), bound)) return {};
  bool last = true;
  if (bound[0]) {
    const auto answer = truth(vm, bound[0]);
    if (!answer) return {};
    last = *answer;
  }
  DictObject& dict = dict_of(args[0]);
  if (dict.size() == 0) {
    return vm.raise_key_error(vm.str("popitem(): dictionary is empty"));
  }
  std::size_t index = last ? dict.entry_count() - 1 : 0;
  while (!dict.entry(index).key) index += last ? static_cast<std::size_t>(-1) : 1;
  const Value pair = vm.tuple({dict.entry(index).key, dict.entry(index).value});
  dict.erase_entry(index);
  return pair;
}

Value from_keys(Vm& vm, const Args& args) {
  if (!check_count(vm, args.tail(), "fromkeys", 1, 2)) return {};
  auto* const type = args[0].as<TypeObject>();
  Value result = call(vm, Value(type));
  if (!result) return {};
  const Value value = args.size() > 2 ? args[2] : Value::none();
  const bool fine =
      iterate(vm, args[1], [&](const Value& key) { return set_item(vm, result, key, value); });
  return fine ? result : Value();
}

}  // namespace

Value dict_repr(Vm& vm, const Value& self) {
  const ReprGuard guard(vm, *self.object());
  if (guard.repeats()) return vm.str("{...}");
  const auto text = dict_items_text(vm, dict_of(self));
  return text ? vm.str("{" + *text + "}") : Value();
}

std::optional<std::string> dict_items_text(Vm& vm, const DictObject& dict) {
  std::string text;
  for (std::size_t n = 0; n < dict.entry_count(); ++n) {
    const DictObject::Entry entry = dict.entry(n);
    if (!entry.key) continue;
    const auto key = repr_of(vm, entry.key);
    if (!key) return std::nullopt;
    const auto value = repr_of(vm, entry.value);
    if (!value || !vm.tick() || !vm.reserve(text.size())) return std::nullopt;
    text += (text.empty() ? "" : ", ") + *key + ": " + *value;
  }
  return text;
}

void add_dict_type(Vm& vm) {
  TypeObject& type = *vm.types().dict;
  type.slots = object_slots();
  type.slots.create = create_dict;
  type.slots.repr = dict_repr;
  type.slots.getitem = dict_getitem;
  type.slots.setitem = dict_setitem;
  type.slots.contains = dict_contains;
  type.slots.compare = dict_compare;
  type.slots.compare_mask = 0x0C;
  type.slots.binary = dict_binary;
  type.slots.inplace = dict_inplace;
  type.slots.binary_mask = 1U << static_cast<unsigned>(BinaryOp::kOr);
  type.slots.hash = nullptr;
  type.slots.length = [](Vm&, const Value& self) {
    return static_cast<std::int64_t>(dict_of(self).size());
  };
  type.slots.iter = [](Vm& machine, const Value& self) {
    return make_dict_iterator(machine, Ref(self.as<DictObject>()), DictPart::kKeys, false);
  };
  finish_type(vm, type);
  add_method(type, "__init__", dict_init);
  add_method(type, "update", update);
  add_method(type, "get",
             [](Vm& machine, const Args& args) { return get_or(machine, args, "get", false); });
  add_method(type, "setdefault", [](Vm& machine, const Args& args) {
    return get_or(machine, args, "setdefault", true);
  });
  add_method(type, "pop", dict_pop);
  add_method(type, "popitem", popitem);
  add_method(type, "clear", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args.tail(), "dict.clear", 0, 0)) return Value();
    dict_of(args[0]).reset();
    return Value::none();
  });
  add_method(type, "copy", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args.tail(), "dict.copy", 0, 0)) return Value();
    TypeObject& of = machine.type_of(args[0]);
    auto copy = machine.make<DictObject>(of.is_user ? *machine.types().dict : of);
    copy->copy_from(dict_of(args[0]));
    if (dict_of(args[0]).attributes()) {
      copy->make_attributes().copy_from(*dict_of(args[0]).attributes());
    }
    return Value(copy);
  });
  add_method(type, "__reversed__", [](Vm& machine, const Args& args) {
    return make_dict_iterator(machine, Ref(args[0].as<DictObject>()), DictPart::kKeys, true);
  });
  add_class_method(type, "fromkeys", from_keys);
  vm.builtins()->set(*vm.intern("dict"), Value(vm.types().dict));
}

}  // namespace normscope::notebook::runtime
