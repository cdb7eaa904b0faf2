// SPDX-License-Identifier: MIT
// tuple, list, range and slice.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "app/notebook/runtime/heap.hpp"
#include "app/notebook/runtime/type.hpp"
#include "app/notebook/runtime/value.hpp"

namespace normscope::notebook::runtime {

class TupleObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kTuple;
  TupleObject(TypeObject& type, std::span<const Value> values);
  Values values;
  void visit(Visitor& visitor) const override;
  void clear() override;
};

class ListObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kList;
  explicit ListObject(TypeObject& type);
  Values values;
  /// While a sort runs the list looks empty, and changing it is an error.
  bool changed = false;
  void visit(Visitor& visitor) const override;
  void clear() override;
};

/// Bounds are 64-bit numbers; `range` says so where a cell wants larger ones.
class RangeObject final : public Object {
 public:
  static constexpr Kind kKind = Kind::kRange;
  RangeObject(TypeObject& type, std::int64_t start_, std::int64_t stop_, std::int64_t step_);
  const std::int64_t start;
  const std::int64_t stop;
  const std::int64_t step;
  std::int64_t length;
  std::int64_t at(std::int64_t index) const { return start + index * step; }
};

class SliceObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kSlice;
  SliceObject(TypeObject& type, Value start_, Value stop_, Value step_);
  Value start;
  Value stop;
  Value step;
  void visit(Visitor& visitor) const override;
  void clear() override;
};

/// A slice worked out for a sequence of some length: count elements from start.
struct SliceRange {
  std::int64_t start;
  std::int64_t stop;
  std::int64_t step;
  std::int64_t count;
};
/// None: raised (TypeError for parts that are no ints, ValueError for step 0).
std::optional<SliceRange> slice_range(Vm& vm, const SliceObject& slice, std::int64_t length);

}  // namespace normscope::notebook::runtime
