// SPDX-License-Identifier: MIT
// Handouts as pages of HTML: what they say, what stays closed, and that they load nothing.
#include "app/handout/html/page.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/loader.hpp"
#include "tests/support/support.hpp"

namespace normscope::handout {
namespace {

constexpr std::string_view kPageLesson = R"(+++
id = "page"
title = "Less < more"
source = "Somebody's & notebook."
language = "de"
then = "Try another."
+++

## One row

The mean is **{mean[0]}**, by $\mu$, see [the page](https://example.org/?a=1&b=2):

- a point
  1. a number within it
- another

$$\sqrt{\frac{1}{n}}$$

```python
x.mean()  # a < b
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
reveal = "mean"
focus = "mean"
figure = "heatmap"
```

## Another row

```predict
ask = "Does the sum change?"
choices = [
  { text = "Yes, it does", right = true },
  { text = "No, it stays", why = "That would need a balance." },
]
```

```normscope
focus = "input"
```
)";

struct HtmlPageTest : ::testing::Test {
  std::string page(const lessons::Lesson& shown, bool answers = false) const {
    return NORMSCOPE_VALUE_OR_FAIL(make_page(shown, answers, *fonts));
  }
  const std::unique_ptr<figures::FontMeasure> fonts =
      NORMSCOPE_VALUE_OR_FAIL(figures::FontMeasure::load());
  const lessons::Lesson lesson = NORMSCOPE_VALUE_OR_FAIL(lessons::read_lesson(kPageLesson));
};

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// Expects the parts in this order.
void expect_in_turn(const std::string& text, const std::vector<std::string>& parts) {
  std::size_t at = 0;
  for (const std::string& part : parts) {
    const std::size_t found = text.find(part, at);
    EXPECT_NE(found, std::string::npos) << part << " after " << at;
    if (found != std::string::npos) at = found + part.size();
  }
}

TEST_F(HtmlPageTest, SaysEverythingInReadingOrder) {
  expect_in_turn(page(lesson),
                 {"<!DOCTYPE html>",
                  "<html lang=\"de\">",
                  "<title>Less &lt; more</title>",
                  "<h1>Less &lt; more</h1>",
                  "Somebody's &amp; notebook.",
                  "<a href=\"#step-1\">One row</a>",
                  "<h2 id=\"step-1\">1. One row</h2>",
                  "The mean is <strong>2.0000</strong>",
                  R"(<svg class="math" role="img" aria-label="mu")",
                  ">\u03BC</text>",
                  R"(<a href="https://example.org/?a=1&amp;b=2" rel="noreferrer">the page</a>)",
                  "<ul>",
                  "<li>a point<ol>",
                  "<li>a number within it</li></ol>",
                  "</li>",
                  "<li>another</li></ul>",
                  R"(aria-label="the square root of 1 divided by n")",
                  "<rect ",
                  "x.mean()",
                  R"(<span class="comment"># a &lt; b</span>)",
                  "tensor(2.)",
                  "<caption><strong>Input</strong>",
                  R"(<th scope="col">2</th>)",
                  R"(<th scope="row">row 0</th>)",
                  "Question 1",
                  "What is the variance?",
                  "Your number",
                  "Question 2",
                  "In Normscope:",
                  "Double-click it.",
                  "The stage after the answers",
                  "<caption><strong>Variance</strong>",
                  "<figure ",
                  "Question 3",
                  "Yes, it does",
                  "No, it stays",
                  "That would need a balance.",
                  "Try another.",
                  "<script>"});
}

TEST_F(HtmlPageTest, AnswersStandInClosedBoxesUnlessTheyAreAskedFor) {
  const std::string closed = page(lesson);
  EXPECT_EQ(count_of(closed, "<details class=\"answer\">"), 3U);
  EXPECT_EQ(count_of(closed, "<details class=\"uncovered\">"), 1U);
  expect_in_turn(closed, {R"(data-kind="number" data-value="0.6666)", R"(data-within="0.01")",
                          R"(data-text="0.6667")", R"(data-kind="cell" data-value="0,2")",
                          R"(data-kind="choice" data-value="0")"});
  // What the question asks for stands nowhere before the box of its answer.
  EXPECT_GT(closed.find("0.6667."), closed.find("<details class=\"answer\">"));
  EXPECT_GT(closed.find("<strong>Variance</strong>"), closed.find("<details class=\"uncovered\">"));
  const std::string open = page(lesson, true);
  EXPECT_EQ(count_of(open, "<details class=\"answer\" open>"), 3U);
  EXPECT_EQ(count_of(open, "<details class=\"uncovered\">"), 0U);
  EXPECT_EQ(open.find("role=\"status\"></p><details class=\"answer\">"), std::string::npos);
}

TEST_F(HtmlPageTest, AFigureHasANameAndAPictureForEachGround) {
  const std::string html = page(lesson);
  const std::size_t figure = html.find("<figure ");
  ASSERT_NE(figure, std::string::npos);
  const std::string shown = html.substr(figure, html.find("</figure>") - figure);
  expect_in_turn(shown, {"class=\"on-light\"", "<title>", "</title>", "<desc>", "</svg>",
                         "class=\"on-dark\"", "<title>", "</svg>"});
  EXPECT_EQ(count_of(shown, "<svg "), 2U);
}

TEST_F(HtmlPageTest, ATableSaysWhatItsNumbersAreMadeFrom) {
  const std::string html = page(lesson);
  expect_in_turn(html,
                 {"<caption><strong>Variance</strong>", ", from each group of ", "</caption>"});
}

TEST_F(HtmlPageTest, ALinkThatIsNoPageIsText) {
  lessons::Lesson other = lesson;
  other.steps[0].blocks[0].inlines = {{.text = "here", .link = "javascript:alert(1)"},
                                      {.text = "<script>"}};
  const std::string html = page(other);
  EXPECT_EQ(html.find("javascript:"), std::string::npos);
  EXPECT_NE(html.find("<p>here&lt;script&gt;</p>"), std::string::npos);
}

TEST_F(HtmlPageTest, ALessonThatSetsNoStageHasNoTables) {
  lessons::Lesson cells = lesson;
  cells.sets_stage = false;
  EXPECT_EQ(page(cells).find("<table"), std::string::npos);
}

TEST_F(HtmlPageTest, ASolutionIsInAClosedBoxUnlessAnswersAreAskedFor) {
  const auto all = NORMSCOPE_VALUE_OR_FAIL(lessons::builtin_lessons());
  const auto exercises = std::ranges::find(all, "write-it-yourself", &lessons::Lesson::id);
  ASSERT_NE(exercises, all.end());
  std::size_t count = 0;
  for (const lessons::Step& step : exercises->steps) count += step.exercises.size();
  ASSERT_GT(count, 0U);
  EXPECT_EQ(count_of(page(*exercises), "<details class=\"solution\"><summary>"), count);
  EXPECT_EQ(count_of(page(*exercises, true), "<details class=\"solution\" open><summary>"), count);
}

// The bound is the project's: a page goes by mail and onto a phone.
TEST_F(HtmlPageTest, BuiltInLessonsAreSmallAndLoadNothing) {
  for (const lessons::Lesson& each : NORMSCOPE_VALUE_OR_FAIL(lessons::builtin_lessons())) {
    SCOPED_TRACE(each.id);
    const std::string html = page(each);
    EXPECT_EQ(html, page(each)) << "the same lesson, the same bytes";
    EXPECT_LT(html.size(), 400'000U);
    EXPECT_EQ(count_of(html, "<section"), count_of(html, "</section>"));
    EXPECT_EQ(count_of(html, "<li>"), count_of(html, "</li>"));
    EXPECT_EQ(count_of(html, "<details"), count_of(html, "</details>"));
    for (const std::string_view loads : {"<link", " src=", "@import", "url(h", "fetch(", "<img"}) {
      EXPECT_EQ(html.find(loads), std::string::npos) << loads;
    }
    std::size_t asked = 0;
    for (const lessons::Step& step : each.steps) asked += step.predictions.size();
    EXPECT_EQ(count_of(html, "<form class=\"task question\""), asked);
  }
}

}  // namespace
}  // namespace normscope::handout
