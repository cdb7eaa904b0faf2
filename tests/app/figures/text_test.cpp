// SPDX-License-Identifier: MIT
// Texts shortened and broken, including invalid UTF-8.
#include "app/figures/layout/text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/figures/support/recorder.hpp"

namespace normscope::figures {
namespace {

const Style kTen{formula::Face::kText, 10, {}};  // 6 points a character

TEST(SetText, HasAnAdvanceForEachCharacter) {
  const EvenMeasure measure;
  const TextRun run = set_text("1\u03c3 x", {3, 4}, kTen, measure);
  EXPECT_EQ(run.advances, (std::vector<double>{6, 6, 6, 6}));
  EXPECT_EQ(advance_of(run), text_width(run.text, kTen, measure));
}

TEST(FitText, CutsWithAnEllipsis) {
  const EvenMeasure measure;
  EXPECT_EQ(fit_text("layer", 30, kTen, measure), "layer");
  EXPECT_EQ(fit_text("layer", 29, kTen, measure), "lay\u2026");
  EXPECT_EQ(fit_text("a layer", 18, kTen, measure), "a\u2026");
  EXPECT_EQ(fit_text("layer", 11, kTen, measure), "");
}

TEST(WrapText, BreaksAtSpaces) {
  const EvenMeasure measure;
  using Lines = std::vector<std::string>;
  EXPECT_EQ(wrap_text("all values are equal", 66, 3, kTen, measure),
            (Lines{"all values", "are equal"}));
  EXPECT_EQ(wrap_text("all values are equal", 66, 1, kTen, measure), (Lines{"all values\u2026"}));
  EXPECT_EQ(wrap_text("normalization x", 30, 2, kTen, measure), (Lines{"norm\u2026", "x"}));
  EXPECT_TRUE(wrap_text("", 30, 2, kTen, measure).empty());
}

}  // namespace
}  // namespace normscope::figures
