// SPDX-License-Identifier: MIT
// The error that an explanation may leave: the rounding of printed decimals and of float32 steps.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/variants/explain/explain.hpp"

namespace normscope::variants {

/// The number of decimals that all finite values were printed with, at most 6; nothing when they
/// have more, or when they are too few to tell. Whole numbers count as printed with four, which is
/// PyTorch's default: at most eight values of which fewer than four are different show no number of
/// decimals either.
std::optional<int> printed_decimals(std::span<const float> values);

/// How precisely an output was written down.
struct Precision {
  NumberFormat format = NumberFormat::kFloat32;
  std::optional<int> decimals{};  // printed
};

/// The precisions that an output may have been written with, the finest first: float32, then those
/// of its type or text, or else those that its numbers show.
std::vector<Precision> precisions_of(std::span<const float> y, const Source& source);

/// What a number of y tells where an explanation holds more precisely: the printed decimals, or the
/// coarsest of the above, or the decimals of numbers that are too few to show them.
Precision worst_precision(std::span<const float> y, const std::vector<Precision>& precisions);

/// Half a unit of the last decimal; 0 for full precision.
double half_unit(std::optional<int> decimals);

/// The allowed error of one output.
struct Tolerance {
  double output_half_unit = 0;
  double input_half_unit = 0;
  double steps = 0;                // roundings of the arithmetic in each intermediate value
  double step_rounding = 0x1p-24;  // each of them, relative
  double output_rounding = 0x1p-24;
  // Values below the smallest normal float32 may have been replaced by zero.
  double smallest = std::numeric_limits<float>::min();

  /// units   reach: the group's largest |x| / denominator where a mean is subtracted, which loses
  ///         the digits of x; rstd: 1 / denominator
  double of(double y, double gamma, double beta, double reach, double rstd) const;

  /// Of a softmax, or its logarithm.
  /// math    logits that move by d at most leave a share p between p / (p + (1 - p) e^2d) and
  ///         p / (p + (1 - p) e^-2d)
  /// units   slope: of the logits over x; reach: how far the logit is below the largest
  double of_softmax(double exact, bool log, double reach, double slope) const;

  Tolerance times(double factor) const;
};

/// What an explanation is allowed: the steps of a ladder, from the strictest.
struct Allowance {
  Arithmetic arithmetic = Arithmetic::kFloat32Loops;
  Precision precision{};
  std::optional<int> x_decimals{};
};

/// Steps that are tried in turn: in each group one arithmetic with every precision that y may have.
using Ladder = std::vector<std::vector<Allowance>>;

/// `between`: with a few roundings a step as well, between one rounding and plain loops.
Ladder ladder_of(const std::vector<Precision>& precisions, bool between);

/// The tolerance for groups of n elements.
/// numeric a step of float32 has about 4 roundings of 2^-24; a plain loop over n values errs by about
///         sqrt(n) of them, of which the double is allowed
Tolerance tolerance_of(const Allowance& allowance, std::int64_t n);

}  // namespace normscope::variants
