// SPDX-License-Identifier: MIT
// The fonts are found, and measured without hinting: widths grow in proportion to the size.
#include "app/figures/layout/font_measure.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

using formula::Face;

TEST(FontMeasure, FindsEachFace) {
  const auto measure = NORMSCOPE_VALUE_OR_FAIL(FontMeasure::load());
  EXPECT_NE(measure->file(Face::kText).path.find("Inter"), std::string::npos);
  EXPECT_NE(measure->file(Face::kNumber).path.find("JetBrains"), std::string::npos);
  EXPECT_NE(measure->file(Face::kMathItalic).path.find("STIX"), std::string::npos);
  EXPECT_NE(measure->file(Face::kText).path, measure->file(Face::kTextBold).path);
  EXPECT_NE(measure->file(Face::kText).path, measure->file(Face::kTextItalic).path);
}

TEST(FontMeasure, WidthsAreProportionalToTheSizeAndAddUp) {
  const auto measure = NORMSCOPE_VALUE_OR_FAIL(FontMeasure::load());
  const auto width = [&](std::string_view text, Face face, double size) {
    return measure->measure(text, face, size).advance;
  };
  // Sums in another order: a few roundings of double.
  EXPECT_NEAR(width("mean 0.24", Face::kText, 30), 3 * width("mean 0.24", Face::kText, 10), 1e-9);
  EXPECT_NEAR(width("ab", Face::kMath, 9), width("a", Face::kMath, 9) + width("b", Face::kMath, 9),
              1e-12);
  // JetBrains Mono: every character is 0.6 ems wide.
  EXPECT_NEAR(width("0.1234", Face::kNumber, 10), 36.0, 1e-9);
  EXPECT_EQ(width("", Face::kText, 10), 0.0);
  const formula::Extent extent = measure->measure("x", Face::kText, 10);
  EXPECT_GT(extent.ascent, 7.0);
  EXPECT_GT(extent.descent, 1.0);
}

TEST(FontMeasure, AnotherFaceStandsInForAMissingCharacter) {
  const auto measure = NORMSCOPE_VALUE_OR_FAIL(FontMeasure::load());
  EXPECT_EQ(measure->face_for(U'x', Face::kTextBold), Face::kTextBold);
  EXPECT_EQ(measure->face_for(U'\u222C', Face::kText), Face::kMath);      // a double integral
  EXPECT_EQ(measure->face_for(U'\U000F0000', Face::kText), Face::kText);  // in no face
  // The text face itself has all characters that figures write.
  for (const char32_t c :
       {U'\u2212', U'\u00d7', U'\u207b', U'\u2079', U'\u00b1', U'\u03c3', U'\u2248', U'\u2026'}) {
    EXPECT_EQ(measure->face_for(c, Face::kText), Face::kText) << static_cast<unsigned>(c);
  }
}

TEST(FontMeasure, NamesTheFontThatIsMissing) {
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "fonts.conf", "<?xml version=\"1.0\"?><fontconfig><dir>" +
                                                 folder.path().string() + "</dir></fontconfig>");
  const char* before = std::getenv("FONTCONFIG_FILE");
  const std::string kept = before == nullptr ? "" : before;
  setenv("FONTCONFIG_FILE", (folder / "fonts.conf").c_str(), 1);
  const auto measure = FontMeasure::load();
  if (before == nullptr) {
    unsetenv("FONTCONFIG_FILE");
  } else {
    setenv("FONTCONFIG_FILE", kept.c_str(), 1);
  }
  ASSERT_FALSE(measure);
  EXPECT_EQ(measure.error().sentence, "the font Inter was not found");
  EXPECT_EQ(measure.error().hint, "on Debian it is in the package fonts-inter");
}

}  // namespace
}  // namespace normscope::figures
