// SPDX-License-Identifier: MIT
// The elements of 16 bits: every number that they have, and what lies between two of them.
#include "app/notebook/arrays/dtype.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/notebook/arrays/array.hpp"

namespace normscope::notebook::arrays {
namespace {

// Calls body(number, the next one) for all that a type has from 0 on: those below 2^lowest lie
// evenly, each power of two above has 2^digits.
template <class Body>
void for_each_pair(int lowest, int highest, int digits, const Body& body) {
  const int fractions = 1 << digits;
  const auto at = [&](int exponent, int fraction, int whole) {
    return std::ldexp(static_cast<float>(whole + fraction), exponent - digits);
  };
  for (int fraction = 0; fraction < fractions; ++fraction) {
    body(at(lowest, fraction, 0), at(lowest, fraction + 1, 0));
  }
  for (int exponent = lowest; exponent <= highest; ++exponent) {
    const int last = exponent == highest ? fractions - 1 : fractions;
    for (int fraction = 0; fraction < last; ++fraction) {
      body(at(exponent, fraction, fractions), at(exponent, fraction + 1, fractions));
    }
  }
}

// A number stays, halves go to the even neighbour, the rest to the nearest.
template <class T>
void expect_rounding(int lowest, int highest, int digits) {
  bool even = true;
  for_each_pair(lowest, highest, digits, [&](float low, float high) {
    const float middle = low + (high - low) / 2.0F;
    const float nearest = even ? low : high;
    for (const float sign : {1.0F, -1.0F}) {
      const auto rounded = [&](float value) { return sign * static_cast<float>(T(sign * value)); };
      EXPECT_EQ(rounded(low), low);
      EXPECT_EQ(rounded(high), high);
      EXPECT_EQ(rounded(middle), nearest) << low;
      EXPECT_EQ(rounded(std::nextafter(middle, low)), low);
      EXPECT_EQ(rounded(std::nextafter(middle, high)), high);
    }
    even = !even;
  });
}

TEST(SixteenBits, Float16HoldsItsNumbersAndRoundsWhatLiesBetween) {
  expect_rounding<Float16>(-14, 15, 10);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(static_cast<float>(Float16(65519.996F)), 65504.0F);
  EXPECT_EQ(static_cast<float>(Float16(65520.0F)), kInfinity);
  EXPECT_EQ(static_cast<float>(Float16(-kInfinity)), -kInfinity);
  EXPECT_TRUE(std::isnan(static_cast<float>(Float16(std::nanf("")))));
  EXPECT_TRUE(std::signbit(static_cast<float>(Float16(-0.0F))));
}

TEST(SixteenBits, Bfloat16HoldsItsNumbersAndRoundsWhatLiesBetween) {
  expect_rounding<Bfloat16>(-126, 127, 7);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(static_cast<float>(Bfloat16(std::numeric_limits<float>::max())), kInfinity);
  EXPECT_TRUE(std::isnan(static_cast<float>(Bfloat16(std::nanf("")))));
  EXPECT_TRUE(std::signbit(static_cast<float>(Bfloat16(-0.0F))));
}

TEST(SixteenBits, TheTwoTypesMeetInFloat32) {
  EXPECT_EQ(promoted(Dtype::kFloat16, Dtype::kBfloat16), Dtype::kFloat32);
  EXPECT_EQ(promoted(Dtype::kFloat16, Dtype::kFloat16), Dtype::kFloat16);
  EXPECT_EQ(promoted(Dtype::kInt64, Dtype::kBfloat16), Dtype::kBfloat16);
  EXPECT_EQ(promoted(Dtype::kFloat16, Dtype::kFloat64), Dtype::kFloat64);
  EXPECT_EQ(item_size(Dtype::kFloat16), 2);
  EXPECT_EQ(item_size(Dtype::kBfloat16), 2);
}

TEST(SixteenBits, NumbersThatATypeDoesNotHoldAreNamed) {
  EXPECT_TRUE(check_held(65504.0, Dtype::kFloat16));
  EXPECT_TRUE(check_held(-std::numeric_limits<double>::infinity(), Dtype::kFloat16));
  EXPECT_EQ(check_held(-1e9, Dtype::kFloat16).error().sentence,
            "value cannot be converted to type at::Half without overflow");
  EXPECT_TRUE(check_held(-1e9, Dtype::kBfloat16));
  EXPECT_TRUE(check_held(std::int64_t{-1}, Dtype::kUint8));
  EXPECT_FALSE(check_held(-1.0, Dtype::kUint8));
  EXPECT_FALSE(check_held(std::int64_t{256}, Dtype::kUint8));
  EXPECT_TRUE(check_held(-2147483648.0, Dtype::kInt32));
  EXPECT_FALSE(check_held(2147483648.0, Dtype::kInt32));
  EXPECT_FALSE(check_held(std::nan(""), Dtype::kInt64));
}

TEST(SixteenBits, AFloatThatNoInt32HoldsBecomesTheSmallest) {
  EXPECT_EQ(convert<std::int32_t>(1e10F), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(convert<std::int32_t>(std::nanf("")), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(convert<std::int32_t>(-2147483648.0), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(convert<std::int32_t>(2147483647.0), std::numeric_limits<std::int32_t>::max());
}

}  // namespace
}  // namespace normscope::notebook::arrays
