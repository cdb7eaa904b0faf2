// SPDX-License-Identifier: MIT
// Mean and sum of squares by each algorithm: the bounds of the header, measured against 80-bit
// precision at many sizes and offsets, and the edges.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "core/kernels/norm_row.hpp"

namespace normscope::kernels {
namespace moments_test {

using ops::VarianceAlgorithm;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr auto kAlgorithms = {VarianceAlgorithm::kTwoPass, VarianceAlgorithm::kOnePass,
                              VarianceAlgorithm::kWelford};

struct Exact {
  long double mean = 0;
  long double squares = 0;
};

// The second pass corrects the first one's rounding, so this errs by some n * 2^-64.
Exact exact(const std::vector<float>& x) {
  const auto n = static_cast<long double>(x.size());
  long double sum = 0;
  for (const float v : x) sum += static_cast<long double>(v);
  Exact result{sum / n, 0};
  long double rest = 0;
  for (const float v : x) {
    const long double deviation = static_cast<long double>(v) - result.mean;
    result.squares += deviation * deviation;
    rest += deviation;
  }
  result.squares -= rest * rest / n;
  return result;
}

// The header's bound for the relative error of the squares.
long double bound(VarianceAlgorithm algorithm, std::size_t size, const Exact& right) {
  const auto n = static_cast<long double>(size);
  const long double condition = 1 + right.mean * right.mean / (right.squares / n);
  switch (algorithm) {
    case VarianceAlgorithm::kTwoPass:
      return n * 0x1p-52L;
    case VarianceAlgorithm::kWelford:
      return n * 0x1p-52L * std::sqrt(condition);
    case VarianceAlgorithm::kOnePass:
      break;
  }
  return (n / 5 + 22) * 0x1p-24L * condition;
}

TEST(RowMoments, StayWithinTheirBoundsAtEveryOffset) {
  std::mt19937_64 random(3);
  for (const double offset : {0.0, 1.0, 100.0, 1e4, 1e6}) {
    std::normal_distribution<double> normal(offset, 1);
    for (int round = 0; round < 1500; ++round) {
      // Short rows have the least slack against n; a few long ones.
      const std::size_t n = round % 100 == 0 ? 3000 : 2 + random() % 40;
      std::vector<float> x(n);
      for (float& v : x) v = static_cast<float>(normal(random));
      const Exact right = exact(x);
      if (right.squares == 0) continue;  // equal values have a test of their own
      for (const auto algorithm : kAlgorithms) {
        const RowMoments got = row_moments(x, true, algorithm);
        const long double error =
            std::abs((static_cast<long double>(got.squares) - right.squares) / right.squares);
        ASSERT_LE(error, bound(algorithm, n, right))
            << "algorithm " << static_cast<int>(algorithm) << ", n " << n << ", offset " << offset;
      }
    }
  }
}

TEST(RowMoments, EqualValuesHaveNoDeviation) {
  for (const float value : {0.1F, 3.25F, -1e30F, 1e-40F}) {
    for (const std::size_t n : {1U, 3U, 7U, 100U, 1001U}) {
      const std::vector<float> x(n, value);
      for (const auto algorithm : {VarianceAlgorithm::kTwoPass, VarianceAlgorithm::kWelford}) {
        const RowMoments got = row_moments(x, true, algorithm);
        EXPECT_EQ(got.mean, double{value});
        EXPECT_EQ(got.squares, 0.0);
      }
    }
  }
}

TEST(RowMoments, UncentredAreTheSquaresOfTheValues) {
  for (const auto algorithm : kAlgorithms) {
    const RowMoments got = row_moments(std::vector<float>{3, 4}, false, algorithm);
    EXPECT_EQ(got.mean, 3.5);
    EXPECT_EQ(got.squares, 25.0);
  }
}

TEST(RowMoments, OfNothing) {
  for (const auto algorithm : kAlgorithms) {
    EXPECT_TRUE(std::isnan(row_moments({}, true, algorithm).mean));
    EXPECT_EQ(row_moments({}, true, VarianceAlgorithm::kTwoPass).squares, 0.0);
  }
}

TEST(RowMoments, DenormalsAndHugeValuesKeepTheirSquares) {
  for (const float scale : {1e-40F, 1e30F, std::numeric_limits<float>::max()}) {
    const std::vector<float> x{scale, 0, -scale, 0};
    const double expected = 2 * double{scale} * double{scale};
    for (const auto algorithm : {VarianceAlgorithm::kTwoPass, VarianceAlgorithm::kWelford}) {
      // Four double operations.
      EXPECT_NEAR(row_moments(x, true, algorithm).squares / expected, 1.0, 4 * 0x1p-52) << scale;
    }
  }
  // Float32 squares overflow: one-pass in float32 is meant to fail here.
  EXPECT_TRUE(std::isinf(
      row_moments(std::vector<float>{1e30F, -1e30F}, true, VarianceAlgorithm::kOnePass).squares));
}

TEST(RowMoments, AnInfinityIsTheMeanAndLeavesNoVariance) {
  for (const auto algorithm : kAlgorithms) {
    for (const float infinity : {kInfinity, -kInfinity}) {
      const RowMoments got = row_moments(std::vector<float>{1, infinity, 2}, true, algorithm);
      EXPECT_EQ(got.mean, double{infinity});
      EXPECT_TRUE(std::isnan(got.squares));
    }
    for (const std::vector<float>& x :
         {std::vector<float>{1, std::nanf(""), 2}, {kInfinity, 1, -kInfinity}}) {
      EXPECT_TRUE(std::isnan(row_moments(x, true, algorithm).mean));
      EXPECT_TRUE(std::isnan(row_moments(x, true, algorithm).squares));
    }
  }
}

}  // namespace moments_test
}  // namespace normscope::kernels
