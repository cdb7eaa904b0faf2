// SPDX-License-Identifier: MIT
// Mean, variance and the other statistics of a group of values, computed in double, so that they
// stay right where float32 fails: at an offset of ten million as at zero.
#pragma once

#include <cstdint>
#include <span>

namespace normscope::stats {

/// Statistics by IEEE arithmetic, as in torch: a NaN makes all of them NaN, minimum and maximum
/// included; an infinity makes the mean infinite (infinities of both signs: NaN) and the central
/// moments NaN. The counts tell the reason. Without values all are NaN; with one value the unbiased
/// ones are.
struct Moments {
  std::int64_t count = 0;  // all values, non-finite ones included
  std::int64_t nan_count = 0;
  std::int64_t positive_infinity_count = 0;
  std::int64_t negative_infinity_count = 0;
  std::int64_t zero_count = 0;  // +0 and -0

  double mean = 0.0;
  double biased_variance = 0.0;    // divided by count: LayerNorm's
  double unbiased_variance = 0.0;  // divided by count - 1: torch.var's default
  double biased_deviation = 0.0;
  double unbiased_deviation = 0.0;
  double minimum = 0.0;
  double maximum = 0.0;
  double skewness = 0.0;         // m3 / m2^1.5; NaN when all values are equal
  double excess_kurtosis = 0.0;  // m4 / m2^2 - 3: 0 for a normal; NaN when all values are equal

  std::int64_t finite_count() const {
    return count - nan_count - positive_infinity_count - negative_infinity_count;
  }
  /// The share of zeros among all values; NaN without values.
  double zero_share() const;
};

/// Describes a group of values.
/// math    mk = sum (x - mean)^k / n about the mean, biased
/// numeric two passes in double, the second corrected for the rounding of the first's mean; sums in
///         fixed blocks of 2^14, so that the result does not depend on the number of threads. With
///         L = 2^14 + n / 2^14 and u = 2^-53, whatever the offset: relative error of the variance
///         at most (L + 8) u (4e-12 up to 2^28 values), error of the mean at most
///         u |mean| + (L + 4) u mean|x - mean|; far less for random input. Equal values have
///         variance 0 exactly.
/// source  Chan, Golub, LeVeque 1983: the corrected two-pass algorithm
Moments moments(std::span<const float> values, int threads = 1);

}  // namespace normscope::stats
