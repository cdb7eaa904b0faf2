// SPDX-License-Identifier: MIT
// Inputs by the rules of a problem, and smaller and simpler ones.
#include "app/exercises/inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace normscope::exercises {
namespace {

Problem problem() {
  Problem problem;
  problem.function = "f";
  problem.arguments = {
      {.name = "x",
       .shapes = {{"rows", "n"}, {"a", "rows", "n"}},
       .values = {Values::kIntegers, Values::kOffset, Values::kMasked}},
      {.name = "gamma", .shapes = {{"n"}, {"rows", "n"}}, .values = {Values::kPositive}},
      {.name = "eps", .numbers = {0.5, 0.125}}};
  return problem;
}

TEST(Inputs, DimensionsOfOneNameHaveOneSize) {
  random::Generator generator(3);
  for (std::size_t level = 0; level < levels_of(problem()); ++level) {
    const Inputs inputs = make_inputs(problem(), level, 1, generator);
    ASSERT_EQ(inputs.size(), 3U);
    EXPECT_EQ(inputs[0].shape.size(), 3U);
    EXPECT_EQ(inputs[1].shape, (tensor::Shape{inputs[0].shape[1], inputs[0].shape[2]}));
    EXPECT_TRUE(std::ranges::all_of(inputs[1].values, [](float value) { return value > 0; }));
    EXPECT_TRUE(inputs[2].is_number);
    for (const std::int64_t size : inputs[0].shape) {
      EXPECT_GE(size, 2);
      EXPECT_LE(size, kLargestSize);
    }
  }
}

TEST(Inputs, OfOneSeedAreTheSame) {
  random::Generator a(7);
  random::Generator b(7);
  EXPECT_EQ(make_inputs(problem(), 1, 0, a), make_inputs(problem(), 1, 0, b));
}

TEST(Inputs, LevelsAreWhatTheyAreCalled) {
  random::Generator generator(5);
  const Inputs integers = make_inputs(problem(), 0, 0, generator);
  for (const float value : integers[0].values) EXPECT_EQ(value, std::round(value));
  const Inputs offset = make_inputs(problem(), 1, 0, generator);
  for (const float value : offset[0].values) EXPECT_NEAR(value, 4096, 10);
  const Inputs masked = make_inputs(problem(), 2, 0, generator);
  const auto columns = static_cast<std::size_t>(masked[0].shape.back());
  int infinite = 0;
  for (std::size_t at = 0; at < masked[0].values.size(); ++at) {
    const bool is_masked = std::isinf(masked[0].values[at]);
    if (at % columns == 0) {
      EXPECT_FALSE(is_masked) << "a whole row is masked";
    }
    infinite += is_masked ? 1 : 0;
  }
  EXPECT_GT(infinite, 0);
}

TEST(Inputs, SmallerOnesLackAnIndexInAllArguments) {
  Inputs inputs{{.name = "x", .dimensions = {"rows", "n"}, .shape = {2, 2}, .values = {1, 2, 3, 4}},
                {.name = "gamma", .dimensions = {"n"}, .shape = {2}, .values = {5, 6}}};
  const auto smaller = smaller_inputs(inputs);
  ASSERT_EQ(smaller.size(), 4U);
  for (const Inputs& each : smaller) EXPECT_LT(count_numbers(each), count_numbers(inputs));
  // Without the last column, three numbers go; it comes before a row, with which two go.
  EXPECT_EQ(smaller[0][0].values, (std::vector<float>{1, 3}));
  EXPECT_EQ(smaller[0][1].values, (std::vector<float>{5}));
  EXPECT_EQ(smaller[2][0].values, (std::vector<float>{1, 2}));
  EXPECT_EQ(smaller[2][1].values, (std::vector<float>{5, 6}));
  inputs[0].shape = {1, 1};
  inputs[0].values = {1};
  inputs[1].shape = {1};
  inputs[1].values = {5};
  EXPECT_TRUE(smaller_inputs(inputs).empty());
}

TEST(Inputs, SimplerOnesStayOfTheirKind) {
  random::Generator generator(11);
  const Inputs inputs = make_inputs(problem(), 1, 0, generator);
  const auto simpler = simpler_inputs(problem(), inputs);
  EXPECT_FALSE(simpler.empty());
  for (const Inputs& each : simpler) {
    EXPECT_NE(each, inputs);
    for (const float value : each[1].values) EXPECT_GT(value, 0);
    const float eps = each[2].values.front();
    EXPECT_TRUE(eps == 0.5F || eps == 0.125F);
  }
}

}  // namespace
}  // namespace normscope::exercises
