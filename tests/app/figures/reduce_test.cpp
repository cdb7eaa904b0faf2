// SPDX-License-Identifier: MIT
// A reduced line compared with the whole one, value by value.
#include "app/figures/reduce.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace normscope::figures {
namespace reduce_test {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Range {
  double low;
  double high;
};

/// The range of the finite values for x in [from, to).
std::optional<Range> range(const Line& line, double from, double to) {
  std::optional<Range> found;
  for (std::size_t i = 0; i < line.x.size(); ++i) {
    const double y = line.y[i];
    if (!(line.x[i] >= from) || !(line.x[i] < to) || !std::isfinite(y)) continue;
    if (!found) found = Range{y, y};
    found->low = std::min(found->low, y);
    found->high = std::max(found->high, y);
  }
  return found;
}

TEST(Reduced, KeepsEveryExtreme) {
  EXPECT_TRUE(rc::check("extremes of every column, with and without index", [] {
    const auto count = *rc::gen::element<std::size_t>(300, 4096, 4097, 9000, 30000);
    const auto columns = *rc::gen::inRange<std::size_t>(1, 60);
    const auto seed = *rc::gen::inRange(1, 1000000);
    const bool uneven = *rc::gen::arbitrary<bool>();
    const bool indexed = *rc::gen::arbitrary<bool>();
    Line line;
    double x = -3;
    auto state = static_cast<std::uint64_t>(seed);
    const auto random = [&] {  // below 2^31, with the constants of Knuth's MMIX
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      return static_cast<double>(state >> 33U) / 2147483648.0;
    };
    for (std::size_t i = 0; i < count; ++i) {
      const double u = random();
      x += uneven ? u * u * u * u : 0.5;  // powers: clusters of points, and equal ones
      if (uneven && random() < 0.01) x += 100;
      line.x.push_back(x);
      line.y.push_back(random() < 0.05 ? kNan : (random() < 0.001 ? 1000 : 1) * (random() - 0.5));
    }
    if (indexed) line.index = make_index(line);
    const double from = line.x[count / 10];
    const double to = line.x[count - 1 - count / 7];
    const Line fewer = reduced(line, from, to, columns);
    RC_ASSERT(fewer.x.size() == fewer.y.size());
    RC_ASSERT(std::is_sorted(fewer.x.begin(), fewer.x.end()));
    const double width = (to - from) / static_cast<double>(columns);
    for (std::size_t k = 0; k < columns; ++k) {
      // Columns' edges as computed by reduced(); the last column ends at the last visible point.
      const AxisMap map{from, to, 0, 1};
      const double low =
          k == 0 ? from : map.to_data(static_cast<double>(k) / static_cast<double>(columns));
      const double high =
          k + 1 == columns ? std::nextafter(to, to + 1)
                           : map.to_data(static_cast<double>(k + 1) / static_cast<double>(columns));
      const auto all = range(line, low, high);
      const auto kept = range(fewer, low, high);
      RC_ASSERT(all.has_value() == kept.has_value());
      if (!all) continue;
      RC_ASSERT(all->low == kept->low);
      RC_ASSERT(all->high == kept->high);
    }
    RC_ASSERT(width > 0);
    if (count > 4 * columns) RC_ASSERT(fewer.x.size() <= 6 * columns + 2);
    // Every point is a point of the line.
    std::size_t at = 0;
    for (std::size_t i = 0; i < fewer.x.size(); ++i) {
      const auto same = [&](std::size_t k) {
        const bool gaps = std::isnan(fewer.y[i]) && std::isnan(line.y[k]);
        return line.x[k] == fewer.x[i] && (gaps || line.y[k] == fewer.y[i]);
      };
      while (at < count && !same(at)) ++at;
      RC_ASSERT(at < count);
    }
  }));
}

TEST(Reduced, AShortLineOrOneThatGoesBackComesWhole) {
  const Line few{{0, 1, 2}, {3, 4, 5}};
  EXPECT_EQ(reduced(few, 0, 1, 10), few);
  Line back;
  for (int i = 0; i < 100; ++i) {
    back.x.push_back(std::sin(i));
    back.y.push_back(i);
  }
  EXPECT_EQ(reduced(back, 0, 1, 2), back);
  back.index = make_index(back);
  EXPECT_FALSE(back.index->ascending);
  EXPECT_EQ(reduced(back, 0, 1, 2), back);
}

TEST(Reduced, GoesOnToTheNeighboursOutside) {
  Line line;
  for (int i = 0; i < 1000; ++i) {
    line.x.push_back(i);
    line.y.push_back(i % 7);
  }
  const Line part = reduced(line, 100.5, 200.5, 10);
  EXPECT_EQ(part.x.front(), 100);
  EXPECT_EQ(part.x.back(), 201);
  const Line few = reduced(line, 100.5, 103.5, 10);
  EXPECT_EQ(few.x, (std::vector<double>{100, 101, 102, 103, 104}));
}

TEST(Reduced, AGapBetweenColumnsStays) {
  Line line;
  for (int i = 0; i < 10000; ++i) {
    line.x.push_back(i);
    line.y.push_back(i >= 3000 && i < 6000 ? kNan : 1);
  }
  line.index = make_index(line);
  const Line fewer = reduced(line, 0, 9999, 20);
  const auto gaps =
      std::count_if(fewer.y.begin(), fewer.y.end(), [](double y) { return std::isnan(y); });
  EXPECT_GE(gaps, 1);
  EXPECT_EQ(*std::max_element(fewer.x.begin(), fewer.x.end()), 9999);
}

TEST(Reduced, LogarithmicColumnsAreOfOneWidthOnThePage) {
  Line line;
  for (int i = 1; i <= 100000; ++i) {
    line.x.push_back(i);
    line.y.push_back(i);
  }
  const AxisMap map{1, 100000, 0, 100, Scale::kLogarithmic};
  const Line fewer = reduced(line, map, 100);
  std::vector<int> each(101, 0);
  for (const double x : fewer.x) ++each[static_cast<std::size_t>(map.to_points(x))];
  EXPECT_LE(*std::max_element(each.begin(), each.end()), 8);  // two columns meet at an edge
  EXPECT_GT(fewer.x.size(), 150U);
}

TEST(Index, IsNoPartOfWhatALineIs) {
  Line line{{0, 1, 2}, {3, 4, 5}};
  const Line bare = line;
  line.index = make_index(line);
  EXPECT_EQ(line, bare);
  line.markers = true;
  EXPECT_NE(line, bare);
}

TEST(Index, OfALineThatChangedIsNotUsed) {
  Line line;
  for (int i = 0; i < 1000; ++i) {
    line.x.push_back(i);
    line.y.push_back(0);
  }
  line.index = make_index(line);
  line.x.push_back(1000);
  line.y.push_back(7);
  const Line fewer = reduced(line, 0, 1000, 3);
  EXPECT_EQ(*std::max_element(fewer.y.begin(), fewer.y.end()), 7);
}

TEST(Index, OfEverySizeIsRight) {
  for (const std::size_t size : {0U, 1U, 63U, 64U, 65U, 4095U, 4096U, 4097U, 262145U}) {
    Line line{std::vector<double>(size), std::vector<double>(size)};
    for (std::size_t i = 0; i < size; ++i) {
      line.x[i] = static_cast<double>(i);
      line.y[i] = std::sin(static_cast<double>(i * i % 1013));
    }
    const auto index = make_index(line);
    EXPECT_TRUE(index->ascending);
    EXPECT_EQ(index->size, size);
    if (size == 0) continue;
    ASSERT_EQ(index->levels.back().size(), 1U);
    const auto [low, high] = std::minmax_element(line.y.begin(), line.y.end());
    EXPECT_EQ(index->levels.back()[0].low, *low);
    EXPECT_EQ(index->levels.back()[0].high, *high);
  }
}

}  // namespace reduce_test
}  // namespace normscope::figures
