// SPDX-License-Identifier: MIT
// The figures of matrices: numbers computed by hand, and messages and notes for degenerate data.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "app/figures/builders/difference.hpp"
#include "app/figures/builders/heatmap.hpp"
#include "app/figures/builders/stage.hpp"
#include "tests/app/figures/support/shapes_of.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace maps_test {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

Figure map_figure(std::int64_t rows, std::int64_t columns, const std::vector<float>& values) {
  return NORMSCOPE_VALUE_OR_FAIL(heatmap({.matrix = {rows, columns, values}, .step = "Step"}));
}

TEST(Heatmap, RunsBothWaysFromZeroWhereThereAreBothSigns) {
  const Figure figure = map_figure(2, 3, {1, -2, 0, 3, 0.5F, -4});
  const auto* map = find<HeatMap>(figure.panels.at(0));
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(map->rows, 2);
  EXPECT_EQ(map->columns, 3);
  EXPECT_EQ(map->values, (std::vector<float>{1, -2, 0, 3, 0.5F, -4}));
  EXPECT_TRUE(map->diverging);
  EXPECT_EQ(map->low, -4);
  EXPECT_EQ(map->high, 4);
  EXPECT_EQ(figure.panels[0].x.high, 2.5);
  EXPECT_EQ(figure.panels[0].y.high, 1.5);
  EXPECT_TRUE(figure.notes.empty());
}

// A coarse map reads some of the numbers, and says so; the first and the last row of blocks are
// read as the others.
TEST(Heatmap, ACoarseOneReadsAFewNumbersOfEachBlock) {
  constexpr std::int64_t kRows = 5000;
  constexpr std::int64_t kColumns = 3000;
  std::vector<float> values(static_cast<std::size_t>(kRows * kColumns));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 1000) - 300;
  const HeatBlocks all = heat_blocks({kRows, kColumns, values}, HeatEnds::kSigned, {});
  const HeatBlocks some = heat_blocks({kRows, kColumns, values}, HeatEnds::kSigned, {}, true);
  EXPECT_FALSE(all.read);
  ASSERT_TRUE(some.read);
  EXPECT_LT(*some.read, 16 * some.map.rows * some.map.columns + 1);
  EXPECT_EQ(all.finite, kRows * kColumns);
  EXPECT_EQ(all.least, -300);
  EXPECT_EQ(all.most, 699);
  ASSERT_EQ(some.map.values.size(), all.map.values.size());
  for (std::size_t cell = 0; cell < all.map.values.size(); ++cell) {
    ASSERT_LE(std::abs(some.map.values[cell]), std::abs(all.map.values[cell])) << cell;
  }
  const Figure figure =
      NORMSCOPE_VALUE_OR_FAIL(heatmap({.matrix = {kRows, kColumns, values}, .coarse = true}));
  EXPECT_TRUE(std::ranges::any_of(figure.notes, [](const std::string& note) {
    return note.starts_with("From ") && note.ends_with(" of 15\u2009000\u2009000 values.");
  }));
}

TEST(Heatmap, RunsFromZeroWhereNothingIsNegative) {
  const Figure figure = map_figure(1, 3, {0, 2, 5});
  const auto* map = find<HeatMap>(figure.panels.at(0));
  ASSERT_NE(map, nullptr);
  EXPECT_FALSE(map->diverging);
  EXPECT_EQ(map->low, 0);
  EXPECT_EQ(map->high, 5);
  const Figure far = map_figure(1, 3, {1e7F, 1e7F + 1, 1e7F + 2});
  EXPECT_EQ(find<HeatMap>(far.panels.at(0))->low, 1e7);
  EXPECT_EQ(far.notes.at(0), "The colours do not begin at 0: there all values would look alike.");
}

TEST(Heatmap, LargeOnesKeepTheLargestMagnitudeOfEachBlock) {
  constexpr std::int64_t kRows = 1000;
  constexpr std::int64_t kColumns = 1100;
  std::vector<float> values(static_cast<std::size_t>(kRows * kColumns), 0.5F);
  values[static_cast<std::size_t>(7 * kColumns + 11)] = -9;
  values[static_cast<std::size_t>(999 * kColumns + 1099)] = kNan;
  const Figure figure = NORMSCOPE_VALUE_OR_FAIL(heatmap(
      {.matrix = {kRows, kColumns, values}, .element_of = [](std::int64_t at) { return at; }}));
  HeatMap map = *find<HeatMap>(figure.panels.at(0));
  EXPECT_LE(map.rows * map.columns, kMostCells);
  // Blocks of 2 rows and 3 columns give at most 512 cells each way.
  EXPECT_EQ(map.rows, 500);
  EXPECT_EQ(map.columns, 367);
  constexpr std::size_t kCell = 3 * 367 + 3;  // 7 / 2 down, 11 / 3 across
  EXPECT_EQ(map.values[kCell], -9);
  EXPECT_EQ(map.elements[kCell], 7 * kColumns + 11);
  EXPECT_TRUE(std::isnan(map.values.back()));
  EXPECT_EQ(figure.notes.at(0),
            "Each cell is the number of largest magnitude of 2 rows by 3 columns.");
  EXPECT_EQ(figure.notes.at(1), "Grey: 1 nan.");
  highlight_cell(map, {kRows, kColumns}, 7, 11);
  EXPECT_EQ(map.selected, kCell);
  highlight_cell(map, {kRows, kColumns}, 7, kColumns);
  EXPECT_FALSE(map.selected.has_value());
}

TEST(Heatmap, ALongColumnKeepsItsWidth) {
  const std::vector<float> values(600000, 1);
  const Figure figure = map_figure(300000, 2, values);
  EXPECT_EQ(find<HeatMap>(figure.panels.at(0))->columns, 2);
  EXPECT_EQ(figure.panels[0].y.label, "block of 3 rows");
  EXPECT_EQ(figure.panels[0].x.label, "column");
}

TEST(Heatmap, SaysWhatIsDegenerate) {
  EXPECT_EQ(map_figure(0, 5, {}).panels.at(0).message, "no values");
  EXPECT_TRUE(map_figure(1, 1, {7}).notes.empty());
  EXPECT_EQ(map_figure(1, 2, {7, 7}).notes.at(0), "All 2 values are 7.");
  const Figure zeros = map_figure(1, 2, {0, 0});
  EXPECT_LT(find<HeatMap>(zeros.panels.at(0))->low, find<HeatMap>(zeros.panels.at(0))->high);
  const Figure none = map_figure(1, 3, {kNan, kInf, -kInf});
  EXPECT_EQ(none.notes,
            (std::vector<std::string>{"Grey: 1 nan.", "Coloured as the ends: 1 inf, 1 \u2212inf.",
                                      "There is no finite value."}));
  const Figure wide = map_figure(1, 2, {1e-30F, -1e30F});
  EXPECT_EQ(find<HeatMap>(wide.panels.at(0))->high, static_cast<double>(1e30F));
  const std::vector<float> three(3);
  const auto wrong = heatmap({.matrix = {2, 2, three}});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().sentence,
            "a heat map of 2 rows by 2 columns needs as many values, but got 3");
}

Figure difference_figure(const std::vector<float>& a, const std::vector<float>& b,
                         tensor::Shape shape) {
  return NORMSCOPE_VALUE_OR_FAIL(difference({.a = a, .b = b, .shape = std::move(shape)}));
}

TEST(Difference, NamesTheLargestAndItsPlace) {
  const Figure figure = difference_figure({1, 2, 3, 4, 5, 6}, {1, 2, 3.5F, 4, 5.25F, 6}, {2, 3});
  const auto* map = find<HeatMap>(figure.panels.at(0));
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(map->values, (std::vector<float>{0, 0, -0.5F, 0, -0.25F, 0}));
  EXPECT_TRUE(map->diverging);
  EXPECT_EQ(map->high, 0.5);
  EXPECT_EQ(figure.notes.at(0), "2 of 6 values differ.");
  EXPECT_EQ(figure.notes.at(1), "Largest: \u22120.5000 at [0, 2], 3 against 3.50000000.");
  EXPECT_EQ(figure.panels[0].annotations.at(0).x, 2);
  EXPECT_EQ(figure.panels[0].annotations[0].y, 0);
  const auto* bars = find<Bars>(figure.panels.at(1));
  ASSERT_NE(bars, nullptr);
  EXPECT_EQ(std::accumulate(bars->heights.begin(), bars->heights.end(), 0.0), 6);
}

TEST(Difference, SaysWhatIsDegenerate) {
  const Figure same = difference_figure({1, 2}, {1, 2}, {2});
  EXPECT_EQ(same.notes.at(0), "Both are the same: all 2 values.");
  EXPECT_TRUE(same.panels[0].annotations.empty());
  EXPECT_EQ(same.panels[1].message, "no difference") << "not a bar from -0.5 to 0.5";
  EXPECT_EQ(find<Bars>(same.panels[1]), nullptr);
  const Figure even = difference_figure({1.5F, 2.5F}, {1, 2}, {2});
  EXPECT_EQ(even.panels[1].message, "every difference is 0.5000");
  EXPECT_EQ(difference_figure({3, kNan}, {2, 1}, {2}).panels[1].message, "every difference is 1");
  const Figure special =
      difference_figure({kNan, kInf, kInf, kNan, 1}, {kNan, kInf, -kInf, 1, 1}, {5});
  EXPECT_EQ(special.notes.at(0), "2 of 5 values differ.");
  EXPECT_EQ(special.notes.at(1), "In both nan: 1 value.");
  EXPECT_EQ(special.notes.at(2), "Apart by no finite number: 2 values.");
  const Figure empty = difference_figure({}, {}, {0, 3});
  EXPECT_EQ(empty.panels[0].message, "no values");
  EXPECT_EQ(empty.panels[1].message, "no values");
  const Figure nan = difference_figure({kNan}, {1}, {1});
  EXPECT_EQ(nan.panels[1].message, "no finite difference");
  EXPECT_EQ(difference_figure({7}, {8}, {}).notes.at(1), "Largest: \u22121 at [], 7 against 8.");
  const Figure wide = difference_figure({1e30F, 1e-30F}, {0, 0}, {2});
  EXPECT_EQ(find<HeatMap>(wide.panels[0])->high, static_cast<double>(1e30F));
  const std::vector<float> two(2);
  EXPECT_FALSE(difference({.a = two, .b = two, .shape = {3}}));
}

TEST(Heatmap, SaysWhichNumbersLieOutsideTheColoursThatItIsGiven) {
  const std::vector<float> values{1, 2, 30, -5};
  HeatmapData data{.matrix = {2, 2, values}, .scale = {0, 4, false}};
  const Figure figure = NORMSCOPE_VALUE_OR_FAIL(heatmap(data));
  const HeatMap& map = *find<HeatMap>(figure.panels[0]);
  EXPECT_EQ(map.low, 0);
  EXPECT_EQ(map.high, 4);
  EXPECT_FALSE(map.diverging);
  EXPECT_EQ(map.outside(30), 1);
  EXPECT_EQ(map.outside(-5), -1);
  EXPECT_EQ(map.outside(4), 0);
  EXPECT_EQ(figure.notes.back(), "Outside the colours, with a corner: numbers to \u22125 and 30.");
  data.scale = {-30, 30, true};
  EXPECT_TRUE(NORMSCOPE_VALUE_OR_FAIL(heatmap(data)).notes.empty());
}

TEST(Stage, ShowsCardsAndSaysWhatIsMissing) {
  const std::vector<float> corner(144, 2);
  const std::vector<float> means(12, 1);
  StageData data;
  data.cards = {{"Input", "", {12, 12, corner}, 1000, 768, {-3, 3, true}},
                {"Variance", "\\sigma^2", {12, 1, means}, 1000, 1, {0, 4, false}},
                {"Nothing", "", {12, 1, means}, 1000, 1, {}}};
  const Figure figure = NORMSCOPE_VALUE_OR_FAIL(stage(data));
  EXPECT_EQ(figure.arrangement, Arrangement::kFlow);
  ASSERT_EQ(figure.panels.size(), 3U);
  EXPECT_EQ(figure.panels[1].formula, "\\sigma^2");
  const auto* map = find<HeatMap>(figure.panels[0]);
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(map->high, 3);
  EXPECT_EQ(map->low, -3);
  EXPECT_FALSE(map->color_bar);
  EXPECT_EQ(figure.panels[0].detail, "\u00b13");
  EXPECT_EQ(figure.panels[0].series[0].name, "about 0, to the \u00b1 beside each title");
  EXPECT_EQ(figure.panels[1].detail, "0 to 4");
  EXPECT_EQ(figure.panels[1].series[0].name, "in one hue, between the numbers beside each title");
  EXPECT_EQ(find<HeatMap>(figure.panels[2])->high, 1);  // an empty scale is no range of colours
  EXPECT_EQ(figure.notes.at(0),
            "Shown: 12 of 1\u2009000 rows and 12 of 768 columns; 12 of 1\u2009000 rows.");
}

TEST(Stage, SaysWhatIsDegenerate) {
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(stage({})).panels.at(0).message, "no steps");
  StageData data;
  data.cards = {{"Input", "", {0, 3, {}}, 0, 3, {}}};
  const Figure empty = NORMSCOPE_VALUE_OR_FAIL(stage(data));
  EXPECT_EQ(empty.panels.at(0).message, "no values");
  EXPECT_TRUE(empty.notes.empty());
  const std::vector<float> odd{kNan, kInf};
  data.cards = {{"Input", "", {1, 2, odd}, 1, 2, {}}};
  EXPECT_EQ(find<HeatMap>(NORMSCOPE_VALUE_OR_FAIL(stage(data)).panels.at(0))->values.size(), 2U);
  data.cards = {{"Input", "", {1, 2, odd}, 1, 1, {}}};
  EXPECT_FALSE(stage(data));
}

}  // namespace maps_test
}  // namespace normscope::figures
