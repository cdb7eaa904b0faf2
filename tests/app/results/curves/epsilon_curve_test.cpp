// SPDX-License-Identifier: MIT
// What epsilon does, against the formulas on paper in plain loops.
#include "app/results/curves/epsilon_curve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace normscope::results::epsilon_curve_test {

double variance_of(const std::vector<float>& x, double divisor) {
  double mean = 0;
  for (const float number : x) mean += static_cast<double>(number);
  mean /= static_cast<double>(x.size());
  double squares = 0;
  for (const float number : x) {
    squares += (static_cast<double>(number) - mean) * (static_cast<double>(number) - mean);
  }
  return squares / divisor;
}

// A relative tolerance: doubles of some ten operations, and the square of float32's rounding of dy.
constexpr double kClose = 1e-12;

TEST(EpsilonCurve, InsideTheRootIsWhatPaperSays) {
  const std::vector<float> x = {1, 2.5F, -3, 0.25F, 7};
  const double v = variance_of(x, 5);
  const EpsilonCurve curve = epsilon_curve(x, {.epsilon = 0.5});
  EXPECT_NEAR(curve.equal, v, kClose * v);
  EXPECT_EQ(curve.epsilon, 0.5);
  EXPECT_NEAR(curve.chosen.deviation, std::sqrt(v / (v + 0.5)), kClose);
  EXPECT_DOUBLE_EQ(curve.epsilons.front(), 1e-12);
  ASSERT_EQ(curve.effects.size(), curve.epsilons.size());
  for (std::size_t k = 0; k < curve.epsilons.size(); ++k) {
    const double eps = curve.epsilons[k];
    const EpsilonEffect& effect = curve.effects[k];
    EXPECT_NEAR(effect.deviation, std::sqrt(v / (v + eps)), kClose) << eps;
    const double across = 1 / std::sqrt(v + eps);
    EXPECT_NEAR(effect.across, across, kClose * across) << eps;
    // The parts that cancel are as large as `across`.
    EXPECT_NEAR(effect.along, across * eps / (v + eps), kClose * across) << eps;
  }
}

TEST(EpsilonCurve, FollowsTheOptions) {
  const std::vector<float> x = {1, 2.5F, -3, 0.25F, 7};
  const double unbiased = variance_of(x, 4);
  const EpsilonCurve outside =
      epsilon_curve(x, {.epsilon = 0.5,
                        .epsilon_placement = ops::EpsilonPlacement::kOutside,
                        .estimator = ops::VarianceEstimator::kUnbiased});
  EXPECT_NEAR(outside.equal, std::sqrt(unbiased), kClose * outside.equal);
  EXPECT_NEAR(outside.chosen.deviation, std::sqrt(variance_of(x, 5)) / (std::sqrt(unbiased) + 0.5),
              kClose);
  EXPECT_NEAR(outside.chosen.across, 1 / (std::sqrt(unbiased) + 0.5), kClose);

  double squares = 0;
  for (const float number : x) squares += static_cast<double>(number) * static_cast<double>(number);
  const EpsilonCurve rms = epsilon_curve(x, {.kind = ops::Normalization::kRmsNorm, .epsilon = 2});
  EXPECT_NEAR(rms.equal, squares / 5, kClose * squares);
  EXPECT_NEAR(rms.chosen.deviation, std::sqrt(squares / 5 / (squares / 5 + 2)), kClose);

  const EpsilonCurve count =
      epsilon_curve(x, {.epsilon = 3, .epsilon_placement = ops::EpsilonPlacement::kCount});
  EXPECT_EQ(count.equal, 5);
  EXPECT_NEAR(count.chosen.deviation, std::sqrt(8.0 / 5.0), kClose);

  const EpsilonCurve none =
      epsilon_curve(x, {.epsilon = 3, .epsilon_placement = ops::EpsilonPlacement::kNone});
  EXPECT_EQ(none.epsilon, 0);
  EXPECT_NEAR(none.chosen.deviation, 1, kClose);
}

TEST(EpsilonCurve, OfEqualNumbersHasTheRootOfEpsilonAlone) {
  const EpsilonCurve curve = epsilon_curve(std::vector<float>{3, 3, 3, 3}, {.epsilon = 1e-6});
  EXPECT_EQ(curve.equal, 0);
  EXPECT_EQ(curve.chosen.deviation, 0);
  EXPECT_NEAR(curve.chosen.across, 1000, 1000 * kClose);
  EXPECT_TRUE(std::isnan(curve.chosen.along));
}

// Two numbers are a shift and a direction of scale: nothing lies across.
TEST(EpsilonCurve, OfTwoNumbersHasNothingAcross) {
  EXPECT_TRUE(std::isnan(epsilon_curve(std::vector<float>{1, 4}, {}).chosen.across));
}

TEST(EpsilonCurve, ReachesADecadeBeyondWhatIsMarked) {
  const EpsilonCurve small = epsilon_curve(std::vector<float>{1e-10F, 3e-10F, 5e-10F}, {});
  EXPECT_LT(small.epsilons.front(), small.equal / 10);
  const EpsilonCurve large = epsilon_curve(std::vector<float>{1e4F, 3e4F, -5e4F}, {});
  EXPECT_GT(large.epsilons.back(), large.equal * 10);
  EXPECT_TRUE(std::ranges::is_sorted(large.epsilons));
}

}  // namespace normscope::results::epsilon_curve_test
