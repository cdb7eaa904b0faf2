// SPDX-License-Identifier: MIT
// The rule that quantiles, histograms and densities share: they describe the finite values, and say
// how many others were left out. A NaN has no place on an axis, and one infinity would flatten
// every picture; the moments, which do propagate them, say that they are there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/error.hpp"

namespace normscope::stats {

struct FiniteValues {
  std::vector<float> values;  // in their order
  std::int64_t left_out = 0;  // NaN and infinities
};

/// Copies the finite values.
/// errors  TooLarge: no memory for the copy
base::Expected<FiniteValues> finite_values(std::span<const float> values);

}  // namespace normscope::stats
