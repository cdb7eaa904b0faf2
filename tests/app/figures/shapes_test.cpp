// SPDX-License-Identifier: MIT
// Every shape, scale and arrangement on every page: its layout, its drawing, and hit tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/figures/layout/font_measure.hpp"
#include "app/figures/layout/layout.hpp"
#include "app/figures/palette.hpp"
#include "app/figures/reduce.hpp"
#include "app/figures/ticks.hpp"
#include "tests/app/figures/support/on_page.hpp"
#include "tests/app/figures/support/page_rules.hpp"
#include "tests/app/figures/support/recorder.hpp"
#include "tests/app/figures/support/samples.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

std::size_t groups(const Recorder& recorder, const std::string& name) {
  const auto all = recorder.all<Group>();
  return static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [&](const Group& group) { return group.tag.name == name; }));
}

TEST(Shapes, NothingOverlapsOrLeavesThePage) {
  const EvenMeasure wide;
  const auto fonts = NORMSCOPE_VALUE_OR_FAIL(FontMeasure::load());
  for (const Sample& sample : samples()) {
    for (const Size size : pages()) {
      for (const double text : {6.0, 10.0, 20.0}) {
        Theme one = theme(ThemeName::kPrint);
        one.text_size = text;
        const std::string where = sample.name + " on " + std::to_string(size.width) + " x " +
                                  std::to_string(size.height) + ", " + std::to_string(text);
        EXPECT_EQ(page_problem(sample.figure, size, one, wide), "") << where;
        EXPECT_EQ(page_problem(sample.figure, size, one, *fonts), "") << where;
      }
    }
  }
}

TEST(Shapes, LinesDifferByMarker) {
  Panel panel;
  panel.y.high = 2;
  for (std::size_t s = 0; s < 3; ++s) {
    Line line{.x = {0, 1}, .y = {1.0 + 0.1 * static_cast<double>(s), 1}, .markers = true};
    panel.series.push_back({"line " + std::to_string(s), s, std::move(line)});
  }
  std::set<Marker> marks;
  for (const DrawnMarker& marker : drawn(with(panel))->all<DrawnMarker>())
    marks.insert(marker.mark);
  EXPECT_EQ(marks.size(), 3U);
}

TEST(Shapes, StepsAreLevelHalfWayToTheirNeighbours) {
  Panel panel;
  panel.series = {{"", 0, Line{.x = {0, 0.5, 1}, .y = {0, 1, 0.5}, .join = Join::kSteps}}};
  const Layout layout = placed(with(panel));
  const PanelLayout& at = layout.panels[0];
  ASSERT_EQ(at.lines.size(), 1U);
  ASSERT_EQ(at.lines[0].pieces.size(), 1U);
  std::vector<Point> expected;
  for (const auto& [x, y] :
       {std::pair{0.0, 0.0}, std::pair{0.25, 0.0}, std::pair{0.25, 1.0}, std::pair{0.5, 1.0},
        std::pair{0.75, 1.0}, std::pair{0.75, 0.5}, std::pair{1.0, 0.5}}) {
    expected.push_back({at.x.to_points(x), at.y.to_points(y)});
  }
  ASSERT_EQ(at.lines[0].pieces[0].size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    // The middle of two positions on the page is rounded differently from the position of the
    // middle.
    EXPECT_NEAR(at.lines[0].pieces[0][i].x, expected[i].x, 1e-9);
    EXPECT_NEAR(at.lines[0].pieces[0][i].y, expected[i].y, 1e-9);
  }
}

TEST(Shapes, ALongLineIsAsCheapAsAShortOne) {
  Panel panel;
  Line line;
  for (int i = 0; i < 1000000; ++i) {
    line.x.push_back(i / 1e6);
    line.y.push_back(i == 777777 ? 1 : 0.25 + 0.2 * std::sin(i * 0.01));
  }
  line.index = make_index(line);
  panel.series = {{"", 0, line}};
  const Layout layout = placed(with(panel));
  const PanelLayout& at = layout.panels[0];
  ASSERT_EQ(at.lines[0].pieces.size(), 1U);
  const auto& piece = at.lines[0].pieces[0];
  EXPECT_LE(piece.size(), 8 * at.plot.width + 4);
  const auto top = std::min_element(piece.begin(), piece.end(),
                                    [](const Point& a, const Point& b) { return a.y < b.y; });
  EXPECT_EQ(top->y, at.y.to_points(1));
  EXPECT_EQ(top->x, at.x.to_points(777777 / 1e6));
}

TEST(Shapes, BarsBelowZeroHangFromIt) {
  Panel panel;
  panel.y = {.low = -2, .high = 2};
  panel.series = {{"", 0, Bars{{0, 0.5, 1}, {-1, 2}}}};
  const Layout layout = placed(with(panel));
  const AxisMap& y = layout.panels[0].y;
  const auto boxes =
      drawn(with(panel))->all<DrawnRectangle>();  // the page's background is the first
  ASSERT_EQ(boxes.size(), 3U);
  EXPECT_EQ(boxes[1].rect.y, y.to_points(0));
  EXPECT_EQ(boxes[1].rect.bottom(), y.to_points(-1));
  EXPECT_EQ(boxes[2].rect.bottom(), y.to_points(0));
}

TEST(Shapes, WhatLiesBesideTheAxisIsNotDrawn) {
  Panel panel;
  panel.marks = {{0.5, "inside"}, {7, "beside"}, {std::nan(""), "nowhere"}};
  panel.series = {{"", 0, Dots{{0.5, 7, std::nan("")}, {1, 2, 3}}}};
  const Layout layout = placed(with(panel));
  EXPECT_TRUE(shows(layout, "inside"));
  EXPECT_FALSE(shows(layout, "beside"));
  EXPECT_FALSE(shows(layout, "nowhere"));
  EXPECT_EQ(drawn(with(panel))->all<DrawnMarker>().size(), 1U);
}

TEST(HeatMap, FewCellsAreRectanglesWithNumbers) {
  const Figure figure = with(heat_panel("", 4, 6));
  const Layout layout = placed(figure);
  EXPECT_TRUE(shows(layout, "0.7833"));  // sin 0.9
  const auto recorder = drawn(figure);
  EXPECT_EQ(groups(*recorder, "cell"), 24U);
  EXPECT_TRUE(recorder->all<DrawnImage>().empty());
  // The selected cell is framed, its frame within it.
  const Rect cell = {layout.panels[0].x.to_points(0.5), layout.panels[0].y.to_points(-0.5),
                     layout.panels[0].x.to_points(1.5) - layout.panels[0].x.to_points(0.5),
                     layout.panels[0].y.to_points(0.5) - layout.panels[0].y.to_points(-0.5)};
  const auto lines = recorder->all<DrawnLine>();
  const auto frame = std::find_if(lines.begin(), lines.end(), [](const DrawnLine& line) {
    return line.points.size() == 6 && line.stroke.color == theme(ThemeName::kLight).accent;
  });
  ASSERT_NE(frame, lines.end());
  for (const Point& corner : frame->points) EXPECT_TRUE(cell.contains(corner));
  // Under it lies a rim of the opposite lightness.
  ASSERT_NE(frame, lines.begin());
  EXPECT_EQ(std::prev(frame)->stroke.color, theme(ThemeName::kLight).background);
  EXPECT_EQ(std::prev(frame)->points, frame->points);
  EXPECT_GT(std::prev(frame)->stroke.width, 1.5 * frame->stroke.width);
}

TEST(HeatMap, NumbersAreReadOnEveryColour) {
  const EvenMeasure measure;
  for (const ThemeName name : {ThemeName::kLight, ThemeName::kDark, ThemeName::kPrint}) {
    for (const bool diverging : {false, true}) {
      Panel panel = heat_panel("", 4, 6);
      std::get<HeatMap>(panel.series[0].shape).diverging = diverging;
      const Layout layout = lay_out(with(panel), kPage, theme(name), measure);
      const double inks = std::abs(to_oklab(theme(name).text).lightness -
                                   to_oklab(theme(name).background).lightness);
      std::size_t numbers = 0;
      for (const TextRun& run : layout.texts) {
        if (run.face != formula::Face::kNumber) continue;
        const Color ground = layout.panels[0].heat_maps[0].image.colors[numbers++];
        const double away = to_oklab(run.color).lightness - to_oklab(ground).lightness;
        // On a background half-way between the two text colours both are half their distance away;
        // slightly less, because luminance, which decides, is not exactly lightness.
        EXPECT_GT(std::abs(away), 0.45 * inks) << static_cast<int>(name) << " " << run.text;
      }
      EXPECT_EQ(numbers, 24U);
    }
  }
}

TEST(HeatMap, ManyCellsAreOneImageThatLosesNoExtreme) {
  Panel panel = heat_panel("", 3000, 2000);
  auto& map = std::get<HeatMap>(panel.series[0].shape);
  for (float& value : map.values) value = 0;
  map.values[1234567] = -1;
  map.elements.clear();
  const Figure figure = with(panel);
  const auto images = drawn(figure)->all<DrawnImage>();
  ASSERT_EQ(images.size(), 1U);
  EXPECT_LE(images[0].image.columns, 4 * kPage.width);
  EXPECT_LT(images[0].image.rows, 3000);
  const Color extreme = diverging(-1, ThemeName::kLight);
  EXPECT_EQ(std::count(images[0].image.colors.begin(), images[0].image.colors.end(), extreme), 1);
}

TEST(HeatMap, APartOfManyCellsShowsItsNumbers) {
  Panel panel = heat_panel("", 300, 200);
  panel.x.low = 99.9;  // a part of column 100, all of 101 to 104
  panel.x.high = 104.5;
  panel.y.low = 49.5;
  panel.y.high = 52.5;
  auto& map = std::get<HeatMap>(panel.series[0].shape);
  map.selected = 51 * 200 + 102;
  const Figure figure = with(panel);
  const Layout layout = placed(figure);
  const PlacedHeatMap& part = layout.panels[0].heat_maps[0];
  EXPECT_FALSE(part.as_image);
  EXPECT_EQ(part.column, 100);
  EXPECT_EQ(part.columns, 5);
  EXPECT_EQ(part.row, 50);
  EXPECT_EQ(part.rows, 3);
  const auto value = static_cast<double>(map.values[51 * 200 + 102]);
  EXPECT_TRUE(shows(layout, number_text(value, 4)));
  const auto recorder = drawn(figure);
  std::set<std::int64_t> elements;
  for (const Group& group : recorder->all<Group>()) elements.insert(group.tag.element);
  EXPECT_TRUE(elements.contains(100 + 51 * 200 + 102));
  EXPECT_EQ(groups(*recorder, "cell"), 15U);
  const PanelLayout& at = layout.panels[0];
  const auto hit = hit_test(figure, layout, {at.x.to_points(102), at.y.to_points(51)});
  ASSERT_TRUE(hit.has_value());
  EXPECT_EQ(hit->item, map.selected);
  // Outside of the map nothing is visible.
  panel.x.low = 500;
  panel.x.high = 600;
  EXPECT_EQ(groups(*drawn(with(panel)), "cell"), 0U);
}

TEST(HeatMap, TheBarOfColoursHasTicks) {
  const Layout layout = placed(with(heat_panel("", 4, 6)));
  const PlacedHeatMap& map = layout.panels[0].heat_maps[0];
  EXPECT_GT(map.bar.x, layout.panels[0].plot.right());
  EXPECT_GE(map.bar_ticks.size(), 3U);
  EXPECT_TRUE(shows(layout, "\u22121.0"));
  // The first colour is that of the upper end.
  EXPECT_LT(map.bar_colors.front().red, map.bar_colors.back().red);
}

TEST(Boxes, AViolinStandsBehindABox) {
  Panel panel;
  std::vector<std::string> names{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
  panel.x = {.scale = Scale::kCategorical, .low = -0.5, .high = 11.5, .categories = names};
  panel.y = {.low = -2, .high = 2};
  const Box box{.at = 0,
                .minimum = -1,
                .lower = -0.5,
                .median = 0,
                .upper = 0.5,
                .maximum = 1,
                .mean = 0.25,
                .widths = {0, 1, 0}};
  panel.series = {{"", 0, Boxes{{box}}}};
  const Figure figure = with(panel);
  const Layout layout = placed(figure);
  const auto recorder = drawn(figure);
  const PanelLayout& at = layout.panels[0];
  const auto violins = recorder->all<DrawnPolygon>();
  ASSERT_EQ(violins.size(), 1U);
  double widest = 0;
  for (const Point& corner : violins[0].points) {
    widest = std::max(widest, std::abs(corner.x - at.x.to_points(0)));
  }
  EXPECT_NEAR(2 * widest, at.x.to_points(0.7) - at.x.to_points(0), 1e-9);  // of Boxes::width
  // Few boxes do not fill their room.
  Panel few = panel;
  few.x.categories = {"a"};
  few.x.high = 0.5;
  const Layout wide = placed(with(few));
  const auto slab = drawn(with(few))->all<DrawnPolygon>().at(0).points;
  const auto [left, right] = std::minmax_element(
      slab.begin(), slab.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
  EXPECT_LT(right->x - left->x, wide.panels[0].plot.width / 3);
  const auto means = recorder->all<DrawnMarker>();
  ASSERT_EQ(means.size(), 1U);
  EXPECT_EQ(means[0].mark, Marker::kDiamond);
  EXPECT_EQ(means[0].center.y, at.y.to_points(0.25));
  EXPECT_TRUE(shows(layout, "a"));
}

TEST(Grid, PlotsOfARowStandAtOneHeightAndSharedAxesAreDrawnOnce) {
  Figure figure{.name = "grid", .arrangement = Arrangement::kGrid, .columns = 2};
  for (int i = 0; i < 4; ++i) {
    Panel panel{.title = i == 1 ? "" : "Titled"};
    panel.x = {.label = "below", .low = 0, .high = 10};
    panel.y = {.label = "beside", .low = 0, .high = 777};
    figure.panels.push_back(panel);
  }
  const auto count = [&](const std::string& text) {
    const Layout layout = placed(figure);
    EXPECT_EQ(layout.panels[0].plot.y, layout.panels[1].plot.y);
    EXPECT_EQ(layout.panels[0].plot.x, layout.panels[2].plot.x);
    EXPECT_GT(layout.panels[1].plot.x, layout.panels[0].plot.right());
    return std::count_if(layout.texts.begin(), layout.texts.end(),
                         [&](const TextRun& run) { return run.text == text; });
  };
  EXPECT_EQ(count("below"), 4);
  EXPECT_EQ(count("beside"), 4);
  EXPECT_EQ(count("10"), 4);
  EXPECT_EQ(count("500"), 4);
  figure.shared_x = figure.shared_y = true;
  EXPECT_EQ(count("below"), 2);
  EXPECT_EQ(count("beside"), 2);
  EXPECT_EQ(count("10"), 2);
  EXPECT_EQ(count("500"), 2);
}

TEST(Flow, CardsAreAsLargeAsTheirCellsAndJoinedByArrows) {
  Figure figure{.name = "stage", .arrangement = Arrangement::kFlow};
  figure.panels = {heat_panel("x", 3, 3), heat_panel("m", 3, 1), heat_panel("y", 3, 3)};
  figure.panels[1].formula = R"(\mu = \frac{1}{n} \sum_i x_i)";
  const Layout layout = placed(figure);
  ASSERT_EQ(layout.panels.size(), 3U);
  EXPECT_EQ(layout.arrows.size(), 2U);
  EXPECT_EQ(layout.formulas.size(), 1U);
  const double em = layout.text_size;
  EXPECT_NEAR(layout.panels[0].plot.width, 3 * 4.2 * em, 1e-9);
  EXPECT_NEAR(layout.panels[0].plot.height, 3 * 1.7 * em, 1e-9);
  EXPECT_NEAR(layout.panels[1].plot.width, 4.2 * em, 1e-9);
  EXPECT_EQ(layout.panels[0].plot.y, layout.panels[1].plot.y);  // rows of cells side by side
  EXPECT_TRUE(shows(layout, "0.7833"));
  // More cards than the page has room for at this size: they shrink.
  for (int i = 0; i < 30; ++i) figure.panels.push_back(heat_panel("z", 3, 4));
  EXPECT_LT(placed(figure).text_size, em);
}

TEST(HitTest, FindsCellsBoxesPointsAndLines) {
  const Figure map = with(heat_panel("", 4, 6));
  const Layout at_map = placed(map);
  for (std::size_t i = 0; i < 24; ++i) {
    const std::size_t row = i / 6;
    const auto hit = hit_test(map, at_map,
                              {at_map.panels[0].x.to_points(static_cast<double>(i % 6) + 0.4),
                               at_map.panels[0].y.to_points(static_cast<double>(row) - 0.4)});
    ASSERT_TRUE(hit.has_value());
    EXPECT_EQ(hit->item, i);
    EXPECT_EQ(hit->element, static_cast<std::int64_t>(100 + i));
  }

  Panel panel;
  panel.x = {.scale = Scale::kCategorical, .low = -0.5, .high = 2.5};
  panel.y = {.scale = Scale::kLogarithmic, .low = 1, .high = 1000};
  panel.series = {{"", 0, Boxes{{{.at = 0}, {.at = 1}, {.at = 2}}}},
                  {"", 1, Points{{1.5}, {10}, {42}}},
                  {"", 2, Line{{0, 2.5}, {100, 100}}}};
  const Figure figure = with(panel);
  const Layout layout = placed(figure);
  const PanelLayout& place = layout.panels[0];
  const auto hit = [&](double x, double y) {
    return hit_test(figure, layout, {place.x.to_points(x), place.y.to_points(y)}).value_or(Hit{});
  };
  EXPECT_EQ(hit(0.9, 500).series, 0U);
  EXPECT_EQ(hit(0.9, 500).item, 1U);
  EXPECT_FALSE(hit(1.5, 500).item.has_value());
  EXPECT_EQ(hit(1.5, 10).series, 1U);
  EXPECT_EQ(hit(1.5, 10).element, 42);
  EXPECT_EQ(hit(2.49, 100).series, 2U);
  EXPECT_EQ(hit(2.49, 100).item, 1U);
  EXPECT_NEAR(hit(1.5, 10).y, 10, 1e-9);
}

}  // namespace
}  // namespace normscope::figures
