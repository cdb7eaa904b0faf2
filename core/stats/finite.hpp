// SPDX-License-Identifier: MIT
// Quantiles, histograms and densities describe the finite values and count the others: a NaN has no
// position on an axis, and one infinity would flatten every figure. The moments do propagate NaN
// and infinities.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/error.hpp"

namespace normscope::stats {

struct FiniteValues {
  std::vector<float> values;  // in the order of the input
  std::int64_t left_out = 0;  // NaN and infinities
};

/// Copies the finite values.
/// errors  TooLarge: no memory for the copy
base::Expected<FiniteValues> finite_values(std::span<const float> values);

}  // namespace normscope::stats
