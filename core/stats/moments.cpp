// SPDX-License-Identifier: MIT
#include "core/stats/moments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/parallel.hpp"

namespace normscope::stats {
namespace {

// Long enough to make the blocks' own sums cheap, short enough that neither the sum within a block
// nor the sum over blocks runs long.
constexpr std::int64_t kBlock = 1 << 14;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// What one reading of the values gives.
struct FirstPass {
  double sum = 0.0;
  float minimum = std::numeric_limits<float>::infinity();
  float maximum = -std::numeric_limits<float>::infinity();
  std::int64_t nans = 0;
  std::int64_t positive_infinities = 0;
  std::int64_t negative_infinities = 0;
  std::int64_t zeros = 0;

  void add(float value) {
    sum += static_cast<double>(value);
    minimum = std::min(minimum, value);
    maximum = std::max(maximum, value);
    zeros += value == 0.0F ? 1 : 0;
    if (!std::isfinite(value)) {
      nans += std::isnan(value) ? 1 : 0;
      positive_infinities += value > 0.0F ? 1 : 0;
      negative_infinities += value < 0.0F ? 1 : 0;
    }
  }
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

// Sums of the powers of the differences from one number.
struct PowerSums {
  double first = 0.0;
  double second = 0.0;
  double third = 0.0;
  double fourth = 0.0;

  void add(double difference) {
    const double square = difference * difference;
    first += difference;
    second += square;
    third += square * difference;
    fourth += square * square;
  }
  void add(const PowerSums& other) {
    first += other.first;
    second += other.second;
    third += other.third;
    fourth += other.fourth;
  }
};

// Adds up each block by itself, then the blocks in order.
template <class Sum, class Term>
Sum sum_blocks(std::span<const float> values, int threads, Term term) {
  const auto sum_of = [&](std::int64_t first, std::int64_t last) {
    Sum sum;
    for (auto i = first; i < last; ++i) sum.add(term(values[static_cast<std::size_t>(i)]));
    return sum;
  };
  const auto count = static_cast<std::int64_t>(values.size());
  if (count <= kBlock) return sum_of(0, count);
  std::vector<Sum> blocks(static_cast<std::size_t>((count - 1) / kBlock + 1));
  base::parallel_for(count, kBlock, threads, [&](std::int64_t first, std::int64_t last) {
    blocks[static_cast<std::size_t>(first / kBlock)] = sum_of(first, last);
  });
  Sum total;
  for (const Sum& block : blocks) total.add(block);
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

  const auto pass = sum_blocks<FirstPass>(values, threads, [](float value) { return value; });
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

  // Of equal values the sum may round, and with it the mean; the value itself is exact.
  const double center = pass.minimum == pass.maximum ? result.minimum : result.mean;
  const auto sums = sum_blocks<PowerSums>(
      values, threads, [center](float value) { return static_cast<double>(value) - center; });
  // The true mean lies at center + shift: the moments move there by the binomial theorem.
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
