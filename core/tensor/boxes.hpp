// SPDX-License-Identifier: MIT
// A tensor taken apart into boxes, so that one that is larger than memory is computed a part at a
// time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/error.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::tensor {

/// A part of a tensor: of each dimension the indices [first, first + size).
struct Box {
  Shape first{};
  Shape size{};
};

/// The largest box of at most `most` elements that has whole every dimension that may not be cut.
/// Dimensions are cut from the first on, so that what lies together stays together.
/// shape   a `may_cut` for each size; sizes of 1 and more
/// Null where the dimensions that may not be cut have more elements.
std::optional<Shape> box_within(const Shape& whole, const std::vector<bool>& may_cut,
                                std::int64_t most);

/// The boxes of this size, smaller at the ends, in row-major order.
class Boxes {
 public:
  Boxes(Shape whole, Shape size);

  std::int64_t count() const { return count_; }
  Box at(std::int64_t number) const;

 private:
  Shape whole_;
  Shape size_;
  Shape counts_;  // boxes along each dimension
  std::int64_t count_ = 1;
};

/// How many elements of a box of this size follow each other in the tensor.
std::int64_t run_of(const Shape& whole, const Shape& size);

/// Where the runs of a box begin in its tensor, in row-major order: each has run_of() elements, and
/// in the box they follow each other.
std::vector<std::int64_t> runs_of(const Shape& whole, const Box& box);

}  // namespace normscope::tensor
