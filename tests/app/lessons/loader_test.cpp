// SPDX-License-Identifier: MIT
// The frame of a lesson: front matter, steps, and every error of a file that is no lesson.
#include "app/lessons/loader.hpp"
#include "app/lessons/markdown.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/app/lessons/lesson_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::lessons {
namespace {

constexpr const char* kBlock = "```normscope\ninput = { values = [1, 2] }\n```\n";

TEST(Loader, ReadsFrontMatterAndSteps) {
  const Lesson lesson = lesson_of(
      "+++\nid = \"x\"\ntitle = \"A title\"\nsource = \"us\"\nlanguage = \"de\"\n+++\n"
      "## One\nText.\n" +
      std::string(kBlock) + "## Two\n");
  EXPECT_EQ(lesson.id, "x");
  EXPECT_EQ(lesson.title, "A title");
  EXPECT_EQ(lesson.source, "us");
  EXPECT_EQ(lesson.language, "de");
  EXPECT_EQ(lesson.order, 0);
  EXPECT_EQ(lesson.next, "");
  ASSERT_EQ(lesson.steps.size(), 2U);
  EXPECT_EQ(lesson.steps[0].title, "One");
  EXPECT_EQ(lesson.steps[0].line, 7);
  EXPECT_EQ(lesson.steps[0].blocks.size(), 1U) << "the block of settings is no text";
  EXPECT_EQ(lesson.steps[1].title, "Two");
  EXPECT_EQ(lesson.steps[1].line, 12);
}

TEST(Loader, FrontMatterSaysItsPlaceAndWhereItLeads) {
  const Lesson lesson = lesson_of(
      "+++\nid = \"x\"\ntitle = \"A\"\nsource = \"us\"\nabout = \"What.\"\nnext = \"y\"\n"
      "then = \"Try.\"\ngroup = \"Variants\"\norder = 3\nminutes = 12\n+++\n## One\n" +
      std::string(kBlock));
  EXPECT_EQ(lesson.about, "What.");
  EXPECT_EQ(lesson.next, "y");
  EXPECT_EQ(lesson.then, "Try.");
  EXPECT_EQ(lesson.group, Group::kVariants);
  EXPECT_EQ(lesson.order, 3);
  EXPECT_EQ(lesson.minutes, 12);
  EXPECT_NE(fault_of("+++\nid = \"x\"\ntitle = \"A\"\nsource = \"us\"\norder = 0\n+++\n## One\n" +
                     std::string(kBlock)),
            "no fault");
}

TEST(Loader, LineEndsAndAByteOrderMarkSayNothing) {
  const std::string text = with_front("## One\nText.\n" + std::string(kBlock));
  std::string other = "\xEF\xBB\xBF";
  for (const char c : text) other += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(lesson_of(text), lesson_of(other));
}

TEST(Loader, RefusesFrontMatterThatIsNone) {
  EXPECT_EQ(fault_of(""), "line 1: a lesson begins with front matter");
  EXPECT_EQ(fault_of("## One\n"), "line 1: a lesson begins with front matter");
  EXPECT_EQ(fault_of("+++\nid = \"a\"\n"), "line 1: the front matter has no closing +++");
  EXPECT_EQ(fault_of("+++\n+++\n## One\n"),
            "line 2: the front matter needs a 'id' in quotation marks");
  EXPECT_EQ(fault_of("+++\nid = \"a\"\ntitle = \"\"\nsource = \"s\"\n+++\n"),
            "line 3: the front matter needs a 'title' in quotation marks");
  EXPECT_EQ(fault_of("+++\nid = 7\ntitle = \"a\"\nsource = \"s\"\n+++\n"),
            "line 2: 'id' must be a text in quotation marks");
  EXPECT_EQ(fault_of("+++\nid = \"a\"\ntitle = \"a\"\nsource = \"s\"\nauthor = \"b\"\n+++\n"),
            "line 5: unknown key 'author'");
  EXPECT_EQ(fault_of("+++\nid = \"a\"\ntitle = \"a\"\nsource = \"s\"\ngroup = \"Last\"\n+++\n"),
            "line 5: 'group' must be one of First, Variants, Further, Precision, Practice, but is "
            "'Last'");
  EXPECT_TRUE(fault_of("+++\nid = \"a\"\ntitle = = 1\n+++\n").starts_with("line 3: not TOML: "));
}

TEST(Loader, AKeyHasPartsThatFitOnALine) {
  const auto front = [](const std::string& line) {
    return fault_of("+++\nid = \"a\"\ntitle = \"a\"\nsource = \"s\"\n" + line + "\n+++\n");
  };
  std::string key = "a";
  for (int i = 0; i < 31; ++i) key += i % 2 == 0 ? ".a" : " . \"=\"";
  EXPECT_EQ(front(key + " = 1"), "line 5: unknown key 'a'");
  EXPECT_EQ(front(key + ".a = 1"), "line 5: a key has more than 32 parts");
  EXPECT_EQ(front("b = { c = \"\"\"x\"\"\"\", " + key + ".a = 1 }"),
            "line 5: a key has more than 32 parts");
  // Dots in texts, comments and numbers part no key.
  const std::string dots(100, '.');
  for (const std::string& line :
       {R"(b = "\")" + dots + "\"", "b = '" + dots + "'", "b = 1 # " + dots,
        "b = \"\"\"\n" + dots + R"(""")", "b = '''" + dots + "'''"}) {
    EXPECT_EQ(front(line), "line 5: unknown key 'b'") << line;
  }
  std::string numbers = "b = [";
  for (int i = 0; i < 100; ++i) numbers += "0.5, ";
  EXPECT_EQ(front(numbers + "]"), "line 5: unknown key 'b'");
}

TEST(Loader, RefusesALessonWithoutSteps) {
  EXPECT_EQ(fault_of(with_front("")), "line 6: the lesson has no steps");
  EXPECT_EQ(fault_of(with_front("\nSome text.\n")), "line 7: a lesson begins with a step");
  EXPECT_EQ(fault_of(with_front("```\ncode\n```\n")), "line 7: a lesson begins with a step");
}

TEST(Loader, TheFirstStepMustSayItsInput) {
  EXPECT_EQ(fault_of(with_front("\n## One\nText.\n")),
            "line 7: the first step must say its 'input'");
  EXPECT_EQ(fault_of(with_front("## One\n```normscope\noperation = \"softmax\"\n```\n")),
            "line 8: the first step must say its 'input'");
}

TEST(Loader, AStepHasOneBlockOfSettings) {
  EXPECT_EQ(fault_of(with_front("## One\n" + std::string(kBlock) + kBlock)),
            "line 11: a step has one normscope block at most");
}

TEST(Loader, CellsAreBlocksOfTheirStep) {
  const Lesson lesson = lesson_of(
      with_front("## One\n```python\nprint(1)\n```\n\n```output\n1\n```\n" + std::string(kBlock)));
  EXPECT_EQ(lesson.steps[0].blocks.at(0).language, "python");
  EXPECT_EQ(lesson.steps[0].blocks.at(1).language, "output");
}

TEST(Loader, OtherCodeIsShown) {
  const Lesson lesson =
      lesson_of(with_front("## One\n```text\na\n\n b\n```\n" + std::string(kBlock)));
  const Block& code = lesson.steps[0].blocks.at(0);
  EXPECT_EQ(code.kind, BlockKind::kCode);
  EXPECT_EQ(code.language, "text");
  EXPECT_EQ(code.text, "a\n\n b\n");
}

TEST(Loader, RefusesWhatIsNotUtf8AndWhatIsTooLong) {
  EXPECT_EQ(fault_of(with_front("## One\n\xC3(\n")), "line 7: not UTF-8");
  EXPECT_EQ(fault_of(std::string(kMaxLessonBytes + 1, ' ')),
            "a lesson has at most 1048576 bytes, but this has 1048577");
}

TEST(Loader, RefusesMoreThanALessonHolds) {
  const auto times = [](std::size_t count, std::string_view text) {
    std::string all;
    for (std::size_t i = 0; i < count; ++i) all += text;
    return all;
  };
  const std::string one = "## One\n" + std::string(kBlock);
  const std::string step = "## A\n";
  EXPECT_EQ(lesson_of(with_front(one + times(kMostSteps - 1, step))).steps.size(), kMostSteps);
  EXPECT_EQ(fault_of(with_front(one + times(kMostSteps, step))),
            "line 509: a lesson has at most 500 steps");
  const std::string cell = "```python\n1\n```\n";
  EXPECT_EQ(fault_of(with_front(one + times(5, step + times(250, cell)))),
            "line 3016: a lesson has at most 1000 cells");
  EXPECT_EQ(fault_of(with_front(one + times(kMostBlocks + 1, "a\n\n"))),
            "line 1008: a step has at most 500 paragraphs, items, formulas and blocks of code");
  EXPECT_EQ(fault_of(with_front(one + times(kMostStepBytes / 2, "a\n") + "\nb\n")),
            "line 16379: a step has at most 32768 bytes of text");
  const std::string large =
      "```normscope\ninput = { distribution = \"normal\", shape = [1024, "
      "1024], seed = 1 }\n```\n";
  EXPECT_EQ(fault_of(with_front(times(17, step + large))),
            "line 72: the inputs of a lesson have at most 16777216 numbers in all");
}

TEST(Loader, ReadsFiles) {
  const testing::TemporaryFolder folder;
  const std::string text = with_front("## One\n" + std::string(kBlock));
  testing::write_file(folder / "a.md", text);
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(load_lesson(folder / "a.md")), lesson_of(text));
  const auto missing = load_lesson(folder / "b.md");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, base::ErrorKind::kNotFound);
}

TEST(Loader, RandomTextsNeverHarm) {
  EXPECT_TRUE(rc::check([] {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "## Step\n", "text ", "*", "**", "`", "$", "$$", "x^2", "\n\n", "- ", "1. ",
        "```normscope\n", "```\n", "input = { values = [1, 2] }\n", "eps = 1\n", "[a](b)", "<p>",
        "&amp;", "\\", "> ", "![", "---\n", "# ", "|", "{mean[0]}", "{", "}", "```predict\n",
        "```act\n", "```hint\n", "ask = \"a\"\n", "number = \"mean[0]\"\n", "within = 1\n",
        "text = \"{x}\"\n"));
    std::string body = "## One\n" + std::string(kBlock);
    for (const std::string& piece : pieces) body += piece;
    const auto lesson = read_lesson(with_front(body));
    if (!lesson) RC_ASSERT(lesson.error().sentence.starts_with("line "));
  }));
}

TEST(LessonCells, PythonAndOutputBlocksInOrder) {
  const auto cells = NORMSCOPE_VALUE_OR_FAIL(read_lesson_cells(
      "+++\nid = \"x\"\ntitle = \"X\"\nsource = \"s\"\n+++\n## One\n\nText.\n\n"
      "```python\nx = 1\nx\n```\n\n```output\n1\n```\n\n```toml\na = 1\n```\n\n## Two\n\n"
      "```python\nprint(2)\n```\n"));
  ASSERT_EQ(cells.size(), 3U);
  EXPECT_EQ(cells[0].language, "python");
  EXPECT_EQ(cells[0].text, "x = 1\nx\n");
  EXPECT_EQ(cells[0].line, 11);
  EXPECT_EQ(cells[1].language, "output");
  EXPECT_EQ(cells[1].text, "1\n");
  EXPECT_EQ(cells[2].text, "print(2)\n");
  EXPECT_FALSE(read_lesson_cells("no front matter"));
  EXPECT_FALSE(read_lesson_cells("+++\n+++\ntext before a heading"));
}

}  // namespace
}  // namespace normscope::lessons
