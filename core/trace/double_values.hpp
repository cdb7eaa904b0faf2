// SPDX-License-Identifier: MIT
// The steps of a trace once more, in double: what each of them would be without float32's roundings
// in between. Next to a float32 value it shows how much the steps so far have lost.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/trace/trace.hpp"

namespace normscope::trace {

/// The values of one group, computed on demand. Each statistic is computed once, in plain loops
/// over the group; nothing else is stored, so that a group of a million elements takes some
/// hundredths of a second and no memory: for a request of the user, not for every frame.
class DoubleValues {
 public:
  /// `parts` must outlive this object.
  DoubleValues(const TraceParts& parts, std::int64_t group);

  /// The value of a step at an element of the group, which a step with one value for each group
  /// ignores; null where a step that it is made from is only known by its stored values.
  /// numeric from the float32 input and parameters, and the constants of the options, in the order
  ///         of the steps: a one-pass variance cancels here as well, only later
  std::optional<double> value(int step, std::int64_t element);

 private:
  double compute(int step, std::int64_t element);
  double reduce(const Step& target);
  double product(const Step& target, std::int64_t element);
  bool known(int step) const;

  const TraceParts& parts_;
  std::int64_t group_;
  std::vector<bool> per_group_;                    // for each step
  std::vector<std::optional<double>> statistics_;  // for each step with one value for the group
};

}  // namespace normscope::trace
