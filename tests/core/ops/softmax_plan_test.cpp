// SPDX-License-Identifier: MIT
// Which requests for a softmax are refused, with which sentence.
#include <gtest/gtest.h>

#include <limits>

#include "core/ops/softmax.hpp"

namespace normscope::ops {
namespace softmax_plan_test {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(SoftmaxPlan, TheDimensionIsOneOfTheInputs) {
  SoftmaxOptions options;
  for (const std::int64_t dim : {-3, -2, -1, 0, 1, 2}) {
    options.dim = dim;
    EXPECT_TRUE(plan_softmax({2, 3, 4}, options).has_value()) << dim;
  }
  for (const std::int64_t dim :
       {std::int64_t{3}, std::int64_t{-4}, std::numeric_limits<std::int64_t>::min(),
        std::numeric_limits<std::int64_t>::max()}) {
    options.dim = dim;
    const auto plan = plan_softmax({2, 3, 4}, options);
    ASSERT_FALSE(plan.has_value()) << dim;
    EXPECT_EQ(plan.error().kind, base::ErrorKind::kInvalidArgument);
    EXPECT_EQ(plan.error().sentence, "dimension " + std::to_string(dim) +
                                         " is out of range: an input of 3 dimensions has -3 to 2");
  }
}

TEST(SoftmaxPlan, ASingleNumberIsAGroupOfOne) {
  SoftmaxOptions options;
  for (const std::int64_t dim : {-1, 0}) {
    options.dim = dim;
    const auto plan = plan_softmax({}, options);
    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(plan->groups.count, 1);
    EXPECT_EQ(plan->groups.size, 1);
  }
  options.dim = 1;
  EXPECT_FALSE(plan_softmax({}, options).has_value());
}

TEST(SoftmaxPlan, TheTemperatureIsAFiniteNumberAboveZero) {
  SoftmaxOptions options;
  for (const auto& [temperature, word] : std::vector<std::pair<double, std::string>>{
           {0.0, "0"}, {-0.0, "-0"}, {-1.5, "-1.5"}, {kNaN, "nan"}, {kInfinity, "inf"}}) {
    options.temperature = temperature;
    const auto plan = plan_softmax({2, 3}, options);
    ASSERT_FALSE(plan.has_value()) << word;
    EXPECT_EQ(plan.error().sentence,
              "the temperature must be a finite number above zero, but is " + word);
  }
}

TEST(SoftmaxPlan, ShapesWhoseGroupsCannotBeCountedAreTooLarge) {
  const std::int64_t huge = std::int64_t{1} << 40;
  const auto plan = plan_softmax({huge, huge, 0}, {});
  ASSERT_FALSE(plan.has_value());
  EXPECT_EQ(plan.error().kind, base::ErrorKind::kTooLarge);
}

}  // namespace softmax_plan_test
}  // namespace normscope::ops
