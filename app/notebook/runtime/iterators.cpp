// SPDX-License-Identifier: MIT
// Iterators over ranges, sequences and dicts, each a small class since loops spend their time here.
#include "app/notebook/runtime/iterators.hpp"

#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/frame.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

class RangeIterator final : public IteratorObject {
 public:
  RangeIterator(TypeObject& type, std::int64_t at, std::int64_t step, std::int64_t count)
      : IteratorObject(type), at_(at), step_(step), left_(count) {}
  Value next(Vm&) override {
    if (left_ <= 0) return {};
    --left_;
    const std::int64_t value = at_;
    if (left_ > 0) at_ += step_;
    return Value::integer(value);
  }

 private:
  std::int64_t at_;
  std::int64_t step_;
  std::int64_t left_;
};

class SequenceIterator final : public IteratorObject {
 public:
  SequenceIterator(TypeObject& type, Value sequence, bool backwards)
      : IteratorObject(type), sequence_(std::move(sequence)), backwards_(backwards) {
    if (backwards_) at_ = static_cast<std::int64_t>(size()) - 1;
  }
  Value next(Vm& vm) override {
    if (!sequence_) return {};
    if (at_ < 0 || static_cast<std::size_t>(at_) >= size()) {
      sequence_ = Value();
      return {};
    }
    const auto index = static_cast<std::size_t>(at_);
    at_ += backwards_ ? -1 : 1;
    if (const auto* const list = sequence_.as<ListObject>()) return list->values[index];
    if (const auto* const tuple = sequence_.as<TupleObject>()) return tuple->values[index];
    const auto& text = sequence_.get<StrObject>();
    if (backwards_ || text.is_ascii()) return vm.str(text.slice(index, index + 1));
    const std::size_t width = utf8::width(text.text(), byte_);
    const std::string_view letter = std::string_view(text.text()).substr(byte_, width);
    byte_ += width;
    return vm.str(letter);
  }
  void visit(Visitor& visitor) const override {
    Container::visit(visitor);
    visitor.visit(sequence_);
  }
  void clear() override {
    Container::clear();
    sequence_ = Value();
  }

 private:
  std::size_t size() const {
    if (const auto* const list = sequence_.as<ListObject>()) return list->values.size();
    if (const auto* const tuple = sequence_.as<TupleObject>()) return tuple->values.size();
    return sequence_.get<StrObject>().length();
  }
  Value sequence_;
  std::int64_t at_ = 0;
  std::size_t byte_ = 0;
  bool backwards_;
};

class DictIterator final : public IteratorObject {
 public:
  DictIterator(TypeObject& type, Ref<DictObject> dict, DictPart part, bool backwards)
      : IteratorObject(type),
        dict_(std::move(dict)),
        size_(dict_->size()),
        at_(backwards ? dict_->entry_count() : 0),
        part_(part),
        backwards_(backwards) {}
  Value next(Vm& vm) override {
    if (!dict_) return {};
    if (dict_->size() != size_) {
      return vm.raise(vm.errors().runtime_error, "dictionary changed size during iteration");
    }
    for (;;) {
      if (backwards_ ? at_ == 0 : at_ >= dict_->entry_count()) {
        dict_.reset();
        return {};
      }
      const DictObject::Entry& entry = dict_->entry(backwards_ ? --at_ : at_++);
      if (!entry.key) continue;
      switch (part_) {
        case DictPart::kKeys:
          return entry.key;
        case DictPart::kValues:
          return entry.value;
        case DictPart::kItems:
          return vm.tuple({entry.key, entry.value});
      }
    }
  }
  void visit(Visitor& visitor) const override {
    Container::visit(visitor);
    visitor.visit(dict_);
  }
  void clear() override {
    Container::clear();
    dict_.reset();
  }

 private:
  Ref<DictObject> dict_;
  std::size_t size_;
  std::size_t at_;
  DictPart part_;
  bool backwards_;
};

}  // namespace

Value NativeIterator::next(Vm& vm) {
  if (ended_) return {};
  const Ref<Object> alive(this);
  Value item = step_(vm, held);
  if (!item && !vm.raised()) {
    ended_ = true;
    held.clear();
  }
  return item;
}

void NativeIterator::visit(Visitor& visitor) const {
  Container::visit(visitor);
  visitor.visit_all(held);
}

void NativeIterator::clear() {
  Container::clear();
  ended_ = true;
  const std::vector<Value> old = std::exchange(held, {});
}

Value make_iterator(Vm& vm, std::string_view name, std::vector<Value> held,
                    std::function<Value(Vm& vm, std::vector<Value>& held)> step) {
  return Value(vm.make<NativeIterator>(vm.iterator_type(name), std::move(held), std::move(step)));
}

Value make_range_iterator(Vm& vm, std::int64_t start, std::int64_t step, std::int64_t count) {
  return Value(vm.make<RangeIterator>(vm.iterator_type("range_iterator"), start, step, count));
}

Value make_sequence_iterator(Vm& vm, const Value& sequence, bool backwards) {
  std::string_view name = backwards ? "reversed" : "tuple_iterator";
  if (sequence.is_kind(Kind::kList)) name = backwards ? "list_reverseiterator" : "list_iterator";
  if (const auto* const text = sequence.as<StrObject>(); text != nullptr && !backwards) {
    name = text->is_ascii() ? "str_ascii_iterator" : "str_iterator";
  }
  return Value(vm.make<SequenceIterator>(vm.iterator_type(name), sequence, backwards));
}

Value make_dict_iterator(Vm& vm, Ref<DictObject> dict, DictPart part, bool backwards) {
  std::string name = "dict_";
  name += backwards ? "reverse" : "";
  name += part == DictPart::kKeys ? "key" : (part == DictPart::kValues ? "value" : "item");
  return Value(
      vm.make<DictIterator>(vm.iterator_type(name + "iterator"), std::move(dict), part, backwards));
}

Value send(Vm& vm, const Value& iterator, const Value& sent) {
  if (auto* const generator = iterator.is_kind(Kind::kIterator)
                                  ? dynamic_cast<GeneratorObject*>(iterator.object())
                                  : nullptr) {
    const Value alive = iterator;
    return generator->resume(vm, sent);
  }
  if (sent.is_none()) return next(vm, iterator);
  return call_method(vm, iterator, "send", {sent});
}

Value stop_value(Vm& vm, const Value& iterator) {
  if (vm.raised()) {
    const auto exception = vm.take_exception();
    const Values& args = exception->args.get<TupleObject>().values;
    return args.empty() ? Value::none() : args[0];
  }
  auto* const generator = dynamic_cast<GeneratorObject*>(iterator.object());
  if (generator == nullptr || !generator->result) return Value::none();
  return std::exchange(generator->result, Value());
}

}  // namespace normscope::notebook::runtime
