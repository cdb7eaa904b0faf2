// SPDX-License-Identifier: MIT
// Contrast of texts, lines and bars with their background.
#include "app/figures/theme.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/figures/palette.hpp"

namespace normscope::figures {
namespace {

/// Relative luminance and contrast as WCAG 2.1 defines them.
double luminance(Color color) {
  const auto linear = [](std::uint8_t level) {
    const double c = level / 255.0;
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

double contrast(Color a, Color b) {
  const double one = luminance(a) + 0.05;
  const double other = luminance(b) + 0.05;
  return std::max(one, other) / std::min(one, other);
}

TEST(Theme, TextStandsOut) {
  EXPECT_NEAR(contrast({0, 0, 0}, {255, 255, 255}), 21.0, 1e-9);
  for (const auto& [name, word] : theme_names()) {
    const Theme one = theme(name);
    // 4.5 is WCAG's level AA for ordinary text; notes and numbers count as such.
    EXPECT_GE(contrast(one.text, one.background), 4.5) << word;
    EXPECT_GE(contrast(one.muted, one.background), 4.5) << word;
    EXPECT_GE(contrast(one.text, one.shade), 4.5) << word;
  }
}

TEST(Theme, ColoursOfSeriesAndSelectionStandOut) {
  for (const auto& [name, word] : theme_names()) {
    const Theme one = theme(name);
    // 3 is WCAG's level AA for graphics.
    for (const Color series : one.series) EXPECT_GE(contrast(series, one.background), 3.0) << word;
    EXPECT_GE(contrast(one.accent, one.background), 4.5) << word;
  }
}

TEST(Theme, TheSelectionIsVisibleOnEveryColourOfAMap) {
  for (const auto& [name, word] : theme_names()) {
    const Theme one = theme(name);
    // The frame and its rim: one of both has WCAG's contrast for graphics.
    const auto expect_visible = [&, &word = word](Color cell, double at) {
      EXPECT_GE(std::max(contrast(one.accent, cell), contrast(one.background, cell)), 3.0)
          << word << " " << at;
    };
    for (int i = 0; i <= 500; ++i) {
      expect_visible(sequential(i / 500.0, name), i / 500.0);
      expect_visible(diverging(i / 250.0 - 1, name), i / 250.0 - 1);
    }
    expect_visible(not_a_number(name), 0);
    EXPECT_GE(contrast(one.accent, one.background), 3.0) << word;
  }
}

TEST(Theme, EveryNameHasATable) {
  for (const auto& [name, word] : theme_names()) {
    EXPECT_EQ(base::value_of(theme_names(), word), name);
    EXPECT_GT(theme(name).text_size, 0);
  }
}

TEST(Theme, MarksStandOutOnEverySignedColour) {
  for (const auto& [name, word] : theme_names()) {
    const Theme one = theme(name);
    for (int i = -100; i <= 100; ++i) {
      const Color ground = diverging(i / 100.0, name);
      // 3 is WCAG's for parts of graphics.
      EXPECT_GE(contrast(one.source, ground), 3) << word << " " << i;
      EXPECT_GE(contrast(one.made, ground), 3) << word << " " << i;
    }
    // On the other colours the rim or the line itself is seen.
    EXPECT_GE(contrast(one.source, one.background), 7) << word;
    EXPECT_GE(contrast(one.made, one.background), 7) << word;
  }
}

}  // namespace
}  // namespace normscope::figures
