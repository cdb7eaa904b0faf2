// SPDX-License-Identifier: MIT
// Errors of outputs against plain loops that the processor rounds.
#include "app/results/curves/error_landscape.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/support.hpp"

namespace normscope::results::error_landscape_test {

// Mean 0, deviation 1.
const std::vector<float> kGroup{-1, 1, 1, -1};

precision::Plan plan_of(std::string_view text) {
  return NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan(text));
}

ErrorMap map_of(const ops::NormOptions& options, std::string_view plan,
                const std::vector<double>& means, const std::vector<LandscapeRow>& rows) {
  return NORMSCOPE_VALUE_OR_FAIL(error_map(kGroup, options, plan_of(plan), means, rows));
}

// A layer norm of one pass, each operation of type T.
template <class T>
std::vector<double> one_pass(const std::vector<float>& x) {
  T sum = 0;
  T squares = 0;
  for (const float number : x) {
    sum += static_cast<T>(number);
    squares += static_cast<T>(number) * static_cast<T>(number);
  }
  const auto n = static_cast<T>(x.size());
  const T mean = sum / n;
  const T squared_mean = mean * mean;
  const T variance = squares / n - squared_mean;
  const T deviation = std::sqrt(variance + static_cast<T>(1e-5));
  std::vector<double> y;
  for (const float number : x) {
    const T centred = static_cast<T>(number) - mean;
    y.push_back(static_cast<double>(centred / deviation));
  }
  return y;
}

TEST(ErrorLandscape, HasTheWorstAndTheMedianOfPlainLoops) {
  const ops::NormOptions options{.epsilon = 1e-5, .algorithm = ops::VarianceAlgorithm::kOnePass};
  const std::vector<double> means{1, 1000};
  const std::vector<LandscapeRow> rows{{0.5, 4}, {2, 8}};
  const ErrorMap map = map_of(options, "one-lane", means, rows);
  ASSERT_EQ(map.worst.size(), 4U);
  ASSERT_EQ(map.median.size(), 4U);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t column = 0; column < means.size(); ++column) {
      std::vector<float> x;
      for (std::size_t k = 0; k < static_cast<std::size_t>(rows[row].length); ++k) {
        x.push_back(static_cast<float>(
            means[column] + rows[row].deviation * static_cast<double>(kGroup[k % kGroup.size()])));
      }
      const auto y = one_pass<float>(x);
      const auto exact = one_pass<double>(x);
      std::vector<double> errors;
      for (std::size_t k = 0; k < x.size(); ++k) errors.push_back(std::abs(y[k] - exact[k]));
      std::ranges::sort(errors);
      const std::size_t at = row * means.size() + column;
      // The exact values are doubles, of numbers up to 1000 squared: 1e6 * 2^-53 and some
      // roundings.
      EXPECT_NEAR(map.worst[at], errors.back(), 1e-9) << at;
      EXPECT_NEAR(map.median[at], errors[errors.size() / 2], 1e-9) << at;
    }
  }
}

// Far from 0 one pass loses everything, and two passes nothing of these numbers.
TEST(ErrorLandscape, TellsTheWaysApart) {
  const std::vector<LandscapeRow> row{{1, 4}};
  const ErrorMap one =
      map_of({.algorithm = ops::VarianceAlgorithm::kOnePass}, "one-lane", {1e4}, row);
  const ErrorMap two = map_of({}, "one-lane", {1e4}, row);
  EXPECT_TRUE(std::isnan(one.worst[0]) || one.worst[0] > 0.1) << one.worst[0];
  EXPECT_LT(two.worst[0], 1e-6);
}

// A variance of 10^8 is infinite in float16, and the output 0 where 1 is right.
TEST(ErrorLandscape, AnOverflowIsAnErrorOfOne) {
  const ErrorMap map = map_of({}, "float16", {1}, {{1e4, 4}});
  EXPECT_NEAR(map.worst[0], 1, 1e-3);  // 1 + eps / 2 apart from the storage in float16
}

}  // namespace normscope::results::error_landscape_test
