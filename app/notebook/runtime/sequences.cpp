// SPDX-License-Identifier: MIT
// tuple, list, range and slice as objects, and what a slice means for a sequence.
#include "app/notebook/runtime/sequences.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

TupleObject::TupleObject(TypeObject& type, std::span<const Value> values_)
    : Container(kKind, &type, type.heap()),
      values(values_.begin(), values_.end(), CountedAllocator<Value>(type.heap())) {}

void TupleObject::visit(Visitor& visitor) const {
  Container::visit(visitor);
  visitor.visit_all(values);
}

void TupleObject::clear() {
  Container::clear();
  Values old(values.get_allocator());
  old.swap(values);
}

ListObject::ListObject(TypeObject& type)
    : Container(kKind, &type, type.heap()), values(CountedAllocator<Value>(type.heap())) {}

void ListObject::visit(Visitor& visitor) const {
  Container::visit(visitor);
  visitor.visit_all(values);
}

void ListObject::clear() {
  Container::clear();
  Values old(values.get_allocator());
  old.swap(values);
}

RangeObject::RangeObject(TypeObject& type, std::int64_t start_, std::int64_t stop_,
                         std::int64_t step_)
    : Object(kKind, &type), start(start_), stop(stop_), step(step_), length(0) {
  const auto from = static_cast<std::uint64_t>(start);
  const auto to = static_cast<std::uint64_t>(stop);
  const auto by = static_cast<std::uint64_t>(step);
  std::uint64_t count = 0;
  if (step > 0 && start < stop) count = (to - from - 1) / by + 1;
  if (step < 0 && start > stop) count = (from - to - 1) / (0 - by) + 1;
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  length = static_cast<std::int64_t>(std::min(count, kMost));
}

SliceObject::SliceObject(TypeObject& type, Value start_, Value stop_, Value step_)
    : Container(kKind, &type, type.heap()),
      start(std::move(start_)),
      stop(std::move(stop_)),
      step(std::move(step_)) {}

void SliceObject::visit(Visitor& visitor) const {
  Container::visit(visitor);
  visitor.visit(start);
  visitor.visit(stop);
  visitor.visit(step);
}

void SliceObject::clear() {
  Container::clear();
  start = Value();
  stop = Value();
  step = Value();
}

namespace {

// A part of a slice: `otherwise` for None. False: raised.
bool part(Vm& vm, const Value& value, std::int64_t otherwise, std::int64_t& result) {
  result = otherwise;
  if (value.is_none() || !value) return true;
  bool found = is_integer(value);
  if (!found) {
    const Value* const index =
        value.is_object() ? vm.find_in_type(vm.type_of(value), *vm.names().index) : nullptr;
    found = index != nullptr;
  }
  if (!found) {
    vm.raise(vm.errors().type_error,
             "slice indices must be integers or None or have an __index__ method");
    return false;
  }
  const auto number = to_index_clamped(vm, value);
  if (!number) return false;
  result = *number;
  return true;
}

}  // namespace

std::optional<SliceRange> slice_range(Vm& vm, const SliceObject& slice, std::int64_t length) {
  SliceRange range{};
  if (!part(vm, slice.step, 1, range.step)) return std::nullopt;
  if (range.step == 0) {
    vm.raise(vm.errors().value_error, "slice step cannot be zero");
    return std::nullopt;
  }
  range.step = std::max(range.step, -std::numeric_limits<std::int64_t>::max());
  const bool back = range.step < 0;
  const std::int64_t lowest = back ? -1 : 0;
  const std::int64_t highest = back ? length - 1 : length;
  const auto bring = [&](std::int64_t index) {
    if (index < 0) index = index + length < lowest ? lowest : index + length;
    return std::clamp(index, lowest, highest);
  };
  constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();
  std::int64_t start = 0;
  std::int64_t stop = 0;
  if (!part(vm, slice.start, 0, start) || !part(vm, slice.stop, kFar, stop)) return std::nullopt;
  range.start = slice.start.is_none() || !slice.start ? (back ? highest : lowest) : bring(start);
  range.stop = slice.stop.is_none() || !slice.stop ? (back ? lowest : highest) : bring(stop);
  if (back && range.stop < range.start) {
    range.count = (range.start - range.stop - 1) / -range.step + 1;
  } else if (!back && range.start < range.stop) {
    range.count = (range.stop - range.start - 1) / range.step + 1;
  }
  return range;
}

}  // namespace normscope::notebook::runtime
