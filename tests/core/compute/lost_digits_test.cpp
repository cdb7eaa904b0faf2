// SPDX-License-Identifier: MIT
// Which numbers an operation needs more digits of than float32 has, and what it gives in double.
#include "core/compute/lost_digits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/compute/compute.hpp"
#include "tests/support/support.hpp"

namespace normscope::compute {
namespace {

struct Batch {
  tensor::Tensor x;
  std::vector<double> doubles;
};

Batch batch(const tensor::Shape& shape, const std::vector<double>& doubles) {
  std::vector<float> floats;
  floats.reserve(doubles.size());
  for (const double number : doubles) floats.push_back(static_cast<float>(number));
  return {testing::make(shape, floats), doubles};
}

std::optional<LostDigits> lost(const Batch& one, std::optional<std::int64_t> inexact = {}) {
  const auto groups = tensor::trailing_groups(one.x.shape(), 1);
  const auto found = lost_digits(groups, one.x.values(), one.doubles, inexact);
  if (found) {
    EXPECT_TRUE(may_lack_digits(groups, one.x.values())) << "what is lost is suspected";
  }
  return found;
}

TEST(LostDigits, AreThoseOfNeighboursFarFromZero) {
  const Batch one = batch({2, 3}, {1, 2, 4, 1800000001, 1800000002, 1800000004});
  const auto found = lost(one);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->at, 3);
  EXPECT_FALSE(found->in_double);
  EXPECT_EQ(sentence_of(*found, {2, 3}),
            "float32 loses digits that matter: 1800000001 at [1, 0] becomes 1800000000");
}

TEST(LostDigits, AreNotThoseThatRoundingLeavesAlone) {
  EXPECT_FALSE(lost(batch({3}, {0.1, 0.2, 0.3})));
  EXPECT_FALSE(lost(batch({3}, {1e30, 2e30, 1e30}))) << "large, but far from each other";
  EXPECT_FALSE(lost(batch({3}, {0.1, 0.1, 0.1}))) << "equal numbers stay equal";
  EXPECT_FALSE(lost(batch({2}, {16777217, 16777217})));
  EXPECT_FALSE(lost(batch({2}, {INFINITY, 1}))) << "an infinity that was read as one";
  EXPECT_FALSE(lost(batch({2}, {NAN, 1.5})));
  EXPECT_FALSE(
      may_lack_digits(tensor::trailing_groups({4}, 1), std::vector<float>{1e4F, 10001, 9999, 1}));
}

// The roundings of a million and a bit differ by some 0.025.
TEST(LostDigits, MatterFromAHundredthOfTheDeviationOn) {
  EXPECT_TRUE(lost(batch({4}, {1e6 + 0.03, 1e6 + 0.66, 1e6 + 1.28, 1e6 + 2.03})));
  EXPECT_FALSE(lost(batch({4}, {1e6 + 0.03, 1e6 + 6.66, 1e6 + 13.28, 1e6 + 20.03})));
}

TEST(LostDigits, AreAllOfANumberBeyondTheRange) {
  const auto found = lost(batch({2}, {1e100, 2e100}));
  ASSERT_TRUE(found);
  EXPECT_EQ(sentence_of(*found, {2}),
            "float32 loses digits that matter: 1e+100 at [0] becomes inf");
  EXPECT_FALSE(found->in_double);
  EXPECT_TRUE(lost(batch({2}, {1e300, 2e300}))->in_double) << "their squares are beyond double";
}

TEST(LostDigits, AreLostInDoubleWhereItHasNotTheIntegers) {
  const Batch one = batch({3}, {0x1p60, 0x1p60, 0x1p60});
  EXPECT_FALSE(lost(one)) << "the same number three times";
  const auto found = lost(one, 1);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->in_double);
  EXPECT_EQ(found->at, 1);
  EXPECT_FALSE(lost(batch({2}, {0x1p60, -0x1p60}), 1)) << "they are far from each other";
}

TEST(LostDigits, NumbersInDoubleAreComputedInDouble) {
  const Batch one = batch({1, 4}, {1800000001, 1800000002, 1800000004, 1800000008});
  Request request{ops::NormOptions{}, std::make_shared<const tensor::Tensor>(one.x)};
  request.exact = std::make_shared<const std::vector<double>>(one.doubles);
  const Backends backends = make_backends();
  for (const Device device : {Device::kAuto, Device::kCpu, Device::kReference}) {
    const Result result = NORMSCOPE_VALUE_OR_FAIL(compute(backends, request, {.device = device}));
    const std::vector<float> expected{-1.0257546F, -0.6527529F, 0.0932504F, 1.5852571F};
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_NEAR(result.y.values()[i], expected[i], 1e-7);
    }
  }
  const auto refused = compute(backends, request, {.device = Device::kGpu});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, base::ErrorKind::kUnsupported);
}

}  // namespace
}  // namespace normscope::compute
