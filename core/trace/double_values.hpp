// SPDX-License-Identifier: MIT
// The steps of a trace once more, in double: what each of them would be without float32's roundings
// in between. Next to a float32 value it shows how much the steps so far have lost.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "core/trace/trace.hpp"

namespace normscope::trace {

/// A number of a leaf that is taken to be another by a little, which float32 cannot hold: what
/// central differences move.
struct Moved {
  int leaf = -1;
  std::int64_t position = 0;
  double by = 0;
};

/// Values computed on demand. Each statistic of a group, and each product, is computed once;
/// nothing else is stored, so that a group of a million elements takes some hundredths of a second:
/// for a request of the user, not for every frame.
class DoubleValues {
 public:
  /// `parts` must outlive this object.
  explicit DoubleValues(const TraceParts& parts, const Moved& moved = {})
      : parts_(parts), moved_(moved) {}

  /// The value of a step at a position; null where a step that it is made from is only known by its
  /// stored values.
  /// numeric from the float32 inputs and parameters, and the constants of the options, in the order
  ///         of the steps: a one-pass variance cancels here as well, only later
  std::optional<double> value(int step, std::int64_t position);

  // What Pieces reads.
  bool knows(int step) const;
  std::span<const double> read(int step, std::int64_t first, std::span<double> room);

 private:
  double at(int step, std::int64_t position);
  double statistic(int step, std::int64_t group);
  double product(int step, std::int64_t position);
  bool is_computable(int step) const;
  void write(int step, std::int64_t first, std::span<double> places);

  const TraceParts& parts_;
  Moved moved_;
  std::map<std::pair<int, std::int64_t>, double> kept_{};  // by step and position
};

}  // namespace normscope::trace
