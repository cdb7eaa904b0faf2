// SPDX-License-Identifier: MIT
// A sample stands for all values: it reaches from the first to the last, evenly, and few values are
// their own sample.
#include "core/stats/sample.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/random/distributions.hpp"
#include "core/stats/groups.hpp"
#include "core/stats/moments.hpp"
#include "tests/support/support.hpp"

namespace normscope::stats {
namespace {

std::vector<float> counting(std::size_t size) {
  std::vector<float> values(size);
  std::iota(values.begin(), values.end(), 0.0F);
  return values;
}

TEST(Sample, FewValuesAreTheirOwn) {
  EXPECT_TRUE(sample({}).empty());
  const auto values = counting(1000);
  EXPECT_EQ(sample(values, 1000), values);
  EXPECT_EQ(sample(values, 5000), values);
}

TEST(Sample, ReachesFromTheFirstValueToTheLastInEvenSteps) {
  const auto values = counting(1'000'003);
  const auto some = sample(values, 6400);
  ASSERT_EQ(some.size(), 6400U);
  EXPECT_EQ(some.front(), 0.0F);
  EXPECT_EQ(some.back(), 1'000'002.0F);
  // A run of 64 values begins every (1'000'003 - 64) / 99 values, rounded down.
  for (std::size_t run = 1; run < 100; ++run) {
    const float apart = some[64 * run] - some[64 * (run - 1)];
    EXPECT_NEAR(apart, 999'939.0F / 99, 1) << run;
    EXPECT_EQ(some[64 * run + 63] - some[64 * run], 63.0F) << run;
  }
  EXPECT_EQ(sample(values, 1), std::vector<float>{0});
}

// A fortieth of the values: the sample's mean lies within five standard errors of all values' mean.
TEST(Sample, HasAboutTheSameMoments) {
  random::Generator generator(3);
  const auto x = NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, {1000, 1000}));
  const Moments all = moments(x.values());
  const auto some = sample(x.values(), 25'000);
  const Moments of_sample = moments(some);
  EXPECT_NEAR(of_sample.mean, all.mean, 5.0 / std::sqrt(25'000.0));
  EXPECT_NEAR(of_sample.biased_variance, all.biased_variance, 5.0 * std::sqrt(2.0 / 25'000.0));
}

TEST(Sample, OfAGroupIsThatOfItsValues) {
  const auto values = counting(3 * 500 * 7);
  for (const auto& layout :
       {tensor::trailing_groups({3, 500, 7}, 2), tensor::dimension_groups({3, 500, 7}, 1),
        tensor::whole_group({3, 500, 7})}) {
    for (std::int64_t group = 0; group < layout.count; ++group) {
      const auto whole = group_values(values, layout, group);
      EXPECT_EQ(group_sample(values, layout, group, 10'500), whole);
      EXPECT_EQ(group_sample(values, layout, group, 200), sample(whole, 200)) << group;
    }
  }
}

}  // namespace
}  // namespace normscope::stats
