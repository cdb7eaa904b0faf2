// SPDX-License-Identifier: MIT
// Whole handouts: what they say, in which order, with and without answers; and the built-in
// lessons' pages.
#include "app/handout/handout.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/handout/contents.hpp"
#include "app/handout/paginate.hpp"
#include "app/handout/style.hpp"
#include "app/lessons/loader.hpp"
#include "tests/app/figures/support/programs.hpp"
#include "tests/support/support.hpp"

namespace normscope::handout {
namespace {

using testing::TemporaryFolder;

constexpr std::string_view kLesson = R"(+++
id = "small"
title = "A small lesson"
source = "Somebody's notebook."
+++

## One row

The mean is **{mean[0]}**, by $\mu$:

```python
x.mean()
```

```output
tensor(2.)
```

```predict
ask = "What is the variance?"
number = "variance[0]"
within = 0.01
reveal = "It is a secret, {variance[0]}."
```

```predict
ask = "Which is the largest?"
cell = { row = 0, column = 2 }
reveal = "The three."
```

```act
do = "Make the first number `7`."
changes = [{ value = "input[0, 0]", is = 7 }]
```

```hint
text = "Double-click it."
```

```normscope
input = { values = [[1, 2, 3]] }
operation = "layer-norm"
focus = "mean"
```

## Another row

```predict
ask = "Does the sum change?"
choices = [
  { text = "Yes, it does", right = true, why = "Every number counts." },
  { text = "No, it stays", why = "That would need a balance." },
]
```

```normscope
focus = "input"
```
)";

struct HandoutTest : ::testing::Test {
  std::string pdf(const lessons::Lesson& lesson, bool answers = false) const {
    return NORMSCOPE_VALUE_OR_FAIL(make_handout(lesson, Format::kPdf, answers, *fonts));
  }
  // What pdftotext reads, each run of spaces as one space.
  std::string read(const lessons::Lesson& lesson, bool answers = false) const {
    const TemporaryFolder folder;
    testing::write_file(folder / "a.pdf", pdf(lesson, answers));
    const std::string out =
        testing::run_line(fmt::format("pdftotext '{}' -", (folder / "a.pdf").string())).out;
    std::string text;
    for (const char c : out) {
      const char one = c == '\n' || c == '\f' ? ' ' : c;
      if (one != ' ' || (!text.empty() && text.back() != ' ')) text += one;
    }
    return text;
  }
  const std::unique_ptr<figures::FontMeasure> fonts =
      NORMSCOPE_VALUE_OR_FAIL(figures::FontMeasure::load());
  const lessons::Lesson small = NORMSCOPE_VALUE_OR_FAIL(lessons::read_lesson(kLesson));
};

// Expects the parts in this order.
void expect_in_order(const std::string& text, const std::vector<std::string>& parts) {
  std::size_t at = 0;
  for (const std::string& part : parts) {
    const std::size_t found = text.find(part, at);
    EXPECT_NE(found, std::string::npos) << part << " after " << at << " of:\n" << text;
    if (found != std::string::npos) at = found + part.size();
  }
}

TEST_F(HandoutTest, SaysEverythingInReadingOrder) {
  NORMSCOPE_NEEDS_PROGRAM("pdftotext", "poppler-utils");
  const std::string text = read(small);
  expect_in_order(text, {"A small lesson",
                         "Somebody's notebook.",
                         "1. One row",
                         "The mean is 2.0000, by",
                         "x.mean()",
                         "tensor(2.)",
                         "Input",
                         "Mean",
                         "Question 1",
                         "What is the variance?",
                         "Answer:",
                         "Question 2",
                         "Which is the largest?",
                         "Answer: row",
                         "column",
                         "To do",
                         "Make the first number 7.",
                         "Hint 1 is at the end.",
                         "2. Another row",
                         "Question 3",
                         "Does the sum change?",
                         "Yes, it does",
                         "No, it stays",
                         "1 of 2",
                         "Hints",
                         "Hint 1 (step 1). Double-click it.",
                         "2 of 2"});
  for (const char* secret : {"secret", "0.6667", "The three", "Every number", "balance"}) {
    EXPECT_EQ(text.find(secret), std::string::npos) << secret;
  }
}

TEST_F(HandoutTest, WithAnswersItHasReasonsAndReveals) {
  NORMSCOPE_NEEDS_PROGRAM("pdftotext", "poppler-utils");
  expect_in_order(
      read(small, true),
      {"A small lesson", "With answers", "Question 1", "Answer: 0.6667", "It is a secret, 0.6667.",
       "Answer: row 0, column 2", "The three.", "Question 3", "Yes, it does",
       "Every number counts.", "No, it stays", "That would need a balance."});
}

TEST_F(HandoutTest, SolutionsStandAtTheEndWithTheAnswers) {
  NORMSCOPE_NEEDS_PROGRAM("pdftotext", "poppler-utils");
  const auto all = NORMSCOPE_VALUE_OR_FAIL(lessons::builtin_lessons());
  const auto exercises = std::ranges::find(all, "write-it-yourself", &lessons::Lesson::id);
  ASSERT_NE(exercises, all.end());
  expect_in_order(read(*exercises, true),
                  {"def softmax", "Hints", "Solutions", "def mean_and_variance", "def softmax"});
  EXPECT_EQ(read(*exercises).find("Solutions"), std::string::npos);
}

TEST_F(HandoutTest, OnlyTheRightChoiceIsTicked) {
  const auto ticks = [&](bool answers) {
    std::vector<std::size_t> paths;  // of each choice: 1 is an empty box, 2 a ticked one
    for (const Block& block : NORMSCOPE_VALUE_OR_FAIL(contents(small, answers, *fonts))) {
      for (const Line& line : block.lines) {
        const bool choice = std::ranges::any_of(line.texts, [](const figures::TextRun& run) {
          return run.text == "Yes, it does" || run.text == "No, it stays";
        });
        if (choice) paths.push_back(line.paths.size());
      }
    }
    return paths;
  };
  EXPECT_EQ(ticks(false), (std::vector<std::size_t>{1, 1}));
  EXPECT_EQ(ticks(true), (std::vector<std::size_t>{2, 1}));
}

TEST_F(HandoutTest, TheEndOfANameSaysTheFormat) {
  EXPECT_EQ(format_of("a.pdf"), Format::kPdf);
  EXPECT_EQ(format_of("folder.pdf/a.HTML"), Format::kHtml);
  for (const char* other : {"a", "a.svg", "pdf", "a.html.txt", ""}) {
    EXPECT_EQ(format_of(other), std::nullopt) << other;
  }
  const std::string page =
      NORMSCOPE_VALUE_OR_FAIL(make_handout(small, Format::kHtml, false, *fonts));
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
}

TEST_F(HandoutTest, TheSameLessonGivesTheSameBytes) {
  const std::string first = pdf(small);
  EXPECT_EQ(first, pdf(small));
  EXPECT_NE(first, pdf(small, true));
  EXPECT_TRUE(first.starts_with("%PDF-1.4"));
  EXPECT_EQ(first.find("CreationDate"), std::string::npos);
}

TEST_F(HandoutTest, FontsAreEmbedded) {
  NORMSCOPE_NEEDS_PROGRAM("pdffonts", "poppler-utils");
  const TemporaryFolder folder;
  testing::write_file(folder / "a.pdf", pdf(small));
  const std::string fonts_of_it =
      testing::run_line(fmt::format("pdffonts '{}'", (folder / "a.pdf").string())).out;
  for (const char* name : {"Inter-Regular", "Inter-SemiBold", "JetBrainsMono", "STIX"}) {
    EXPECT_NE(fonts_of_it.find(name), std::string::npos) << fonts_of_it;
  }
  EXPECT_EQ(fonts_of_it.find(" no "), fonts_of_it.npos) << "embedded, subset, with Unicode";
}

TEST_F(HandoutTest, TablesHaveTheNumbersOfTheStage) {
  std::vector<std::string> numbers;
  for (const Block& block : NORMSCOPE_VALUE_OR_FAIL(contents(small, false, *fonts))) {
    for (const Line& line : block.lines) {
      if (line.paths.size() < 3) continue;  // the rules of a table
      for (const figures::TextRun& run : line.texts) numbers.push_back(run.text);
    }
  }
  const std::vector<std::string> expected = {
      "Input", "(1, 3)", "0",     "1",      "2", "row 0", "1", "2",     "3", "Mean", "(1, 1)", "0",
      "row 0", "2",      "Input", "(1, 3)", "0", "1",     "2", "row 0", "1", "2",    "3"};
  EXPECT_EQ(numbers, expected);
}

TEST_F(HandoutTest, AStepBeyondTheMemoryIsAnErrorAndNotAPageWithoutTables) {
  lessons::Lesson large = small;
  document::Document& document = large.steps.front().document;
  document =
      document::document_of("x", {}, testing::make({1'000'000, 1}, std::vector<float>(1'000'000)));
  document.layers.emplace_back(document::LinearLayer{.out_features = 1'000'000});
  const auto made = make_handout(large, Format::kPdf, false, *fonts);
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().kind, base::ErrorKind::kTooLarge);
  EXPECT_NE(made.error().sentence.find("linear layer"), std::string::npos) << made.error().sentence;
  const auto page = make_handout(large, Format::kHtml, false, *fonts);
  ASSERT_FALSE(page.has_value());
  EXPECT_EQ(page.error().sentence, made.error().sentence);
}

TEST_F(HandoutTest, ALargeStepIsCutToThePage) {
  NORMSCOPE_NEEDS_PROGRAM("pdftotext", "poppler-utils");
  lessons::Lesson large = small;
  large.steps[0].document = document::document_of(
      "x", document::Constant{0.25},
      NORMSCOPE_VALUE_OR_FAIL(document::make_values(document::Constant{0.25}, {3, 20, 700})));
  large.steps[0].document.selection = {25, 0};
  const std::string text = read(large);
  expect_in_order(text,
                  {"(3, 20, 700), 8 of 20 rows", " of 700 columns", "row 20", "0.2500", "row 27"});
  EXPECT_EQ(text.find("row 28"), std::string::npos);
}

TEST_F(HandoutTest, TheFigureThatTheLessonNamesIsPrintedOnce) {
  const auto figures_in = [&](const lessons::Lesson& lesson) {
    std::vector<std::string> names;
    for (const Block& block : NORMSCOPE_VALUE_OR_FAIL(contents(lesson, false, *fonts))) {
      for (const Line& line : block.lines) {
        if (line.figure) names.push_back(line.figure->name);
      }
    }
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(figures_in(small), Names{}) << "none is named";
  lessons::Lesson named = small;
  named.steps[0].document.view.figure = "heatmap";
  named.steps[0].has_figure = named.steps[1].has_figure = true;
  named.steps[1].document = named.steps[0].document;
  EXPECT_EQ(figures_in(named), Names{"heatmap"}) << "the second is the same";
  named.steps[1].document.view.figure = "stage";
  EXPECT_EQ(figures_in(named), (Names{"heatmap", "stage"}));
  EXPECT_GT(pdf(named).size(), pdf(small).size());
}

TEST_F(HandoutTest, ALessonThatSetsNoStageHasNoTables) {
  lessons::Lesson cells = small;
  cells.sets_stage = false;
  for (const Block& block : NORMSCOPE_VALUE_OR_FAIL(contents(cells, false, *fonts))) {
    for (const Line& line : block.lines) {
      for (const figures::TextRun& run : line.texts) EXPECT_NE(run.text, "Input");
    }
  }
}

// The rules for a good page, on the lessons that ship.
TEST_F(HandoutTest, PagesOfTheBuiltInLessonsEndWell) {
  const auto lessons = NORMSCOPE_VALUE_OR_FAIL(lessons::builtin_lessons());
  for (const lessons::Lesson& lesson : lessons) {
    for (const bool answers : {false, true}) {
      SCOPED_TRACE(lesson.id);
      const std::vector<Block> blocks = NORMSCOPE_VALUE_OR_FAIL(contents(lesson, answers, *fonts));
      std::vector<double> lengths;
      for (const Page& page : paginate(blocks, kColumnHeight)) {
        const Piece& last = page.pieces.back();
        lengths.push_back(last.top + last.height);
        EXPECT_LE(lengths.back(), kColumnHeight);
        for (const Piece& piece : page.pieces) {
          const Block& block = blocks[piece.block];
          EXPECT_GE(kColumnHeight - piece.top, block.room);
          const bool whole = piece.count == block.lines.size();
          EXPECT_TRUE(whole || piece.count > 1) << "a line alone";
        }
        EXPECT_FALSE(blocks[last.block].lines[last.first + last.count - 1].keeps_next);
      }
      // Blank ends of pages waste paper: less than a third of each, except of the last.
      for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
        EXPECT_GT(lengths[i], 0.66 * kColumnHeight) << "page " << i + 1;
      }
    }
  }
}

}  // namespace
}  // namespace normscope::handout
