// SPDX-License-Identifier: MIT
// A row of softmax by each algorithm against 80-bit precision, up to the limits of each: naive is
// seen failing where exp overflows and where every exp is 0.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "core/base/ulp.hpp"
#include "core/kernels/softmax_row.hpp"

namespace normscope::kernels {
namespace softmax_row_test {

using ops::SoftmaxAlgorithm;
using ops::SoftmaxOptions;
using Row = std::vector<float>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr auto kSound = {SoftmaxAlgorithm::kMaxSubtracted, SoftmaxAlgorithm::kOnline};

SoftmaxOptions of(SoftmaxAlgorithm algorithm, bool log = false, double temperature = 1) {
  SoftmaxOptions options;
  options.algorithm = algorithm;
  options.log = log;
  options.temperature = temperature;
  return options;
}

struct Outcome {
  Row y;
  RowSoftmax row;
};

Outcome run(const Row& x, const SoftmaxOptions& options) {
  Outcome result{Row(x.size()), {}};
  result.row = softmax_row(x, options, result.y);
  return result;
}

// The largest error in ULPs of max(1, |y|).
double error(const Row& x, const SoftmaxOptions& options) {
  const Row y = run(x, options).y;
  const auto t = static_cast<long double>(options.temperature);
  const long double top = *std::ranges::max_element(x);
  long double sum = 0;
  for (const float v : x) sum += std::exp((v - top) / t);
  double worst = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const long double shifted = (x[k] - top) / t;
    const long double right = options.log ? shifted - std::log(sum) : std::exp(shifted) / sum;
    worst = std::max(worst, base::ulp_error(y[k], static_cast<double>(right)));
  }
  return worst;
}

std::vector<Row> rows() {
  std::vector<Row> all{{0}, {-0.0F}, {1, 1, 1}, {88, -88, 87.5F}, {1e30F, -1e30F}, {1e-40F, 0}};
  std::mt19937_64 random(4);
  for (const double scale : {1e-3, 1.0, 30.0, 1e4}) {
    for (const std::size_t n : {2U, 15U, 16U, 17U, 257U}) {
      std::normal_distribution<double> logit(0, scale);
      Row x(n);
      for (float& v : x) v = static_cast<float>(logit(random));
      all.push_back(x);
      std::ranges::sort(x);  // the online sum meets a new maximum at every step
      all.push_back(x);
    }
  }
  return all;
}

TEST(SoftmaxRow, StaysWithinItsBoundsByBothSoundAlgorithms) {
  for (const auto algorithm : kSound) {
    for (const double temperature : {1.0, 0.1, 25.0}) {
      for (const Row& x : rows()) {
        EXPECT_LE(error(x, of(algorithm, false, temperature)), 1.25) << x.size() << ", " << x[0];
        EXPECT_LE(error(x, of(algorithm, true, temperature)), 1.5) << x.size() << ", " << x[0];
      }
    }
  }
}

TEST(SoftmaxRow, NaiveIsRightWhileExpIsWithinFloat) {
  for (const Row& x : {Row{0, 1, 2}, {-80, -81}, {80, 79, 0}, {5, 5, 5, 5}}) {
    // Each exp, their float32 sum of up to four, and the quotient are rounded: six half ULPs.
    EXPECT_LE(error(x, of(SoftmaxAlgorithm::kNaive)), 3.0) << x[0];
  }
}

TEST(SoftmaxRow, NaiveOverflowsAbove88AndVanishesBelowMinus104) {
  const auto naive = of(SoftmaxAlgorithm::kNaive);
  EXPECT_EQ(run({88.7F}, naive).y[0], 1.0F);
  EXPECT_TRUE(std::isnan(run({88.8F}, naive).y[0]));
  const Row mixed = run({100, 0}, naive).y;  // inf / inf and 1 / inf
  EXPECT_TRUE(std::isnan(mixed[0]));
  EXPECT_EQ(mixed[1], 0.0F);
  EXPECT_TRUE(std::isnan(run({-104, -105}, naive).y[0]));
  EXPECT_FALSE(std::isnan(run({-103, -105}, naive).y[0]));
  // A sum can overflow though no exp does.
  EXPECT_EQ(run({88.7F, 88.7F}, naive).y, (Row{0, 0}));
  EXPECT_EQ(run({0, -200}, of(SoftmaxAlgorithm::kNaive, true)).y, (Row{0, -kInfinity}));
}

TEST(SoftmaxRow, Statistics) {
  for (const auto algorithm : kSound) {
    const RowSoftmax row = run({1, 3, 3, -kInfinity}, of(algorithm, false, 2)).row;
    EXPECT_EQ(row.subtracted, 3.0);
    // By vectors the float32 exponential errs by two roundings at most; the sums are exact here.
    EXPECT_NEAR(row.sum, 2 + std::exp(-1.0), 2 * 0x1p-24);
  }
  const RowSoftmax naive = run({0, 0}, of(SoftmaxAlgorithm::kNaive)).row;
  EXPECT_EQ(naive.subtracted, 0.0);
  EXPECT_EQ(naive.sum, 2.0);
}

TEST(SoftmaxRow, MinusInfinityHasNoShare) {
  for (const auto algorithm :
       {SoftmaxAlgorithm::kMaxSubtracted, SoftmaxAlgorithm::kOnline, SoftmaxAlgorithm::kNaive}) {
    EXPECT_EQ(run({-kInfinity, 0, -kInfinity, 0}, of(algorithm)).y, (Row{0, 0.5F, 0, 0.5F}));
    EXPECT_EQ(run({-kInfinity, 0}, of(algorithm, true)).y, (Row{-kInfinity, 0}));
  }
}

TEST(SoftmaxRow, WhatHasNoMaximumIsNaNThroughout) {
  const float nan = std::nanf("");
  for (const auto algorithm : kSound) {
    for (const Row& x : {Row{-kInfinity, -kInfinity},
                         {0, kInfinity},
                         {kInfinity, kInfinity},
                         {0, nan},
                         {nan, 0},
                         {nan, -kInfinity},
                         {kInfinity, nan},
                         {nan, kInfinity},
                         {-kInfinity, kInfinity}}) {
      for (const bool log : {false, true}) {
        const Outcome got = run(x, of(algorithm, log));
        for (const float y : got.y) EXPECT_TRUE(std::isnan(y)) << x[0] << ' ' << x[1];
        EXPECT_TRUE(std::isnan(got.row.sum)) << x[0] << ' ' << x[1];
        // The maximum of a row with a NaN is NaN.
        const bool holds_nan = std::isnan(x[0]) || std::isnan(x[1]);
        EXPECT_EQ(std::isnan(got.row.subtracted), holds_nan) << x[0] << ' ' << x[1];
      }
    }
  }
}

TEST(SoftmaxRow, OfNothingSumsToZero) {
  for (const auto algorithm : kSound) EXPECT_EQ(run({}, of(algorithm)).row.sum, 0.0);
}

TEST(SoftmaxRow, ExtremeTemperatures) {
  for (const auto algorithm : kSound) {
    EXPECT_EQ(run({1, 2}, of(algorithm, false, 1e-300)).y, (Row{0, 1}));
    EXPECT_EQ(run({1, 2}, of(algorithm, false, 1e300)).y, (Row{0.5F, 0.5F}));
  }
}

}  // namespace softmax_row_test
}  // namespace normscope::kernels
