// SPDX-License-Identifier: MIT
// The double reference, which all else is compared with, against closed forms: values that follow
// from a formula on paper.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/ops/reference.hpp"

namespace normscope::ops::reference_test {

using tensor::Shape;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr auto kFloatInfinity = std::numeric_limits<float>::infinity();

// The bound for double arithmetic over a few values: about ten roundings of 2^-53.
constexpr double kDouble = 1e-14;

struct Outcome {
  std::vector<double> y;
  double first = 0;
  double second = 0;
};

Outcome norm(const std::vector<float>& x, const Shape& shape, const NormOptions& options,
             std::int64_t group = 0, const std::vector<float>& gamma = {},
             const std::vector<float>& beta = {}) {
  const auto plan = plan_norm(shape, options);
  EXPECT_TRUE(plan.has_value());
  Outcome result{std::vector<double>(static_cast<std::size_t>(plan->groups.size))};
  const auto statistics =
      reference_norm(*plan, group, std::span<const float>(x), gamma, beta, result.y);
  return {result.y, statistics.mean, statistics.rstd};
}

Outcome softmax(const std::vector<float>& x, const SoftmaxOptions& options) {
  const auto plan = plan_softmax(Shape{static_cast<std::int64_t>(x.size())}, options);
  EXPECT_TRUE(plan.has_value());
  Outcome result{std::vector<double>(x.size())};
  const auto statistics = reference_softmax(*plan, 0, std::span<const float>(x), result.y);
  return {result.y, statistics.maximum, statistics.sum};
}

std::vector<float> counting(std::size_t n, float first, float step) {
  std::vector<float> x(n);
  for (std::size_t k = 0; k < n; ++k) x[k] = first + step * static_cast<float>(k);
  return x;
}

// The mean of first, first + d, ... is the middle, and the variance is d^2 (n^2 - 1) / 12.
TEST(ReferenceNorm, ArithmeticProgressions) {
  for (const std::size_t n : {2U, 3U, 10U, 101U}) {
    const auto count = static_cast<double>(n);
    const double middle = 7.0 + 0.5 * (count - 1) / 2;
    const double variance = 0.25 * (count * count - 1) / 12;
    const auto x = counting(n, 7.0F, 0.5F);
    const auto got = norm(x, {static_cast<std::int64_t>(n)}, {});
    EXPECT_NEAR(got.first, middle, kDouble * middle);
    EXPECT_NEAR(got.second, 1 / std::sqrt(variance + 1e-5), kDouble * got.second);
    for (std::size_t k = 0; k < n; ++k) {
      const double expected = (7.0 + 0.5 * static_cast<double>(k) - middle) * got.second;
      EXPECT_NEAR(got.y[k], expected, kDouble * std::max(1.0, std::abs(expected)));
    }
  }
}

TEST(ReferenceNorm, TwoValuesAreMinusAndPlusHalfTheirDistance) {
  const std::vector<float> x{1.5F, 4.0F};
  const double half = 1.25;
  NormOptions options;
  EXPECT_NEAR(norm(x, {2}, options).y[1], half / std::sqrt(half * half + 1e-5), kDouble);
  options.epsilon_placement = EpsilonPlacement::kOutside;
  EXPECT_NEAR(norm(x, {2}, options).y[0], -half / (half + 1e-5), kDouble);
  options.epsilon_placement = EpsilonPlacement::kNone;
  EXPECT_NEAR(norm(x, {2}, options).y[1], 1.0, kDouble);
  options.estimator = VarianceEstimator::kUnbiased;
  EXPECT_NEAR(norm(x, {2}, options).y[1], std::sqrt(0.5), kDouble);
  options.epsilon_placement = EpsilonPlacement::kCount;
  EXPECT_NEAR(norm(x, {2}, options).y[1], half / std::sqrt(2 * half * half / (1 + 1e-5)), kDouble);
}

TEST(ReferenceNorm, WithoutCentringItIsTheRootMeanSquare) {
  NormOptions options;
  options.centring = false;
  options.epsilon = 0;
  const auto got = norm({3.0F, 4.0F}, {2}, options);
  const double root = std::sqrt(12.5);
  EXPECT_NEAR(got.y[0], 3 / root, kDouble);
  EXPECT_NEAR(got.y[1], 4 / root, kDouble);
  EXPECT_NEAR(got.first, 3.5, kDouble);  // the mean is returned, though not subtracted
  EXPECT_NEAR(got.second, 1 / root, kDouble);
}

TEST(ReferenceNorm, GammaScalesAndBetaShiftsByElement) {
  const auto got = norm({1.0F, 3.0F}, {2}, {}, 0, {2.0F, -1.0F}, {10.0F, 20.0F});
  const double one = 1 / std::sqrt(1 + 1e-5);
  EXPECT_NEAR(got.y[0], 10 - 2 * one, 10 * kDouble);
  EXPECT_NEAR(got.y[1], 20 - one, 20 * kDouble);
}

TEST(ReferenceNorm, GammaAndBetaOfAGroupNormAreThoseOfTheChannel) {
  // Two groups of two channels of two places; the second group counts from 4.
  const std::vector<float> x{0, 1, 2, 3, 4, 5, 6, 7};
  NormOptions options;
  options.kind = Normalization::kGroupNorm;
  options.groups = 2;
  options.epsilon = 0;
  const auto got = norm(x, {1, 4, 2}, options, 1, {1, 1, 2, 3}, {0, 0, 0, 5});
  const double deviation = std::sqrt(1.25);
  EXPECT_NEAR(got.first, 5.5, kDouble);
  EXPECT_NEAR(got.y[0], 2 * -1.5 / deviation, kDouble);
  EXPECT_NEAR(got.y[1], 2 * -0.5 / deviation, kDouble);
  EXPECT_NEAR(got.y[2], 3 * 0.5 / deviation + 5, 5 * kDouble);
  EXPECT_NEAR(got.y[3], 3 * 1.5 / deviation + 5, 5 * kDouble);
}

TEST(ReferenceNorm, ReturnedMeanAndInput) {
  NormOptions options;
  options.returned = Returned::kMean;
  EXPECT_EQ(norm({1, 5}, {2}, options, 0, {2, 3}, {0, 1}).y, (std::vector<double>{6, 10}));
  options.returned = Returned::kInput;
  EXPECT_EQ(norm({1, 5}, {2}, options, 0, {2, 3}, {0, 1}).y, (std::vector<double>{1, 5}));
}

TEST(ReferenceNorm, NothingAndConstantsWithoutEpsilonHaveNoDeviation) {
  NormOptions options;
  EXPECT_TRUE(std::isnan(norm({}, {2, 0}, options).first));
  EXPECT_TRUE(std::isnan(norm({}, {2, 0}, options).second));
  EXPECT_EQ(norm({3, 3}, {2}, options).y, (std::vector<double>{0, 0}));
  options.epsilon = 0;
  for (const double y : norm({3, 3}, {2}, options).y) EXPECT_TRUE(std::isnan(y));
  options.estimator = VarianceEstimator::kUnbiased;
  EXPECT_TRUE(std::isnan(norm({3}, {1}, options).y[0]));
}

TEST(ReferenceNorm, InfinitiesAndNaNMakeTheirGroupNaN) {
  for (const float bad : {kFloatInfinity, -kFloatInfinity, std::nanf("")}) {
    for (const double y : norm({1, bad, 2}, {3}, {}).y) EXPECT_TRUE(std::isnan(y)) << bad;
    // The other group is not affected.
    EXPECT_NEAR(norm({1, bad, 2, 4}, {2, 2}, {}, 1).first, 3.0, kDouble);
  }
}

// The shares of 0, 1, ... n - 1 are a geometric series: e^k (e - 1) / (e^n - 1).
TEST(ReferenceSoftmax, ArithmeticProgressions) {
  for (const double temperature : {1.0, 0.5, 4.0}) {
    SoftmaxOptions options;
    options.temperature = temperature;
    const double e = std::exp(1 / temperature);
    const auto got = softmax(counting(6, 0, 1), options);
    EXPECT_EQ(got.first, 5.0);
    EXPECT_NEAR(got.second, (1 - std::pow(e, -6)) / (1 - 1 / e), kDouble * got.second);
    options.log = true;
    const auto logs = softmax(counting(6, 0, 1), options);
    for (std::size_t k = 0; k < 6; ++k) {
      const double share = std::pow(e, k) * (e - 1) / (std::pow(e, 6) - 1);
      EXPECT_NEAR(got.y[k], share, kDouble);
      EXPECT_NEAR(logs.y[k], std::log(share), kDouble * std::abs(std::log(share)));
    }
  }
}

TEST(ReferenceSoftmax, LargeAndFarLogits) {
  EXPECT_EQ(softmax({-10000, -10000}, {}).y, (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(softmax({3e38F, -3e38F}, {}).y, (std::vector<double>{1, 0}));
  SoftmaxOptions log;
  log.log = true;
  EXPECT_EQ(softmax({1000, 0}, log).y, (std::vector<double>{0, -1000}));
}

TEST(ReferenceSoftmax, MinusInfinityHasNoShare) {
  EXPECT_EQ(softmax({-kFloatInfinity, 1, 1}, {}).y, (std::vector<double>{0, 0.5, 0.5}));
  SoftmaxOptions log;
  log.log = true;
  EXPECT_EQ(softmax({-kFloatInfinity, 1}, log).y, (std::vector<double>{-kInfinity, 0}));
}

TEST(ReferenceSoftmax, WhatHasNoMaximumIsNaNThroughout) {
  for (const std::vector<float>& x : {std::vector<float>{-kFloatInfinity, -kFloatInfinity},
                                      {1, kFloatInfinity},
                                      {1, std::nanf("")},
                                      {std::nanf(""), -kFloatInfinity}}) {
    for (const bool log : {false, true}) {
      SoftmaxOptions options;
      options.log = log;
      const auto got = softmax(x, options);
      for (const double y : got.y) EXPECT_TRUE(std::isnan(y)) << x[0] << ' ' << x[1];
      EXPECT_TRUE(std::isnan(got.second));
    }
  }
  EXPECT_TRUE(std::isnan(softmax({1, std::nanf(""), 2}, {}).first));
}

TEST(ReferenceSoftmax, OfNothingSumsToZero) {
  const auto got = softmax({}, {});
  EXPECT_EQ(got.first, -kInfinity);
  EXPECT_EQ(got.second, 0.0);
}

}  // namespace normscope::ops::reference_test
