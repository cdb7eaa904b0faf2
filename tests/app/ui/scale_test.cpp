// SPDX-License-Identifier: MIT
// Fonts, controls and distances all grow with the scale.
#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::ui {
namespace {

using testing::Driver;

// ImGui 1.90 truncates the line height to whole pixels of its texture, 1.86 does not.
constexpr float kCut = 1;

TEST(Scale, StepsLeadToBothEndsAndStay) {
  double factor = 1;
  for (int i = 0; i < 20; ++i) factor = next_scale(factor, 1);
  EXPECT_EQ(factor, 3);
  for (int i = 0; i < 30; ++i) factor = next_scale(factor, -1);
  EXPECT_EQ(factor, 0.5);
  EXPECT_EQ(next_scale(1, 1), 1.1);
  EXPECT_EQ(next_scale(1, -1), 0.9);
  EXPECT_EQ(next_scale(1.3, 1), 1.5);
  EXPECT_EQ(next_scale(1.3, -1), 1.25);
}

TEST(Scale, TheUsersFactorMultipliesTheMonitors) {
  float scale = 0;
  float size = 0;
  Driver driver(
      [&](Context& ui) {
        scale = ui.scale;
        size = ImGui::GetFontSize();
        button(ui, "a", "Words");
      },
      {.monitor_scale = 2});
  EXPECT_EQ(scale, 2);
  const float before = size;
  const Rect small = driver.widget("a").rect;
  driver.shell().set_user_scale(1.5);
  driver.settle();
  EXPECT_EQ(scale, 3);
  EXPECT_NEAR(size, before * 1.5F, 1.5F * kCut);
  EXPECT_EQ(driver.widget("a").rect.h, small.h * 1.5F);
  // Text widths follow the glyphs, which are rasterized again at the new size.
  EXPECT_NEAR(driver.widget("a").rect.w, small.w * 1.5F, 3);
  driver.shell().set_user_scale(100);
  driver.settle();
  EXPECT_EQ(scale, 6);
}

TEST(Scale, EveryStepIsDrawn) {
  float scale = 0;
  Driver driver([&](Context& ui) {
    scale = ui.scale;
    button(ui, "a", "Words");
  });
  for (const double factor : kScaleSteps) {
    driver.shell().set_user_scale(factor);
    driver.settle();
    EXPECT_FLOAT_EQ(scale, static_cast<float>(factor));
  }
}

TEST(Scale, AMagnificationLeavesTheUsersScaleAsItIs) {
  float scale = 0;
  Driver driver([&](Context& ui) { scale = ui.scale; }, {.monitor_scale = 2});
  driver.shell().set_user_scale(1.1);
  driver.shell().set_magnification(1.5);
  driver.settle();
  EXPECT_FLOAT_EQ(scale, 2 * 1.1F * 1.5F);
  EXPECT_EQ(driver.shell().user_scale(), 1.1);
  driver.shell().set_user_scale(3);
  driver.settle();
  EXPECT_EQ(scale, 6) << "no larger than the user's own largest";
  driver.shell().set_user_scale(1.1);
  driver.shell().set_magnification(1);
  driver.settle();
  EXPECT_FLOAT_EQ(scale, 2 * 1.1F);
}

TEST(Scale, OnADisplayOfFinePixelsFontsAreFinerAndNothingIsLarger) {
  float size = 0;
  float drawn = 0;
  Driver driver([&](Context& ui) {
    size = ImGui::GetFontSize();
    drawn = ui.fonts.at(Face::kText, 14)->FontSize;
  });
  const float plain = size;
  EXPECT_EQ(drawn, plain);
  driver.shell().set_monitor_scale(1, 2);
  driver.settle();
  EXPECT_NEAR(size, plain, kCut);
  EXPECT_NEAR(drawn, 2 * plain, 2 * kCut);
}

TEST(Fonts, EveryFaceHasTheSignsOfItsTexts) {
  const Fonts* fonts = nullptr;
  Driver driver([&fonts](Context& ui) {
    fonts = &ui.fonts;
    line(ui, "é is not among the characters that are rasterized first");
  });
  for (const Face face : {Face::kText, Face::kTextBold, Face::kTextItalic, Face::kNumber,
                          Face::kMath, Face::kMathItalic}) {
    const ImFont* const font = fonts->at(face, 14);
    for (const char16_t sign : std::u16string_view(u"Az\u2009µαεσ−×·→≤≈∞√∑²⁻₀…")) {
      EXPECT_NE(font->FindGlyphNoFallback(sign), nullptr)
          << static_cast<int>(face) << " " << static_cast<int>(sign);
    }
  }
}

TEST(Fonts, TheEmIsWhatTheMeasureTakes) {
  Driver driver([](Context& ui) {
    // ImGui's advances at the line height for this em equal the measured ones, up to the rounding
    // of ImGui's packed coordinates to pixels.
    for (const Face face : {Face::kText, Face::kNumber, Face::kMath}) {
      constexpr std::string_view kWords = "0123456789";
      const float em = ui.px(17);
      const ImFont* const font = ui.fonts.at(face, 17);
      const float width = font->CalcTextSizeA(ui.fonts.line_height(face, em), 1e6F, 0,
                                              kWords.data(), kWords.data() + kWords.size())
                              .x;
      EXPECT_NEAR(width, ui.measure.measure(kWords, face, 17).advance, 0.5);
    }
  });
}

}  // namespace
}  // namespace normscope::ui
