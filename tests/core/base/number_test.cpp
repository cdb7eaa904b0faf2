// SPDX-License-Identifier: MIT
// Numbers as text and as bits. This file also runs in a locale with decimal commas, where a comma
// must be as wrong as anywhere.
#include "core/base/number.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace normscope::base {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr float kFloatInf = std::numeric_limits<float>::infinity();
constexpr float kFloatNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kFloatMax = std::numeric_limits<float>::max();

TEST(ParseDouble, ReadsWhatPeopleWrite) {
  EXPECT_EQ(parse_double("1"), 1.0);
  EXPECT_EQ(parse_double("-2.5e3"), -2500.0);
  EXPECT_EQ(parse_double("+2.5E-3"), 0.0025);
  EXPECT_EQ(parse_double(".5"), 0.5);
  EXPECT_EQ(parse_double("+1."), 1.0);
  EXPECT_EQ(parse_double("007"), 7.0);
  EXPECT_EQ(parse_double("0.1"), 0.1);
  EXPECT_EQ(parse_double("inf"), kInf);
  EXPECT_EQ(parse_double("-Infinity"), -kInf);
  EXPECT_TRUE(std::isnan(parse_double("nan").value()));
  EXPECT_TRUE(std::isnan(parse_double("NaN").value()));
  EXPECT_TRUE(std::signbit(parse_double("-0").value()));
}

TEST(ParseDouble, RefusesEverythingElse) {
  for (const auto* text :
       {"",   " ",   "+", "-",  "+-1",  "++1", "1 ",     " 1",      "1,5", "1.5.2",
        "1e", "1e+", ".", "e5", "0x10", "1f",  "nan(1)", "infinit", "one", "1_000"}) {
    EXPECT_EQ(parse_double(text), std::nullopt) << '"' << text << '"';
  }
}

TEST(ParseDouble, GoesToInfinityAndZeroBeyondDouble) {
  const std::string zeros(400, '0');
  EXPECT_EQ(parse_double("1e999"), kInf);
  EXPECT_EQ(parse_double("-1e999"), -kInf);
  EXPECT_EQ(parse_double("1e99999999999999999999"), kInf);
  EXPECT_EQ(parse_double("1" + zeros), kInf);
  EXPECT_EQ(parse_double("1e-999"), 0.0);
  EXPECT_EQ(parse_double("1e-99999999999999999999"), 0.0);
  EXPECT_EQ(parse_double("0." + zeros + "1"), 0.0);
  EXPECT_TRUE(std::signbit(parse_double("-1e-999").value()));
  // The exponent alone does not say on which side a number lies.
  EXPECT_EQ(parse_double("1" + zeros + "e-10"), kInf);
  EXPECT_EQ(parse_double("0." + zeros + "1e+10"), 0.0);
  EXPECT_EQ(parse_double("-0." + zeros + "1e10"), 0.0);
  EXPECT_EQ(parse_double("1" + zeros + "e-400"), 1.0);
  EXPECT_EQ(parse_double("0e999"), 0.0);
  EXPECT_EQ(parse_double("0.00e99999999999999999999"), 0.0);
}

TEST(ParseInt, ReadsWholeNumbersThatFit) {
  EXPECT_EQ(parse_int("0"), 0);
  EXPECT_EQ(parse_int("-12"), -12);
  EXPECT_EQ(parse_int("+12"), 12);
  EXPECT_EQ(parse_int("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parse_int("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  for (const auto* text : {"", "+", "-", "+-1", "1.0", "1e3", " 1", "1 ", "9223372036854775808",
                           "0x1", "1.000", "1,000"}) {
    EXPECT_EQ(parse_int(text), std::nullopt) << '"' << text << '"';
  }
}

TEST(FloatToText, IsTheShortestThatReadsBack) {
  EXPECT_EQ(float_to_text(0.1F), "0.1");
  EXPECT_EQ(float_to_text(1.0F), "1");
  EXPECT_EQ(float_to_text(1e-5F), "1e-05");
  EXPECT_EQ(float_to_text(-0.0F), "-0");
  EXPECT_EQ(float_to_text(16777216.0F), "16777216");
  EXPECT_EQ(float_to_text(-kFloatInf), "-inf");
  EXPECT_EQ(float_to_text(kFloatNan), "nan");
  // Its shortest text, 7.038531e-26, becomes another float when it is read as a double first.
  EXPECT_EQ(float_to_text(std::bit_cast<float>(0x15ae43fdU)), "7.0385307e-26");
  EXPECT_EQ(float_to_text(std::bit_cast<float>(0x95ae43fdU)), "-7.0385307e-26");
  EXPECT_EQ(float_to_text(-kFloatNan), "nan");
}

RC_GTEST_PROP(FloatToText, ReadsBackToTheSameBits, ()) {
  const auto value = std::bit_cast<float>(*rc::gen::arbitrary<std::uint32_t>());
  const auto read = parse_double(float_to_text(value));
  RC_ASSERT(read.has_value());
  if (std::isnan(value)) {
    RC_ASSERT(std::isnan(*read));
  } else {
    RC_ASSERT(std::bit_cast<std::uint32_t>(static_cast<float>(*read)) ==
              std::bit_cast<std::uint32_t>(value));
  }
}

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
