// SPDX-License-Identifier: MIT
// The error that an explanation may leave: the rounding of printed decimals and of float32 steps.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/variants/explain/explain.hpp"

namespace normscope::variants {

/// The number of decimals that all finite values were printed with, at most 6; nothing when they
/// have more, or when they are too few to tell. Whole numbers count as printed with four, which is
/// PyTorch's default: fewer than four different values show no number of decimals either.
std::optional<int> printed_decimals(std::span<const float> values);

/// Half a unit of the last decimal; 0 for full precision.
double half_unit(std::optional<int> decimals);

/// The allowed error of one output.
struct Tolerance {
  double output_half_unit = 0;
  double input_half_unit = 0;
  double steps = 0;  // float32 roundings in each intermediate value

  /// units   reach: the group's largest |x| / denominator where a mean is subtracted, which loses
  ///         the digits of x; rstd: 1 / denominator
  double of(double y, double gamma, double beta, double reach, double rstd) const;

  Tolerance times(double factor) const;
};

/// The tolerance of an arithmetic for groups of n elements.
/// numeric a step of float32 has about 4 roundings of 2^-24; a plain loop over n values errs by about
///         sqrt(n) of them, of which the double is allowed
Tolerance tolerance_of(Arithmetic arithmetic, std::int64_t n, std::optional<int> x_decimals,
                       std::optional<int> y_decimals);

}  // namespace normscope::variants
