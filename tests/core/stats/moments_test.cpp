// SPDX-License-Identifier: MIT
// Moments against exact fractions, within the bounds that moments.hpp states; and properties for
// any values: shifts, scales and orders, and the rule for NaN and infinities.
#include "core/stats/moments.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/random/distributions.hpp"
#include "tests/core/stats/goldens.hpp"
#include "tests/support/support.hpp"

namespace normscope::stats {
namespace moments_test {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr double kU = 0x1p-53;

void expect_near(double value, double expected, double tolerance, const char* what) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(value)) << what << " is " << value;
  } else {
    EXPECT_NEAR(value, expected, tolerance) << what;
  }
}

void expect_golden(const Golden& golden) {
  SCOPED_TRACE(golden.name);
  const Moments m = moments(golden.values);
  const auto& e = golden.expected["moments"];
  const auto of = [&e](const char* name) { return number(e[name]); };
  EXPECT_EQ(m.count, static_cast<std::int64_t>(golden.values.size()));
  EXPECT_EQ(m.minimum, of("minimum"));
  EXPECT_EQ(m.maximum, of("maximum"));

  // The bounds of moments.hpp. The mean's names the mean absolute difference, which the deviation
  // bounds. A root halves a relative error and rounds once.
  const double chain = sum_length(golden.values.size());
  const double relative = (chain + 8.0) * kU;
  const double deviation = of("biased_deviation");
  expect_near(m.mean, of("mean"), kU * std::abs(of("mean")) + (chain + 4.0) * kU * deviation,
              "mean");
  expect_near(m.biased_variance, of("biased_variance"), relative * of("biased_variance"),
              "biased variance");
  expect_near(m.unbiased_variance, of("unbiased_variance"),
              (relative + 3 * kU) * of("unbiased_variance"), "unbiased variance");
  expect_near(m.biased_deviation, deviation, relative * deviation, "biased deviation");
  expect_near(m.unbiased_deviation, of("unbiased_deviation"), relative * of("unbiased_deviation"),
              "unbiased deviation");
  // With K = m4 / m2^2, mean |x - mean|^3 is at most sqrt(K) m2^1.5 (Cauchy and Schwarz): the third
  // sum's error in units of m2^1.5, and that of m2 itself.
  const double kurtosis = of("excess_kurtosis") + 3.0;
  expect_near(m.skewness, of("skewness"),
              relative * (std::sqrt(kurtosis) + 2.0 * std::abs(of("skewness"))), "skewness");
  expect_near(m.excess_kurtosis, of("excess_kurtosis"), 4.0 * relative * kurtosis, "kurtosis");
}

TEST(Moments, EqualExactFractionsWithinTheirBounds) {
  ASSERT_FALSE(small_goldens().empty());
  for (const Golden& golden : small_goldens()) {
    expect_golden(golden);
    EXPECT_EQ(moments(golden.values).zero_count, golden.expected["zeros"].get<std::int64_t>());
  }
}

TEST(Moments, KeepTheirBoundsOverManyBlocksAndOffsets) {
  ASSERT_FALSE(large_goldens().empty());
  for (const Golden& golden : large_goldens()) expect_golden(golden);
}

TEST(Moments, DoNotDependOnThreads) {
  const auto values = normal_values(5, 100001);
  const Moments one = moments(values, 1);
  const Moments many = moments(values, 4);
  EXPECT_EQ(one.mean, many.mean);
  EXPECT_EQ(one.biased_variance, many.biased_variance);
  EXPECT_EQ(one.skewness, many.skewness);
  EXPECT_EQ(one.excess_kurtosis, many.excess_kurtosis);
}

void expect_same(const Moments& a, const Moments& b) {
  EXPECT_EQ(a.count, b.count);
  EXPECT_EQ(a.nan_count, b.nan_count);
  EXPECT_EQ(a.zero_count, b.zero_count);
  for (const auto field : {&Moments::mean, &Moments::biased_variance, &Moments::minimum,
                           &Moments::maximum, &Moments::skewness, &Moments::excess_kurtosis}) {
    EXPECT_TRUE(a.*field == b.*field || (std::isnan(a.*field) && std::isnan(b.*field)));
  }
}

// Only the blocks of changed values are read again: a change that was not told is not seen.
TEST(Moments, KeptByBlocksFollowChanges) {
  auto values = normal_values(6, 3 * BlockMoments::kBlock + 5);
  BlockMoments kept(values);
  expect_same(kept.moments(), moments(values));
  const auto change = [&](std::int64_t at, float value) {
    values[static_cast<std::size_t>(at)] = value;
    kept.read_again(values, std::vector{at / BlockMoments::kBlock});
    expect_same(kept.moments(), moments(values));
  };
  change(7, 1000.0F);
  change(BlockMoments::kBlock, std::numeric_limits<float>::quiet_NaN());
  EXPECT_EQ(kept.moments().nan_count, 1);
  change(BlockMoments::kBlock, 0.0F);
  change(3 * BlockMoments::kBlock + 4, -2.0F);
  const Moments before = kept.moments();
  values[0] = 5000.0F;
  kept.read_again(values, std::vector<std::int64_t>{0, 1});
  EXPECT_NE(kept.moments().maximum, before.maximum);
  values[2 * BlockMoments::kBlock] = 9000.0F;
  EXPECT_EQ(kept.moments().maximum, 5000.0);
}

// Blocks with means of their own: a ramp of n whole numbers has the variance (n^2 - 1) / 12.
TEST(Moments, OfARampOverManyBlocks) {
  constexpr std::int64_t kCount = 10 * BlockMoments::kBlock;
  std::vector<float> ramp(static_cast<std::size_t>(kCount));
  for (std::int64_t i = 0; i < kCount; ++i) {
    ramp[static_cast<std::size_t>(i)] = static_cast<float>(i);
  }
  const auto n = static_cast<double>(kCount);
  const Moments m = moments(ramp);
  // The bound of moments.hpp is 4e-12 of the variance; sums of whole numbers keep far closer.
  EXPECT_DOUBLE_EQ(m.mean, (n - 1.0) / 2.0);
  EXPECT_NEAR(m.biased_variance, (n * n - 1.0) / 12.0, 1e-13 * n * n);
  EXPECT_NEAR(m.skewness, 0.0, 1e-12);
  EXPECT_NEAR(m.excess_kurtosis, -1.2 * (n * n + 1.0) / (n * n - 1.0), 1e-12);
}

TEST(Moments, OfOneTwoAndFourValues) {
  const std::vector<float> two = {-1.0F, 3.0F};
  EXPECT_EQ(moments(two).mean, 1.0);
  EXPECT_EQ(moments(two).biased_variance, 4.0);
  EXPECT_EQ(moments(two).unbiased_variance, 8.0);
  EXPECT_EQ(moments(two).biased_deviation, 2.0);
  EXPECT_EQ(moments(two).skewness, 0.0);
  EXPECT_EQ(moments(two).excess_kurtosis, -2.0);
  const std::vector<float> four = {0.0F, 0.0F, -0.0F, 4.0F};
  EXPECT_EQ(moments(four).zero_count, 3);
  EXPECT_DOUBLE_EQ(moments(four).skewness, 2.0 / std::sqrt(3.0));
  const std::vector<float> one = {7.5F};
  EXPECT_EQ(moments(one).biased_variance, 0.0);
  EXPECT_TRUE(std::isnan(moments(one).unbiased_variance));
  EXPECT_TRUE(std::isnan(moments(one).unbiased_deviation));
}

TEST(Moments, OfNoValuesAreNan) {
  const Moments m = moments({});
  EXPECT_EQ(m.count, 0);
  for (const double value : {m.mean, m.biased_variance, m.unbiased_variance, m.biased_deviation,
                             m.minimum, m.maximum, m.skewness, m.excess_kurtosis}) {
    EXPECT_TRUE(std::isnan(value));
  }
}

TEST(Moments, OfEqualValuesHaveNoVarianceHoweverMany) {
  // Sums of 0.1 round; the variance must not show it.
  const std::vector<float> values(100000, 0.1F);
  const Moments m = moments(values);
  EXPECT_EQ(m.mean, static_cast<double>(0.1F));
  EXPECT_EQ(m.biased_variance, 0.0);
  EXPECT_TRUE(std::isnan(m.skewness));
  EXPECT_TRUE(std::isnan(m.excess_kurtosis));
}

TEST(Moments, FollowIeeeForValuesThatAreNotFinite) {
  const std::vector<float> with_nan = {1.0F, kNan, kInf, 0.0F};
  const Moments nan = moments(with_nan);
  EXPECT_EQ(nan.count, 4);
  EXPECT_EQ(nan.nan_count, 1);
  EXPECT_EQ(nan.positive_infinity_count, 1);
  EXPECT_EQ(nan.zero_count, 1);
  EXPECT_EQ(nan.finite_count(), 2);
  for (const double value : {nan.mean, nan.biased_variance, nan.minimum, nan.maximum}) {
    EXPECT_TRUE(std::isnan(value));
  }
  const std::vector<float> with_infinity = {1.0F, kInf, 2.0F};
  const Moments inf = moments(with_infinity);
  EXPECT_EQ(inf.mean, std::numeric_limits<double>::infinity());
  EXPECT_EQ(inf.minimum, 1.0);
  EXPECT_EQ(inf.maximum, std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(inf.biased_variance));
  const std::vector<float> with_both = {-kInf, 1.0F, kInf};
  const Moments both = moments(with_both);
  EXPECT_TRUE(std::isnan(both.mean));
  EXPECT_EQ(both.negative_infinity_count, 1);
  EXPECT_EQ(both.minimum, -std::numeric_limits<double>::infinity());
}

TEST(Moments, OfDocumentB) {
  // rand(2, 5) of seed 123, printed with four decimals.
  random::Generator generator(123);
  const auto x = NORMSCOPE_VALUE_OR_FAIL(random::rand(generator, {2, 5}));
  EXPECT_NEAR(moments(x.values().first(5)).mean, 0.3654, 0.5e-4);
  EXPECT_NEAR(moments(x.values().last(5)).mean, 0.4032, 0.5e-4);
  EXPECT_NEAR(moments(x.values().first(5)).biased_variance, 0.0460, 0.5e-4);
  EXPECT_NEAR(moments(x.values().last(5)).biased_variance, 0.1057, 0.5e-4);
}

// Whole numbers up to a thousand: shifting them by whole numbers is exact in float32.
std::vector<float> whole_numbers() {
  return *rc::gen::nonEmpty(rc::gen::container<std::vector<float>>(
      rc::gen::map(rc::gen::inRange(-1000, 1001), [](int x) { return static_cast<float>(x); })));
}

RC_GTEST_PROP(Moments, DoNotFeelAShift, ()) {
  const auto values = whole_numbers();
  const auto shift = static_cast<float>(*rc::gen::inRange(-10000000, 10000001));
  auto shifted = values;
  for (float& value : shifted) value += shift;
  const Moments m = moments(values);
  const Moments s = moments(shifted);
  const double relative = 2.0 * (sum_length(values.size()) + 8.0) * kU;
  RC_ASSERT(std::abs(s.biased_variance - m.biased_variance) <= relative * m.biased_variance);
  RC_ASSERT(std::abs(s.mean - m.mean - static_cast<double>(shift)) <=
            4.0 * kU * std::abs(s.mean) + relative * (m.biased_deviation + std::abs(m.mean)));
  RC_ASSERT(std::isnan(m.skewness) == std::isnan(s.skewness));
}

RC_GTEST_PROP(Moments, ScaleExactlyByPowersOfTwo, ()) {
  const auto values = whole_numbers();
  const int power = *rc::gen::inRange(-20, 21);
  const float factor = std::ldexp(1.0F, power);
  auto scaled = values;
  for (float& value : scaled) value *= factor;
  const Moments m = moments(values);
  const Moments s = moments(scaled);
  RC_ASSERT(s.mean == std::ldexp(m.mean, power));
  RC_ASSERT(s.biased_variance == std::ldexp(m.biased_variance, 2 * power));
  RC_ASSERT(s.zero_count == m.zero_count);
  RC_ASSERT(s.skewness == m.skewness || std::isnan(m.skewness));
}

RC_GTEST_PROP(Moments, DoNotFeelTheOrder, ()) {
  const auto values = whole_numbers();
  auto shuffled = values;
  std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(*rc::gen::arbitrary<unsigned>()));
  const Moments m = moments(values);
  const Moments s = moments(shuffled);
  const double relative = 2.0 * (sum_length(values.size()) + 8.0) * kU;
  RC_ASSERT(std::abs(s.mean - m.mean) <=
            2.0 * kU * std::abs(m.mean) + relative * m.biased_deviation);
  RC_ASSERT(std::abs(s.biased_variance - m.biased_variance) <= relative * m.biased_variance);
  RC_ASSERT(s.minimum == m.minimum);
  RC_ASSERT(s.maximum == m.maximum);
}

}  // namespace moments_test
}  // namespace normscope::stats
