// SPDX-License-Identifier: MIT
#include "core/stats/moments.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "core/base/parallel.hpp"

namespace normscope::stats {
namespace {

constexpr std::int64_t kBlock = BlockMoments::kBlock;

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

// The results of the first pass over a block.
using FirstPass = BlockMoments::FirstPass;

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
using PowerSums = BlockMoments::PowerSums;

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

// The sums about another number, which lies at a distance below the first: the binomial theorem.
PowerSums moved(const PowerSums& sums, double count, double distance) {
  const double square = distance * distance;
  return {sums.first + count * distance, sums.second + 2.0 * distance * sums.first + count * square,
          sums.third + 3.0 * distance * sums.second + 3.0 * square * sums.first +
              count * square * distance,
          sums.fourth + 4.0 * distance * sums.third + 6.0 * square * sums.second +
              4.0 * square * distance * sums.first + count * square * square};
}

BlockMoments::Block block_of(std::span<const float> values) {
  BlockMoments::Block block{read_block(values)};
  const FirstPass& pass = block.pass;
  // When all values are equal, their mean may be rounded; the value itself is exact.
  block.center = pass.minimum == pass.maximum ? static_cast<double>(pass.minimum)
                                              : pass.sum / static_cast<double>(values.size());
  block.sums = power_block(values, block.center);
  return block;
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

void BlockMoments::FirstPass::add(const FirstPass& other) {
  sum += other.sum;
  minimum = std::min(minimum, other.minimum);
  maximum = std::max(maximum, other.maximum);
  nans += other.nans;
  positive_infinities += other.positive_infinities;
  negative_infinities += other.negative_infinities;
  zeros += other.zeros;
}

void BlockMoments::PowerSums::add(const PowerSums& other) {
  first += other.first;
  second += other.second;
  third += other.third;
  fourth += other.fourth;
}

namespace {

Moments joined(std::span<const BlockMoments::Block> blocks, std::int64_t count) {
  Moments result = of_no_values();
  if (count == 0) return result;
  const auto n = static_cast<double>(count);

  FirstPass pass;
  for (const BlockMoments::Block& block : blocks) pass.add(block.pass);
  result.count = count;
  result.nan_count = pass.nans;
  result.positive_infinity_count = pass.positive_infinities;
  result.negative_infinity_count = pass.negative_infinities;
  result.zero_count = pass.zeros;
  if (pass.nans > 0) return result;
  result.minimum = static_cast<double>(pass.minimum);
  result.maximum = static_cast<double>(pass.maximum);
  result.mean = pass.sum / n;
  if (result.finite_count() != result.count) return result;

  const double center = pass.minimum == pass.maximum ? result.minimum : result.mean;
  PowerSums sums;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto size = std::min(kBlock, count - static_cast<std::int64_t>(i) * kBlock);
    sums.add(moved(blocks[i].sums, static_cast<double>(size), blocks[i].center - center));
  }
  // The mean is center + shift.
  const double shift = sums.first / n;
  const PowerSums about_mean = moved(sums, n, -shift);
  const double m2 = about_mean.second / n;
  const double m3 = about_mean.third / n;
  const double m4 = about_mean.fourth / n;
  result.mean = center + shift;
  result.biased_variance = std::max(0.0, m2);
  result.unbiased_variance = result.count > 1 ? result.biased_variance * (n / (n - 1.0)) : kNan;
  result.biased_deviation = std::sqrt(result.biased_variance);
  result.unbiased_deviation = std::sqrt(result.unbiased_variance);
  result.skewness = m3 / (m2 * std::sqrt(m2));
  result.excess_kurtosis = m4 / (m2 * m2) - 3.0;
  return result;
}

}  // namespace

BlockMoments::BlockMoments(std::span<const float> values, int threads)
    : count_(static_cast<std::int64_t>(values.size())),
      blocks_(static_cast<std::size_t>((count_ + kBlock - 1) / kBlock)) {
  base::parallel_for(count_, kBlock, threads, [&](std::int64_t first, std::int64_t last) {
    blocks_[static_cast<std::size_t>(first / kBlock)] = block_of(
        values.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)));
  });
}

void BlockMoments::read_again(std::span<const float> values, std::span<const std::int64_t> blocks,
                              int threads) {
  const auto count = static_cast<std::int64_t>(blocks.size());
  base::parallel_for(count, 1, threads, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) {
      const std::int64_t at = blocks[static_cast<std::size_t>(i)];
      const std::int64_t size = std::min(kBlock, count_ - at * kBlock);
      blocks_[static_cast<std::size_t>(at)] = block_of(
          values.subspan(static_cast<std::size_t>(at * kBlock), static_cast<std::size_t>(size)));
    }
  });
}

Moments BlockMoments::moments() const {
  return joined(blocks_, count_);
}

Moments moments(std::span<const float> values, int threads) {
  const auto count = static_cast<std::int64_t>(values.size());
  if (count > kBlock) return BlockMoments(values, threads).moments();
  if (count == 0) return of_no_values();
  const BlockMoments::Block block = block_of(values);
  return joined(std::span(&block, 1), count);
}

}  // namespace normscope::stats
