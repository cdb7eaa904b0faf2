// SPDX-License-Identifier: MIT
// The figure's contents: counts, moments, values left out, and every kind of data without a proper
// distribution.
#include "app/figures/builders/distribution.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "tests/app/figures/support/shapes_of.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

Figure build(const std::vector<float>& before, const std::vector<float>& after) {
  return NORMSCOPE_VALUE_OR_FAIL(distribution({.before = before, .after = after}));
}

TEST(Distribution, ShowsEveryValueOfATinyBatch) {
  const Figure figure = build({0, 0, 1, 3}, {-1, -1, 0, 2});
  ASSERT_EQ(figure.panels.size(), 2U);
  EXPECT_TRUE(figure.shared_x);
  EXPECT_EQ(figure.panels[0].x.low, figure.panels[1].x.low);
  const auto* dots = find<Dots>(figure.panels[0]);
  ASSERT_NE(dots, nullptr);
  EXPECT_EQ(dots->values, (std::vector<double>{0, 0, 1, 3}));
  EXPECT_EQ(dots->elements, (std::vector<std::int64_t>{0, 1, 2, 3}));
  const auto* bars = find<Bars>(figure.panels[0]);
  ASSERT_NE(bars, nullptr);
  EXPECT_EQ(std::accumulate(bars->heights.begin(), bars->heights.end(), 0.0), 4.0);
  EXPECT_EQ(find<Line>(figure.panels[0]), nullptr);  // too few values for a density
  // Mean 1, squared distances 1 1 0 4: deviation sqrt(6 / 4).
  EXPECT_EQ(figure.panels[0].marks[0].label, "mean 1");
  EXPECT_EQ(figure.panels[0].detail, "deviation 1.2247, 4 values");
  EXPECT_NEAR(figure.panels[0].spans[0].high, 1 + std::sqrt(1.5), 1e-12);
}

TEST(Distribution, HasADensityOfTheBarsArea) {
  std::vector<float> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(i % 37) + static_cast<float>(i % 11) * 0.3F;
  }
  const Figure figure = build(values, values);
  const auto* bars = find<Bars>(figure.panels[0]);
  const auto* line = find<Line>(figure.panels[0]);
  ASSERT_NE(bars, nullptr);
  ASSERT_NE(line, nullptr);
  EXPECT_EQ(find<Dots>(figure.panels[0]), nullptr);
  EXPECT_LE(bars->heights.size(), static_cast<std::size_t>(kMostBars));
  double area = 0;
  for (std::size_t i = 1; i < line->x.size(); ++i) {
    area += (line->y[i] + line->y[i - 1]) / 2 * (line->x[i] - line->x[i - 1]);
  }
  // Less the tails beyond four bandwidths (density.hpp).
  EXPECT_NEAR(area / (1000 * (bars->edges[1] - bars->edges[0])), 1.0, 1e-4);
}

TEST(Distribution, ADensityOfWhatIsNeverNegativeEndsAtZero) {
  std::vector<float> shares(40);
  for (std::size_t i = 0; i < shares.size(); ++i) shares[i] = static_cast<float>(i % 8) / 100;
  DistributionData data{.before = shares, .after = shares};
  data.after_known.never_negative = true;
  const Figure figure = NORMSCOPE_VALUE_OR_FAIL(distribution(data));
  EXPECT_LT(find<Line>(figure.panels[0])->x.front(), 0) << "of any numbers";
  const Line& line = *find<Line>(figure.panels[1]);
  EXPECT_EQ(line.x.front(), 0);
  EXPECT_EQ(line.y.front(), 0) << "the curve begins with a step";
  EXPECT_GT(line.y[1], 0);
}

TEST(Distribution, TakesOneGroup) {
  const std::vector<float> before{1, 2, 3, 10, 20, 30};
  const std::vector<float> after{-1, 0, 1, -1, 0, 1};
  const Figure figure = NORMSCOPE_VALUE_OR_FAIL(distribution(
      {.before = before, .after = after, .group = GroupOf{tensor::trailing_groups({2, 3}, 1), 1}}));
  const auto* dots = find<Dots>(figure.panels[0]);
  ASSERT_NE(dots, nullptr);
  EXPECT_EQ(dots->values, (std::vector<double>{10, 20, 30}));
  EXPECT_EQ(dots->elements, (std::vector<std::int64_t>{3, 4, 5}));
}

TEST(Distribution, CountsWhatItLeavesOut) {
  const Figure figure =
      build({1, kNan, 2, kInf, -kInf, kNan}, {kNan, kNan, kNan, kInf, kNan, kNan});
  EXPECT_EQ(figure.notes.at(0), "Before: left out 2 nan, 1 inf, 1 \u2212inf.");
  EXPECT_EQ(figure.panels[1].message, "no finite value: 5 nan, 1 inf");
  const auto* dots = find<Dots>(figure.panels[0]);
  ASSERT_NE(dots, nullptr);
  EXPECT_EQ(dots->elements, (std::vector<std::int64_t>{0, 2}));
}

TEST(Distribution, SaysWhatIsDegenerate) {
  EXPECT_EQ(build({}, {}).panels[0].message, "no values");
  EXPECT_EQ(build({}, {}).panels[0].x.ticks, TickStyle::kNone);
  const Figure equal = build({3, 3, 3}, {0, 0, 0});
  EXPECT_EQ(equal.notes.at(0), "Before: all 3 values are equal.");
  EXPECT_EQ(find<Bars>(equal.panels[0])->heights, std::vector<double>{3});
  EXPECT_TRUE(equal.panels[0].spans.empty());
  EXPECT_EQ(build({7}, {0}).notes.at(0), "Before: a single value.");
}

TEST(Distribution, PartsTheAxesWhereOneWouldHideTheOther) {
  const Figure figure = build({1e7F, 1e7F + 2, 1e7F + 5}, {-1, 0, 1});
  EXPECT_FALSE(figure.shared_x);
  EXPECT_GT(figure.panels[0].x.low, 9e6);
  EXPECT_EQ(figure.notes.size(), 1U);
  EXPECT_EQ(figure.panels[1].marks[0].label, "mean 0");
}

TEST(Distribution, AMeanOfRoundingIsAboutZero) {
  const Figure figure = build({1, 2, 3, 4}, {-1, 1.0000001F, -1, 1});
  EXPECT_EQ(figure.panels[1].marks[0].label, "mean \u2248 0");
}

TEST(Distribution, HighlightsTheSelectedElement) {
  const Figure figure = with_selected(build({0, 0, 1, 3}, {-1, -1, 0, 2}), 3, 3, 2);
  for (const Panel& panel : figure.panels) {
    EXPECT_EQ(find<Dots>(panel)->selected, 3U);
    EXPECT_EQ(find<Bars>(panel)->selected, find<Bars>(panel)->heights.size() - 1);
  }
  const Figure none = with_selected(figure, 9, kNan, kNan);
  EXPECT_FALSE(find<Dots>(none.panels[0])->selected.has_value());
  EXPECT_FALSE(find<Bars>(none.panels[0])->selected.has_value());
}

TEST(Distribution, ShowsBarsOrADensityAsAsked) {
  std::vector<float> values(100);
  std::iota(values.begin(), values.end(), 0.0F);
  const auto shown = [&](DistributionParts parts) {
    return NORMSCOPE_VALUE_OR_FAIL(
        distribution({.before = values, .after = values, .parts = parts}));
  };
  const Figure bars = shown(DistributionParts::kHistogram);
  EXPECT_NE(find<Bars>(bars.panels[0]), nullptr);
  EXPECT_EQ(find<Line>(bars.panels[0]), nullptr);
  EXPECT_EQ(bars.panels[0].y.label, "count");
  const Figure dense = shown(DistributionParts::kDensity);
  EXPECT_EQ(find<Bars>(dense.panels[0]), nullptr);
  const auto* line = find<Line>(dense.panels[0]);
  ASSERT_NE(line, nullptr);
  EXPECT_EQ(dense.panels[0].y.label, "density");
  double area = 0;
  for (std::size_t i = 1; i < line->x.size(); ++i) {
    area += (line->y[i] + line->y[i - 1]) / 2 * (line->x[i] - line->x[i - 1]);
  }
  // The curve reaches four bandwidths beyond the values (density.hpp), whatever the axis shows.
  EXPECT_NEAR(area, 1, 1e-4);
  EXPECT_NE(find<Bars>(shown(DistributionParts::kBoth).panels[0]), nullptr);
  EXPECT_NE(find<Line>(shown(DistributionParts::kBoth).panels[0]), nullptr);
}

TEST(Distribution, BarsStandInForADensityOfTooLittle) {
  const std::vector<float> few{1, 2, 3};
  const Figure figure = NORMSCOPE_VALUE_OR_FAIL(
      distribution({.before = few, .after = few, .parts = DistributionParts::kDensity}));
  EXPECT_NE(find<Bars>(figure.panels[0]), nullptr);
  EXPECT_EQ(figure.notes.at(0), "Before: too little for a density, bars instead.");
}

TEST(Distribution, SaysThatOneBarHoldsNearlyAll) {
  std::vector<float> values;
  for (int power = -30; power <= 30; ++power) {
    values.push_back(static_cast<float>(std::pow(10.0, power)));
  }
  const Figure figure = build(values, values);
  // A hundred bars: the first ends at 1e28.
  EXPECT_EQ(figure.notes.at(0),
            "Before: 59 of 61 values lie in one bar, and half of them within a millionth of the "
            "largest.");
  // No note for many zeros and few other values: the bars show that well.
  EXPECT_TRUE(build({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3}, {0, 1}).notes.size() <= 1);
}

}  // namespace
}  // namespace normscope::figures
