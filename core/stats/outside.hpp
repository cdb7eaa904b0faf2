// SPDX-License-Identifier: MIT
// Whether a number lies outside a range that was made for numbers like it.
#pragma once

#include <cmath>

namespace normscope::stats {

/// 1 for a finite number above a range, -1 for one below it, else 0. An empty range has no outside.
/// numeric the range reaches 1e-6 of its length further up: shares may be above 1 by roundings
inline int outside(double value, double low, double high) {
  if (!std::isfinite(value) || !(low < high)) return 0;
  if (value > high + 1e-6 * (high - low)) return 1;
  return value < low ? -1 : 0;
}

}  // namespace normscope::stats
