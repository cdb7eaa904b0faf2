// SPDX-License-Identifier: MIT
// The colours of numbers and of series for each of the common colour-vision deficiencies.
#include "app/figures/palette.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/app/figures/support/vision.hpp"

namespace normscope::figures {
namespace palette_test {

/// The just noticeable distance in OKLab (palette.hpp).
constexpr double kNoticeable = 0.02;
/// Colours of a map that must differ: more than the ticks of a colour bar and the steps between
/// them.
constexpr std::size_t kSteps = 17;

// The primaries from the tests of bevy_color (Rust), in float32.
TEST(Oklab, IsThatOfItsAuthor) {
  const auto expect = [](Color color, const Oklab& wanted) {
    const Oklab found = to_oklab(color);
    // Float32 rounds these below 1e-7; the rest is left to how both write the matrices.
    EXPECT_NEAR(found.lightness, wanted.lightness, 1e-6);
    EXPECT_NEAR(found.a, wanted.a, 1e-6);
    EXPECT_NEAR(found.b, wanted.b, 1e-6);
  };
  expect({0, 0, 0}, {0, 0, 0});
  expect({255, 255, 255}, {1, 0, 0});
  expect({255, 0, 0}, {0.6279554, 0.22486295, 0.1258463});
  expect({0, 255, 0}, {0.8664396, -0.2338874, 0.1794985});
  expect({0, 0, 255}, {0.4520137, -0.032456964, -0.31152815});
}

TEST(Oklab, TheWayBackGivesTheSameColor) {
  for (int red = 0; red < 256; red += 15) {
    for (int green = 0; green < 256; green += 15) {
      for (int blue = 0; blue < 256; blue += 15) {
        const Color color{static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green),
                          static_cast<std::uint8_t>(blue)};
        EXPECT_EQ(from_oklab(to_oklab(color)), color) << red << " " << green << " " << blue;
      }
    }
  }
}

TEST(Oklab, WhatCannotBeShownIsCut) {
  EXPECT_EQ(from_oklab({2, 0, 0}), (Color{255, 255, 255}));
  EXPECT_EQ(from_oklab({-1, 0, 0}), (Color{0, 0, 0}));
}

class EveryGround : public ::testing::TestWithParam<ThemeName> {
 protected:
  static std::vector<Color> steps_of(Color (*map)(double, ThemeName), double low) {
    std::vector<Color> colors(kSteps);
    for (std::size_t i = 0; i < kSteps; ++i) {
      colors[i] = map(low + (1 - low) * static_cast<double>(i) / (kSteps - 1), GetParam());
    }
    return colors;
  }
};
INSTANTIATE_TEST_SUITE_P(Palette, EveryGround,
                         ::testing::Values(ThemeName::kLight, ThemeName::kDark, ThemeName::kPrint),
                         [](const auto& one) {
                           return std::string(base::name_of(theme_names(), one.param));
                         });

TEST_P(EveryGround, NeighboursOfBothMapsAreToldApart) {
  for (const auto& colors : {steps_of(sequential, 0), steps_of(diverging, -1)}) {
    for (const Vision& vision : kVisions) {
      for (std::size_t i = 1; i < colors.size(); ++i) {
        // Half as much again as is just noticeable: cells are large, and neighbours touch.
        EXPECT_GE(distance(seen(colors[i - 1], vision), seen(colors[i], vision)),
                  1.45 * kNoticeable)
            << vision << " " << i;
      }
    }
  }
}

TEST_P(EveryGround, StepsAreEven) {
  for (const auto& colors : {steps_of(sequential, 0), steps_of(diverging, -1)}) {
    std::vector<double> steps;
    for (std::size_t i = 1; i < colors.size(); ++i) {
      steps.push_back(distance(to_oklab(colors[i - 1]), to_oklab(colors[i])));
    }
    const auto [least, most] = std::minmax_element(steps.begin(), steps.end());
    // The sides of the diverging map are within 1.07 of each other; a channel's rounding to whole
    // levels moves a colour by up to 0.002, a step of 0.04 by up to a tenth.
    EXPECT_LE(*most / *least, 1.25);
  }
}

TEST_P(EveryGround, LightnessAloneTellsTheOrder) {
  const auto colors = steps_of(sequential, 0);
  const double sign = GetParam() == ThemeName::kDark ? 1 : -1;
  for (const Vision& vision : kVisions) {
    for (std::size_t i = 1; i < colors.size(); ++i) {
      const double step = seen(colors[i], vision).lightness - seen(colors[i - 1], vision).lightness;
      EXPECT_GE(sign * step, kNoticeable) << vision << " " << i;
    }
  }
}

// "The larger, the deeper" needs one hue, and no hue that any eye takes for a number below 0.
TEST_P(EveryGround, TheSequentialMapHasOneHueThatIsNotOrange) {
  const auto hue = [](const Oklab& color) { return std::atan2(color.b, color.a); };
  const Oklab end = to_oklab(sequential(1, GetParam()));
  EXPECT_GT(std::hypot(end.a, end.b), 0.1) << "a colour, not a grey";
  const Oklab zero = to_oklab(sequential(0, GetParam()));
  EXPECT_EQ(sequential(0, GetParam()), diverging(0, GetParam())) << "0 has no colour";
  for (int i = 1; i <= 16; ++i) {
    const Oklab color = to_oklab(sequential(i / 16.0, GetParam()));
    const Oklab own{0, color.a - zero.a, color.b - zero.b};
    // Pale colours are rounded to whole levels: 0.002 of the chroma.
    EXPECT_NEAR(hue(own), hue({0, end.a - zero.a, end.b - zero.b}),
                0.004 / std::hypot(own.a, own.b))
        << i;
  }
  for (const Vision& vision : kVisions) {
    for (int i = 25; i <= 100; ++i) {
      const Oklab upward = seen(sequential(i / 100.0, GetParam()), vision);
      EXPECT_LT(upward.b, 0) << vision << ": on the blue side " << i;
      for (int j = 25; j <= 100; ++j) {
        const Oklab below = seen(diverging(-j / 100.0, GetParam()), vision);
        EXPECT_GE(distance(upward, below), 2 * kNoticeable) << vision << " " << i << " " << j;
      }
    }
  }
}

TEST_P(EveryGround, SignsAreToldApart) {
  for (const Vision& vision : kVisions) {
    double before = 0;
    for (int i = 25; i <= 100; ++i) {
      const double t = i / 100.0;
      const Oklab above = seen(diverging(t, GetParam()), vision);
      const Oklab below = seen(diverging(-t, GetParam()), vision);
      EXPECT_GE(distance(above, below), kLeastSignDistance * t) << vision << " " << t;
      // The further out, the further apart; rounding to levels moves each colour by up to 0.002.
      EXPECT_GE(distance(above, below), before - 0.004) << vision << " " << t;
      before = distance(above, below);
    }
  }
  const Oklab above = to_oklab(diverging(1, GetParam()));
  const Oklab below = to_oklab(diverging(-1, GetParam()));
  EXPECT_NEAR(above.lightness, below.lightness, 0.003);  // rounding to levels, of both
  EXPECT_LT(above.b, -0.05);                             // blue
  EXPECT_GT(below.b, 0.05);                              // orange
  EXPECT_GT(below.a, 0.05);
}

TEST_P(EveryGround, LightnessAloneTellsTheMagnitude) {
  // Away from 0 light colours darken, and dark ones lighten.
  const double sign = GetParam() == ThemeName::kDark ? 1 : -1;
  for (const Vision& vision : kVisions) {
    for (const double side : {-1.0, 1.0}) {
      for (int i = 1; i <= 8; ++i) {
        const double step = seen(diverging(side * i / 8, GetParam()), vision).lightness -
                            seen(diverging(side * (i - 1) / 8, GetParam()), vision).lightness;
        EXPECT_GE(sign * step, kNoticeable) << vision << " " << side * i;
      }
    }
  }
}

TEST_P(EveryGround, WhatIsNoNumberIsLikeNoNumber) {
  for (const Vision& vision : kVisions) {
    for (int i = 0; i <= 400; ++i) {
      const Oklab none = seen(not_a_number(GetParam()), vision);
      // Three times what is just noticeable: it must be seen among unlike neighbours.
      EXPECT_GE(distance(none, seen(sequential(i / 400.0, GetParam()), vision)), 3 * kNoticeable)
          << vision << " " << i;
      EXPECT_GE(distance(none, seen(diverging(i / 200.0 - 1, GetParam()), vision)), 3 * kNoticeable)
          << vision << " " << i;
    }
  }
}

TEST_P(EveryGround, EndsHoldAndZeroIsNeutral) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const ThemeName theme = GetParam();
  EXPECT_EQ(sequential(-kInf, theme), sequential(0, theme));
  EXPECT_EQ(sequential(kInf, theme), sequential(1, theme));
  EXPECT_EQ(diverging(-kInf, theme), diverging(-1, theme));
  EXPECT_EQ(diverging(1e300, theme), diverging(1, theme));
  EXPECT_EQ(sequential(std::nan(""), theme), not_a_number(theme));
  EXPECT_EQ(diverging(std::nan(""), theme), not_a_number(theme));
  const Color zero = diverging(0, theme);
  // Zero is nearly the background, without hue.
  EXPECT_LT(distance(to_oklab(zero), to_oklab(figures::theme(theme).background)), 0.07);
  EXPECT_LT(std::hypot(to_oklab(zero).a, to_oklab(zero).b), kNoticeable);
}

TEST_P(EveryGround, SeriesAreToldApart) {
  const auto& series = theme(GetParam()).series;
  for (const Vision& vision : kVisions) {
    for (std::size_t i = 0; i < series.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        EXPECT_GE(distance(seen(series[i], vision), seen(series[j], vision)), kLeastSeriesDistance)
            << vision << " " << i << " " << j;
      }
      // More than to each other: the ground surrounds every line.
      const Color ground = theme(GetParam()).background;
      EXPECT_GE(distance(seen(series[i], vision), seen(ground, vision)), 2 * kLeastSeriesDistance)
          << vision << " " << i;
    }
  }
}

}  // namespace palette_test
}  // namespace normscope::figures
