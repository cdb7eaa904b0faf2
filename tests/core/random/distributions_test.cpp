// SPDX-License-Identifier: MIT
// Properties that golden files cannot hold: errors, ranges, and that a failed call draws nothing.
#include "core/random/distributions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "tests/support/support.hpp"

namespace normscope::random {
namespace {

using base::ErrorKind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

template <class T>
void expect_error(const base::Expected<T>& result, ErrorKind kind, std::string_view sentence) {
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, kind);
  EXPECT_EQ(result.error().sentence, sentence);
}

TEST(Distributions, RefuseBadShapes) {
  Generator generator(1);
  const auto kind = ErrorKind::kInvalidArgument;
  const std::string sentence = "shape (2, -1) has a negative size";
  expect_error(rand(generator, {2, -1}), kind, sentence);
  expect_error(randn(generator, {2, -1}), kind, sentence);
  expect_error(uniform(generator, {2, -1}, 0, 1), kind, sentence);
  expect_error(normal(generator, {2, -1}, 0, 1), kind, sentence);
  expect_error(linear_parameters(generator, -1, 2), kind, sentence);
  const auto huge = randn(generator, {std::int64_t{1} << 39});
  ASSERT_FALSE(huge);
  EXPECT_EQ(huge.error().kind, ErrorKind::kTooLarge);
  EXPECT_EQ(generator.state(), Generator(1).state());
}

TEST(Distributions, RefuseBadParameters) {
  Generator generator(1);
  const auto kind = ErrorKind::kInvalidArgument;
  const std::string bounds =
      "a uniform distribution needs bounds and a range that float32 holds, but got ";
  expect_error(uniform(generator, {2}, 0.0, kInfinity), kind, bounds + "0 to inf");
  expect_error(uniform(generator, {2}, kNan, 1.0), kind, bounds + "nan to 1");
  expect_error(uniform(generator, {2}, -3e38, 3e38), kind, bounds + "-3e+38 to 3e+38");
  expect_error(uniform(generator, {2}, 2.5, 1.0), kind,
               "a uniform distribution needs low <= high, but got 2.5 to 1");
  expect_error(normal(generator, {2}, 0.0, -1.0), kind,
               "a normal distribution needs a deviation of 0 or more, but got -1");
  expect_error(normal(generator, {20}, 0.0, kNan), kind,
               "a normal distribution needs a deviation of 0 or more, but got nan");
  expect_error(randint(generator, 2, 5, 5), kind, "randint needs low < high, but got 5 and 5");
  expect_error(randint(generator, -2, 0, 5), kind,
               "randint needs a count of 0 or more, but got -2");
  expect_error(randperm(generator, -1), kind, "randperm needs a count of 0 or more, but got -1");
  EXPECT_EQ(generator.state(), Generator(1).state());
}

TEST(Distributions, RefuseMoreIntegersThanThereIsMemory) {
  Generator generator(1);
  for (const std::int64_t count :
       {std::int64_t{1} << 50, std::numeric_limits<std::int64_t>::max()}) {
    const auto integers = randint(generator, count, 0, 2);
    ASSERT_FALSE(integers);
    EXPECT_EQ(integers.error().kind, ErrorKind::kTooLarge);
    EXPECT_FALSE(randperm(generator, count));
  }
  EXPECT_EQ(generator.state(), Generator(1).state());
}

TEST(Distributions, StayWithinTheirRange) {
  Generator generator(3);
  const auto uniforms = NORMSCOPE_VALUE_OR_FAIL(rand(generator, {10000}));
  for (const float value : uniforms.values()) {
    ASSERT_TRUE(value >= 0.0F && value < 1.0F);
  }
  for (const std::int64_t value : NORMSCOPE_VALUE_OR_FAIL(randint(generator, 10000, -3, 4))) {
    ASSERT_TRUE(value >= -3 && value < 4);
  }
  auto permutation = NORMSCOPE_VALUE_OR_FAIL(randperm(generator, 5000));
  std::ranges::sort(permutation);
  std::vector<std::int64_t> all(5000);
  std::iota(all.begin(), all.end(), std::int64_t{0});
  EXPECT_EQ(permutation, all);
}

TEST(Distributions, HaveTheMomentsOfTheirNames) {
  // Bounds of five standard errors of 10^6 draws: 5/sqrt(12e6) for the mean of rand, 5e-3 for the
  // mean of a normal with deviation 1, 5 sqrt(2/1e6) for its variance.
  Generator generator(4);
  const auto mean = [](const tensor::Tensor& x) {
    double sum = 0.0;
    for (const float value : x.values()) sum += static_cast<double>(value);
    return sum / static_cast<double>(x.size());
  };
  EXPECT_NEAR(mean(NORMSCOPE_VALUE_OR_FAIL(rand(generator, {1000000}))), 0.5, 1.5e-3);
  auto x = NORMSCOPE_VALUE_OR_FAIL(randn(generator, {1000000}));
  EXPECT_NEAR(mean(x), 0.0, 5e-3);
  for (float& value : x.values()) value *= value;
  EXPECT_NEAR(mean(x), 1.0, 7.1e-3);
}

TEST(Distributions, DrawNoBiasWhereNoneIsWanted) {
  Generator with(5);
  Generator without(5);
  const auto both = NORMSCOPE_VALUE_OR_FAIL(linear_parameters(with, 4, 3));
  const auto weight = NORMSCOPE_VALUE_OR_FAIL(linear_parameters(without, 4, 3, false));
  EXPECT_EQ(weight.weight, both.weight);
  EXPECT_EQ(weight.bias.size(), 0);
  EXPECT_EQ(without.state().position, 12U);
  EXPECT_EQ(with.state().position, 15U);
}

}  // namespace
}  // namespace normscope::random
