// SPDX-License-Identifier: MIT
// Quantiles against torch in double, for all five interpolations, and their rules for odd input.
#include "core/stats/quantiles.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <utility>

#include "tests/core/stats/goldens.hpp"
#include "tests/support/support.hpp"

namespace normscope::stats {
namespace quantiles_test {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// By the names that torch.quantile gives them.
const std::vector<std::pair<Interpolation, std::string>> kInterpolations = {
    {Interpolation::kLinear, "linear"},
    {Interpolation::kLower, "lower"},
    {Interpolation::kHigher, "higher"},
    {Interpolation::kNearest, "nearest"},
    {Interpolation::kMidpoint, "midpoint"}};

Quantiles quantiles_of(const std::vector<float>& values, const std::vector<double>& probabilities,
                       Interpolation interpolation = Interpolation::kLinear) {
  return NORMSCOPE_VALUE_OR_FAIL(quantiles(values, probabilities, interpolation));
}

void expect_goldens(const std::vector<Golden>& goldens) {
  ASSERT_FALSE(goldens.empty());
  for (const Golden& golden : goldens) {
    for (const auto& [interpolation, name] : kInterpolations) {
      SCOPED_TRACE(golden.name + ", " + name);
      const auto expected = golden.expected["quantiles"][name];
      const auto actual = quantiles_of(golden.values, golden_probabilities(), interpolation);
      ASSERT_EQ(actual.values.size(), expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        // A point between two floats of either sign: three roundings, of numbers no larger than
        // the larger of both, which the largest quantile's magnitude bounds.
        const double largest = std::max(std::abs(expected.front().get<double>()),
                                        std::abs(expected.back().get<double>()));
        EXPECT_NEAR(actual.values[i], expected[i].get<double>(), 4.0 * 0x1p-53 * largest) << i;
      }
    }
  }
}

TEST(Quantiles, EqualTorch) {
  expect_goldens(small_goldens());
  expect_goldens(large_goldens());
}

TEST(Quantiles, LeaveOutWhatIsNotFiniteAndSaySo) {
  const auto result = quantiles_of({kNan, 3.0F, kInf, 1.0F, -kInf}, {0.0, 0.5, 1.0});
  EXPECT_EQ(result.values, (std::vector<double>{1.0, 2.0, 3.0}));
  EXPECT_EQ(result.left_out, 3);
}

TEST(Quantiles, OfNothingAreNan) {
  EXPECT_TRUE(std::isnan(quantiles_of({}, {0.5}).values.at(0)));
  const auto result = quantiles_of({kNan}, {0.5, 1.0});
  EXPECT_EQ(result.values.size(), 2U);
  EXPECT_TRUE(std::isnan(result.values[1]));
  EXPECT_EQ(result.left_out, 1);
  EXPECT_TRUE(quantiles_of({1.0F}, {}).values.empty());
}

TEST(Quantiles, RefuseWhatIsNoProbability) {
  const std::vector<float> values = {1.0F};
  for (const double probability : {-0.1, 1.1, std::nan("")}) {
    const std::vector<double> probabilities = {probability};
    const auto result = quantiles(values, probabilities);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, base::ErrorKind::kInvalidArgument);
  }
  const std::vector<double> above = {0.5, 1.5};
  EXPECT_EQ(quantiles(values, above).error().sentence,
            "a quantile needs a probability from 0 to 1, but got 1.5");
}

// Enough values for several threads, over all exponents and both signs, equal values among them.
TEST(Quantiles, OfManyValuesAreWhatSortingGives) {
  constexpr std::size_t kMany = (std::size_t{1} << 19) + 77;
  std::vector<float> values(kMany);
  std::mt19937 bits(20);
  for (float& value : values) {
    value = std::bit_cast<float>(static_cast<std::uint32_t>(bits()) & 0xfffffff0U);
  }
  values[5] = kInf;
  values[6] = -kInf;
  std::fill(values.begin() + 100, values.begin() + 20000, -0x1p-140F);
  std::vector<float> sorted;
  std::copy_if(values.begin(), values.end(), std::back_inserter(sorted),
               [](float value) { return std::isfinite(value); });
  std::sort(sorted.begin(), sorted.end());
  ASSERT_LT(sorted.size(), kMany - 2);

  const std::vector<double> probabilities = {1.0, 0.0, 0.5, 0.01, 0.99, 0.4999, 1e-6, 0.5};
  const auto result = quantiles_of(values, probabilities, Interpolation::kLower);
  EXPECT_EQ(result.left_out, static_cast<std::int64_t>(kMany - sorted.size()));
  const auto last = static_cast<double>(sorted.size() - 1);
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    const auto rank = static_cast<std::size_t>(std::floor(probabilities[i] * last));
    EXPECT_EQ(result.values[i], static_cast<double>(sorted[rank])) << probabilities[i];
  }
}

RC_GTEST_PROP(Quantiles, AreWhatSortingGives, ()) {
  const auto values = *rc::gen::nonEmpty(rc::gen::container<std::vector<float>>(
      rc::gen::map(rc::gen::inRange(-50, 51), [](int x) { return static_cast<float>(x); })));
  auto sorted = values;
  std::sort(sorted.begin(), sorted.end());
  // All ranks at once, out of order, so that every step of the selection runs.
  std::vector<double> probabilities;
  const auto last = static_cast<double>(std::max<std::size_t>(1, values.size() - 1));
  for (std::size_t i = values.size(); i-- > 0;) {
    probabilities.push_back(static_cast<double>(i) / last);
  }
  // Nearest, because i / last * last may miss i by a rounding.
  const auto result = NORMSCOPE_VALUE_OR_FAIL(
      quantiles(values, std::span(probabilities).first(values.size()), Interpolation::kNearest));
  for (std::size_t i = 0; i < values.size(); ++i) {
    RC_ASSERT(result.values[i] == static_cast<double>(sorted[values.size() - 1 - i]));
  }
  const auto counts = NORMSCOPE_VALUE_OR_FAIL(histogram(values, *rc::gen::inRange(1, 200)));
  const auto counted = NORMSCOPE_VALUE_OR_FAIL(quantiles(
      values, counts, std::span(probabilities).first(values.size()), Interpolation::kNearest));
  RC_ASSERT(counted.values == result.values);
}

}  // namespace quantiles_test
}  // namespace normscope::stats
