// SPDX-License-Identifier: MIT
// The format of a grid's numbers, and their contrast on every ground.
#include "app/ui/grid/grid_format.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/figures/ticks.hpp"
#include "app/ui/theme.hpp"
#include "core/text/utf8.hpp"

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

// The characters of a text, not its bytes.
int characters(std::string_view text) {
  int count = 0;
  for (; !text.empty(); ++count) text.remove_prefix(text::first_character(text).bytes);
  return count;
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

TEST(GridFormat, WhatTheDigitsCannotShowHasAPowerOfTen) {
  EXPECT_EQ(texts(Digits::kFour, {0.001F, 0.0009F, 1e-5F, 1.5e6F, -2.466e-29F, 999.5F}),
            (Texts{"0.0010", "9.00×10⁻⁴", "1.00×10⁻⁵", "1.500×10⁶", "-2×10⁻²⁹", "999.5000"}));
  EXPECT_EQ(texts(Digits::kSix, {1e-5F, 9e-6F}), (Texts{"0.000010", "9.00000×10⁻⁶"}));
}

TEST(GridFormat, WhatIsTooWideForTheCellHasAPowerOfTen) {
  EXPECT_EQ(texts(Digits::kFour, {12345.678F, -1234.5F, -999.5F, 0.5F}),
            (Texts{"12345.678", "-1234.500", "-999.5000", "0.5000"}))
      << "comparable numbers keep one notation";
  EXPECT_EQ(texts(Digits::kFour, {1e7F, 2.5F}), (Texts{"1.000×10⁷", "2.5000"}));
  EXPECT_EQ(texts(Digits::kFour, {1e7F, 1.5e12F, -683}), (Texts{"10000000", "1.50×10¹²", "-683"}))
      << "whole numbers";
}

TEST(NumberText, InLatex) {
  EXPECT_EQ((NumberText{"1.61", -5}).latex(), "1.61 \\times 10^{-5}");
  EXPECT_EQ((NumberText{"0.25", {}}).latex(), "0.25");
  EXPECT_EQ((NumberText{"-inf", {}}).latex(), "-\\infty");
  EXPECT_EQ((NumberText{"-2.7299e-05", {}}).latex(), "-2.7299 \\times 10^{-5}");
  EXPECT_EQ((NumberText{"3e8a0000", {}}).latex(), "3e8a0000") << "bits";
}

TEST(GridFormat, AsTorchPrints) {
  EXPECT_EQ(texts(Digits::kTorch, {0.5F, 1e-5F}), (Texts{"5.0000e-01", "1.0000e-05"}));
  EXPECT_EQ(texts(Digits::kTorch, {0.5F, 100.25F}), (Texts{"0.5000", "100.2500"}));
}

TEST(GridFormat, Bits) {
  EXPECT_EQ(texts(Digits::kBits, {1, -0.0F}), (Texts{"3f800000", "80000000"}));
}

TEST(GridFormat, NoTextIsWiderThanItsCellWhenDrawnSmaller) {
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
          EXPECT_LE(characters(format.text(value)), format.width() * GridFormat::kShrunk)
              << format.text(value) << " with digits " << static_cast<int>(digits);
        }
      }
    }
  }
}

TEST(GridFormat, TheWidthDependsOnTheDigitsAlone) {
  for (const Digits digits :
       {Digits::kFour, Digits::kSix, Digits::kNine, Digits::kTorch, Digits::kBits}) {
    const int width = GridFormat(digits, range_of({1, 2}), false).width();
    for (const bool whole : {true, false}) {
      EXPECT_EQ(GridFormat(digits, range_of({1e-20F, -1e20F}), whole).width(), width);
      EXPECT_EQ(GridFormat(digits, range_of({0.5F, -123.25F}), whole).width(), width);
    }
  }
}

TEST(GridColors, DigitsStayReadableOnEveryGround) {
  for (const ThemeKind kind : {ThemeKind::kLight, ThemeKind::kDark}) {
    const Palette palette = make_theme(kind).colors;
    std::vector<Color> grounds{palette.panel, palette.selection, heat(palette, NAN)};
    for (int i = -100; i <= 100; ++i) grounds.push_back(heat(palette, i / 100.0));
    for (int i = 0; i <= 100; ++i) grounds.push_back(heat(palette, i / 100.0, false));
    for (const Color ground : grounds) {
      for (const double tint : {0.0, 0.45, 0.75}) {
        const Color lit = mix(ground, palette.selection, tint);
        EXPECT_GE(contrast(text_on(palette, lit), lit), 4.5) << "tint " << tint;
      }
    }
  }
}

// The minus sign of figures is a longer one; numbers with a power of ten are left out.
TEST(GridFormat, FiguresPrintTheSameDigits) {
  const std::vector<float> values{0.0666F, -0.41F, 2, 0, 123.45678F, 0.0666504F, -7.5F};
  for (const auto& [digits, decimals] :
       {std::pair(Digits::kFour, 4), std::pair(Digits::kSix, 6), std::pair(Digits::kNine, 9)}) {
    const Texts cards = texts(digits, values);
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::string card = cards[i];
      if (card.starts_with('-')) card.replace(0, 1, "\u2212");
      EXPECT_EQ(figures::value_text(static_cast<double>(values[i]), decimals, false), card);
    }
  }
}

}  // namespace
}  // namespace normscope::ui
