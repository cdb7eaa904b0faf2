// SPDX-License-Identifier: MIT
// Numbers as text. These tests also run in a locale with decimal commas, where a decimal comma must
// still be refused.
#include "core/text/numbers.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace normscope::text {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr float kFloatInf = std::numeric_limits<float>::infinity();
constexpr float kFloatNan = std::numeric_limits<float>::quiet_NaN();

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
  // The exponent alone does not decide between overflow and underflow.
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

TEST(GroupedDigits, StandInThrees) {
  EXPECT_EQ(grouped_digits(0), "0");
  EXPECT_EQ(grouped_digits(999), "999");
  EXPECT_EQ(grouped_digits(1000), "1,000");
  EXPECT_EQ(grouped_digits(12'345'678), "12,345,678");
  EXPECT_EQ(grouped_digits(-123), "-123");
  EXPECT_EQ(grouped_digits(-1234), "-1,234");
  EXPECT_EQ(grouped_digits(100'000, "\u2009"), "100\u2009000");
}

TEST(Joined, WritesNumbersOneAfterTheOther) {
  EXPECT_EQ(joined({}), "");
  EXPECT_EQ(joined(std::vector<std::int64_t>{5}), "5");
  EXPECT_EQ(joined(std::vector<std::int64_t>{2, 0, -3}), "2, 0, -3");
  EXPECT_EQ(joined(std::vector<std::int64_t>{2, 3}, " x "), "2 x 3");
}

}  // namespace
}  // namespace normscope::text
