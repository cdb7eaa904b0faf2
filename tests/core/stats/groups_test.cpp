// SPDX-License-Identifier: MIT
// Rows, columns and the whole of a tensor give the moments of their values.
#include "core/stats/groups.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "tests/core/stats/goldens.hpp"
#include "tests/support/failing_memory.hpp"
#include "tests/support/support.hpp"

namespace normscope::stats {
namespace {

const tensor::Shape kShape = {3, 4};
const std::vector<float> kValues = {1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 12};

std::vector<double> means(const tensor::GroupLayout& layout) {
  std::vector<double> result;
  for (const Moments& m : NORMSCOPE_VALUE_OR_FAIL(group_moments(kValues, layout))) {
    result.push_back(m.mean);
  }
  return result;
}

TEST(Groups, AreRowsColumnsAndTheWhole) {
  EXPECT_EQ(means(tensor::trailing_groups(kShape, 1)), (std::vector<double>{2.5, 6.5, 3.0}));
  EXPECT_EQ(means(tensor::dimension_groups(kShape, 0)),
            (std::vector<double>{2.0, 8.0 / 3.0, 10.0 / 3.0, 8.0}));
  EXPECT_EQ(means(tensor::whole_group(kShape)), (std::vector<double>{4.0}));
  EXPECT_EQ(group_values(kValues, tensor::dimension_groups(kShape, 0), 3),
            (std::vector<float>{4, 8, 12}));
  EXPECT_EQ(group_values(kValues, tensor::trailing_groups(kShape, 1), 1),
            (std::vector<float>{5, 6, 7, 8}));
}

TEST(Groups, AreVisitedOnceEachOnManyThreads) {
  const auto values = normal_values(1, 70000);
  const tensor::Shape shape = {1000, 70};
  for (const auto& layout :
       {tensor::trailing_groups(shape, 1), tensor::dimension_groups(shape, 0)}) {
    std::vector<int> visits(static_cast<std::size_t>(layout.count), 0);
    std::atomic<std::int64_t> elements{0};
    const auto visit = [&](std::int64_t group, std::span<const float> group_values) {
      ++visits[static_cast<std::size_t>(group)];
      elements += static_cast<std::int64_t>(group_values.size());
    };
    ASSERT_TRUE(for_each_group(values, layout, 4, visit));
    EXPECT_EQ(visits, std::vector<int>(visits.size(), 1));
    EXPECT_EQ(elements, 70000);
    const auto one = NORMSCOPE_VALUE_OR_FAIL(group_moments(values, layout, 1));
    const auto many = NORMSCOPE_VALUE_OR_FAIL(group_moments(values, layout, 4));
    for (std::size_t i = 0; i < one.size(); ++i) {
      EXPECT_EQ(one[i].biased_variance, many[i].biased_variance);
      EXPECT_EQ(one[i].mean,
                moments(stats::group_values(values, layout, static_cast<std::int64_t>(i))).mean);
    }
  }
}

TEST(Groups, MayBeEmptyOrNone) {
  EXPECT_TRUE(group_moments({}, tensor::trailing_groups({0, 5}, 1))->empty());
  const auto empty_rows =
      NORMSCOPE_VALUE_OR_FAIL(group_moments({}, tensor::trailing_groups({2, 0}, 1)));
  ASSERT_EQ(empty_rows.size(), 2U);
  EXPECT_EQ(empty_rows[1].count, 0);
  EXPECT_EQ(group_moments({}, tensor::whole_group({0}))->at(0).count, 0);
}

// On any thread. A column is copied for its statistics, and no other allocation has its size.
TEST(Groups, WithoutMemoryForACopyAreAnError) {
  constexpr std::int64_t kRows = 50021;
  const std::vector<float> values(std::size_t{kRows * 8}, 1.0F);
  const auto columns = tensor::dimension_groups({kRows, 8}, 0);
  {
    constexpr std::size_t kColumn = kRows * sizeof(float);
    const testing::FailingMemory failing(kColumn, kColumn);
    const auto described = group_moments(values, columns, 4);
    ASSERT_FALSE(described);
    EXPECT_EQ(described.error().kind, base::ErrorKind::kTooLarge);
    EXPECT_EQ(described.error().sentence,
              "there is no memory left for the statistics of each group");
  }
  EXPECT_TRUE(group_moments(values, columns, 4));
}

}  // namespace
}  // namespace normscope::stats
