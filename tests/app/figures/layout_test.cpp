// SPDX-License-Identifier: MIT
// For any data and any page from 60 x 40 mm to A3: no two texts overlap, nothing leaves the page,
// and positions on the page map back to the data that they show.
#include "app/figures/layout/layout.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/figures/builders/distribution.hpp"
#include "app/figures/layout/font_measure.hpp"
#include "app/figures/paint/paint.hpp"
#include "tests/app/figures/support/page_rules.hpp"
#include "tests/app/figures/support/recorder.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace layout_test {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

TEST(Layout, NothingOverlapsOrLeavesThePage) {
  const EvenMeasure wide;
  const auto fonts = NORMSCOPE_VALUE_OR_FAIL(FontMeasure::load());
  EXPECT_TRUE(rc::check("any data on any page", [&] {
    const int scale = *rc::gen::inRange(-30, 31);
    const int offset = *rc::gen::element(0, 0, 1, 1000, 1000000);
    const auto count = *rc::gen::element<std::size_t>(0, 1, 2, 5, 12, 60, 61, 300);
    const auto raw = *rc::gen::container<std::vector<int>>(count, rc::gen::inRange(-20, 21));
    const auto kinds = *rc::gen::container<std::vector<int>>(count, rc::gen::inRange(0, 60));
    std::vector<float> before;
    std::vector<float> after;
    for (std::size_t i = 0; i < count; ++i) {
      const double value = (raw[i] + 20.0 * offset) * std::pow(10.0, scale) / 20;
      before.push_back(kinds[i] == 0   ? kNan
                       : kinds[i] == 1 ? kInf
                       : kinds[i] == 2 ? -kInf
                       : kinds[i] < 20 ? 0.0F
                                       : static_cast<float>(value));
      after.push_back(kinds[i] < 3 ? kNan : static_cast<float>(raw[i]) / 10);
    }
    auto figure = distribution({.before = before,
                                .after = after,
                                .title = "Distribution of the activations, whole batch",
                                .before_title = "Before: what enters LayerNorm",
                                .after_title = "After: its output"});
    RC_ASSERT(figure.has_value());
    const Size size = *rc::gen::elementOf(pages());
    Theme one = theme(*rc::gen::element(ThemeName::kLight, ThemeName::kPrint));
    one.text_size = *rc::gen::element(6.0, 10.0, 14.0, 24.0);
    RC_ASSERT(page_problem(*figure, size, one, wide) == "");
    RC_ASSERT(page_problem(*figure, size, one, *fonts) == "");
  }));
}

const std::vector<float> kActivations = {0, 0, 0.4091F, 0.6587F, 0.3914F, 0,
                                         0, 0, 0.3192F, 0.5920F, 0.4216F, 0};
const std::vector<float> kNormalized = {-0.9335F, -0.9335F, 0.6338F, 1.5899F, 0.5659F, -0.9225F,
                                        -0.9335F, -0.9225F, 0.4082F, 1.5456F, 0.8357F, -0.9335F};

Figure lecture() {
  return NORMSCOPE_VALUE_OR_FAIL(distribution({.before = kActivations, .after = kNormalized}));
}

TEST(Layout, ASmallPageStillShowsTheMeanAndTheAxis) {
  const EvenMeasure measure;
  Recorder recorder;
  paint(lecture(), pages()[0], theme(ThemeName::kPrint), measure, recorder);
  std::string all;
  for (const DrawnText& text : recorder.all<DrawnText>()) all += text.run.text + "|";
  EXPECT_NE(all.find("mean 0.2327"), std::string::npos) << all;
  EXPECT_NE(all.find("|1.0|"), std::string::npos) << all;
}

TEST(Layout, ALargePageShowsEverything) {
  const EvenMeasure measure;
  const Layout layout = lay_out(lecture(), {700, 500}, theme(ThemeName::kLight), measure);
  EXPECT_EQ(layout.legend.size(), 4U);
  for (const PanelLayout& panel : layout.panels) {
    EXPECT_GT(panel.strip.height, 0);
    ASSERT_EQ(panel.marks.size(), 3U);
    for (const PlacedMark& mark : panel.marks) EXPECT_TRUE(mark.label.has_value());
  }
  // The sample of a name with two colours has neither.
  EXPECT_FALSE(layout.legend[0].color.has_value());
}

TEST(HitTest, FindsDotsAndBars) {
  const EvenMeasure measure;
  const Figure figure = lecture();
  const Layout layout = lay_out(figure, {700, 500}, theme(ThemeName::kLight), measure);
  const PanelLayout& panel = layout.panels[1];
  ASSERT_EQ(panel.dots.size(), 1U);
  for (std::size_t i = 0; i < kNormalized.size(); ++i) {
    const auto hit = hit_test(figure, layout, panel.dots[0].centers[i]);
    ASSERT_TRUE(hit.has_value());
    EXPECT_EQ(hit->panel, 1U);
    EXPECT_EQ(hit->element, static_cast<std::int64_t>(i));
    EXPECT_NEAR(hit->x, kNormalized[i], 1e-9);
  }
  const auto bar = hit_test(figure, layout, {panel.x.to_points(-0.9), panel.plot.y + 1});
  ASSERT_TRUE(bar.has_value());
  EXPECT_EQ(bar->item, 0U);
  EXPECT_FALSE(bar->element.has_value());
  EXPECT_FALSE(hit_test(figure, layout, {1, 1}).has_value());
}

TEST(AxisMap, GoesThereAndBack) {
  const AxisMap map{-2, 6, 100, 20};
  EXPECT_EQ(map.to_points(-2), 100);
  EXPECT_EQ(map.to_points(6), 20);
  EXPECT_EQ(map.to_data(map.to_points(1)), 1);
}

/// Recordings of whole figures, with metrics that depend on no font. A differing recording is
/// written to the tests' temporary folder; after review it replaces the old one.
void expect_recorded(const std::string& name, const Figure& figure, Size size, ThemeName colours) {
  const EvenMeasure measure;
  Recorder recorder;
  paint(figure, size, theme(colours), measure, recorder);
  const std::string now = recorder.to_text();
  if (testing::read_data("figures/" + name + ".txt") == now) return;
  const auto path = std::filesystem::path(::testing::TempDir()) / ("figures_" + name + ".txt");
  testing::write_file(path, now);
  ADD_FAILURE() << "another picture than tests/data/figures/" << name << ".txt: see " << path;
}

TEST(Recording, Lecture) {
  expect_recorded("lecture", with_selected(lecture(), 2, 0.4091F, 0.6338F), {700, 500},
                  ThemeName::kLight);
}

TEST(Recording, Batch) {
  std::vector<float> before;
  std::vector<float> after;
  for (int i = 0; i < 500; ++i) {  // two triangles of different width
    before.push_back(5.0F + static_cast<float>((i % 25) + (i % 20)) / 16);
    after.push_back(static_cast<float>((i % 25) + (i % 20)) / 8 - 2.6875F);
  }
  const Figure figure = NORMSCOPE_VALUE_OR_FAIL(distribution({.before = before, .after = after}));
  expect_recorded("batch", figure, {600, 300}, ThemeName::kDark);
}

TEST(Recording, Degenerate) {
  const std::vector<float> before{3, 3, kNan, 3, kInf};
  const std::vector<float> after{kNan, kNan, kNan, kNan, kNan};
  const Figure figure = NORMSCOPE_VALUE_OR_FAIL(distribution({.before = before, .after = after}));
  expect_recorded("degenerate", figure, {60 * kMillimetre, 40 * kMillimetre}, ThemeName::kPrint);
}

}  // namespace layout_test
}  // namespace normscope::figures
