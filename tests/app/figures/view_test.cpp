// SPDX-License-Identifier: MIT
// Views of figures: zooming keeps the point under the pointer, shared axes follow.
#include "app/figures/layout/view.hpp"

#include <gtest/gtest.h>

#include "app/figures/paint/paint.hpp"
#include "app/figures/theme.hpp"
#include "tests/app/figures/support/recorder.hpp"

namespace normscope::figures {
namespace {

Panel panel_over(Scale scale, double low, double high) {
  Panel panel{.title = "p"};
  panel.x = {.label = "x", .scale = scale, .low = low, .high = high};
  panel.y = {.low = -1, .high = 3};
  panel.series.push_back({"a line", 0, Line{{low, high}, {0, 2}}});
  panel.series.push_back({"bars", 1, Bars{{low, (low + high) / 2, high}, {1, 2}}});
  return panel;
}

Figure two_panels(Scale scale, double low, double high) {
  Figure figure{.name = "f", .title = "t"};
  figure.panels = {panel_over(scale, low, high), panel_over(scale, low, high)};
  figure.shared_x = true;
  return figure;
}

Layout page(const Figure& figure) {
  return lay_out(figure, {400, 300}, theme(ThemeName::kLight), EvenMeasure());
}

TEST(View, StretchingKeepsThePlaceUnderThePointerOnEveryScale) {
  for (const auto& [scale, low, high] :
       {std::tuple(Scale::kLinear, -2.0, 6.0), std::tuple(Scale::kLogarithmic, 1e-6, 1e3),
        std::tuple(Scale::kSymmetricLogarithmic, -1e4, 1e2)}) {
    const Figure figure = two_panels(scale, low, high);
    const Layout before = page(figure);
    const Rect& plot = before.panels[0].plot;
    const Point about{plot.x + 0.3 * plot.width, plot.y + 0.6 * plot.height};
    const FigureView view = stretched({}, figure, before, 0, about, 2);
    EXPECT_TRUE(view.zoomed());
    const Layout after = page(viewed(figure, view));
    EXPECT_EQ(after.panels[0].plot, plot) << "nothing else moves";
    const double there = before.panels[0].x.to_data(about.x);
    // In points of the page, after two maps in double.
    EXPECT_NEAR(after.panels[0].x.to_points(there), about.x, 1e-6);
    // The other panel shares x, but not y.
    EXPECT_EQ(after.panels[1].x.low, after.panels[0].x.low);
    EXPECT_EQ(after.panels[1].y.low, before.panels[1].y.low);
    EXPECT_NE(after.panels[0].y.low, before.panels[0].y.low);
    // Zooming back.
    const FigureView back = stretched(view, viewed(figure, view), after, 0, about, 0.5);
    const Layout again = page(viewed(figure, back));
    EXPECT_NEAR(again.panels[0].x.to_points(there), about.x, 1e-6);
    EXPECT_NEAR(again.panels[0].x.to_data(plot.x) / low, 1, 1e-6);
  }
}

TEST(View, CountsAreNotStretched) {
  Figure figure = two_panels(Scale::kLinear, 0, 10);
  figure.panels[0].y.counts = true;
  const Layout layout = page(figure);
  const Rect& plot = layout.panels[0].plot;
  const FigureView view = stretched({}, figure, layout, 0, {plot.x + 20, plot.y + 20}, 2);
  EXPECT_TRUE(view.panels[0].x);
  EXPECT_FALSE(view.panels[0].y);
}

TEST(View, ABoxIsShownWhole) {
  const Figure figure = two_panels(Scale::kLinear, 0, 10);
  const Layout layout = page(figure);
  const Rect& plot = layout.panels[1].plot;
  const Rect box{plot.x + plot.width / 4, plot.y, plot.width / 2, plot.height / 2};
  const Figure part = viewed(figure, boxed({}, figure, layout, 1, box));
  EXPECT_NEAR(part.panels[1].x.low, 2.5, 1e-9);
  EXPECT_NEAR(part.panels[1].x.high, 7.5, 1e-9);
  EXPECT_NEAR(part.panels[1].y.low, 1, 1e-9);
  EXPECT_NEAR(part.panels[1].y.high, 3, 1e-9);
  EXPECT_NEAR(part.panels[0].x.low, 2.5, 1e-9);
  EXPECT_EQ(part.panels[0].y.low, -1);
}

TEST(View, MovingToTheRightShowsWhatLiesLeft) {
  const Figure figure = two_panels(Scale::kLinear, 0, 10);
  const Layout layout = page(figure);
  const double width = layout.panels[0].plot.width;
  const Figure part = viewed(figure, moved({}, figure, layout, 0, width / 10, 0));
  EXPECT_NEAR(part.panels[0].x.low, -1, 1e-9);
  EXPECT_NEAR(part.panels[0].x.high, 9, 1e-9);
}

TEST(View, NoAxisBecomesNarrowerThanDoubles) {
  const Figure figure = two_panels(Scale::kLinear, 1, 2);
  FigureView view;
  for (int i = 0; i < 200; ++i) {
    const Figure part = viewed(figure, view);
    const Layout layout = page(part);
    const Rect& plot = layout.panels[0].plot;
    view = stretched(view, part, layout, 0, {plot.x + plot.width / 3, plot.y + 5}, 2);
  }
  const Axis axis = viewed(figure, view).panels[0].x;
  EXPECT_GT(axis.high - axis.low, 0);
  EXPECT_LT(axis.high - axis.low, 1e-9);
}

TEST(View, WhatIsHiddenIsNotDrawnAndStaysInTheLegend) {
  const Figure figure = two_panels(Scale::kLinear, 0, 10);
  FigureView view;
  view.hidden = {"bars"};
  const Figure part = viewed(figure, view);
  EXPECT_EQ(std::get<Bars>(part.panels[0].series[1].shape).heights.size(), 0U);
  EXPECT_EQ(std::get<Line>(part.panels[0].series[0].shape).x.size(), 2U);
  const Layout layout = page(part);
  ASSERT_EQ(layout.legend.size(), 2U);
  EXPECT_EQ(layout.legend[1].name, "bars");
  Recorder all;
  paint(figure, page(figure), theme(ThemeName::kLight), all);
  Recorder fewer;
  paint(part, layout, theme(ThemeName::kLight), fewer);
  EXPECT_EQ(all.all<DrawnRectangle>().size() - fewer.all<DrawnRectangle>().size(), 4U)
      << "two bars in each panel";
}

}  // namespace
}  // namespace normscope::figures
