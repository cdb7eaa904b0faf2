// SPDX-License-Identifier: MIT
// The parts around the shapes of a plot: annotations, legend, numbers of axes, formulas.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "app/figures/layout/layout.hpp"
#include "tests/app/figures/support/on_page.hpp"
#include "tests/app/figures/support/page_rules.hpp"
#include "tests/app/figures/support/samples.hpp"

namespace normscope::figures {
namespace {

TEST(Annotations, StandBesideTheirPoints) {
  Panel panel;
  panel.annotations = {{0.5, 0.5, "first"}, {0.5, 0.5, "second"}};
  const Layout layout = placed(with(panel));
  ASSERT_EQ(layout.panels[0].annotations.size(), 2U);
  for (const PlacedAnnotation& one : layout.panels[0].annotations) {
    EXPECT_FALSE(one.box.contains(one.at));
    EXPECT_LT(std::abs(one.box.y - one.at.y), 3 * layout.text_size);
  }
}

TEST(Annotations, WithoutAPlaceAreNotes) {
  Panel panel{.title = "Places"};
  panel.x.label = "column";
  panel.y.label = "row";
  for (int i = 0; i < 12; ++i) panel.annotations.push_back({0.5, 0.5, std::to_string(100 + i)});
  const Figure figure = with(panel);
  const Layout layout = placed(figure);
  const auto& at = layout.panels[0].annotations;
  ASSERT_EQ(at.size(), 12U);  // every one has its ring
  std::size_t notes = 0;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const std::string text = std::to_string(100 + i);
    const bool beside = at[i].box.width > 0;
    EXPECT_EQ(shows(layout, text), beside) << text;
    EXPECT_NE(shows(layout, text + " at column 0.5000, row 0.5000."), beside) << text;
    notes += beside ? 0 : 1;
  }
  EXPECT_GT(notes, 0U);
  EXPECT_LT(notes, 12U);
  EXPECT_EQ(drawn(figure)->all<DrawnMarker>().size(), 12U);
  EXPECT_EQ(page_problem(figure, {300, 200}, theme(ThemeName::kLight), EvenMeasure()), "");
}

TEST(Annotations, HideNoNumber) {
  Panel panel = heat_panel("Map", 2, 3);
  panel.annotations = {{1, 1, "a text that is " + std::string(80, 'o') + " long"}};
  const Figure figure = with(panel);
  const Layout layout = placed(figure);
  ASSERT_EQ(layout.panels[0].annotations.size(), 1U);
  EXPECT_FALSE(layout.panels[0].annotations[0].ring);
  EXPECT_TRUE(drawn(figure)->all<DrawnMarker>().empty());
  EXPECT_EQ(layout.panels[0].annotations[0].box.width, 0);
  EXPECT_TRUE(shows(layout, "a text that is"));  // the note's first line
  panel.annotations[0].text = "largest";
  const Layout shorter = placed(with(panel));
  EXPECT_FALSE(shorter.panels[0].annotations[0].ring);
  EXPECT_GT(shorter.panels[0].annotations[0].box.width, 0);  // above or below the number
}

TEST(Annotations, BesideThePlotAreNotMissed) {
  Panel panel;
  panel.annotations = {{7, 0.5, "zoomed away"}};
  const Layout layout = placed(with(panel));
  EXPECT_TRUE(layout.panels[0].annotations.empty());
  EXPECT_TRUE(layout.texts.empty() ||
              std::none_of(layout.texts.begin(), layout.texts.end(), [](const TextRun& run) {
                return run.text.find("zoomed") != std::string::npos;
              }));
}

TEST(Legend, StandsBesideTheTitleWhereThereIsRoom) {
  Panel panel{.title = "Panel"};
  panel.series = {{"one name", 0, Line{.x = {0, 1}, .y = {0, 1}}},
                  {"another name", 1, Line{.x = {0, 1}, .y = {1, 0}}}};
  Figure figure = with(panel);
  figure.title = "A title";
  const auto legend_and_title = [&](const Size& size) {
    const Layout layout = placed(figure, size);
    EXPECT_EQ(layout.legend.size(), 2U);
    EXPECT_EQ(layout.texts.at(0).text, "A title");
    return std::pair{layout.legend.at(1).area, layout.texts[0].origin.y};
  };
  const auto [beside, baseline] = legend_and_title({450, 280});
  EXPECT_TRUE(beside.y < baseline && beside.bottom() > baseline);
  EXPECT_NEAR(beside.right(), 450 - 10, 1e-9);  // the margin is an em of 10
  const auto [below, other] = legend_and_title({220, 280});
  EXPECT_GT(below.y, other);
}

TEST(Axes, HaveTwoNumbersAtLeast) {
  // Ticks of a low plot from 0 to 9 would otherwise be 0 alone.
  for (const double high : {3.0, 9.0, 4.9, 77.0}) {
    Panel panel{.title = "Panel"};
    panel.x.ticks = TickStyle::kNone;
    panel.y = {.low = -0.04 * high, .high = high};
    const Layout layout = placed(with(panel), {170 * kMillimetre, 22 * kMillimetre});
    std::size_t numbers = 0;
    for (const TextRun& run : layout.texts) numbers += run.text == "Panel" ? 0 : 1;
    EXPECT_GE(numbers, 2U) << high;
  }
}

TEST(Formulas, GoBeforeAMapBecomesLow) {
  Figure figure = with(heat_panel("Normalized", 4, 6));
  figure.panels[0].formula = R"(\frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}})";
  EXPECT_EQ(placed(figure, {160 * kMillimetre, 100 * kMillimetre}).formulas.size(), 1U);
  const Layout low = placed(figure, {85 * kMillimetre, 50 * kMillimetre});
  EXPECT_TRUE(low.formulas.empty());
  EXPECT_GT(low.panels[0].plot.height, 4 * low.text_size);
}

TEST(Legend, ShowsTheColoursOfAMap) {
  Figure figure{.name = "stage", .arrangement = Arrangement::kFlow};
  figure.panels = {heat_panel("Map", 2, 3)};
  figure.panels[0].series[0].name = "colours";
  std::get<HeatMap>(figure.panels[0].series[0].shape).color_bar = false;
  const Layout layout = placed(figure);
  ASSERT_EQ(layout.legend.size(), 1U);
  const Rect& sample = layout.legend[0].sample;
  std::set<std::array<int, 3>> colors;
  for (const auto& [rect, radius, fill] : drawn(figure)->all<DrawnRectangle>()) {
    if (rect.y == sample.y && rect.height == sample.height) {
      colors.insert({fill.red, fill.green, fill.blue});
    }
  }
  EXPECT_GT(colors.size(), 10U);
}

}  // namespace
}  // namespace normscope::figures
