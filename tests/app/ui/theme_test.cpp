// SPDX-License-Identifier: MIT
// Text is readable in every theme, and colours match the figures.
#include "app/ui/theme.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/figures/palette.hpp"
#include "tests/app/figures/support/vision.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::ui {
namespace {

// WCAG 2.1, level AA, for text of ordinary size.
constexpr double kReadable = 4.5;

TEST(Theme, ContrastIsThatOfWcag) {
  EXPECT_DOUBLE_EQ(contrast(rgb(0x000000), rgb(0xFFFFFF)), 21);
  EXPECT_DOUBLE_EQ(contrast(rgb(0x336699), rgb(0x336699)), 1);
  // The lightest grey with a contrast of 4.5 on white.
  EXPECT_NEAR(contrast(rgb(0x767676), rgb(0xFFFFFF)), 4.54, 0.005);
  EXPECT_NEAR(contrast(rgb(0xFFFFFF), rgb(0x767676)), 4.54, 0.005);
}

class EveryTheme : public ::testing::TestWithParam<ThemeKind> {};
INSTANTIATE_TEST_SUITE_P(Theme, EveryTheme, ::testing::Values(ThemeKind::kLight, ThemeKind::kDark));

TEST_P(EveryTheme, TextIsReadableOnEveryGround) {
  const Palette colors = make_theme(GetParam()).colors;
  for (const Color ground : {colors.background, colors.panel, colors.raised, colors.hover}) {
    EXPECT_GE(contrast(colors.text, ground), kReadable);
    EXPECT_GE(contrast(colors.muted, ground), kReadable);
    EXPECT_GE(contrast(colors.accent, ground), kReadable);
    EXPECT_GE(contrast(colors.good, ground), kReadable);
    EXPECT_GE(contrast(colors.warning, ground), kReadable);
    EXPECT_GE(contrast(colors.error, ground), kReadable);
  }
  EXPECT_GE(contrast(colors.on_accent, colors.accent), kReadable);
  EXPECT_GE(contrast(colors.text, colors.selection), kReadable);
  EXPECT_GE(contrast(colors.text, mix(colors.panel, colors.accent, 0.14)), kReadable);
}

TEST_P(EveryTheme, NumbersAreReadableOnEveryHeat) {
  const Palette colors = make_theme(GetParam()).colors;
  for (int i = -100; i <= 100; ++i) {
    const Color ground = heat(colors, i / 100.0);
    EXPECT_GE(contrast(text_on(colors, ground), ground), kReadable) << i;
    const Color upward = heat(colors, std::abs(i) / 100.0, false);
    EXPECT_GE(contrast(text_on(colors, upward), upward), kReadable) << i;
  }
}

// 3 is WCAG's level AA for graphics.
TEST_P(EveryTheme, TheSelectionIsVisibleOnEveryHeat) {
  const Palette colors = make_theme(GetParam()).colors;
  const FrameColors frame = selection_frame(colors);
  const auto expect_visible = [&](Color ground) {
    EXPECT_GE(std::max(contrast(frame.outer, ground), contrast(frame.inner, ground)), 3)
        << static_cast<int>(ground.red) << " " << static_cast<int>(ground.green) << " "
        << static_cast<int>(ground.blue);
  };
  for (int i = -1000; i <= 1000; ++i) expect_visible(heat(colors, i / 1000.0));
  for (int i = 0; i <= 1000; ++i) expect_visible(figures::sequential(i / 1000.0, colors.figure));
  for (const Color ground : {heat(colors, std::nan("")), colors.selection, colors.panel,
                             colors.raised, figures::not_a_number(colors.figure)}) {
    expect_visible(ground);
  }
  // Both lines are seen as two.
  EXPECT_GE(contrast(frame.outer, frame.inner), 3);
}

TEST_P(EveryTheme, SourcesAndMadeCellsAreToldApartOnEveryHeat) {
  const Palette colors = make_theme(GetParam()).colors;
  for (const figures::Vision& vision : figures::kVisions) {
    const auto apart = [&](Color a, Color b) {
      return figures::distance(figures::seen(a, vision), figures::seen(b, vision));
    };
    EXPECT_GE(apart(colors.source, colors.made), figures::kLeastMarkDistance) << vision;
    for (int i = -100; i <= 100; ++i) {
      const Color ground = heat(colors, i / 100.0);
      // Twice as far as from each other.
      EXPECT_GE(apart(colors.source, ground), 2 * figures::kLeastMarkDistance)
          << vision << " " << i;
      EXPECT_GE(apart(colors.made, ground), 2 * figures::kLeastMarkDistance) << vision << " " << i;
    }
  }
  for (int i = -100; i <= 100; ++i) {
    EXPECT_GE(contrast(colors.source, heat(colors, i / 100.0)), 3) << i;
    EXPECT_GE(contrast(colors.made, heat(colors, i / 100.0)), 3) << i;
    // On colours of one hue either the line or its rim stands out.
    const Color upward = heat(colors, std::abs(i) / 100.0, false);
    for (const Color line : {colors.source, colors.made}) {
      EXPECT_GE(std::max(contrast(line, upward), contrast(colors.panel, upward)), 3) << i;
    }
  }
}

TEST_P(EveryTheme, AgreementAndErrorsAreToldApart) {
  const Palette colors = make_theme(GetParam()).colors;
  for (const figures::Vision& vision : figures::kVisions) {
    // Three times what is just noticeable; words beside them say the same.
    EXPECT_GE(
        figures::distance(figures::seen(colors.good, vision), figures::seen(colors.error, vision)),
        0.06)
        << vision;
  }
}

TEST_P(EveryTheme, HeatGrowsToTheEndsAndStaysThere) {
  const Palette colors = make_theme(GetParam()).colors;
  const Color middle = heat(colors, 0);
  EXPECT_EQ(heat(colors, 1), heat(colors, 1e30));
  EXPECT_EQ(heat(colors, -1), heat(colors, -std::numeric_limits<double>::infinity()));
  EXPECT_NE(heat(colors, 1), heat(colors, -1));
  EXPECT_EQ(heat(colors, std::nan("")), colors.warning);
  for (int i = 1; i <= 10; ++i) {
    EXPECT_GT(contrast(heat(colors, i / 10.0), middle),
              contrast(heat(colors, (i - 1) / 10.0), middle));
  }
}

TEST_P(EveryTheme, FiguresShareTheGround) {
  const auto figure = figures::theme(figure_theme(GetParam()));
  const Palette colors = make_theme(GetParam()).colors;
  EXPECT_EQ(colors.panel, figure.background);
  EXPECT_EQ(colors.text, figure.text);
  EXPECT_EQ(heat(colors, 0.5), figures::diverging(0.5, figure_theme(GetParam())));
  EXPECT_EQ(heat(colors, 0.5, false), figures::sequential(0.5, figure_theme(GetParam())));
}

TEST(Theme, RestylingBeginsFromAPristineStyle) {
  testing::Driver driver([](Context&) {});
  const Theme light = make_theme(ThemeKind::kLight);
  restyle(light, 2);
  const ImGuiStyle first = ImGui::GetStyle();
  ImGui::GetStyle().ItemSpacing = {77, 77};
  restyle(make_theme(ThemeKind::kDark), 3);
  restyle(light, 2);
  EXPECT_EQ(ImGui::GetStyle().ItemSpacing.x, first.ItemSpacing.x);
  EXPECT_EQ(ImGui::GetStyle().ScrollbarSize, first.ScrollbarSize);
  EXPECT_EQ(ImGui::GetStyle().Colors[ImGuiCol_Text].x, first.Colors[ImGuiCol_Text].x);
  EXPECT_EQ(first.ItemSpacing.x, 2 * light.metrics.gap);
}

TEST(Theme, AChangeOfThemeShowsWithTheNextFrame) {
  ThemeKind seen = ThemeKind::kDark;
  testing::Driver driver([&](Context& ui) { seen = ui.theme.kind; });
  EXPECT_EQ(seen, ThemeKind::kLight);
  driver.shell().set_theme(ThemeKind::kDark);
  driver.settle();
  EXPECT_EQ(seen, ThemeKind::kDark);
}

}  // namespace
}  // namespace normscope::ui
