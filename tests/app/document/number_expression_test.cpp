// SPDX-License-Identifier: MIT
// Number expressions: precedence as in Python, decimal commas, and error sentences that name the
// position.
#include "app/document/number_expression.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "tests/support/support.hpp"

namespace normscope::document {
namespace {

double value(std::string_view text) {
  return NORMSCOPE_VALUE_OR_FAIL(parse_number_expression(text));
}

std::string sentence(std::string_view text) {
  const auto parsed = parse_number_expression(text);
  return parsed ? "no error, but " + std::to_string(*parsed) : parsed.error().sentence;
}

TEST(Entry, Numbers) {
  EXPECT_EQ(value("0"), 0);
  EXPECT_EQ(value(" -2.5e3 "), -2500);
  EXPECT_EQ(value(".5"), 0.5);
  EXPECT_EQ(value("1."), 1);
  EXPECT_EQ(value("+7"), 7);
  EXPECT_EQ(value("1e-05"), 1e-5);
  EXPECT_EQ(value("-inf"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(value("Infinity"), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(value("NaN")));
}

TEST(Entry, DecimalCommaInAnyLocale) {
  EXPECT_EQ(value("0,5"), 0.5);
  EXPECT_EQ(value("1,5e2*2"), 300);
  EXPECT_EQ(value("0.5"), 0.5);
}

TEST(Entry, ArithmeticBindsAsInPython) {
  EXPECT_EQ(value("0.5*3"), 1.5);
  EXPECT_EQ(value("1 + 2*3 - 4/2"), 5);
  EXPECT_EQ(value("(1+2)*3"), 9);
  EXPECT_EQ(value("8/4/2"), 1);
  EXPECT_EQ(value("2-3-4"), -5);
  EXPECT_EQ(value("-2**2"), -4);
  EXPECT_EQ(value("2**3**2"), 512);
  EXPECT_EQ(value("2**-1"), 0.5);
  EXPECT_EQ(value("2^10"), 1024);
  EXPECT_EQ(value("2*-3"), -6);
  EXPECT_EQ(value("--1"), 1);
}

TEST(Entry, NamesAndFunctions) {
  EXPECT_EQ(value("pi"), std::numbers::pi);
  EXPECT_EQ(value("2*E"), 2 * std::numbers::e);
  EXPECT_EQ(value("sqrt(16)/2"), 2);
  EXPECT_EQ(value("exp(0) + log(1)"), 1);
  EXPECT_EQ(value("sqrt(4)**2"), 4);
}

TEST(Entry, DivisionByZeroIsAValue) {
  EXPECT_EQ(value("1/0"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(value("-1/0"), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(value("0/0")));
  EXPECT_EQ(value("log(0)"), -std::numeric_limits<double>::infinity());
}

TEST(Entry, ErrorsNameThePlace) {
  EXPECT_EQ(sentence(""), "the entry ends where a number is expected");
  EXPECT_EQ(sentence("1+"), "the entry ends where a number is expected");
  EXPECT_EQ(sentence("(1"), "the entry ends before its \")\"");
  EXPECT_EQ(sentence("1.2.3"), "\".\" at character 4 is not expected there");
  EXPECT_EQ(sentence("2 3"), "\"3\" at character 3 is not expected there");
  EXPECT_EQ(sentence("1)"), "\")\" at character 2 is not expected there");
  EXPECT_EQ(sentence("abc"), "\"abc\" at character 1 is no number");
  EXPECT_EQ(sentence("2*foo(1)"), "\"foo\" at character 3 is no number");
  EXPECT_EQ(sentence("sqrt 4"), "\"4\" at character 6 is not expected there");
  EXPECT_EQ(sentence("."), "\".\" at character 1 is not expected there");
}

TEST(Entry, ErrorsCountCharactersAndNotBytes) {
  EXPECT_EQ(sentence("1×2"), "\"×\" at character 2 is not expected there");
  EXPECT_EQ(sentence("é+é"), "\"é\" at character 1 is not expected there");
  EXPECT_EQ(sentence("\xC3"), "\"\xC3\" at character 1 is not expected there");
}

TEST(Entry, DeepNestingIsAnErrorAndNoCrash) {
  const std::string deep = std::string(100000, '(') + "1" + std::string(100000, ')');
  EXPECT_EQ(sentence(deep), "the entry is nested too deeply");
  EXPECT_EQ(sentence(std::string(100000, '-') + "1"), "the entry is nested too deeply");
  EXPECT_EQ(value(std::string(50, '(') + "1" + std::string(50, ')')), 1);
}

}  // namespace
}  // namespace normscope::document
