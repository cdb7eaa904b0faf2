// SPDX-License-Identifier: MIT
// The figures of groups: numbers computed by hand, and messages and notes for degenerate data.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "app/figures/builders/long_line.hpp"
#include "app/figures/builders/profile.hpp"
#include "app/figures/builders/softmax.hpp"
#include "app/figures/builders/statistics.hpp"
#include "app/figures/builders/value_axis.hpp"
#include "app/figures/note_text.hpp"
#include "app/figures/reduce.hpp"
#include "core/stats/sample.hpp"
#include "tests/app/figures/support/shapes_of.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures::groups_test {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

TEST(Words, CountsAndPlaces) {
  EXPECT_EQ(digits_text(123), "123");
  EXPECT_EQ(digits_text(1234), "1\u2009234");
  EXPECT_EQ(values_text(1), "1 value");
  EXPECT_EQ(values_text(1000000), "1\u2009000\u2009000 values");
  EXPECT_EQ(non_finite_text({2, 1, 3}), "2 nan, 1 inf, 3 \u2212inf");
}

TEST(ValueAxis, IsLinearUntilHalfOfTheValuesWouldVanish) {
  EXPECT_EQ(value_axis(std::vector<double>{}), Axis{});
  EXPECT_EQ(value_axis(std::vector<double>{kNan, kInf}), Axis{});
  EXPECT_EQ(value_axis(std::vector<double>{1, 2, 1e6}).scale, Scale::kLinear);
  const Axis far = value_axis(std::vector<double>{-1e-30, 0, 2e-30, 1e30});
  EXPECT_EQ(far.scale, Scale::kSymmetricLogarithmic);
  EXPECT_DOUBLE_EQ(far.linear_below, 1e-30);
  EXPECT_LT(far.low, -1e-30);
  EXPECT_GT(far.high, 1e30);
  const Axis equal = value_axis(std::vector<double>{3, 3});
  EXPECT_LT(equal.low, 3);
  EXPECT_GT(equal.high, 3);
  const Axis zero = value_axis(std::vector<double>{0, 0});
  EXPECT_LT(zero.low, zero.high);
}

TEST(LongLine, KeepsEveryExtremeOfItsNeighbours) {
  const std::int64_t count = kMostLinePoints * 2 + 5;
  std::vector<double> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), 0.0);
  values[12345] = 1e9;
  values[12346] = -1e9;
  values[54321] = kNan;
  EXPECT_GT(neighbours_of(count), 1);
  EXPECT_EQ(neighbours_of(kMostLinePoints), 1);
  const Line line = long_line(values);
  EXPECT_LE(line.x.size(), static_cast<std::size_t>(kMostLinePoints) + 2);
  bool high = false;
  bool low = false;
  std::size_t breaks = 0;
  for (std::size_t i = 0; i < line.x.size(); ++i) {
    high = high || (line.x[i] == 12345 && line.y[i] == 1e9);
    low = low || (line.x[i] == 12346 && line.y[i] == -1e9);
    breaks += std::isfinite(line.y[i]) ? 0 : 1;
  }
  for (std::size_t i = 1; i < line.x.size(); ++i) {
    EXPECT_GE(line.x[i], line.x[i - 1]);
  }
  EXPECT_TRUE(high);
  EXPECT_TRUE(low);
  EXPECT_EQ(breaks, 1U);
  ASSERT_NE(line.index, nullptr);
  EXPECT_EQ(line.index->size, line.x.size());
}

Figure softmax_figure(const std::vector<float>& logits, const std::vector<float>& output,
                      bool log = false) {
  return NORMSCOPE_VALUE_OR_FAIL(softmax({.logits = logits, .output = output, .log = log}));
}

TEST(Softmax, ShowsLogitsAboveProbabilities) {
  const Figure figure = softmax_figure({-1, 0, 2}, {0.25F, 0.25F, 0.5F});
  ASSERT_EQ(figure.panels.size(), 2U);
  EXPECT_EQ(figure.panels[0].x.categories, (std::vector<std::string>{"0", "1", "2"}));
  EXPECT_EQ(find<Bars>(figure.panels[0])->heights, (std::vector<double>{-1, 0, 2}));
  EXPECT_LT(figure.panels[0].y.low, -1);
  EXPECT_EQ(find<Bars>(figure.panels[1])->heights, (std::vector<double>{0.25, 0.25, 0.5}));
  EXPECT_EQ(figure.panels[1].y.low, 0);
  EXPECT_EQ(figure.panels[1].annotations.at(0).x, 2);
  EXPECT_EQ(figure.panels[1].annotations[0].text, "0.5000");
  EXPECT_EQ(figure.notes.at(0), "The probabilities add up to 1.");
  const std::array values = {0.0, 0.25};
  const Figure lit = with_place(figure, 1, values);
  EXPECT_EQ(find<Bars>(lit.panels[0])->selected, 1U);
  EXPECT_FALSE(find<Bars>(with_place(lit, 3, values).panels[1])->selected.has_value());
}

TEST(Softmax, ALineHasThePlaceAsAPoint) {
  const std::vector<float> many(static_cast<std::size_t>(kMostSoftmaxBars) + 1, 0.5F);
  const Figure figure = softmax_figure(many, many);
  const std::array values = {0.5, 0.25};
  const Figure lit = with_place(with_place(figure, 3, values), 7, values);
  for (std::size_t p = 0; p < 2; ++p) {
    ASSERT_EQ(lit.panels[p].series.size(), 2U) << "the line and one point";
    const auto* const point = find<Points>(lit.panels[p]);
    EXPECT_EQ(point->x, std::vector<double>{7});
    EXPECT_EQ(point->y, std::vector<double>{values[p]});
    EXPECT_EQ(point->selected, 0U);
  }
  EXPECT_TRUE(with_place(lit, -1, {}) == figure);
}

TEST(Softmax, TheSumIsRoundedToWhatItTells) {
  EXPECT_EQ(softmax_figure({0, 0}, {0.5F, 0.50000006F}).notes.at(0),
            "The probabilities add up to 1.");
  EXPECT_EQ(softmax_figure({0, 0}, {0.5F, 0.4990F}).notes.at(0),
            "The probabilities add up to 0.999000.");
}

TEST(Softmax, TakesTheExponentialOfALogarithm) {
  const Figure figure = softmax_figure({0, 0}, {-0.6931472F, -0.6931472F}, true);
  // The float32 nearest to -log 2 is off by up to 2^-25, and exp keeps that.
  EXPECT_NEAR(find<Bars>(figure.panels[1])->heights[0], 0.5, 0x1p-25);
}

TEST(Softmax, ManyPlacesAreALine) {
  const std::vector<float> many(static_cast<std::size_t>(kMostSoftmaxBars) + 1, 1);
  const Figure figure = softmax_figure(many, many);
  EXPECT_EQ(find<Bars>(figure.panels[0]), nullptr);
  ASSERT_NE(find<Line>(figure.panels[0]), nullptr);
  EXPECT_EQ(find<Line>(figure.panels[0])->y.size(), many.size());
  const std::vector<float> some(static_cast<std::size_t>(kMostCategories) + 1, 1);
  EXPECT_NE(find<Bars>(softmax_figure(some, some).panels[0]), nullptr);
  EXPECT_TRUE(softmax_figure(some, some).panels[0].x.categories.empty());
}

TEST(Softmax, SaysWhatIsDegenerate) {
  EXPECT_EQ(softmax_figure({}, {}).panels[0].message, "no values");
  const Figure one = softmax_figure({3}, {1});
  EXPECT_EQ(one.notes.back(), "A single value has probability 1.");
  const Figure masked = softmax_figure({-kInf, 1, kNan}, {0, 1, 0});
  EXPECT_EQ(masked.notes.at(0), "Logits: 1 nan, 1 \u2212inf without a bar.");
  EXPECT_EQ(find<Bars>(masked.panels[0])->heights, (std::vector<double>{0, 1, 0}));
  const Figure nan = softmax_figure({kInf, 1}, {kNan, kNan});
  EXPECT_EQ(nan.panels[1].message, "no finite value: 2 nan");
  EXPECT_EQ(nan.notes.back(), "The probabilities add up to nan.");
  const Figure equal = softmax_figure({2, 2}, {0.5F, 0.5F});
  EXPECT_EQ(equal.panels[1].annotations.at(0).x, 0);
  const Figure wide = softmax_figure({1e-30F, -2e-30F, 1e30F}, {0, 0, 1});
  EXPECT_EQ(wide.panels[0].y.scale, Scale::kSymmetricLogarithmic);
  const std::vector<float> two(2);
  const std::vector<float> three(3);
  EXPECT_FALSE(softmax({.logits = two, .output = three}));
}

ProfileStep step(std::string name, std::vector<double> values,
                 std::vector<ProfileLevel> levels = {}) {
  return {std::move(name), {}, std::move(values), std::move(levels)};
}

TEST(Profile, ShowsEveryStepOverOneIndex) {
  const std::vector<std::int64_t> elements{6, 7, 8};
  ProfileData data;
  data.steps = {step("Input", {1, 2, 6}, {{"mean", 3}}), step("Centred", {-2, -1, 3})};
  data.elements = elements;
  const Figure figure = NORMSCOPE_VALUE_OR_FAIL(profile(data));
  ASSERT_EQ(figure.panels.size(), 2U);
  EXPECT_TRUE(figure.shared_x);
  EXPECT_EQ(find<Line>(figure.panels[0])->y, (std::vector<double>{1, 2, 6}));
  EXPECT_EQ(find<Points>(figure.panels[0])->elements, elements);
  EXPECT_EQ(figure.panels[0].detail, "mean 3");
  const Series& level = figure.panels[0].series.back();
  EXPECT_EQ(level.name, "mean");
  EXPECT_EQ(std::get<Line>(level.shape).y, (std::vector<double>{3, 3}));
  EXPECT_EQ(std::get<Line>(level.shape).style, LineStyle::kDashed);

  const std::vector<double> values{6, 3};
  const Figure lit = with_profile_place(figure, 2, values);
  EXPECT_EQ(find<Points>(lit.panels[1])->selected, 2U);
  EXPECT_EQ(lit.panels[1].series.size(), figure.panels[1].series.size());
}

TEST(Profile, ALevelThatWouldSqueezeTheLineIsOnlyNamed) {
  ProfileData data;
  data.steps = {step("Exponential", {0.1, 0.9, 1}, {{"sum", 40}, {"near", 1.2}})};
  const Figure figure = NORMSCOPE_VALUE_OR_FAIL(profile(data));
  EXPECT_EQ(figure.panels[0].detail, "sum 40, near 1.2000");
  EXPECT_EQ(figure.panels[0].series.back().name, "near");
  EXPECT_LT(figure.panels[0].y.high, 2);
  EXPECT_GT(figure.panels[0].y.high, 1.2);
}

TEST(Profile, OfLevelsAtOnePlaceTheFirstIsDrawn) {
  ProfileData data;
  data.steps = {step("Squared", {1, 2, 3}, {{"variance", 2}, {"variance + eps", 2.00001}})};
  const Figure figure = NORMSCOPE_VALUE_OR_FAIL(profile(data));
  EXPECT_EQ(figure.panels[0].detail, "variance 2, variance + eps 2.0000");
  EXPECT_EQ(figure.panels[0].series.back().name, "variance");
}

TEST(Profile, LongGroupsAreLinesWithOnePointLit) {
  std::vector<double> values(100);
  std::iota(values.begin(), values.end(), 0.0);
  ProfileData data;
  data.steps = {step("Input", values)};
  const Figure figure = NORMSCOPE_VALUE_OR_FAIL(profile(data));
  EXPECT_EQ(find<Points>(figure.panels[0]), nullptr);
  const std::vector<double> one{41};
  Figure lit = with_profile_place(figure, 41, one);
  ASSERT_NE(find<Points>(lit.panels[0]), nullptr);
  EXPECT_EQ(find<Points>(lit.panels[0])->x, std::vector<double>{41});
  const std::vector<double> other{42};
  lit = with_profile_place(std::move(lit), 42, other);
  EXPECT_EQ(find<Points>(lit.panels[0])->x, std::vector<double>{42});
  EXPECT_EQ(lit.panels[0].series.size(), 2U);
}

TEST(Profile, SaysWhatIsDegenerate) {
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(profile({})).panels.at(0).message, "no values");
  ProfileData data;
  data.steps = {step("Empty", {})};
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(profile(data)).panels.at(0).message, "no values");
  data.steps = {step("One", {5})};
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(profile(data)).notes.at(0), "The group is a single value.");
  const auto none = static_cast<double>(kNan);
  const auto infinite = static_cast<double>(kInf);
  data.steps = {step("A", {none, 1}, {{"mean", none}}), step("B", {infinite, none})};
  Figure figure = NORMSCOPE_VALUE_OR_FAIL(profile(data));
  EXPECT_EQ(figure.notes.at(0), "A: left out 1 nan.");
  EXPECT_EQ(figure.panels[0].detail, "mean nan");
  EXPECT_EQ(figure.panels[1].message, "no finite value: 1 nan, 1 inf");
  // A highlighted value that is not finite has no point.
  const Figure lit = with_profile_place(figure, 0, std::vector<double>{none, infinite});
  EXPECT_EQ(lit.panels[1].series.size(), figure.panels[1].series.size());
  EXPECT_FALSE(find<Points>(lit.panels[0])->selected.has_value());
  data.steps = {step("Wide", {1e-30, -1e-30, 1e30}, {{"mean", 3e29}})};
  figure = NORMSCOPE_VALUE_OR_FAIL(profile(data));
  EXPECT_EQ(figure.panels[0].y.scale, Scale::kSymmetricLogarithmic);
  EXPECT_EQ(figure.notes.size(), 1U);
  data.steps = {step("Equal", {4, 4, 4})};
  figure = NORMSCOPE_VALUE_OR_FAIL(profile(data));
  EXPECT_LT(figure.panels[0].y.low, figure.panels[0].y.high);
  data.steps = {step("A", {1, 2}), step("B", {1})};
  EXPECT_EQ(profile(data).error().sentence, "the step B has 1 value in a group of 2");
}

Figure statistics_figure(const std::vector<float>& before, const std::vector<float>& after,
                         const tensor::GroupLayout& layout) {
  return NORMSCOPE_VALUE_OR_FAIL(statistics({.before = before, .after = after, .layout = layout}));
}

TEST(Statistics, FewGroupsHaveABoxAndADeviationEach) {
  const auto rows = tensor::trailing_groups({2, 5}, 1);
  const std::vector<float> before{1, 2, 3, 4, 5, 10, 10, 10, 10, 20};
  const Figure figure = statistics_figure(before, before, rows);
  const auto* boxes = find<Boxes>(figure.panels[0]);
  ASSERT_NE(boxes, nullptr);
  ASSERT_EQ(boxes->boxes.size(), 2U);
  const Box& first = boxes->boxes[0];
  EXPECT_EQ(first.minimum, 1);
  EXPECT_EQ(first.lower, 2);
  EXPECT_EQ(first.median, 3);
  EXPECT_EQ(first.upper, 4);
  EXPECT_EQ(first.maximum, 5);
  EXPECT_EQ(first.mean, 3);
  const auto* means = find<Points>(figure.panels[0]);
  ASSERT_NE(means, nullptr);
  EXPECT_EQ(means->y, (std::vector<double>{3, 12}));
  EXPECT_EQ(means->elements, (std::vector<std::int64_t>{0, 5}));
  // Deviation sqrt(2) of 1..5; kept as float32.
  EXPECT_NEAR(find<Line>(figure.panels[0])->y[1], 3 + std::sqrt(2.0), 1e-6);
  EXPECT_EQ(figure.panels[0].detail, "2 groups of 5 values");
  EXPECT_EQ(figure.panels[0].x.categories, (std::vector<std::string>{"0", "1"}));
  const Figure lit = with_group(figure, rows, 1);
  EXPECT_EQ(find<Boxes>(lit.panels[0])->selected, 1U);
  EXPECT_EQ(find<Points>(lit.panels[1])->selected, 1U);
}

// A coarse figure reads some of the values, and says how many.
TEST(Statistics, ACoarseOneSaysWhatItIsMadeOf) {
  const auto coarse = [](const std::vector<float>& values, const tensor::GroupLayout& layout) {
    return NORMSCOPE_VALUE_OR_FAIL(
        statistics({.before = values, .after = values, .layout = layout, .coarse = true}));
  };
  const std::int64_t size = stats::kSample;
  std::vector<float> values(static_cast<std::size_t>(4 * size), 1.0F);
  std::fill(values.begin() + 2 * size, values.end(), 3.0F);
  // 65,536 values of each of four rows.
  const auto rows = tensor::trailing_groups({4, size}, 1);
  const Figure few = coarse(values, rows);
  EXPECT_EQ(few.panels[0].detail,
            "4 groups of 262\u2009144 values, from 262\u2009144 of 1\u2009048\u2009576 values");
  EXPECT_EQ(find<Points>(few.panels[0])->y, (std::vector<double>{1, 1, 3, 3}));
  EXPECT_EQ(statistics_figure(values, values, rows).panels[0].detail,
            "4 groups of 262\u2009144 values");
  // Every fourth of 65,536 groups of 16 values: one for each position.
  const auto many = tensor::trailing_groups({4 * kMostGroupPlaces, 16}, 1);
  values[16] = 1000;  // in a group that is not read
  const Figure line = coarse(values, many);
  EXPECT_EQ(line.panels[0].detail,
            "65\u2009536 groups of 16 values, from 262\u2009144 of 1\u2009048\u2009576 values");
  EXPECT_TRUE(line.notes.empty()) << line.notes.front();
  const auto means = find<Line>(line.panels[0])->y;
  EXPECT_EQ(means.size(), static_cast<std::size_t>(2 * kMostGroupPlaces));
  EXPECT_EQ(means.front(), 1);
  EXPECT_EQ(means.back(), 3);
  EXPECT_EQ(*std::max_element(means.begin(), means.end()), 3);
}

TEST(Statistics, OfManyGroupsTheSelectedOneHasALine) {
  const std::int64_t groups = kMostBoxes + 1;
  const std::vector<float> values(static_cast<std::size_t>(2 * groups), 1.0F);
  const auto rows = tensor::trailing_groups({groups, 2}, 1);
  const Figure figure =
      NORMSCOPE_VALUE_OR_FAIL(statistics({.before = values, .after = values, .layout = rows}));
  const Figure lit = with_group(with_group(figure, rows, 3), rows, 17);
  for (const Panel& panel : lit.panels) {
    ASSERT_EQ(panel.marks.size(), 1U);
    EXPECT_EQ(panel.marks[0].at, 17);
    EXPECT_EQ(panel.marks[0].label, "group 17");
  }
}

TEST(Statistics, AGroupOfEnoughValuesIsAViolin) {
  constexpr std::size_t kSize = 200;
  // Two clusters: 50 values around -1, 150 around 1.
  std::vector<float> heaps;
  for (std::size_t i = 0; i < kSize; ++i) {
    const float place = static_cast<float>(i * 7919 % 101) / 202 - 0.25F;
    heaps.push_back(place + (i < 50 ? -1.0F : 1.0F));
  }
  std::vector<float> before = heaps;
  before.insert(before.end(), kSize, 4.0F);  // a group of equal values has no density
  const Figure figure = statistics_figure(before, before, tensor::trailing_groups({2, kSize}, 1));
  const Series& series = figure.panels[0].series[0];
  EXPECT_EQ(series.name, "density, quartiles, ends");
  const auto& boxes = std::get<Boxes>(series.shape).boxes;
  const auto& widths = boxes.at(0).widths;
  ASSERT_GT(widths.size(), 8U);
  EXPECT_TRUE(boxes.at(1).widths.empty());
  EXPECT_EQ(*std::max_element(widths.begin(), widths.end()), 1);
  // Widest in the upper, larger cluster; the smaller one is a third as wide, the gap nearly empty.
  const auto at = [&](double value) {
    const double share = (value - boxes[0].minimum) / (boxes[0].maximum - boxes[0].minimum);
    return widths[static_cast<std::size_t>(
        std::lround(share * static_cast<double>(widths.size() - 1)))];
  };
  EXPECT_GT(at(1), 0.9);
  EXPECT_NEAR(at(-1), 1.0 / 3, 0.05);  // plus the tails of the other cluster's kernels
  EXPECT_LT(at(0), 0.1);

  const std::vector<float> few(before.begin(), before.begin() + 2 * (kFewestForViolin - 1));
  const Figure plain =
      statistics_figure(few, few, tensor::trailing_groups({2, kFewestForViolin - 1}, 1));
  EXPECT_EQ(plain.panels[0].series[0].name, "minimum, quartiles, maximum");
  EXPECT_TRUE(find<Boxes>(plain.panels[0])->boxes[0].widths.empty());
  std::vector<float> many;
  for (std::int64_t i = 0; i <= kMostViolins; ++i)
    many.insert(many.end(), heaps.begin(), heaps.end());
  const Figure narrow =
      statistics_figure(many, many, tensor::trailing_groups({kMostViolins + 1, kSize}, 1));
  EXPECT_TRUE(find<Boxes>(narrow.panels[0])->boxes[0].widths.empty());
  // An outlier: the bandwidth is the distance between outline points, so no value is lost.
  heaps[0] = 1e6F;
  const Figure far = statistics_figure(heaps, heaps, tensor::trailing_groups({1, kSize}, 1));
  const auto& spike = find<Boxes>(far.panels[0])->boxes.at(0).widths;
  EXPECT_EQ(spike.front(), 1);
  EXPECT_GT(spike.back(), 0);
  heaps[1] = kNan;
  const Figure odd = statistics_figure(heaps, heaps, tensor::trailing_groups({1, kSize}, 1));
  EXPECT_FALSE(find<Boxes>(odd.panels[0])->boxes.at(0).widths.empty());
}

TEST(Statistics, ManyGroupsAreALineWithABand) {
  constexpr std::int64_t kGroups = 3 * kMostGroupPlaces;
  std::vector<float> values(static_cast<std::size_t>(2 * kGroups));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t group = i / 2;
    values[i] = static_cast<float>(group) + (i % 2 == 0 ? -1.0F : 1.0F);
  }
  const auto rows = tensor::trailing_groups({kGroups, 2}, 1);
  const Figure figure = statistics_figure(values, values, rows);
  const auto* band = find<Band>(figure.panels[0]);
  ASSERT_NE(band, nullptr);
  EXPECT_EQ(band->x.size(), static_cast<std::size_t>(kMostGroupPlaces));
  // Of groups 0, 1, 2: means 0, 1, 2, deviations 1.
  EXPECT_EQ(band->x[0], 1);
  EXPECT_EQ(band->low[0], -1);
  EXPECT_EQ(band->high[0], 3);
  const auto* line = find<Line>(figure.panels[0]);
  EXPECT_EQ(line->y[0], 0);
  EXPECT_EQ(line->y[1], 2);
  EXPECT_EQ(figure.notes.at(0),
            "Each place stands for 3 neighbouring groups: their lowest and highest.");
}

TEST(Statistics, SaysWhatIsDegenerate) {
  EXPECT_EQ(statistics_figure({}, {}, tensor::trailing_groups({0, 3}, 1)).panels[0].message,
            "no values");
  EXPECT_EQ(statistics_figure({}, {}, tensor::trailing_groups({3, 0}, 1)).panels[0].message,
            "no values");
  const auto one = tensor::trailing_groups({2, 1}, 1);
  EXPECT_EQ(statistics_figure({1, 2}, {0, 0}, one).notes.back(),
            "Groups of one value have no deviation.");
  const auto rows = tensor::trailing_groups({2, 2}, 1);
  const Figure nan = statistics_figure({1, kNan, 3, 4}, {kNan, kNan, kNan, kInf}, rows);
  EXPECT_EQ(nan.notes.at(0), "Before: 1 group without a finite mean and deviation.");
  EXPECT_EQ(find<Points>(nan.panels[0])->y, std::vector<double>{3.5});
  EXPECT_EQ(find<Boxes>(nan.panels[0])->boxes.size(), 2U);  // 1 is a finite value
  EXPECT_EQ(nan.panels[1].message, "no finite value");
  const Figure lit = with_group(nan, rows, 0);
  EXPECT_FALSE(find<Points>(lit.panels[0])->selected.has_value());
  const Figure wide = statistics_figure({1e-30F, 2e-30F, 1e30F, 2e30F}, {1, 2, 3, 4}, rows);
  EXPECT_LT(wide.panels[0].y.low, wide.panels[0].y.high);
  const std::vector<float> three(3);
  const std::vector<float> four(4);
  EXPECT_FALSE(statistics({.before = three, .after = four, .layout = rows}));
}

}  // namespace normscope::figures::groups_test
