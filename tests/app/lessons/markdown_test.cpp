// SPDX-License-Identifier: MIT
// Markdown as blocks and inlines, and the Markdown that lessons do not support.
#include "app/lessons/markdown.hpp"

#include <gtest/gtest.h>

#include "tests/support/support.hpp"

namespace normscope::lessons {
namespace {

std::vector<Block> blocks(const std::string& markdown) {
  const auto sections = NORMSCOPE_VALUE_OR_FAIL(read_sections("## A\n" + markdown, 1));
  return sections.at(0).blocks;
}

std::string fault(const std::string& markdown) {
  const auto sections = read_sections("## A\n" + markdown, 1);
  return sections ? "no fault" : sections.error().sentence;
}

TEST(Markdown, AParagraphIsPiecesOfOneStyle) {
  const auto found = blocks("Some *leaning* and\n**strong** `code`.\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].line, 2);
  const std::vector<Inline> expected{{.text = "Some "}, {.text = "leaning", .emphasis = true},
                                     {.text = " and "}, {.text = "strong", .strong = true},
                                     {.text = " "},     {.text = "code", .code = true},
                                     {.text = "."}};
  EXPECT_EQ(found[0].inlines, expected);
}

TEST(Markdown, LinksKeepTheirTarget) {
  const auto found = blocks("See [the *paper*](https://arxiv.org/abs/1607.06450).\n");
  ASSERT_EQ(found[0].inlines.size(), 4U);
  EXPECT_EQ(found[0].inlines[1].link, "https://arxiv.org/abs/1607.06450");
  EXPECT_TRUE(found[0].inlines[2].emphasis);
  EXPECT_EQ(found[0].inlines[2].link, found[0].inlines[1].link);
  EXPECT_EQ(found[0].inlines[3].link, "");
}

TEST(Markdown, FormulasInALineKeepTheirSource) {
  const auto found = blocks("Here $x_i * y_i$ and $\\frac{1}{n} \\sum x$, so \\$5.\n");
  ASSERT_EQ(found[0].inlines.size(), 5U);
  EXPECT_TRUE(found[0].inlines[1].formula);
  EXPECT_EQ(found[0].inlines[1].text, "x_i * y_i");
  EXPECT_EQ(found[0].inlines[3].text, "\\frac{1}{n} \\sum x");
  EXPECT_EQ(found[0].inlines[4].text, ", so $5.");
}

TEST(Markdown, BackslashesOfFormulasSurvive) {
  const auto found = blocks("$a \\, b \\; c$\n");
  EXPECT_EQ(found[0].inlines.at(0).text, "a \\, b \\; c");
}

TEST(Markdown, ADisplayedFormulaIsABlock) {
  const auto found = blocks("Before\n$$\\sigma^2\n= 1$$\nafter.\n\n$$x$$\n");
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].inlines, std::vector<Inline>{{.text = "Before"}});
  EXPECT_EQ(found[1].kind, BlockKind::kFormula);
  EXPECT_EQ(found[1].text, "\\sigma^2 = 1");
  EXPECT_EQ(found[2].inlines, std::vector<Inline>{{.text = "after."}});
  EXPECT_EQ(found[3].text, "x");
}

TEST(Markdown, ListsHaveDepthAndNumbers) {
  const auto found = blocks("- a\n- b\n  1. c\n  2. d\n\nEnd.\n");
  ASSERT_EQ(found.size(), 5U);
  EXPECT_EQ(found[0].kind, BlockKind::kItem);
  EXPECT_EQ(found[0].depth, 1);
  EXPECT_EQ(found[0].number, 0);
  EXPECT_EQ(found[3].depth, 2);
  EXPECT_EQ(found[3].number, 2);
  EXPECT_EQ(found[3].inlines, std::vector<Inline>{{.text = "d"}});
  EXPECT_EQ(found[4].kind, BlockKind::kParagraph);
  EXPECT_EQ(found[4].depth, 0);
}

TEST(Markdown, AnItemsSecondParagraphIsNoItem) {
  const auto found = blocks("7. a\n\n   b\n8. c\n");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].number, 7);
  EXPECT_EQ(found[1].kind, BlockKind::kParagraph);
  EXPECT_EQ(found[1].depth, 1);
  EXPECT_EQ(found[2].number, 8);
}

TEST(Markdown, EmptyItemsAndListsInListsAreKept) {
  EXPECT_EQ(blocks("-\n- a\n").size(), 2U);
  const auto nested = blocks("1. - a\n2. b\n");
  ASSERT_EQ(nested.size(), 3U);
  EXPECT_EQ(nested[0].number, 1);
  EXPECT_EQ(nested[1].depth, 2);
  EXPECT_EQ(nested[2].number, 2);
}

TEST(Markdown, LinesOfCodeAreThoseOfTheFile) {
  const auto found = blocks("\nText\n\n```toml\n\na = 1\n```\n");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].line, 3);
  EXPECT_EQ(found[1].line, 6);  // of the first line inside the fence
  EXPECT_EQ(found[1].text, "\na = 1\n");
}

TEST(Markdown, WhatLessonsDoNotHaveIsRefused) {
  EXPECT_EQ(fault("\n# B\n"), "line 3: lessons have headings of the second level only");
  EXPECT_EQ(fault("\n### B\n"), "line 3: lessons have headings of the second level only");
  EXPECT_NE(fault("![a](b)\n"), "no fault");
  EXPECT_NE(fault("> a\n"), "no fault");
  EXPECT_NE(fault("a\n\n---\n"), "no fault");
  EXPECT_NE(fault("a &nbsp; b\n"), "no fault");
  EXPECT_NE(fault("- ```\n  a\n  ```\n"), "no fault");
  EXPECT_EQ(blocks("a <b> c\n")[0].inlines, std::vector<Inline>{{.text = "a <b> c"}});
}

TEST(Markdown, FormulasThatDoNotParseAreRefused) {
  EXPECT_EQ(fault("a\n\nb $\\foo$\n"),
            "line 4: the formula has the unknown command \\foo at character 1");
  EXPECT_EQ(fault("a\nb $x\n"), "line 3: a '$' without its partner");
  EXPECT_EQ(fault("$$ $$\n"), "line 2: the formula is empty");
}

}  // namespace
}  // namespace normscope::lessons
