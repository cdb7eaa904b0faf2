// SPDX-License-Identifier: MIT
#include "core/stats/moments.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/parallel.hpp"

namespace normscope::stats {
namespace {

// Values of a block: neither the sum within a block nor the sum over blocks has so many terms that
// their rounding errors add up.
constexpr std::int64_t kBlock = 1 << 14;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Running sums of a block: value i belongs to sum i % kLanes, so that a processor adds several at
// once, in the same order everywhere.
constexpr std::size_t kLanes = 8;
using Lanes = std::array<double, kLanes>;

double sum_of(const Lanes& lanes) {
  double sum = 0.0;
  for (const double lane : lanes) sum += lane;
  return sum;
}

// The results of the first pass over the values.
struct FirstPass {
  double sum = 0.0;
  float minimum = std::numeric_limits<float>::infinity();
  float maximum = -std::numeric_limits<float>::infinity();
  std::int64_t nans = 0;
  std::int64_t positive_infinities = 0;
  std::int64_t negative_infinities = 0;
  std::int64_t zeros = 0;

  void add(const FirstPass& other) {
    sum += other.sum;
    minimum = std::min(minimum, other.minimum);
    maximum = std::max(maximum, other.maximum);
    nans += other.nans;
    positive_infinities += other.positive_infinities;
    negative_infinities += other.negative_infinities;
    zeros += other.zeros;
  }
};

// The bits of a float without its sign: they order as the magnitudes, infinity and NaN at the end.
std::uint32_t magnitude_bits(float value) {
  return std::bit_cast<std::uint32_t>(value) & 0x7fffffffU;
}
constexpr std::uint32_t kInfinityBits = 0x7f800000U;

void count_not_finite(std::span<const float> values, FirstPass& pass) {
  for (const float value : values) {
    if (std::isfinite(value)) continue;
    pass.nans += std::isnan(value) ? 1 : 0;
    pass.positive_infinities += value > 0.0F ? 1 : 0;
    pass.negative_infinities += value < 0.0F ? 1 : 0;
  }
}

FirstPass read_block(std::span<const float> values) {
  Lanes sums{};
  std::array<float, kLanes> minima{};
  std::array<float, kLanes> maxima{};
  std::array<std::uint32_t, kLanes> zeros{};
  std::array<std::uint32_t, kLanes> not_finite{};
  minima.fill(std::numeric_limits<float>::infinity());
  maxima.fill(-std::numeric_limits<float>::infinity());
  const auto read = [&](std::size_t lane, float value) {
    sums[lane] += static_cast<double>(value);
    minima[lane] = value < minima[lane] ? value : minima[lane];
    maxima[lane] = value > maxima[lane] ? value : maxima[lane];
    zeros[lane] += magnitude_bits(value) == 0 ? 1U : 0U;
    not_finite[lane] += magnitude_bits(value) >= kInfinityBits ? 1U : 0U;
  };
  std::size_t at = 0;
  for (; at + kLanes <= values.size(); at += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) read(lane, values[at + lane]);
  }
  for (std::size_t lane = 0; at < values.size(); ++lane, ++at) read(lane, values[at]);

  FirstPass pass;
  pass.sum = sum_of(sums);
  pass.minimum = *std::ranges::min_element(minima);
  pass.maximum = *std::ranges::max_element(maxima);
  for (const std::uint32_t count : zeros) pass.zeros += count;
  if (std::ranges::any_of(not_finite, [](std::uint32_t count) { return count > 0; })) {
    count_not_finite(values, pass);
  }
  return pass;
}

// Sums of powers of the differences from one number.
struct PowerSums {
  double first = 0.0;
  double second = 0.0;
  double third = 0.0;
  double fourth = 0.0;

  void add(const PowerSums& other) {
    first += other.first;
    second += other.second;
    third += other.third;
    fourth += other.fourth;
  }
};

PowerSums power_block(std::span<const float> values, double center) {
  Lanes first{};
  Lanes second{};
  Lanes third{};
  Lanes fourth{};
  const auto read = [&](std::size_t lane, float value) {
    const double difference = static_cast<double>(value) - center;
    const double square = difference * difference;
    first[lane] += difference;
    second[lane] += square;
    third[lane] += square * difference;
    fourth[lane] += square * square;
  };
  std::size_t at = 0;
  for (; at + kLanes <= values.size(); at += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) read(lane, values[at + lane]);
  }
  for (std::size_t lane = 0; at < values.size(); ++lane, ++at) read(lane, values[at]);
  return {sum_of(first), sum_of(second), sum_of(third), sum_of(fourth)};
}

// Sums each block, then adds the sums of the blocks in order.
template <class Sum, class Block>
Sum sum_blocks(std::span<const float> values, int threads, Block block) {
  const auto count = static_cast<std::int64_t>(values.size());
  if (count <= kBlock) return block(values);
  std::vector<Sum> blocks(static_cast<std::size_t>((count - 1) / kBlock + 1));
  base::parallel_for(count, kBlock, threads, [&](std::int64_t first, std::int64_t last) {
    blocks[static_cast<std::size_t>(first / kBlock)] = block(
        values.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)));
  });
  Sum total;
  for (const Sum& sum : blocks) total.add(sum);
  return total;
}

Moments of_no_values() {
  Moments result;
  for (double* const field : {&result.mean, &result.biased_variance, &result.unbiased_variance,
                              &result.biased_deviation, &result.unbiased_deviation, &result.minimum,
                              &result.maximum, &result.skewness, &result.excess_kurtosis}) {
    *field = kNan;
  }
  return result;
}

}  // namespace

double Moments::zero_share() const {
  return count == 0 ? kNan : static_cast<double>(zero_count) / static_cast<double>(count);
}

Moments moments(std::span<const float> values, int threads) {
  Moments result = of_no_values();
  if (values.empty()) return result;
  const auto n = static_cast<double>(values.size());

  const auto pass = sum_blocks<FirstPass>(values, threads, read_block);
  result.count = static_cast<std::int64_t>(values.size());
  result.nan_count = pass.nans;
  result.positive_infinity_count = pass.positive_infinities;
  result.negative_infinity_count = pass.negative_infinities;
  result.zero_count = pass.zeros;
  if (pass.nans > 0) return result;
  result.minimum = static_cast<double>(pass.minimum);
  result.maximum = static_cast<double>(pass.maximum);
  result.mean = pass.sum / n;
  if (result.finite_count() != result.count) return result;

  // When all values are equal, their mean may be rounded; the value itself is exact.
  const double center = pass.minimum == pass.maximum ? result.minimum : result.mean;
  const auto sums = sum_blocks<PowerSums>(values, threads, [center](std::span<const float> block) {
    return power_block(block, center);
  });
  // The mean is center + shift; the binomial theorem moves the moments from center to the mean.
  const double shift = sums.first / n;
  const double square = shift * shift;
  const double m2 = sums.second / n - square;
  const double m3 = sums.third / n - 3.0 * shift * (sums.second / n) + 2.0 * shift * square;
  const double m4 = sums.fourth / n - 4.0 * shift * (sums.third / n) +
                    6.0 * square * (sums.second / n) - 3.0 * square * square;
  result.mean = center + shift;
  result.biased_variance = std::max(0.0, m2);
  result.unbiased_variance = result.count > 1 ? result.biased_variance * (n / (n - 1.0)) : kNan;
  result.biased_deviation = std::sqrt(result.biased_variance);
  result.unbiased_deviation = std::sqrt(result.unbiased_variance);
  result.skewness = m3 / (m2 * std::sqrt(m2));
  result.excess_kurtosis = m4 / (m2 * m2) - 3.0;
  return result;
}

}  // namespace normscope::stats
