// SPDX-License-Identifier: MIT
// The readout for every kind of shape.
#include "app/figures/layout/readout.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/app/figures/support/recorder.hpp"
#include "tests/app/figures/support/samples.hpp"

namespace normscope::figures {
namespace readout_test {

Figure figure_with(Panel panel) {
  return {.name = "test", .panels = {std::move(panel)}};
}

Panel plain(Series series) {
  Panel panel{.title = "Panel"};
  panel.x = {.label = "place", .low = 0, .high = 10};
  panel.y = {.label = "value", .low = 0, .high = 4};
  panel.series = {std::move(series)};
  return panel;
}

/// The readout at a point of the first panel's data.
std::string said(const Figure& figure, double x, double y) {
  const EvenMeasure measure;
  const Layout layout = lay_out(figure, {450, 280}, theme(ThemeName::kLight), measure);
  const PanelLayout& at = layout.panels[0];
  return readout(figure, layout, {at.x.to_points(x), at.y.to_points(y)});
}

TEST(Readout, SaysTheValueOfACell) {
  Figure figure = figure_with(heat_panel("Map", 4, 6));
  std::get<HeatMap>(figure.panels[0].series[0].shape).values[2 * 6 + 5] = -0.25F;
  EXPECT_EQ(said(figure, 5, 2), "row 2, column 5: \u22120.2500");
  EXPECT_EQ(said(figure, 5.4, 1.6), "row 2, column 5: \u22120.2500");
  Panel& panel = figure.panels[0];
  panel.y = {.label = "step", .scale = Scale::kCategorical, .low = -0.5, .high = 3.5};
  panel.y.categories = {"a", "b", "mean", "d"};
  EXPECT_EQ(said(figure, 5, 2), "step mean, column 5: \u22120.2500");
}

TEST(Readout, PrintsTheChosenDigits) {
  Figure figure = figure_with(heat_panel("Map", 4, 6));
  auto& values = std::get<HeatMap>(figure.panels[0].series[0].shape).values;
  values[2 * 6 + 5] = 0.0666F;
  values[2 * 6 + 4] = 2;
  EXPECT_EQ(said(figure, 5, 2), "row 2, column 5: 0.0666");
  EXPECT_EQ(said(figure, 4, 2), "row 2, column 4: 2.0000");
  figure.decimals = 6;
  EXPECT_EQ(said(figure, 5, 2), "row 2, column 5: 0.066600");
  values.assign(values.size(), 3);
  EXPECT_EQ(said(figure, 5, 2), "row 2, column 5: 3") << "whole numbers alone";
}

TEST(Readout, SaysThePlaceOfALineThatIsNear) {
  const Figure figure = figure_with(plain({"mean", 0, Line{.x = {0, 5, 10}, .y = {1, 3, 1}}}));
  EXPECT_EQ(said(figure, 5.05, 2.99), "mean: 5, 3");
  EXPECT_EQ(said(figure, 2.5, 0.5), "2.5000, 0.5000");
  Figure unnamed = figure;
  unnamed.panels[0].series[0].name.clear();
  EXPECT_EQ(said(unnamed, 5, 3), "5, 3");
}

TEST(Readout, SaysBarsBoxesAndPoints) {
  const Figure bars = figure_with(plain({"values per bar", 0, Bars{{0, 2.5, 5}, {1, 3}}}));
  EXPECT_EQ(said(bars, 3, 0.5), "values per bar: 2.5000 to 5, 3");
  const Box box{.at = 5, .minimum = 0.5, .lower = 1, .median = 1.5, .upper = 2, .maximum = 3};
  const Figure boxes = figure_with(plain({"groups", 0, Boxes{{box}}}));
  EXPECT_EQ(said(boxes, 5, 2), "place 5: 0.5000 to 3, quartiles 1 and 2, median 1.5000");
  const Figure points = figure_with(plain({"each", 0, Points{{4}, {2}, {}}}));
  EXPECT_EQ(said(points, 4, 2), "each: 4, 2");
}

TEST(Readout, IsEmptyBesideThePlots) {
  const Figure figure = figure_with(plain({"mean", 0, Line{.x = {0, 10}, .y = {1, 3}}}));
  EXPECT_EQ(said(figure, -5, 2), "");
  Figure none = figure;
  none.panels[0].message = "no values";
  EXPECT_EQ(said(none, 5, 2), "");
}

}  // namespace readout_test
}  // namespace normscope::figures
