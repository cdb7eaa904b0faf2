// SPDX-License-Identifier: MIT
// The largest difference of two outputs, and of all presets on one input.
#include "core/variants/differences.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/ulp.hpp"
#include "core/ops/presets.hpp"
#include "tests/core/variants/plain_formulas.hpp"
#include "tests/support/support.hpp"

namespace normscope::variants {
namespace {

using tensor::Tensor;
using testing::make;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

Difference difference(std::vector<float> a, std::vector<float> b) {
  const auto size = static_cast<std::int64_t>(a.size());
  return NORMSCOPE_VALUE_OR_FAIL(
      largest_difference(make({size}, std::move(a)), make({size}, std::move(b))));
}

TEST(LargestDifference, NamesTheFirstOfTheLargest) {
  const Difference found = difference({1, 2, 3, 8}, {1, 2.5F, 3.25F, 7.5F});
  EXPECT_EQ(found.at, 1);
  EXPECT_EQ(found.a, 2.0F);
  EXPECT_EQ(found.b, 2.5F);
  EXPECT_EQ(found.absolute, 0.5);
  EXPECT_EQ(found.ulps, 0.5 / std::ldexp(1.0, -22));  // the ULP of 2.5 is 2^-22
  EXPECT_EQ(found.differing, 3);
  EXPECT_EQ(found.not_finite, 0);
}

TEST(LargestDifference, BelowOneTheUnitIsTheUlpOfOne) {
  EXPECT_EQ(difference({0.25F}, {0.5F}).ulps, std::ldexp(1.0, 21));
}

TEST(LargestDifference, EqualOutputsHaveNone) {
  EXPECT_EQ(difference({0.0F, kNan, kInf}, {-0.0F, kNan, kInf}), Difference{});
  EXPECT_EQ(difference({}, {}), Difference{});
}

TEST(LargestDifference, WhatIsNotFiniteIsInfinitelyFar) {
  const Difference found = difference({9, kNan, kInf, kInf, kNan}, {0, 1, -kInf, kInf, kInf});
  EXPECT_EQ(found.at, 1);
  EXPECT_EQ(found.absolute, kInf);
  EXPECT_EQ(found.ulps, kInf);
  EXPECT_EQ(found.differing, 4);
  EXPECT_EQ(found.not_finite, 3);
}

TEST(LargestDifference, OtherShapesAreAnError) {
  const auto wrong = largest_difference(make({2}, {1, 2}), make({1, 2}, {1, 2}));
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().kind, base::ErrorKind::kInvalidArgument);
  EXPECT_NE(wrong.error().sentence.find("(2) and (1, 2)"), std::string::npos);
}

TEST(AllDifferences, OfThePresetsAreThoseOfTheirFormulas) {
  const std::vector<double> row{3, -1, 0.5, 2, 7, 2};
  const auto x = std::make_shared<const Tensor>(make({1, 6}, {row.begin(), row.end()}));
  const auto matrix = NORMSCOPE_VALUE_OR_FAIL(all_differences(preset_operations(), x));
  EXPECT_EQ(matrix.arithmetic, "torch arithmetic, step by step");
  ASSERT_EQ(matrix.refusals.size(), 10U);
  for (std::size_t i = 0; i < 10; ++i) {
    const auto a = testing::plain_preset(ops::presets()[i].id, row);
    for (std::size_t j = 0; j < 10; ++j) {
      const auto b = testing::plain_preset(ops::presets()[j].id, row);
      double largest = 0;
      for (std::size_t k = 0; k < row.size(); ++k) {
        largest = std::max(largest, std::abs(a[k] - b[k]));
      }
      const Difference* found = matrix.find(i, j);
      ASSERT_NE(found, nullptr);
      // Each output below 8 was rounded at most ten times by half an ULP, 2^-22.
      EXPECT_NEAR(found->absolute, largest, 10 * std::ldexp(1.0, -22)) << i << " " << j;
      EXPECT_EQ(found->absolute, matrix.find(j, i)->absolute);
      EXPECT_EQ(found->ulps, matrix.find(j, i)->ulps);
      EXPECT_EQ(found->a, matrix.find(j, i)->b);
    }
    EXPECT_EQ(*matrix.find(i, i), Difference{});
  }
}

TEST(AllDifferences, AnOperationThatDoesNotFitSaysWhy) {
  ops::NormOptions batch_norm;
  batch_norm.kind = ops::Normalization::kBatchNorm;
  const std::vector<compute::Operation> operations{ops::NormOptions{}, batch_norm,
                                                   ops::SoftmaxOptions{}};
  const auto x = std::make_shared<const Tensor>(make({3}, {1, 2, 3}));
  const auto matrix = NORMSCOPE_VALUE_OR_FAIL(all_differences(operations, x));
  ASSERT_TRUE(matrix.refusals[1]);
  EXPECT_NE(matrix.refusals[1]->sentence.find("at least 2 dimensions"), std::string::npos);
  EXPECT_EQ(matrix.find(0, 1), nullptr);
  EXPECT_EQ(matrix.find(1, 1), nullptr);
  ASSERT_NE(matrix.find(0, 2), nullptr);
  EXPECT_GT(matrix.find(0, 2)->absolute, 1.0);
}

TEST(AllDifferences, AFailingDeviceIsAnError) {
  const auto broken = [](const compute::Request&) -> base::Expected<Output> {
    return base::fail(base::ErrorKind::kUnavailable, "the device is gone");
  };
  const auto x = std::make_shared<const Tensor>(make({3}, {1, 2, 3}));
  const auto matrix = all_differences(preset_operations(), x, nullptr, nullptr, broken);
  ASSERT_FALSE(matrix);
  EXPECT_EQ(matrix.error().sentence, "the device is gone");
}

}  // namespace
}  // namespace normscope::variants
