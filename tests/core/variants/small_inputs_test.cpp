// SPDX-License-Identifier: MIT
// Rows of small integers: complete, without repetition, smallest first.
#include "core/variants/small_inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace normscope::variants {
namespace {

using Row = std::vector<float>;

std::vector<Row> all_rows(int size, int largest, bool descending) {
  std::vector<Row> rows;
  visit_rows(size, largest, descending, [&](std::span<const float> row) {
    rows.emplace_back(row.begin(), row.end());
    return false;
  });
  return rows;
}

TEST(SmallInputs, SmallestFirstAndLargerNumbersInFront) {
  EXPECT_EQ(all_rows(2, 0, false), (std::vector<Row>{{0, 0}}));
  EXPECT_EQ(
      all_rows(2, 1, false),
      (std::vector<Row>{{1, 0}, {0, 1}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}));
  EXPECT_EQ(all_rows(2, 1, true), (std::vector<Row>{{1, 0}, {0, -1}, {1, 1}, {1, -1}, {-1, -1}}));
  EXPECT_EQ(all_rows(4, 1, true).front(), (Row{1, 0, 0, 0}));
}

TEST(SmallInputs, EveryRowOnceUpToPermutation) {
  for (int size = 1; size <= 4; ++size) {
    for (const bool descending : {false, true}) {
      std::set<Row> seen;
      std::size_t count = 0;
      for (int largest = 0; largest <= 3; ++largest) {
        for (const Row& row : all_rows(size, largest, descending)) {
          ++count;
          seen.insert(row);
          const auto magnitude = [](float value) { return std::abs(value); };
          EXPECT_EQ(magnitude(*std::ranges::max_element(row, {}, magnitude)),
                    static_cast<float>(largest));
          EXPECT_TRUE(!descending || std::ranges::is_sorted(row, std::ranges::greater{}));
        }
      }
      // Of 7 numbers: 7^n rows, and (n + 6 over n) without their permutations.
      const std::vector<std::size_t> rows{7, 49, 343, 2401};
      const std::vector<std::size_t> sorted{7, 28, 84, 210};
      EXPECT_EQ(count, (descending ? sorted : rows)[static_cast<std::size_t>(size - 1)]);
      EXPECT_EQ(seen.size(), count);
    }
  }
}

TEST(SmallInputs, TrueEndsTheVisits) {
  int visited = 0;
  EXPECT_TRUE(visit_rows(3, 2, true, [&](auto) { return ++visited == 5; }));
  EXPECT_EQ(visited, 5);
  EXPECT_FALSE(visit_rows(3, 2, true, [](auto) { return false; }));
}

}  // namespace
}  // namespace normscope::variants
