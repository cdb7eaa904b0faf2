// SPDX-License-Identifier: MIT
// Pointing at the figure in the whole window: the crosshair's readout, the legend that hides, the
// box that is picked.
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <stdexcept>
#include <string>

#include "app/figures/builders/catalogue.hpp"
#include "app/figures/ticks.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

struct FigurePointerTest : public ApplicationTest {
  // The start page is in the place of the figure.
  FigurePointerTest() { driver->click("welcome/close"); }

  /// Takes the figure of a name.
  void choose(const std::string& name) const {
    const auto all = figures::figures_of(*application->workspace().shown);
    const auto at = std::ranges::find(all, name, &figures::FigureInfo::name) - all.begin();
    driver->click("figure/choose");
    driver->click("figure/choose/" + std::to_string(at));
  }
  const workspace::PlacedFigure& placed() const {
    return *application->workspace().figures.placed();
  }
  const std::string& name() const { return placed().figure.name; }
  /// The pixel of a point of the figure's page: at a scale of 1 they are the same.
  ImVec2 pixel(figures::Point at) const {
    const ui::Rect& page = driver->widget("figure/" + name()).rect;
    return {page.x + static_cast<float>(at.x), page.y + static_cast<float>(at.y)};
  }
  ImVec2 of_data(double x, double y) const {
    const figures::PanelLayout& panel = placed().layout.panels[0];
    return pixel({panel.x.to_points(x), panel.y.to_points(y)});
  }
  void point(ImVec2 at) const {
    driver->shell().input().pointer(at.x, at.y);
    driver->shell().pacing().activity();
    driver->settle();
  }
  void drag(ImVec2 from, ImVec2 to) const {
    driver->wait(1);  // or it would be the second press of a double click
    point(from);
    driver->shell().input().button(ui::Button::kLeft, true);
    driver->shell().pacing().activity();
    driver->settle();
    point({(from.x + to.x) / 2, (from.y + to.y) / 2});
    point(to);
    driver->release();
  }
  std::string readout() const {
    return driver->has("figure/readout") ? driver->widget("figure/readout").text : "";
  }
};

TEST_F(FigurePointerTest, TheCrosshairSaysTheValueOfACell) {
  choose("heatmap");
  // A copy: what is pointed at is marked in a figure that is made anew.
  const auto map = std::get<figures::HeatMap>(placed().figure.panels[0].series[0].shape);
  ASSERT_GT(map.rows, 1);
  ASSERT_GT(map.columns, 1);
  point(of_data(1, 1));
  const auto value = static_cast<double>(map.values[static_cast<std::size_t>(map.columns) + 1]);
  EXPECT_EQ(readout(), "row 1, column 1: " + figures::value_text(value));
  // As the card prints it, but with a minus sign.
  std::string cell = driver->widget("stage/normalized/cell/1/1").text;
  if (cell.starts_with('-')) cell.replace(0, 1, "\u2212");
  EXPECT_EQ(readout(), "row 1, column 1: " + cell);
  // The same cell of the output is pointed at on the sheet.
  EXPECT_EQ(application->workspace().view.pointed.cell,
            (workspace::PointedCell{"normalized", {1, 1}}));
  point({1, 1});
  EXPECT_EQ(readout(), "");
}

TEST_F(FigurePointerTest, TheCrosshairSaysTheValueOfALine) {
  choose("profile");
  const auto& line = std::get<figures::Line>(placed().figure.panels[0].series[0].shape);
  ASSERT_GT(line.x.size(), 3U);
  point(of_data(line.x[3], line.y[3]));
  EXPECT_NE(readout().find("3, "), std::string::npos) << readout();
  EXPECT_TRUE(readout().ends_with(driver->widget("stage/input/cell/0/3").text)) << readout();
}

TEST_F(FigurePointerTest, TheLegendHidesAndShows) {
  driver->resize({1920, 3000});  // a low figure has no legend
  const auto entry = [&]() -> const figures::LegendEntry& {
    for (const auto& one : placed().layout.legend) {
      if (one.name == "density") return one;
    }
    throw std::runtime_error("no density in the legend");
  };
  const auto points = [&] {
    std::size_t count = 0;
    for (const figures::Series& series : placed().figure.panels[0].series) {
      const auto* line = std::get_if<figures::Line>(&series.shape);
      if (line != nullptr && series.name == "density") count += line->x.size();
    }
    return count;
  };
  const auto click = [&] {
    const figures::Rect& area = entry().area;
    driver->wait(1);
    driver->click_at(pixel({area.x + area.width / 2, area.y + area.height / 2}));
  };
  EXPECT_GT(points(), 0U);
  click();
  EXPECT_EQ(points(), 0U);
  EXPECT_EQ(placed().view.hidden, std::set<std::string>{"density"});
  click();  // the entry of a hidden line stays in the legend
  EXPECT_GT(points(), 0U);
  EXPECT_TRUE(placed().view.hidden.empty());
  EXPECT_TRUE(application->workspace().history.undo_description().empty()) << "looking is no edit";
}

TEST_F(FigurePointerTest, ABoxIsPickedWithShift) {
  const figures::PanelLayout before = placed().layout.panels[0];
  const figures::Rect& plot = before.plot;
  const figures::Point from{plot.x + 0.25 * plot.width, plot.y + 0.25 * plot.height};
  const figures::Point to{plot.x + 0.75 * plot.width, plot.y + 0.5 * plot.height};
  driver->key_down(ui::Key::kA, {.shift = true});
  drag(pixel(from), pixel(to));
  driver->key_up(ui::Key::kA);
  const figures::PanelLayout& after = placed().layout.panels[0];
  // The pointer moves by whole pixels: the box is off by one at most.
  const double pixel_x = (before.x.high - before.x.low) / plot.width;
  const double pixel_y = (before.y.high - before.y.low) / plot.height;
  EXPECT_NEAR(after.x.low, before.x.to_data(from.x), 1.5 * pixel_x);
  EXPECT_NEAR(after.x.high, before.x.to_data(to.x), 1.5 * pixel_x);
  EXPECT_NEAR(after.y.low, before.y.to_data(to.y), 1.5 * pixel_y);
  EXPECT_NEAR(after.y.high, before.y.to_data(from.y), 1.5 * pixel_y);
  // A double click shows the whole figure again.
  driver->wait(1);
  driver->click_at(pixel(to));
  driver->click_at(pixel(to));
  EXPECT_EQ(placed().layout.panels[0].x, before.x);
  EXPECT_EQ(placed().layout.panels[0].y, before.y);
}

TEST_F(FigurePointerTest, FitShowsAllAgain) {
  const figures::PanelLayout before = placed().layout.panels[0];
  const figures::Rect plot = before.plot;
  point(pixel({plot.x + plot.width / 2, plot.y + plot.height / 2}));
  driver->shell().input().scroll(0, 2);
  driver->shell().pacing().activity();
  driver->settle();
  EXPECT_NE(placed().layout.panels[0].x, before.x);
  driver->click("figure/fit");
  EXPECT_EQ(placed().layout.panels[0].x, before.x);
  EXPECT_EQ(placed().layout.panels[0].y, before.y);
}

TEST_F(FigurePointerTest, TheWheelZoomsTheValuesOfADistributionAlsoBetweenItsPlots) {
  choose("distribution");
  driver->resize({1920, 1400});
  const auto panel = [&](std::size_t at) { return placed().layout.panels[at]; };
  const figures::Rect above = panel(0).plot;
  const figures::Rect below = panel(1).plot;
  const figures::AxisMap values = panel(1).x;
  const figures::AxisMap counts = panel(1).y;
  ASSERT_GT(below.y, above.bottom() + 4) << "there is room between them";
  for (const double y : {below.y + below.height / 2, (above.bottom() + below.y) / 2}) {
    const figures::AxisMap before = panel(1).x;
    point(pixel({below.x + below.width / 2, y}));
    driver->shell().input().scroll(0, 1);
    driver->shell().pacing().activity();
    driver->settle();
    EXPECT_LT(panel(1).x.high - panel(1).x.low, before.high - before.low) << y;
    EXPECT_EQ(panel(1).y, counts) << y;
  }
  EXPECT_NE(panel(1).x, values);
}

// The wheel does one thing: it scrolls a figure higher than its panel, and zooms any other.
TEST_F(FigurePointerTest, TheWheelScrollsATallFigureAndZoomsItWithCtrl) {
  choose("profile");  // four panels, one above the other
  driver->resize({1920, 900});
  const auto top = [&] { return driver->widget("figure/profile").rect.y; };
  const auto wheel = [&](float lines) {
    driver->shell().input().scroll(0, lines);
    driver->shell().pacing().activity();
    driver->settle();
  };
  const figures::Rect plot = placed().layout.panels[0].plot;
  point(pixel({plot.x + plot.width / 2, plot.y + plot.height / 2}));
  const figures::AxisMap before = placed().layout.panels[0].x;
  const float place = top();
  driver->key_down(ui::Key::kA, {.ctrl = true});
  wheel(1);
  driver->key_up(ui::Key::kA);
  EXPECT_EQ(top(), place) << "with Ctrl nothing scrolls";
  const figures::AxisMap zoomed = placed().layout.panels[0].x;
  EXPECT_LT(zoomed.high - zoomed.low, before.high - before.low);
  wheel(-1);
  EXPECT_LT(top(), place) << "the figure scrolls";
  EXPECT_EQ(placed().layout.panels[0].x, zoomed) << "and does not zoom";
}

TEST_F(FigurePointerTest, ATremblingBoxPicksNothing) {
  const figures::AxisMap before = placed().layout.panels[0].x;
  const figures::Rect& plot = placed().layout.panels[0].plot;
  const ImVec2 at = pixel({plot.x + plot.width / 2, plot.y + plot.height / 2});
  driver->key_down(ui::Key::kA, {.shift = true});
  drag(at, {at.x + 2, at.y + 2});
  driver->key_up(ui::Key::kA);
  EXPECT_EQ(placed().layout.panels[0].x, before);
}

}  // namespace
}  // namespace normscope::testing
