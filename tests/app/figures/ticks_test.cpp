// SPDX-License-Identifier: MIT
// Ticks: round, few, within the axis, and all with different labels.
#include "app/figures/ticks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "app/figures/layout/place.hpp"

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
  EXPECT_EQ(value_text(0), "0");
  EXPECT_EQ(value_text(0.0666), "0.0666");
  EXPECT_EQ(value_text(0.06659), "0.0666");
  EXPECT_EQ(value_text(0.06659, 6), "0.066590");
  EXPECT_EQ(value_text(-12), "\u221212");
  EXPECT_EQ(value_text(-12, 4, false), "\u221212.0000") << "beside numbers with decimals";
  EXPECT_EQ(value_text(0, 4, false), "0.0000");
  EXPECT_EQ(value_text(9.99996), "10.0000");
  EXPECT_EQ(value_text(static_cast<double>(0.001F)), "0.0010");
  EXPECT_EQ(value_text(0.00099), "9.900\u00d710\u207b\u2074");
  EXPECT_EQ(value_text(-1.5e-6), "\u22121.500\u00d710\u207b\u2076");
  EXPECT_EQ(value_text(1e-5), "1\u00d710\u207b\u2075");
  EXPECT_EQ(value_text(999999.5), "999999.5000");
  EXPECT_EQ(value_text(1e6), "1\u00d710\u2076");
  EXPECT_EQ(value_text(std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(value_text(-std::numeric_limits<double>::infinity()), "\u2212inf");
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

Axis axis(Scale scale, double low, double high, double linear_below = 1) {
  Axis result{.scale = scale, .low = low, .high = high};
  result.linear_below = linear_below;
  return result;
}

TEST(LinearTicks, CountsBetweenWhichThereIsNoneHaveNoTicks) {
  EXPECT_TRUE(linear_ticks(-2e-27, -1e-27, 3, TickStyle::kSi).major.empty());
  EXPECT_EQ(linear_ticks(0, 1e30, 2, TickStyle::kSi).factor, "\u00d710\u00b3\u2070");
}

TEST(LogarithmicTicks, AreDecadesThinnedOrParted) {
  const auto ticks = [](double low, double high, int at_most) {
    return axis_ticks(axis(Scale::kLogarithmic, low, high), at_most);
  };
  EXPECT_EQ(ticks(0.01, 100, 8).labels, (Labels{"0.01", "0.1", "1", "10", "100"}));
  EXPECT_EQ(ticks(1e-8, 1, 10).labels.front(), "10\u207b\u2078");
  EXPECT_EQ(ticks(1e-8, 1, 10).labels.back(), "1");
  EXPECT_EQ(ticks(1e-8, 1, 5).labels,
            (Labels{"10\u207b\u2078", "10\u207b\u2076", "10\u207b\u2074", "10\u207b\u00b2", "1"}));
  EXPECT_EQ(ticks(1e-30, 1e30, 4).labels, (Labels{"10\u207b\u00b2\u2070", "1", "10\u00b2\u2070"}));
  EXPECT_EQ(ticks(0.9, 25, 8).labels, (Labels{"1", "2", "5", "10", "20"}));
  EXPECT_EQ(ticks(2.1, 3.9, 4).labels, (Labels{"2.5", "3.0", "3.5"}));
  EXPECT_EQ(ticks(1, 1e6, 1).labels.size(), 1U);
  // Minor: the eight places within each decade.
  EXPECT_EQ(ticks(1, 1000, 8).minor.size() + ticks(1, 1000, 8).major.size(), 28U);
}

TEST(LogarithmicTicks, CountsHaveLetters) {
  Axis counts = axis(Scale::kLogarithmic, 10, 1e6);
  counts.ticks = TickStyle::kSi;
  EXPECT_EQ(axis_ticks(counts, 8).labels, (Labels{"10", "100", "1000", "10k", "100k", "1M"}));
}

TEST(SymmetricTicks, HaveZeroAndDecadesOnBothSides) {
  const auto ticks = [](double low, double high, double linear, int at_most) {
    return axis_ticks(axis(Scale::kSymmetricLogarithmic, low, high, linear), at_most);
  };
  EXPECT_EQ(ticks(-100, 100, 1, 9).labels,
            (Labels{"\u2212100", "\u221210", "\u22121", "0", "1", "10", "100"}));
  EXPECT_EQ(ticks(-10, 1e4, 0.5, 5).labels, (Labels{"\u22121", "0", "1", "100", "10000"}));
  EXPECT_EQ(ticks(-1e30, 1e30, 1, 2).labels, (Labels{"0"}));
  // Within the linear part, and beyond it on one side.
  EXPECT_EQ(ticks(-0.5, 0.5, 1, 3).labels, (Labels{"\u22120.5", "0", "0.5"}));
  EXPECT_EQ(ticks(1, 1000, 1, 9).labels, (Labels{"1", "10", "100", "1000"}));
  EXPECT_EQ(ticks(-1000, -10, 1, 9).labels,
            (Labels{"\u22121000", "\u2212500", "\u2212200", "\u2212100", "\u221250", "\u221220",
                    "\u221210"}));
}

TEST(CategoryTicks, AreThinnedEvenly) {
  Axis names = axis(Scale::kCategorical, -0.5, 4.5);
  names.categories = {"a", "b", "c", "d", "e"};
  EXPECT_EQ(axis_ticks(names, 5).labels, (Labels{"a", "b", "c", "d", "e"}));
  EXPECT_EQ(axis_ticks(names, 3).labels, (Labels{"a", "c", "e"}));
  EXPECT_EQ(axis_ticks(names, 1).labels, (Labels{"a"}));
  names.low = 1.5;  // a part of the axis
  names.high = 3.5;
  EXPECT_EQ(axis_ticks(names, 5).labels, (Labels{"c", "d"}));
  EXPECT_EQ(axis_ticks(names, 5).major, (std::vector<double>{2, 3}));
}

TEST(AxisTicks, AreWithinTheAxisAndNeverTwoAlike) {
  EXPECT_TRUE(rc::check("any scale and range", [] {
    const auto scale =
        *rc::gen::element(Scale::kLinear, Scale::kLogarithmic, Scale::kSymmetricLogarithmic);
    const auto end = [] {
      const double mantissa = *rc::gen::inRange(-999, 1000);
      return mantissa * std::pow(10.0, *rc::gen::inRange(-30, 28));
    };
    Axis any = axis(scale, end(), end(), std::pow(10.0, *rc::gen::inRange(-20, 20)) * 3);
    any.ticks = *rc::gen::element(TickStyle::kScientific, TickStyle::kSi);
    any = usable(any);
    const int at_most = *rc::gen::inRange(1, 12);
    const Ticks ticks = axis_ticks(any, at_most);
    RC_ASSERT(static_cast<int>(ticks.major.size()) <= at_most + 1);
    RC_ASSERT(ticks.major.size() == ticks.labels.size());
    RC_ASSERT(std::is_sorted(ticks.major.begin(), ticks.major.end()));
    const std::set<std::string> labels(ticks.labels.begin(), ticks.labels.end());
    RC_ASSERT(labels.size() == ticks.labels.size());
    const AxisMap map = axis_map(any, 0, 1);
    for (const auto& all : {ticks.major, ticks.minor}) {
      for (const double value : all) {
        // Ticks may lie outside of the axis by rounding: see kTolerance in both sources.
        RC_ASSERT(map.to_points(value) >= -1e-6);
        RC_ASSERT(map.to_points(value) <= 1 + 1e-6);
      }
    }
  }));
}

TEST(AxisMap, EveryScaleGoesThereAndBack) {
  EXPECT_TRUE(rc::check("to points and back", [] {
    const auto scale = *rc::gen::element(Scale::kLinear, Scale::kLogarithmic,
                                         Scale::kSymmetricLogarithmic, Scale::kCategorical);
    const double low = *rc::gen::inRange(-1000, 1000);
    const double high = low + *rc::gen::inRange(1, 1000000);
    const Axis any = usable(axis(scale, low, high, std::pow(10.0, *rc::gen::inRange(-6, 7))));
    const AxisMap map = axis_map(any, 20, 700);
    double last = -1;
    for (int i = 0; i <= 100; ++i) {
      const double at = 20 + 6.8 * i;
      const double value = map.to_data(at);
      // The narrowest of these axes, from 1e9 to 1.001e9 times the linear part, shows 4e-4 of 10
      // decades on 680 points: some last bits (2e-16) of the 10 are 4e-9 points, doubled by the way
      // back; a tenth of a millionth of a point leaves room for other libraries' logarithms.
      RC_ASSERT(std::abs(map.to_points(value) - at) <= 1e-7);
      RC_ASSERT(i == 0 || value > last);
      last = value;
    }
  }));
}

TEST(AxisMap, ASymmetricAxisIsLinearWithinAndDecadesBeyond) {
  // From -1000 to 1000 with 10 linear: two decades, the linear part of two, two decades.
  const AxisMap map{-1000, 1000, 0, 6, Scale::kSymmetricLogarithmic, 10};
  const std::vector<double> places = {-1000, -100, -10, 0, 10, 100, 1000};
  for (std::size_t i = 0; i < places.size(); ++i) {
    EXPECT_NEAR(map.to_points(places[i]), static_cast<double>(i), 1e-12);  // rounding of log10
  }
  EXPECT_NEAR(map.to_points(5), 3.5, 1e-12);
}

TEST(AxisMap, AnAxisIsMadeUsable) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  for (const Scale scale : {Scale::kLinear, Scale::kLogarithmic, Scale::kSymmetricLogarithmic}) {
    for (const double low : {0.0, 3.0, -3.0, 1e-30, -1e30, 1e30, kNone, -HUGE_VAL}) {
      for (const double high : {0.0, 3.0, -3.0, 1e-30, -1e30, 1e30, kNone, HUGE_VAL}) {
        const Axis result = usable(axis(scale, low, high, low));
        EXPECT_LT(result.low, result.high);
        EXPECT_TRUE(std::isfinite(result.high - result.low));
        EXPECT_TRUE(scale != Scale::kLogarithmic || result.low > 0);
        EXPECT_GT(result.linear_below, 0);
      }
    }
  }
  EXPECT_EQ(usable(axis(Scale::kLinear, 3, 3)).low, 1.5);
  EXPECT_EQ(usable(axis(Scale::kLogarithmic, 0, 10)).low, 0.01);
}

}  // namespace
}  // namespace normscope::figures
