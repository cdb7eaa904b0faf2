// SPDX-License-Identifier: MIT
// Lines of prose, formulas and code, measured with the real fonts.
#include "app/handout/setter.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "app/figures/layout/font_measure.hpp"
#include "app/handout/style.hpp"
#include "tests/support/support.hpp"

namespace normscope::handout {
namespace {

using figures::TextRun;
using formula::Face;
using lessons::Inline;

double right_of(const TextRun& run) {
  return std::accumulate(run.advances.begin(), run.advances.end(), run.origin.x);
}

std::string text_of(const Line& line) {
  std::string text;
  for (const TextRun& run : line.texts) text += run.text;
  return text;
}

struct SetterTest : ::testing::Test {
  static void expect_within(const std::vector<Line>& lines) {
    for (const Line& line : lines) {
      for (const TextRun& run : line.texts) {
        // Sums of a hundred advances, in doubles.
        EXPECT_LE(right_of(run), kColumn + 1e-6) << run.text;
        EXPECT_GT(run.origin.y, 0);
        EXPECT_LT(run.origin.y, line.height) << run.text;
      }
    }
  }
  const std::unique_ptr<figures::FontMeasure> fonts =
      NORMSCOPE_VALUE_OR_FAIL(figures::FontMeasure::load());
  const Setter setter{*fonts};
};

TEST_F(SetterTest, ProseIsBrokenAtSpaces) {
  std::string text = "one";
  for (int i = 0; i < 100; ++i) text += fmt::format(" word{}", i);
  const auto lines = setter.paragraph(text);
  ASSERT_GT(lines.size(), 5U);
  expect_within(lines);
  std::string back;
  for (const Line& line : lines) {
    ASSERT_EQ(line.texts.size(), 1U) << "one run, spaces included";
    EXPECT_EQ(line.height, kLeading * kTextSize);
    back += (back.empty() ? "" : " ") + line.texts[0].text;
  }
  EXPECT_EQ(back, text);
  // No line has room for the first word of the next.
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    const std::string& next = lines[i + 1].texts[0].text;
    const std::string longer = lines[i].texts[0].text + " " + next.substr(0, next.find(' '));
    EXPECT_GT(setter.width(longer, Face::kText, kTextSize), kColumn);
  }
}

TEST_F(SetterTest, StylesHaveTheirFacesAndNothingIsTornApart) {
  const auto lines = setter.paragraph({{.text = "An "},
                                       {.text = "example", .strong = true},
                                       {.text = ", "},
                                       {.text = "so", .emphasis = true},
                                       {.text = " "},
                                       {.text = "f(x, y)", .code = true}});
  ASSERT_EQ(lines.size(), 1U);
  const auto& runs = lines[0].texts;
  ASSERT_EQ(runs.size(), 5U);
  EXPECT_EQ(std::tie(runs[1].text, runs[1].face), std::tuple("example", Face::kTextBold));
  EXPECT_EQ(std::tie(runs[2].text, runs[2].face), std::tuple(",", Face::kText));
  EXPECT_NEAR(runs[2].origin.x, right_of(runs[1]), 1e-9) << "the comma touches the word";
  EXPECT_EQ(runs[3].face, Face::kTextItalic);
  EXPECT_EQ(std::tie(runs[4].text, runs[4].face), std::tuple("f(x, y)", Face::kNumber));
  ASSERT_EQ(lines[0].fills.size(), 1U) << "the ground of code";
  EXPECT_LT(lines[0].fills[0].box.x, runs[4].origin.x);
  EXPECT_GT(lines[0].fills[0].box.right(), right_of(runs[4]));

  // A full stop goes to the next line with its word.
  std::string filler = "m";
  while (setter.width(filler + "m word", Face::kText, kTextSize) < kColumn) filler += "m";
  const auto two = setter.paragraph(
      {{.text = filler + " "}, {.text = "word", .strong = true}, {.text = "...."}});
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(text_of(two[1]), "word....");
}

TEST_F(SetterTest, LongWordsAndHardBreaks) {
  const auto lines = setter.paragraph("a\n" + std::string(1000, 'x') + " b");
  expect_within(lines);
  ASSERT_GT(lines.size(), 5U);
  EXPECT_EQ(text_of(lines[0]), "a");
  std::string all;
  for (const Line& line : lines) all += text_of(line);
  EXPECT_EQ(all, "a" + std::string(1000, 'x') + " b");
}

TEST_F(SetterTest, LinksNameTheirTarget) {
  const std::string url = "https://arxiv.org/abs/1607.06450";
  EXPECT_EQ(text_of(setter.paragraph({{.text = "See "},
                                      {.text = "Ba ", .link = url},
                                      {.text = "2016", .strong = true, .link = url},
                                      {.text = "."}})[0]),
            "See Ba2016(" + url + ").")
      << "spaces are distances where the style changes";
  EXPECT_EQ(text_of(setter.paragraph(std::vector<Inline>{{.text = url, .link = url}})[0]), url);
}

TEST_F(SetterTest, FormulasFitIntoTheirLines) {
  const auto prose = setter.paragraph(
      {{.text = "A high "}, {.text = R"(\frac{\frac{a}{b}}{\frac{c}{d}})", .formula = true}});
  ASSERT_EQ(prose.size(), 1U);
  EXPECT_GT(prose[0].height, kLeading * kTextSize);
  expect_within(prose);
  const Line shown = setter.formula(R"(\mu = \frac{1}{n} \sum x)", kIndent);
  EXPECT_GE(shown.texts.size(), 5U);
  EXPECT_FALSE(shown.fills.empty()) << "the bar of the fraction";
  expect_within({shown});
  std::string wide = "x";
  for (int i = 0; i < 60; ++i) wide += " + x_{12}";
  const Line smaller = setter.formula(wide, kIndent);
  EXPECT_LT(smaller.texts[0].size, shown.texts[0].size);
  expect_within({smaller});
}

TEST_F(SetterTest, CodeKeepsItsLinesAndHasColours) {
  const auto lines = setter.code("for i in x:\n    print('a', 1)  # note\n\n", true);
  ASSERT_EQ(lines.size(), 2U) << "without the breaks at the end";
  EXPECT_EQ(text_of(lines[1]), "    print('a', 1)  # note");
  std::set<std::tuple<int, int, int>> colors;
  for (const Line& line : lines) {
    for (const TextRun& run : line.texts) {
      EXPECT_EQ(run.face, Face::kNumber);
      colors.insert({run.color.red, run.color.green, run.color.blue});
    }
  }
  EXPECT_EQ(colors.size(), 5U) << "plain, keyword, string, number, comment";
  expect_within(
      setter.code("x = " + std::string(300, '1') + "\n" + std::string(500, ' ') + "y", true));
  const auto plain = setter.code("for", false);
  EXPECT_EQ(plain[0].texts[0].color, kInk);
}

TEST_F(SetterTest, WidePrintedLinesAreSmallerBeforeTheyAreWrapped) {
  const auto fitting = setter.printed("short\n" + std::string(100, 'x') + "\n");
  ASSERT_EQ(fitting.size(), 2U);
  expect_within(fitting);
  EXPECT_LT(fitting[0].texts[0].size, kCodeSize) << "all lines alike";
  EXPECT_EQ(setter.printed("short")[0].texts[0].size, kCodeSize);
  const auto wrapped = setter.printed(std::string(400, 'x'));
  EXPECT_GT(wrapped.size(), 2U);
  EXPECT_EQ(wrapped[0].texts[0].size, kLeastCodeSize);
  expect_within(wrapped);
}

// Of WCAG 2.1: 4.5 is its least contrast of text.
double contrast(figures::Color a, figures::Color b) {
  const auto luminance = [](figures::Color color) {
    const auto linear = [](std::uint8_t channel) {
      const double c = channel / 255.0;
      return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
  };
  const double lighter = std::max(luminance(a), luminance(b));
  const double darker = std::min(luminance(a), luminance(b));
  return (lighter + 0.05) / (darker + 0.05);
}

TEST(HandoutStyle, EverythingIsLegible) {
  for (const figures::Color color : {kInk, kMuted, kKeyword, kString, kNumber, kComment, kTask}) {
    EXPECT_GE(contrast(color, kGround), 4.5);
    EXPECT_GE(contrast(color, kTaskGround), 4.5);
  }
}

}  // namespace
}  // namespace normscope::handout
