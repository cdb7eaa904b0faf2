// SPDX-License-Identifier: MIT
// Ticks: round, few, within the axis, and never two with the same text.
#include "app/figures/ticks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "app/figures/place.hpp"

namespace normscope::figures {
namespace {

using Labels = std::vector<std::string>;

TEST(LinearTicks, StepsAreOneTwoOrFive) {
  EXPECT_EQ(linear_ticks(0, 1, 6, TickStyle::kScientific).labels,
            (Labels{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(linear_ticks(-1.2, 1.2, 3, TickStyle::kScientific).labels,
            (Labels{"\u22121", "0", "1"}));
  EXPECT_EQ(linear_ticks(0, 100, 3, TickStyle::kScientific).labels, (Labels{"0", "50", "100"}));
  EXPECT_EQ(linear_ticks(3, 7, 1, TickStyle::kScientific).labels, (Labels{"5"}));
}

TEST(LinearTicks, TakesOutAPowerOfTen) {
  const Ticks small = linear_ticks(0, 4e-6, 4, TickStyle::kScientific);
  EXPECT_EQ(small.factor, "\u00d710\u207b\u2076");
  EXPECT_EQ(small.labels, (Labels{"0", "1", "2", "3", "4"}));
  const Ticks large = linear_ticks(0, 1e30, 5, TickStyle::kScientific);
  EXPECT_EQ(large.factor, "\u00d710\u00b3\u2070");
  EXPECT_EQ(large.labels, (Labels{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
}

TEST(LinearTicks, WritesAnOffsetWhole) {
  const Ticks ticks = linear_ticks(1e7, 1e7 + 4, 4, TickStyle::kScientific);
  EXPECT_EQ(ticks.factor, "");
  EXPECT_EQ(ticks.labels.front(), "10000000");
  EXPECT_EQ(ticks.labels.back(), "10000004");
}

TEST(LinearTicks, CountsAreWholeAndShort) {
  EXPECT_EQ(linear_ticks(0, 2, 8, TickStyle::kSi).labels, (Labels{"0", "1", "2"}));
  EXPECT_EQ(linear_ticks(0, 40000, 4, TickStyle::kSi).labels,
            (Labels{"0", "10k", "20k", "30k", "40k"}));
  EXPECT_EQ(linear_ticks(0, 2e9, 2, TickStyle::kSi).labels, (Labels{"0", "1000M", "2000M"}));
}

TEST(LinearTicks, HasNoneWhereThereIsNoAxis) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(linear_ticks(1, 1, 5, TickStyle::kScientific).major.empty());
  EXPECT_TRUE(linear_ticks(nan, 1, 5, TickStyle::kScientific).major.empty());
  EXPECT_TRUE(linear_ticks(0, 1, 5, TickStyle::kNone).major.empty());
  EXPECT_TRUE(linear_ticks(0, 1, 0, TickStyle::kScientific).major.empty());
  EXPECT_TRUE(linear_ticks(1e18, 1e18 + 256, 5, TickStyle::kScientific).major.empty());
}

TEST(LinearTicks, AreInOrderWithinTheAxisAndToldApart) {
  for (int exponent = -44; exponent <= 38; ++exponent) {
    for (const double offset : {-3.0, -0.7, 0.0, 0.4, 1.0, 1e3, 1e6}) {
      for (int most = 1; most <= 10; ++most) {
        const double unit = std::pow(10.0, exponent);
        const double low = offset * unit;
        const double high = (offset + 1.37) * unit;
        const Ticks ticks = linear_ticks(low, high, most, TickStyle::kScientific);
        // One more than asked for where both ends of the axis are ticks.
        EXPECT_LE(ticks.major.size(), static_cast<std::size_t>(most) + 1);
        EXPECT_EQ(ticks.labels.size(), ticks.major.size());
        const double slack = 1e-8 * (high - low);
        for (std::size_t i = 0; i < ticks.major.size(); ++i) {
          EXPECT_GE(ticks.major[i], low - slack);
          EXPECT_LE(ticks.major[i], high + slack);
          EXPECT_TRUE(i == 0 || ticks.major[i] > ticks.major[i - 1]);
        }
        const std::set<std::string> different(ticks.labels.begin(), ticks.labels.end());
        EXPECT_EQ(different.size(), ticks.labels.size()) << low << " to " << high;
      }
    }
  }
}

TEST(NumberText, IsShortAndTrue) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(0.24319), "0.2432");
  EXPECT_EQ(number_text(-12), "\u221212");
  EXPECT_EQ(number_text(9.99996), "10.00");
  EXPECT_EQ(number_text(1.5e-6), "1.5\u00d710\u207b\u2076");
  EXPECT_EQ(number_text(1e30), "1\u00d710\u00b3\u2070");
  EXPECT_EQ(number_text(10000002.8, 9), "10000002.8");
  EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(number_text(-std::numeric_limits<double>::infinity()), "\u2212inf");
}

TEST(SpreadLabels, KeepsThemWhereTheyAreWhenThereIsRoom) {
  const std::vector<double> wanted{20, 50, 80};
  const std::vector<double> widths{10, 10, 10};
  EXPECT_EQ(spread_labels(wanted, widths, 2, 0, 100), wanted);
}

TEST(SpreadLabels, PushesNeighboursApartEvenly) {
  const std::vector<double> wanted{50, 50};
  const std::vector<double> widths{10, 10};
  EXPECT_EQ(spread_labels(wanted, widths, 2, 0, 100), (std::vector<double>{44, 56}));
  EXPECT_EQ(spread_labels(wanted, widths, 2, 48, 100), (std::vector<double>{53, 65}));
  EXPECT_TRUE(spread_labels(wanted, widths, 2, 0, 21).empty());
}

TEST(PileDots, PilesEqualOnesAndKeepsOthersLow) {
  const std::vector<double> places{5, 0, 0, 0.5, 9};
  EXPECT_EQ(pile_dots(places, 2), (std::vector<int>{0, 0, 1, 2, 0}));
}

}  // namespace
}  // namespace normscope::figures
