// SPDX-License-Identifier: MIT
// A matrix seen from afar: no block is lost, outliers are kept, and the work is bounded.
#include "app/results/sheet/overview.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace normscope::results {
namespace {

using Reader = std::function<float(std::int64_t, std::int64_t)>;

// Runs of what one function says of each element.
ReadRun runs(Reader value) {
  return
      [value = std::move(value)](std::int64_t row, std::int64_t column, std::span<float> places) {
        for (float& place : places) place = value(row, column++);
      };
}

TEST(Overview, OfASmallMatrixIsTheMatrix) {
  const ReadRun value = runs(
      [](std::int64_t row, std::int64_t column) { return static_cast<float>(10 * row + column); });
  const Overview same = overview_of(2, 3, 2, 3, value);
  EXPECT_EQ(same.rows, 2);
  EXPECT_EQ(same.columns, 3);
  EXPECT_EQ(same.values, (std::vector<float>{0, 1, 2, 10, 11, 12}));
  EXPECT_EQ(overview_of(2, 3, 6, 12, value).values, same.values) << "nothing is made larger";
}

TEST(Overview, ABlockIsItsNumberOfTheLargestMagnitude) {
  const std::vector<float> row = {1, -7, 3, 2, 2, -2};
  const Overview map = overview_of(1, 6, 1, 2, runs([&](std::int64_t, std::int64_t column) {
                                     return row[static_cast<std::size_t>(column)];
                                   }));
  EXPECT_EQ(map.values, (std::vector<float>{-7, 2})) << "with its sign";
}

TEST(Overview, NaNIsLargerThanAnyNumberWhereverItStands) {
  for (std::int64_t place = 0; place < 4; ++place) {
    const Overview map = overview_of(1, 8, 1, 2, runs([&](std::int64_t, std::int64_t column) {
                                       return column == place ? std::nanf("") : 5.0F;
                                     }));
    EXPECT_TRUE(std::isnan(map.at(0, 0))) << place;
    EXPECT_EQ(map.at(0, 1), 5.0F);
  }
}

TEST(Overview, OfNothingIsEmpty) {
  const ReadRun value = runs([](std::int64_t, std::int64_t) -> float { std::abort(); });
  for (const auto& [rows, columns] : std::vector<std::pair<int, int>>{{0, 5}, {5, 0}, {0, 0}}) {
    const Overview map = overview_of(rows, columns, 6, 12, value);
    EXPECT_EQ(map.rows, 0);
    EXPECT_TRUE(map.values.empty());
  }
  EXPECT_TRUE(overview_of(5, 5, 0, 12, value).values.empty()) << "no room";
}

// Of every size: blocks are in order, read inside the matrix, at most kBlockReads times each or
// with their row.
TEST(Overview, ReadsFewNumbersOfEachBlock) {
  for (const std::int64_t columns : {1, 5, 7, 11, 12, 13, 50, 83, 768, 4097}) {
    std::set<std::pair<std::int64_t, std::int64_t>> read;
    std::int64_t reads = 0;
    std::int64_t calls = 0;
    const ReadRun each = runs([&](std::int64_t row, std::int64_t column) {
      EXPECT_TRUE(row >= 0 && row < 9 && column >= 0 && column < columns) << row << ", " << column;
      read.insert({row, column});
      ++reads;
      return static_cast<float>(column);
    });
    const auto counted = [&](std::int64_t row, std::int64_t column, std::span<float> places) {
      ++calls;
      each(row, column, places);
    };
    const Overview map = overview_of(9, columns, 4, 12, counted);
    const bool whole = columns <= map.columns * kBlockReads * kWholeRow;
    const std::int64_t wanted = map.rows * map.columns * kBlockReads;
    EXPECT_LE(reads, whole ? map.rows * columns : wanted) << columns << " columns";
    EXPECT_EQ(calls, whole ? map.rows : reads) << columns << " columns";
    EXPECT_EQ(static_cast<std::int64_t>(read.size()), reads) << "none is read twice";
    for (std::int64_t x = 1; x < map.columns; ++x) EXPECT_GT(map.at(0, x), map.at(0, x - 1));
    // Of a block with as few numbers as can be read, all are read.
    if (columns <= kBlockReads * map.columns) {
      EXPECT_EQ(reads, map.rows * columns) << columns;
    }
  }
}

TEST(Overview, OfAMillionColumnsCostsNoMoreThanOfAThousand) {
  const auto reads_of = [](std::int64_t rows, std::int64_t columns) {
    std::int64_t reads = 0;
    const Overview map = overview_of(rows, columns, 1, 300, runs([&](std::int64_t, std::int64_t) {
                                       ++reads;
                                       return 1.0F;
                                     }));
    EXPECT_EQ(map.columns, 300);
    return reads;
  };
  EXPECT_LE(reads_of(1, 1'000'000), 300 * kBlockReads);
  EXPECT_LE(reads_of(1'000, std::int64_t{1} << 40), 300 * kBlockReads);
}

}  // namespace
}  // namespace normscope::results
