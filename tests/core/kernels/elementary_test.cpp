// SPDX-License-Identifier: MIT
// exp and log of the kernels against the C library's in 80-bit precision: the bounds of the header,
// for dense and random arguments and at the ends of the ranges.
#include "core/kernels/elementary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace normscope::kernels {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The bound in the header; the error of the 80-bit reference is 2^-64, a thousandth of it.
constexpr long double kBound = 3e-16L;

long double exp_error(double x) {
  const long double right = std::exp(static_cast<long double>(x));
  return std::abs((static_cast<long double>(exp(x)) - right) / right);
}

long double log_error(double x) {
  const long double right = std::log(static_cast<long double>(x));
  return std::abs(static_cast<long double>(log(x)) - right) / std::max(1.0L, std::abs(right));
}

TEST(Exp, StaysWithinItsBoundOverItsRange) {
  long double worst = std::max(exp_error(-708.0), exp_error(709.0));
  constexpr int kSteps = 400000;
  for (int i = 0; i <= kSteps; ++i) worst = std::max(worst, exp_error(-708 + 1417.0 * i / kSteps));
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> logit(-104, 0);  // the arguments of softmax
  for (int i = 0; i < kSteps; ++i) worst = std::max(worst, exp_error(logit(random)));
  EXPECT_LE(worst, kBound);
}

// Arguments between two multiples of ln 2, where the argument reduction changes.
TEST(Exp, StaysWithinItsBoundAroundHalfMultiplesOfLogTwo) {
  long double worst = 0;
  for (int k = -1000; k <= 1000; ++k) {
    double x = (k + 0.5) * 0.69314718055994531;
    for (int step = 0; step < 3; ++step) x = std::nextafter(x, -kInfinity);
    for (int step = 0; step < 6; ++step) {
      worst = std::max(worst, exp_error(x));
      x = std::nextafter(x, kInfinity);
    }
  }
  EXPECT_LE(worst, kBound);
}

TEST(Exp, TinyArguments) {
  EXPECT_EQ(exp(0.0), 1.0);
  EXPECT_EQ(exp(-0.0), 1.0);
  for (const double x : {1e-300, -1e-300, 5e-324, 1e-17, -1e-17}) EXPECT_EQ(exp(x), 1.0) << x;
}

TEST(Exp, BeyondItsRangeItIsZeroOrInfinity) {
  EXPECT_GT(exp(-708.0), 0.0);
  EXPECT_EQ(exp(std::nextafter(-708.0, -kInfinity)), 0.0);
  EXPECT_LT(exp(709.0), kInfinity);
  EXPECT_EQ(exp(std::nextafter(709.0, kInfinity)), kInfinity);
  for (const double x : {-1e3, -1e300, -kInfinity}) EXPECT_EQ(exp(x), 0.0) << x;
  for (const double x : {1e3, 1e300, kInfinity}) EXPECT_EQ(exp(x), kInfinity) << x;
  EXPECT_TRUE(std::isnan(exp(kNaN)));
}

TEST(Log, StaysWithinItsBoundOverItsRange) {
  long double worst = 0;
  constexpr int kSteps = 400000;
  // Every exponent of double, subnormal ones included, with changing digits.
  for (int i = 0; i <= kSteps; ++i) {
    const double x = std::exp2(-1074 + 2097.9 * i / kSteps);
    worst = std::max(worst, log_error(x));
  }
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> near_one(0.5, 2);
  for (int i = 0; i < kSteps; ++i) worst = std::max(worst, log_error(near_one(random)));
  EXPECT_LE(worst, kBound);
}

TEST(Log, StaysWithinItsBoundWhereItsCasesMeet) {
  long double worst = 0;
  for (const double meeting : {1.0, std::sqrt(0.5), std::sqrt(2.0), 0.5, 2.0}) {
    double x = meeting;
    for (int step = 0; step < 50; ++step) x = std::nextafter(x, 0.0);
    for (int step = 0; step < 100; ++step) {
      worst = std::max(worst, log_error(x));
      x = std::nextafter(x, kInfinity);
    }
  }
  EXPECT_LE(worst, kBound);
}

TEST(Log, TheEndsOfItsRange) {
  EXPECT_EQ(log(1.0), 0.0);
  EXPECT_EQ(log(0.0), -kInfinity);
  EXPECT_EQ(log(-0.0), -kInfinity);
  EXPECT_EQ(log(kInfinity), kInfinity);
  for (const double x : {-1.0, -5e-324, -kInfinity, kNaN}) EXPECT_TRUE(std::isnan(log(x))) << x;
  for (const double x : {5e-324, std::numeric_limits<double>::min(),
                         std::numeric_limits<double>::max(), 1.401298464324817e-45}) {
    EXPECT_LE(log_error(x), kBound) << x;
  }
}

}  // namespace
}  // namespace normscope::kernels
