// SPDX-License-Identifier: MIT
// Axes and colours stay while values change, widen once where values would leave them, and begin
// anew with another subject.
#include "app/figures/layout/hold.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/figures/builders/difference.hpp"
#include "app/figures/builders/distribution.hpp"
#include "app/figures/builders/heatmap.hpp"
#include "app/figures/builders/profile.hpp"
#include "app/figures/builders/stage.hpp"
#include "tests/app/figures/support/shapes_of.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace hold_test {

Figure line_of(std::vector<double> values) {
  ProfileData data;
  data.steps = {{.name = "Input", .values = std::move(values)}};
  return NORMSCOPE_VALUE_OR_FAIL(profile(data));
}

Figure map_of(const std::vector<float>& values) {
  const auto columns = static_cast<std::int64_t>(values.size());
  return NORMSCOPE_VALUE_OR_FAIL(heatmap({.matrix = {1, columns, values}}));
}

/// The figure as it is shown with a hold.
Figure shown(const Figure& figure, const FigureHold& hold) {
  return viewed(figure, held_view({}, hold));
}

/// The holds of figures that follow one another.
struct Held {
  FigureHold hold{};
  Figure then(const Figure& figure, const std::string& subject = "one") {
    hold = hold_after(hold, figure, subject);
    EXPECT_EQ(hold_after(hold, figure, subject), hold) << "the same figure changes nothing";
    return shown(figure, hold);
  }
};

TEST(Hold, TheFirstFigureIsShownAsItWasBuilt) {
  for (const Figure& figure : {line_of({1, 2, 6}), map_of({-1, 2}), map_of({1, 2})}) {
    EXPECT_EQ(Held().then(figure), figure);
  }
}

TEST(Hold, AnAxisStaysWhileItShowsAllValues) {
  Held held;
  const Axis first = held.then(line_of({1, 2, 6})).panels[0].y;
  for (const double value : {5.0, 3.0, 1.0, 6.0}) {
    EXPECT_EQ(held.then(line_of({1, 2, value})).panels[0].y, first) << value;
  }
  // Never narrower by itself, however little of it the values fill.
  EXPECT_EQ(held.then(line_of({2, 2.01, 2.02})).panels[0].y, first);
}

TEST(Hold, AnAxisWidensInOneStepWhereAValueLeavesIt) {
  Held held;
  const Axis first = held.then(line_of({1, 2, 6})).panels[0].y;
  const Axis wide = held.then(line_of({1, 2, 12})).panels[0].y;
  EXPECT_GT(wide.high, 15) << "half more than is needed";
  EXPECT_EQ(wide.low, first.low) << "nothing left it below";
  // A drag further up changes it rarely: a factor of 8 more takes five steps at most.
  int steps = 0;
  Axis last = wide;
  for (double value = 12; value < 100; value += 0.5) {
    const Axis now = held.then(line_of({1, 2, value})).panels[0].y;
    EXPECT_GE(now.high, value);
    EXPECT_GE(now.high, last.high);
    if (now != last) ++steps;
    last = now;
  }
  EXPECT_LE(steps, 5);
  EXPECT_GE(steps, 1);
}

TEST(Hold, NoValueIsLostInTheRoomThatAnAxisMayGiveUp) {
  Held held;
  const double top = held.then(line_of({1, 2, 6})).panels[0].y.high;
  for (double value = 6; value < 8; value += 0.001) {
    const Axis now = held.then(line_of({1, 2, value})).panels[0].y;
    ASSERT_GE(now.high, value);
    if (now.high != top) break;
  }
}

TEST(Hold, AnotherSubjectOrScaleBeginsAnew) {
  Held held;
  held.then(line_of({1, 2, 600}));
  const Figure small = line_of({1, 2, 3});
  EXPECT_NE(held.then(small).panels[0].y, small.panels[0].y);
  EXPECT_EQ(held.then(small, "another"), small);
  // Most values far closer to 0 than the largest: a logarithmic axis, which shares no ends.
  const Figure far = line_of({1e-3, 2e-3, 1e9});
  ASSERT_EQ(far.panels[0].y.scale, Scale::kSymmetricLogarithmic);
  EXPECT_EQ(held.then(far, "another").panels[0].y, far.panels[0].y);
}

TEST(Hold, BothPartsOfADistributionShareTheirAxis) {
  const auto distribution_of = [](const std::vector<float>& before) {
    const std::vector<float> after{-1, -0.5F, 0.5F, 1};
    return NORMSCOPE_VALUE_OR_FAIL(distribution({.before = before, .after = after}));
  };
  Held held;
  const Figure first = held.then(distribution_of({0, 1, 2, 3}));
  const Figure second = held.then(distribution_of({0, 1, 1.5F, 2}));
  EXPECT_EQ(second.panels[0].x, first.panels[0].x);
  EXPECT_EQ(second.panels[1].x, first.panels[1].x);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Figure none = held.then(distribution_of({nan, nan, nan, nan}));
  ASSERT_FALSE(none.panels[0].message.empty());
  EXPECT_EQ(none.panels[0].x, first.panels[0].x);
  EXPECT_EQ(none.panels[1].x, first.panels[1].x);
}

TEST(Hold, AMessageHoldsNothingAndLosesNothing) {
  const auto difference_of = [](const std::vector<float>& a) {
    const std::vector<float> b{1, 2, 3};
    return NORMSCOPE_VALUE_OR_FAIL(difference({.a = a, .b = b, .shape = {3}}));
  };
  Held held;
  held.then(difference_of({1, 2, 3}));
  const Figure own = difference_of({1, 2.5F, 3.25F});
  const Figure first = held.then(own);
  EXPECT_EQ(first.panels[1].x, own.panels[1].x);
  held.then(difference_of({1, 2, 3}));
  EXPECT_EQ(held.then(difference_of({1, 2.25F, 3.125F})).panels[1].x, first.panels[1].x);
}

TEST(Hold, TheZoomOfTheReaderWins) {
  Held held;
  held.then(line_of({1, 2, 6}));
  FigureView view;
  view.panels = {{.y = Ends(2, 3)}};
  const FigureView filled = held_view(view, held.hold);
  EXPECT_EQ(filled.panels[0].y, Ends(2, 3));
  ASSERT_TRUE(filled.panels[0].x);
  EXPECT_EQ(filled.panels[0].x->first, held.hold.panels[0].x->low);
}

}  // namespace hold_test
}  // namespace normscope::figures
