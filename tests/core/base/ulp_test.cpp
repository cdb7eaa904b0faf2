// SPDX-License-Identifier: MIT
#include "core/base/ulp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace normscope::base {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr float kFloatInf = std::numeric_limits<float>::infinity();
constexpr float kFloatNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kFloatMax = std::numeric_limits<float>::max();

TEST(UlpError, IsMeasuredInUlpsOfTheReferenceButNoFinerThanOfOne) {
  EXPECT_EQ(ulp_error(1.0F, 1.0), 0.0);
  EXPECT_EQ(ulp_error(1.0F, 1.0 + 0x1p-23), 1.0);
  EXPECT_EQ(ulp_error(0.0F, 0x1p-23), 1.0);
  EXPECT_EQ(ulp_error(4.0F, 4.0 + 0x1p-21), 1.0);
  EXPECT_EQ(ulp_error(-4.0F, -4.0 + 0x1p-22), 1.0);  // the reference is below 4
  EXPECT_EQ(ulp_error(-1.0F, 1.0), 0x1p24);
}

TEST(UlpError, KnowsNanAndInfinity) {
  EXPECT_EQ(ulp_error(kFloatNan, std::nan("")), 0.0);
  EXPECT_EQ(ulp_error(kFloatNan, 1.0), kInf);
  EXPECT_EQ(ulp_error(1.0F, std::nan("")), kInf);
  EXPECT_EQ(ulp_error(kFloatInf, kInf), 0.0);
  EXPECT_EQ(ulp_error(kFloatInf, -kInf), kInf);
  EXPECT_EQ(ulp_error(kFloatInf, 1e300), 0.0);  // rounds to infinity in float32
  EXPECT_EQ(ulp_error(kFloatMax, 1e300), kInf);
  EXPECT_EQ(ulp_error(kFloatInf, 1.0), kInf);
}

TEST(DifferenceOf, WhatIsTheSameHasNone) {
  EXPECT_EQ(difference_of(3, 1), 2);
  EXPECT_EQ(difference_of(-0.0F, 0.0F), 0);
  EXPECT_EQ(difference_of(kFloatInf, kFloatInf), 0);
  EXPECT_EQ(difference_of(kFloatNan, -kFloatNan), 0);
  EXPECT_EQ(difference_of(1, kFloatInf), -HUGE_VAL);
  EXPECT_TRUE(std::isnan(difference_of(kFloatNan, 1)));
}

TEST(UlpDistance, CountsStepsBetweenFloats) {
  EXPECT_EQ(ulp_distance(1.0F, 1.0F), 0U);
  EXPECT_EQ(ulp_distance(1.0F, std::nextafter(1.0F, 2.0F)), 1U);
  EXPECT_EQ(ulp_distance(0.0F, -0.0F), 0U);
  EXPECT_EQ(ulp_distance(1e-45F, -1e-45F), 2U);
  EXPECT_EQ(ulp_distance(1.0F, 2.0F), std::uint64_t{1} << 23);
  EXPECT_EQ(ulp_distance(kFloatMax, kFloatInf), 1U);
  EXPECT_EQ(ulp_distance(-kFloatInf, kFloatInf), 2U * 0x7f800000U);
  EXPECT_EQ(ulp_distance(kFloatNan, 1.0F), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(ulp_distance(kFloatNan, kFloatNan), std::numeric_limits<std::uint64_t>::max());
}

}  // namespace
}  // namespace normscope::base
