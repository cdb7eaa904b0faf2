// SPDX-License-Identifier: MIT
// Quantiles of a group of values, with five interpolations between neighbouring values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/error.hpp"
#include "core/stats/histogram.hpp"

namespace normscope::stats {

/// The result when a quantile falls between two values.
enum class Interpolation {
  kLinear,    // the point between the values: torch.quantile's default
  kLower,     // the smaller value
  kHigher,    // the larger value
  kNearest,   // the value closer in rank; halfway, the value of even rank
  kMidpoint,  // the middle of both values
};

struct Quantiles {
  std::vector<double> values;  // one for each probability, in the same order
  std::int64_t left_out = 0;   // values that were not finite
};

/// The quantiles of the finite values; NaN when there are none.
/// math    the value at rank probability * (n - 1) of the sorted values, counted from 0
///         (many values are counted by their bits, not copied)
/// errors  InvalidArgument: a probability outside [0, 1], NaN included
/// numeric in double, including the rank, which torch.quantile rounds to float32 for float32 input
/// source  torch.quantile; Hyndman, Fan 1996, type 7
base::Expected<Quantiles> quantiles(std::span<const float> values,
                                    std::span<const double> probabilities,
                                    Interpolation interpolation = Interpolation::kLinear);

/// The same of finite values that have been counted, in one pass over them.
/// shape   `counts` has bins, and all values lie in them
/// errors  as above
base::Expected<Quantiles> quantiles(std::span<const float> values, const Histogram& counts,
                                    std::span<const double> probabilities,
                                    Interpolation interpolation = Interpolation::kLinear);

}  // namespace normscope::stats
