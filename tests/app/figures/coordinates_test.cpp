// SPDX-License-Identifier: MIT
// Every painter draws every primitive of every figure at its recorded position, read back from
// files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/figures/layout/layout.hpp"
#include "app/figures/paint/cairo_painter.hpp"
#include "app/figures/paint/paint.hpp"
#include "app/figures/paint/svg_painter.hpp"
#include "tests/app/figures/support/built.hpp"
#include "tests/app/figures/support/drawings.hpp"
#include "tests/app/figures/support/primitives.hpp"
#include "tests/app/figures/support/samples.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

/// The project's bound for all painters, in points.
constexpr double kBound = 0.25;

constexpr Size kPage{340, 226};

class CoordinatesTest : public ::testing::Test {
 protected:
  /// Every builder's figures and every sample.
  template <class Check>
  void each(Check check) const {
    std::vector<Built> all = built_figures();
    for (Sample& sample : samples()) {
      all.push_back({sample.name, std::move(sample.figure), ThemeName::kLight});
    }
    all.push_back({"distribution of 5000", distribution_of(5000), ThemeName::kDark});
    for (const auto& [name, figure, colors] : all) {
      check(name,
            [&, &f = figure, c = colors](Painter& to) { paint(f, kPage, theme(c), *fonts_, to); });
    }
  }

  // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): tests are its derived classes
  const std::unique_ptr<FontMeasure> fonts_ = NORMSCOPE_VALUE_OR_FAIL(FontMeasure::load());
};

std::vector<VisiblePrimitive> recorded(const Drawing& draw) {
  Recorder recorder;
  draw(recorder);
  return visible_primitives(recorder);
}

TEST_F(CoordinatesTest, OfSvgFiles) {
  each([&](const std::string& name, const Drawing& draw) {
    SvgPainter painter(kPage, "", "", *fonts_);
    draw(painter);
    const auto found = primitives_of_svg(NORMSCOPE_VALUE_OR_FAIL(painter.finish()));
    EXPECT_EQ(misplaced(recorded(draw), found, kPage, kBound), "") << name;
  });
}

TEST_F(CoordinatesTest, OfPages) {
  each([&](const std::string& name, const Drawing& draw) {
    const auto found =
        primitives_of_pdf(NORMSCOPE_VALUE_OR_FAIL(draw_pdf(kPage, 680, 452, "", *fonts_, draw)));
    EXPECT_FALSE(found.empty()) << name;
    EXPECT_EQ(misplaced(recorded(draw), found, kPage, kBound), "") << name;
  });
}

TEST_F(CoordinatesTest, AMovedPrimitiveIsSeen) {
  const auto drawn = [&](double by) {
    SvgPainter painter(kDrawingPage, "", "", *fonts_);
    painter.rectangle({10 + by, 10, 20, 20}, 0, {1, 2, 3});
    painter.marker({50, 50 + by}, 5, Marker::kCircle, {1, 2, 3}, {});
    return primitives_of_svg(NORMSCOPE_VALUE_OR_FAIL(painter.finish()));
  };
  Recorder recorder;
  recorder.rectangle({10, 10, 20, 20}, 0, {1, 2, 3});
  recorder.marker({50, 50}, 5, Marker::kCircle, {1, 2, 3}, {});
  const auto seen = visible_primitives(recorder);
  EXPECT_EQ(misplaced(seen, drawn(0.2), kPage, kBound), "");
  EXPECT_NE(misplaced(seen, drawn(0.3), kPage, kBound), "");
  EXPECT_NE(misplaced(seen, {}, kPage, kBound), "");
  auto more = drawn(0);
  more.push_back(more.front());
  EXPECT_NE(misplaced(seen, more, kPage, kBound), "");
}

}  // namespace
}  // namespace normscope::figures
