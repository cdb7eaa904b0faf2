// SPDX-License-Identifier: MIT
// The format of a grid's numbers, and their contrast on every ground.
#include "app/ui/grid/grid_format.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "app/ui/theme.hpp"

namespace normscope::ui {
namespace {

using document::Digits;

tensor::FloatRange range_of(const std::vector<float>& values) {
  tensor::FloatRange range;
  for (const float value : values) range.add(static_cast<double>(value));
  return range;
}

std::vector<std::string> texts(Digits digits, const std::vector<float>& values) {
  const GridFormat format(digits, range_of(values), true);
  std::vector<std::string> all;
  all.reserve(values.size());
  for (const float value : values) all.push_back(format.text(value));
  return all;
}

using Texts = std::vector<std::string>;

TEST(GridFormat, DigitsAfterThePoint) {
  const std::vector<float> values{0.29611194F, -12.5F, 0};
  EXPECT_EQ(texts(Digits::kFour, values), (Texts{"0.2961", "-12.5000", "0.0000"}));
  EXPECT_EQ(texts(Digits::kSix, values), (Texts{"0.296112", "-12.500000", "0.000000"}));
  EXPECT_EQ(texts(Digits::kNine, values), (Texts{"0.296111941", "-12.500000000", "0.000000000"}));
}

TEST(GridFormat, WholeNumbersHaveNone) {
  EXPECT_EQ(texts(Digits::kFour, {1, -20, 300}), (Texts{"1", "-20", "300"}));
  EXPECT_EQ(texts(Digits::kFour, {0, 0}), (Texts{"0", "0"}));
  EXPECT_EQ(texts(Digits::kTorch, {1, -20, 300}), (Texts{"1.", "-20.", "300."}));
}

TEST(GridFormat, WhatTheDigitsCannotShowHasAnExponent) {
  EXPECT_EQ(texts(Digits::kFour, {0.001F, 0.0009F, 1e-5F, 1.5e6F, 999999.5F}),
            (Texts{"0.0010", "9.000e-04", "1.000e-05", "1.500e+06", "999999.5000"}));
  EXPECT_EQ(texts(Digits::kSix, {1e-5F, 9e-6F}), (Texts{"0.000010", "9.00000e-06"}));
}

TEST(GridFormat, AsTorchPrints) {
  EXPECT_EQ(texts(Digits::kTorch, {0.5F, 1e-5F}), (Texts{"5.0000e-01", "1.0000e-05"}));
  EXPECT_EQ(texts(Digits::kTorch, {0.5F, 100.25F}), (Texts{"0.5000", "100.2500"}));
}

TEST(GridFormat, Bits) {
  EXPECT_EQ(texts(Digits::kBits, {1, -0.0F}), (Texts{"3f800000", "80000000"}));
}

TEST(GridFormat, NoTextIsWiderThanItsColumn) {
  const float inf = std::numeric_limits<float>::infinity();
  const std::vector<std::vector<float>> sets{{0.5F, -0.5F},
                                             {1, 2, 3},
                                             {1e-30F, -1e30F},
                                             {-999999, 0.25F, 1e-4F},
                                             {inf, -inf, 1},
                                             {1e7F, 12345.678F},
                                             {-1e-7F, 99.5F},
                                             {std::nanf(""), 0.125F},
                                             {-1e6F, -1e-5F, -54321.0F}};
  for (const Digits digits :
       {Digits::kFour, Digits::kSix, Digits::kNine, Digits::kTorch, Digits::kBits}) {
    for (const auto& values : sets) {
      for (const bool whole : {true, false}) {
        const GridFormat format(digits, range_of(values), whole);
        for (const float value : values) {
          EXPECT_LE(static_cast<int>(format.text(value).size()), format.width())
              << format.text(value) << " with digits " << static_cast<int>(digits);
        }
      }
    }
  }
}

TEST(GridFormat, TheWidthOfAHugeGridDoesNotDependOnWhatIsInView) {
  for (const Digits digits :
       {Digits::kFour, Digits::kSix, Digits::kNine, Digits::kTorch, Digits::kBits}) {
    EXPECT_EQ(GridFormat(digits, range_of({1, 2}), false).width(),
              GridFormat(digits, range_of({1e-20F, -1e20F}), false).width());
  }
}

TEST(GridColors, DigitsStayReadableOnEveryGround) {
  for (const ThemeKind kind : {ThemeKind::kLight, ThemeKind::kDark}) {
    const Palette palette = make_theme(kind).colors;
    std::vector<Color> grounds{palette.panel, palette.selection, heat(palette, NAN)};
    for (int i = -100; i <= 100; ++i) grounds.push_back(heat(palette, i / 100.0));
    for (const Color ground : grounds) {
      for (const double tint : {0.0, 0.45, 0.75}) {
        const Color lit = mix(ground, palette.selection, tint);
        EXPECT_GE(contrast(text_on(palette, lit), lit), 4.5) << "tint " << tint;
      }
    }
  }
}

}  // namespace
}  // namespace normscope::ui
