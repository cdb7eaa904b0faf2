// SPDX-License-Identifier: MIT
// Variances in formats against plain loops that the processor, or its float16, rounds.
#include "app/results/curves/variance_errors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/formats/stored.hpp"
#include "tests/support/support.hpp"

namespace normscope::results::variance_errors_test {

using formats::FormatId;

// The numbers of burn issue 5607: mean + i * 1e-3.
std::vector<float> steps_around(double mean) {
  std::vector<float> x;
  for (int i = 0; i < 16; ++i) x.push_back(static_cast<float>(mean + i * 1e-3));
  return x;
}

double exact_variance(const std::vector<float>& x) {
  double mean = 0;
  for (const float number : x) mean += static_cast<double>(number);
  mean /= static_cast<double>(x.size());
  double squares = 0;
  for (const float number : x) {
    squares += (static_cast<double>(number) - mean) * (static_cast<double>(number) - mean);
  }
  return squares / static_cast<double>(x.size());
}

// Each operation of type T rounds; T is float or a 16-bit format.
template <class T>
double one_pass(const std::vector<float>& numbers) {
  T sum{0.0F};
  T squares{0.0F};
  for (const float number : numbers) {
    const T x{number};
    sum = T{float{sum} + float{x}};
    squares = T{float{squares} + float{T{float{x} * float{x}}}};
  }
  const auto n = static_cast<float>(numbers.size());
  const T mean{float{sum} / n};
  const T mean_square{float{squares} / n};
  return static_cast<double>(float{T{float{mean_square} - float{T{float{mean} * float{mean}}}}});
}

template <class T>
double two_pass(const std::vector<float>& numbers) {
  T sum{0.0F};
  for (const float number : numbers) sum = T{float{sum} + float{T{number}}};
  const auto n = static_cast<float>(numbers.size());
  const T mean{float{sum} / n};
  T squares{0.0F};
  for (const float number : numbers) {
    const T c{float{T{number}} - float{mean}};
    squares = T{float{squares} + float{T{float{c} * float{c}}}};
  }
  return static_cast<double>(float{T{float{squares} / n}});
}

template <class T>
std::vector<float> stored(std::vector<float> x) {
  for (float& number : x) number = float{T{number}};
  return x;
}

template <class T>
void expect_errors(const VarianceErrors& errors, std::size_t at, const std::vector<float>& x) {
  const double exact = exact_variance(stored<T>(x));
  const double truth = exact_variance(x);
  // The exact variance is a double, whose sums here and there differ in their last bits.
  constexpr double kSums = 1e-12;
  const auto expect_error = [&](std::size_t way, double value) {
    const double error = std::abs(value - exact) / truth;
    if (std::isfinite(error)) {
      EXPECT_NEAR(errors.of_ways[way][at], error, kSums);
    } else {
      EXPECT_TRUE(std::isnan(errors.of_ways[way][at])) << "it overflows";
    }
  };
  expect_error(0, one_pass<T>(x));
  expect_error(1, two_pass<T>(x));
  EXPECT_NEAR(errors.of_storage[at], std::abs(exact - truth) / truth, kSums);
}

TEST(VarianceErrors, AreThoseOfLoopsInEachFormat) {
  for (const double mean : {0.5, 1.0, 100.0}) {
    const std::vector<float> x = steps_around(mean);
    const VarianceErrors errors =
        NORMSCOPE_VALUE_OR_FAIL(variance_errors_over_formats(x, ops::VarianceEstimator::kBiased));
    const auto all = formats_of_errors();
    ASSERT_EQ(errors.at.size(), all.size());
    for (std::size_t at = 0; at < all.size(); ++at) {
      SCOPED_TRACE(std::string(all[at].name) + " at " + std::to_string(mean));
      if (all[at].id == FormatId::kFloat32) expect_errors<float>(errors, at, x);
      if (all[at].id == FormatId::kFloat16) expect_errors<formats::Float16>(errors, at, x);
      if (all[at].id == FormatId::kBfloat16) expect_errors<formats::Bfloat16>(errors, at, x);
    }
  }
}

TEST(VarianceErrors, GrowWithTheMeanInOnePassAlone) {
  const VarianceErrors errors = NORMSCOPE_VALUE_OR_FAIL(variance_errors_over_offset(
      steps_around(7), ops::VarianceEstimator::kBiased, FormatId::kFloat32));
  const auto nearest = [&](double mean) {
    std::size_t best = 0;
    for (std::size_t k = 0; k < errors.at.size(); ++k) {
      if (std::abs(std::log(errors.at[k] / mean)) < std::abs(std::log(errors.at[best] / mean))) {
        best = k;
      }
    }
    return best;
  };
  // Report 1: at 100 nothing of the variance, 2e-5, is right: x^2 is known to 5e-4.
  EXPECT_GT(errors.of_ways[0][nearest(100)], 1);
  EXPECT_LT(errors.of_ways[1][nearest(100)], 1e-5);
  EXPECT_LT(errors.of_ways[0][nearest(0.01)], 1e-5);
  // float32's numbers near 10^4 are 1e-3 apart, as these are: their rounding is the larger error.
  EXPECT_GT(errors.of_storage[nearest(1e4)], 0.01);
  EXPECT_LT(errors.of_storage[nearest(10)], 0.01);
}

// A sum of float16 stands still at 2048 times its addend.
TEST(VarianceErrors, GrowWithTheLengthWhereSumsStandStill) {
  const VarianceErrors errors = NORMSCOPE_VALUE_OR_FAIL(variance_errors_over_length(
      std::vector<float>{-1, 1}, ops::VarianceEstimator::kBiased, FormatId::kFloat16));
  EXPECT_EQ(errors.at.front(), 2);
  EXPECT_EQ(errors.at.back(), 16384);
  const std::size_t last = errors.at.size() - 1;
  EXPECT_EQ(errors.of_ways[1][last], 1 - 2048.0 / 16384) << "two-pass";
  EXPECT_EQ(errors.of_ways[4][last], 0) << "pairwise";
  EXPECT_LT(errors.of_ways[3][last], 1e-3) << "compensated";
  EXPECT_EQ(errors.of_ways[1][9], 0) << "1024 numbers";
}

TEST(VarianceErrors, OfEqualNumbersAreNone) {
  EXPECT_TRUE(NORMSCOPE_VALUE_OR_FAIL(variance_errors_over_offset(std::vector<float>{2, 2},
                                                                  ops::VarianceEstimator::kBiased,
                                                                  FormatId::kFloat32))
                  .at.empty());
}

}  // namespace normscope::results::variance_errors_test
