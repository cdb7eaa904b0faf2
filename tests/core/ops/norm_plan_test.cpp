// SPDX-License-Identifier: MIT
// Which requests for a normalization are refused, with which sentence; and the sums' denominators.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/ops/norm.hpp"

namespace normscope::ops {
namespace {

using base::ErrorKind;
using tensor::Shape;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

NormOptions of(Normalization kind) {
  NormOptions options;
  options.kind = kind;
  return options;
}

void expect_refused(const base::Expected<NormPlan>& plan, const std::string& sentence) {
  ASSERT_FALSE(plan.has_value()) << "instead of: " << sentence;
  EXPECT_EQ(plan.error().kind, ErrorKind::kInvalidArgument);
  EXPECT_EQ(plan.error().sentence, sentence);
}

TEST(NormPlan, TheNormalizedShapeEndsTheInputs) {
  NormOptions options;
  for (const Shape& normalized : {Shape{3}, {2, 3}, {5}, {1, 2, 3, 4}, {3, 4, 1}, {0}, {-1}}) {
    options.normalized_shape = normalized;
    expect_refused(plan_norm({2, 3, 4}, options),
                   "the normalized shape " + tensor::shape_to_text(normalized) +
                       " is not what the input's shape (2, 3, 4) ends with");
  }
  for (const Shape& normalized : {Shape{4}, {3, 4}, {2, 3, 4}}) {
    options.normalized_shape = normalized;
    const auto plan = plan_norm({2, 3, 4}, options);
    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(plan->affine_shape, normalized);
  }
}

TEST(NormPlan, WithoutANormalizedShapeItIsTheLastDimension) {
  const auto plan = plan_norm({2, 3, 4}, NormOptions{});
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->options.normalized_shape, Shape{4});
  EXPECT_EQ(plan->affine_shape, Shape{4});
}

TEST(NormPlan, ASingleNumberHasNoDimensionToNormalizeOver) {
  for (const auto kind : {Normalization::kLayerNorm, Normalization::kRmsNorm}) {
    expect_refused(plan_norm({}, of(kind)),
                   "the input is a single number, and there is no dimension to normalize over");
  }
}

TEST(NormPlan, ChannelsNeedTwoDimensions) {
  expect_refused(plan_norm({5}, of(Normalization::kBatchNorm)),
                 "batch-norm needs at least 2 dimensions, batch and channels, but the input's "
                 "shape is (5)");
  expect_refused(plan_norm({}, of(Normalization::kInstanceNorm)),
                 "instance-norm needs at least 2 dimensions, batch and channels, but the input's "
                 "shape is ()");
  expect_refused(plan_norm({7}, of(Normalization::kGroupNorm)),
                 "group-norm needs at least 2 dimensions, batch and channels, but the input's "
                 "shape is (7)");
}

TEST(NormPlan, GroupsDivideTheChannels) {
  NormOptions options = of(Normalization::kGroupNorm);
  for (const std::int64_t groups : {std::int64_t{4}, std::int64_t{0}, std::int64_t{-2},
                                    std::int64_t{12}, std::numeric_limits<std::int64_t>::max()}) {
    options.groups = groups;
    expect_refused(plan_norm({2, 6, 5}, options),
                   "6 channels cannot form " + std::to_string(groups) + " equal groups");
  }
  for (const std::int64_t groups : {1, 2, 3, 6}) {
    options.groups = groups;
    EXPECT_TRUE(plan_norm({2, 6, 5}, options).has_value());
  }
  options.groups = 2;
  expect_refused(plan_norm({2, 0, 5}, options), "0 channels cannot form 2 equal groups");
}

TEST(NormPlan, EpsilonIsAFiniteNumberOfZeroOrMore) {
  NormOptions options;
  for (const auto& [epsilon, word] : std::vector<std::pair<double, std::string>>{
           {-1e-5, "-1e-05"}, {kNaN, "nan"}, {kInfinity, "inf"}, {-kInfinity, "-inf"}}) {
    options.epsilon = epsilon;
    expect_refused(plan_norm({2, 3}, options),
                   "eps must be a finite number, zero or more, but is " + word);
  }
  for (const double epsilon : {0.0, -0.0, 1e-300, 1.0, 1e300}) {
    options.epsilon = epsilon;
    EXPECT_TRUE(plan_norm({2, 3}, options).has_value()) << epsilon;
  }
}

TEST(NormPlan, GammaAndBetaHaveTheNormalizedShape) {
  const Shape right{6};
  const Shape wrong{5};
  const Shape flat{1, 6};
  const NormOptions options;
  EXPECT_TRUE(plan_norm({2, 6}, &right, &right, options).has_value());
  EXPECT_TRUE(plan_norm({2, 6}, nullptr, nullptr, options).has_value());
  expect_refused(plan_norm({2, 6}, &wrong, nullptr, options),
                 "gamma must have the normalized shape (6), but has (5)");
  expect_refused(plan_norm({2, 6}, &right, &wrong, options),
                 "beta must have the normalized shape (6), but has (5)");
  expect_refused(plan_norm({2, 6}, nullptr, &flat, options),
                 "beta must have the normalized shape (6), but has (1, 6)");
}

TEST(NormPlan, GammaAndBetaHaveOneValueAChannel) {
  const Shape right{6};
  const Shape wrong{5};
  for (const auto kind :
       {Normalization::kBatchNorm, Normalization::kInstanceNorm, Normalization::kGroupNorm}) {
    EXPECT_TRUE(plan_norm({2, 6, 5}, &right, &right, of(kind)).has_value());
    expect_refused(plan_norm({2, 6, 5}, &wrong, nullptr, of(kind)),
                   "gamma must have one value a channel, shape (6), but has (5)");
  }
}

// An empty tensor may still name more groups than can be counted.
TEST(NormPlan, ShapesWhoseGroupsCannotBeCountedAreTooLarge) {
  const std::int64_t huge = std::int64_t{1} << 40;
  for (const Shape& shape : {Shape{huge, huge, 0}, {0, huge, huge, huge}, {huge, 0, huge}}) {
    for (const auto& row : normalization_names()) {
      const auto plan = plan_norm(shape, of(row.value));
      ASSERT_FALSE(plan.has_value()) << row.name;
      EXPECT_EQ(plan.error().kind, ErrorKind::kTooLarge);
    }
  }
}

TEST(Denominator, EachPlacementByItsFormula) {
  NormOptions options;
  options.epsilon = 0.25;
  // Squares of 12 over 4 values: a biased variance of 3, an unbiased one of 4.
  const auto at = [&](EpsilonPlacement placement, VarianceEstimator estimator) {
    options.epsilon_placement = placement;
    options.estimator = estimator;
    return denominator(12, 4, options);
  };
  using enum VarianceEstimator;
  EXPECT_DOUBLE_EQ(at(EpsilonPlacement::kInside, kBiased), std::sqrt(3.25));
  EXPECT_DOUBLE_EQ(at(EpsilonPlacement::kInside, kUnbiased), std::sqrt(4.25));
  EXPECT_DOUBLE_EQ(at(EpsilonPlacement::kOutside, kBiased), std::sqrt(3.0) + 0.25);
  EXPECT_DOUBLE_EQ(at(EpsilonPlacement::kOutside, kUnbiased), 2.25);
  EXPECT_DOUBLE_EQ(at(EpsilonPlacement::kCount, kBiased), std::sqrt(12 / 4.25));
  EXPECT_DOUBLE_EQ(at(EpsilonPlacement::kCount, kUnbiased), std::sqrt(12 / 3.25));
  EXPECT_DOUBLE_EQ(at(EpsilonPlacement::kNone, kBiased), std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(at(EpsilonPlacement::kNone, kUnbiased), 2.0);
}

TEST(Denominator, OfNothingAndOfOneUnbiasedValueIsNaN) {
  NormOptions options;
  EXPECT_TRUE(std::isnan(denominator(0, 0, options)));
  EXPECT_DOUBLE_EQ(denominator(0, 1, options), std::sqrt(1e-5));
  options.estimator = VarianceEstimator::kUnbiased;
  EXPECT_TRUE(std::isnan(denominator(0, 0, options)));
  EXPECT_TRUE(std::isnan(denominator(0, 1, options)));
  EXPECT_EQ(variance_count(0, options), 0.0);
  EXPECT_EQ(variance_count(1, options), 0.0);
  EXPECT_EQ(variance_count(2, options), 1.0);
}

// A one-pass variance may be negative: the algorithm is meant to be seen failing.
TEST(Denominator, OfNegativeSquaresIsNaN) {
  EXPECT_TRUE(std::isnan(denominator(-1, 4, NormOptions{})));
}

}  // namespace
}  // namespace normscope::ops
