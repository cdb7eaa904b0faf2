// SPDX-License-Identifier: MIT
// Which steps of a trace are made from which, and over what part of a group: read from the steps'
// primitives alone, since no value of the batch decides it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/trace.hpp"

namespace normscope::trace {

/// Where a change passes from one step to another.
enum class Reach {
  kNever,
  kWhereGamma,  // at those cells of the later step at which gamma is not 0
  kAlways,
};

/// How a cell of a later step is made from an earlier step: from the same cell, and from all cells
/// of the same group. A statistic has one cell a group, so it is linked by the group.
struct Link {
  Reach cell = Reach::kNever;
  Reach group = Reach::kNever;
  bool operator==(const Link&) const = default;
};

/// What is known of the values of a step without the batch.
enum class Always { kVaries, kZero, kUndefined, kInfinite, kConstant };

/// The links of all pairs of steps.
class Links {
 public:
  /// The links within this trace. A product with a weight is linked cell by cell: its rows and
  /// columns are the caller's.
  explicit Links(const TraceParts& parts);

  /// How step `to` is made from step `from`; a step is linked with itself.
  Link between(int to, int from) const;

  /// What a step is whatever the input is: in a group of one element, x - mean is always 0, and its
  /// unbiased variance, 0 / 0, always undefined.
  Always always(int step) const { return always_[static_cast<std::size_t>(step)]; }

 private:
  std::size_t count_ = 0;
  std::vector<Link> links_;  // of step `to` from step `from` at to * count_ + from
  std::vector<Always> always_;
};

}  // namespace normscope::trace
