// SPDX-License-Identifier: MIT
// The iterators of built-in types, and what generators need of any iterator.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "app/notebook/runtime/dict.hpp"
#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

/// Items come from a function, which may keep values that `held` lists for the search of cycles.
class NativeIterator final : public IteratorObject {
 public:
  NativeIterator(TypeObject& type, std::vector<Value> held_,
                 std::function<Value(Vm& vm, std::vector<Value>& held)> step)
      : IteratorObject(type), held(std::move(held_)), step_(std::move(step)) {}
  Value next(Vm& vm) override;
  std::vector<Value> held;
  void visit(Visitor& visitor) const override;
  void clear() override;

 private:
  std::function<Value(Vm& vm, std::vector<Value>& held)> step_;
  bool ended_ = false;
};

/// An iterator of a type called `name` (as repr shows it).
Value make_iterator(Vm& vm, std::string_view name, std::vector<Value> held,
                    std::function<Value(Vm& vm, std::vector<Value>& held)> step);
Value make_range_iterator(Vm& vm, std::int64_t start, std::int64_t step, std::int64_t count);
Value make_sequence_iterator(Vm& vm, const Value& sequence, bool backwards);
enum class DictPart : std::uint8_t { kKeys, kValues, kItems };
Value make_dict_iterator(Vm& vm, Ref<DictObject> dict, DictPart part, bool backwards);

/// Goes on with a generator; of other iterators only None can be sent. Nothing at the end.
Value send(Vm& vm, const Value& iterator, const Value& sent);
/// What the iterator that just ended returned; takes a StopIteration under way.
Value stop_value(Vm& vm, const Value& iterator);

}  // namespace normscope::notebook::runtime
