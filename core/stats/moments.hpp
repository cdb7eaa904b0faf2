// SPDX-License-Identifier: MIT
// Mean, variance and the other statistics of a group of values, computed in double, so that they
// stay right where float32 fails: at an offset of ten million as at zero.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

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
};

/// Describes a group of values.
/// math    mk = sum (x - mean)^k / n about the mean, biased
/// numeric two passes in double over each block of 2^14 values, the second about the block's mean;
///         the blocks' sums are moved to one mean, and corrected for its rounding, so that the
///         result does not depend on the number of threads. With L = 2^14 + n / 2^14 and
///         u = 2^-53, whatever the offset: relative error of the variance at most (L + 8) u (4e-12
///         up to 2^28 values), error of the mean at most u |mean| + (L + 4) u mean|x - mean|; far
///         less for random input. Equal values have variance 0 exactly.
/// source  Chan, Golub, LeVeque 1983: the corrected two-pass algorithm, and joining of parts
Moments moments(std::span<const float> values, int threads = 1);

/// The moments of many values, kept by blocks: when some values change, only their blocks are read
/// again.
class BlockMoments {
 public:
  /// Values of a block: neither the sum within a block nor the sum over blocks has so many terms
  /// that their rounding errors add up.
  static constexpr std::int64_t kBlock = std::int64_t{1} << 14;

  BlockMoments() = default;
  explicit BlockMoments(std::span<const float> values, int threads = 0);

  /// Values in these blocks, each named once, have changed; `values` are all of them.
  void read_again(std::span<const float> values, std::span<const std::int64_t> blocks,
                  int threads = 0);

  /// The same as moments() of the values.
  Moments moments() const;

  struct FirstPass {
    double sum = 0.0;
    float minimum = std::numeric_limits<float>::infinity();
    float maximum = -std::numeric_limits<float>::infinity();
    std::int64_t nans = 0;
    std::int64_t positive_infinities = 0;
    std::int64_t negative_infinities = 0;
    std::int64_t zeros = 0;
    void add(const FirstPass& other);
  };
  struct PowerSums {
    double first = 0.0;
    double second = 0.0;
    double third = 0.0;
    double fourth = 0.0;
    void add(const PowerSums& other);
  };
  struct Block {
    FirstPass pass{};
    double center = 0.0;  // the block's mean
    PowerSums sums{};     // about the center
  };

 private:
  std::int64_t count_ = 0;
  std::vector<Block> blocks_;
};

}  // namespace normscope::stats
