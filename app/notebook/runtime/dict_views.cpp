// SPDX-License-Identifier: MIT
// dict.keys(), values() and items(): views that show the dict as it is when they are asked.
#include <string>
#include <utility>

#include "app/notebook/runtime/iterators.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/set.hpp"
#include "app/notebook/runtime/setup.hpp"
#include "app/notebook/runtime/texts.hpp"

namespace normscope::notebook::runtime {
namespace {

class DictView final : public NativeObject {
 public:
  DictView(TypeObject& type, Ref<DictObject> dict_, DictPart part_)
      : NativeObject(type), dict(std::move(dict_)), part(part_) {}
  Ref<DictObject> dict;
  DictPart part;
  void visit(Visitor& visitor) const override {
    Container::visit(visitor);
    visitor.visit(dict);
  }
  void clear() override {
    Container::clear();
    dict.reset();
  }
};

DictView& view_of(const Value& value) {
  return value.get<DictView>();
}

Value make_view(Vm& vm, const Value& dict, DictPart part) {
  const Types& types = vm.types();
  const auto& type = part == DictPart::kKeys     ? types.dict_keys
                     : part == DictPart::kValues ? types.dict_values
                                                 : types.dict_items;
  return Value(vm.make<DictView>(*type, Ref(dict.as<DictObject>()), part));
}

Value view_iter(Vm& vm, const Value& self) {
  return make_dict_iterator(vm, view_of(self).dict, view_of(self).part, false);
}

// The views of an OrderedDict have a letter more.
std::string name_of_view(Vm& vm, const Value& self) {
  for (const auto& type : view_of(self).dict->type()->mro) {
    if (type->name == "OrderedDict" && type->module == "collections") {
      return "o" + vm.type_of(self).name;
    }
  }
  return vm.type_of(self).name;
}

Value view_repr(Vm& vm, const Value& self) {
  const ReprGuard guard(vm, *self.object());
  if (guard.repeats()) return vm.str("...");
  const auto items = collect(vm, view_iter(vm, self));
  if (!items) return {};
  const auto text = joined_reprs(vm, vm.tuple(*items));
  return text ? vm.str(name_of_view(vm, self) + "([" + *text + "])") : Value();
}

int view_contains(Vm& vm, const Value& self, const Value& item) {
  const DictView& view = view_of(self);
  Value value;
  if (view.part == DictPart::kKeys) return static_cast<int>(view.dict->find(vm, item, value));
  if (view.part == DictPart::kItems) {
    const auto* const pair = item.as<TupleObject>();
    if (pair == nullptr || pair->values.size() != 2) return 0;
    const Found found = view.dict->find(vm, pair->values[0], value);
    if (found != Found::kYes) return static_cast<int>(found);
    const auto same = equal(vm, value, pair->values[1]);
    return same ? static_cast<int>(*same) : -1;
  }
  const auto items = collect(vm, view_iter(vm, self));
  if (!items) return -1;
  for (const Value& each : *items) {
    const auto same = equal(vm, each, item);
    if (!same) return -1;
    if (*same) return 1;
  }
  return 0;
}

Value as_set(Vm& vm, const Value& value) {
  return call(vm, Value(vm.types().set), {value});
}

Value view_binary(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  const bool known = op == BinaryOp::kAnd || op == BinaryOp::kOr || op == BinaryOp::kXor ||
                     op == BinaryOp::kSubtract;
  if (!known) return Value::not_implemented();
  const Value a = as_set(vm, left);
  const Value b = a ? as_set(vm, right) : Value();
  return b ? binary(vm, op, a, b) : Value();
}

Value view_compare(Vm& vm, CompareOp op, const Value& self, const Value& other) {
  const auto fits = [&](const Value& value) {
    return value.is_kind(Kind::kSet) || (value.is_kind(Kind::kNativeObject) &&
                                         (vm.type_of(value).is_subtype_of(*vm.types().dict_keys) ||
                                          vm.type_of(value).is_subtype_of(*vm.types().dict_items)));
  };
  if (!fits(other)) return Value::not_implemented();
  const Value a = as_set(vm, self);
  const Value b = a ? as_set(vm, other) : Value();
  return b ? compare(vm, op, a, b) : Value();
}

}  // namespace

void add_dict_views(Vm& vm) {
  const Types& types = vm.types();
  for (const auto& type : {types.dict_keys, types.dict_values, types.dict_items}) {
    type->slots.create = nullptr;
    type->slots.repr = view_repr;
    type->slots.iter = view_iter;
    type->slots.contains = view_contains;
    type->slots.length = [](Vm&, const Value& self) {
      return static_cast<std::int64_t>(view_of(self).dict->size());
    };
    if (type != types.dict_values) {
      type->slots.binary = view_binary;
      type->slots.binary_mask = (1U << static_cast<unsigned>(BinaryOp::kAnd)) |
                                (1U << static_cast<unsigned>(BinaryOp::kOr)) |
                                (1U << static_cast<unsigned>(BinaryOp::kXor)) |
                                (1U << static_cast<unsigned>(BinaryOp::kSubtract));
      type->slots.compare = view_compare;
      type->slots.hash = nullptr;
    }
    finish_type(vm, *type);
    add_method(*type, "__reversed__", [](Vm& machine, const Args& args) {
      return make_dict_iterator(machine, view_of(args[0]).dict, view_of(args[0]).part, true);
    });
  }
  const std::pair<const char*, DictPart> parts[] = {
      {"keys", DictPart::kKeys}, {"values", DictPart::kValues}, {"items", DictPart::kItems}};
  for (const auto& [name, part] : parts) {
    add_method(*types.dict, name, [name = name, part = part](Vm& machine, const Args& args) {
      if (!check_count(machine, args.tail(), "dict." + std::string(name), 0, 0)) return Value();
      return make_view(machine, args[0], part);
    });
  }
}

}  // namespace normscope::notebook::runtime
