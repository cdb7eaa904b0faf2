// SPDX-License-Identifier: MIT
// `normscope lessons` as a shell sees it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/app/kernel_options.hpp"
#include "tests/e2e/process.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

constexpr const char* kFront = "+++\nid = \"a\"\ntitle = \"A\"\nsource = \"us\"\n+++\n";
constexpr const char* kScene =
    "## One\n```normscope\ninput = { values = [[1, 2, 3]] }\noperation = \"layer-norm\"\n```\n";

// Lessons in a folder of their own.
struct Lessons : ::testing::Test {
  Ended check(const std::string& body) const {
    write_file(folder / "a.md", kFront + std::string(kScene) + body);
    return run_normscope(running_cells({"lessons", "check", "a.md"}), folder.path());
  }
  TemporaryFolder folder;
};

TEST_F(Lessons, TheBuiltInOnesAreListedAndInOrder) {
  const Ended list = run_normscope({"lessons", "list"});
  EXPECT_EQ(list.status, 0);
  EXPECT_EQ(list.err, "");
  EXPECT_NE(list.out.find("02-lecture-20-by-hand.md: Layer norm by hand: "), std::string::npos)
      << list.out;
  const Ended check = run_normscope(running_cells({"lessons", "check"}));
  EXPECT_EQ(check.status, 0) << check.out << check.err;
  EXPECT_EQ(std::ranges::count(check.out, '\n'), std::ranges::count(list.out, '\n'));
  EXPECT_TRUE(check.out.ends_with(": nothing wrong\n")) << check.out;
}

TEST_F(Lessons, AWholeLessonIsChecked) {
  const Ended ended = check(
      "The mean is {mean[0]}.\n\n```python\n1 + 1\n```\n\n```output\n2\n```\n\nIt prints "
      "{printed[1, 0]}.\n\n```predict\nask = \"?\"\nnumber = \"mean[0]\"\nwithin = 0.1\n```\n\n"
      "```act\ndo = \"Do.\"\nchanges = [{ value = \"mean[0]\", above = 2 }]\n```\n");
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_EQ(ended.out, "a.md: 1 step, 1 prediction, 1 act, 1 cell: nothing wrong\n");
}

TEST_F(Lessons, EachFindingIsALine) {
  const Ended ended = check(
      "About 0.5 and `0.5`.\n\n```python\n1 + 1\n```\n\n```output\n3\n```\n\n```act\ndo = \"To "
      "1.5.\"\nchanges = [{ value = \"mean[0]\", above = 1 }]\n```\n\n```python\nx\n```\n");
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(ended.err.ends_with("normscope: 1 of 1 lesson wrong\n")) << ended.err;
  std::string expected =
      "a.md: line 11: the number 0.5 is typed: name it, as in {mean[0]}, or write it as code\n"
      "a.md: line 22: the number 1.5 is typed: name it, as in {mean[0]}, or write it as code\n"
      "a.md: line 22: this act is done before the reader does anything\n";
  if (has_kernel()) {
    expected +=
        "a.md: line 14: cell 1 does not print its output block\n"
        "a.md: line 27: cell 2 fails: NameError: name 'x' is not defined\n";
  }
  EXPECT_EQ(ended.err.find("cells were not checked") == std::string::npos, has_kernel());
  EXPECT_EQ(ended.out, expected);
}

TEST_F(Lessons, WhatCannotBeReadIsNamedWithItsLine) {
  const Ended ended = check("The mean is {middle[0]}.\n");
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(ended.out.starts_with("a.md: line 11: there is no step 'middle' on the stage"))
      << ended.out;
  const Ended list = run_normscope({"lessons", "list", "a.md", "missing.md"}, folder.path());
  EXPECT_EQ(list.status, 1);
  EXPECT_EQ(list.err, "normscope: 2 of 2 lessons wrong\n");
}

TEST_F(Lessons, AnExerciseIsTried) {
  if (!has_kernel()) GTEST_SKIP() << "this build has no kernel";
  const auto tried = [&](const std::string& answer,
                         const std::string& lesson = "write-it-yourself") {
    write_file(folder / "answer.py", answer);
    return run_normscope(running_cells({"lessons", "try", lesson, "answer.py"}), folder.path());
  };
  const Ended right = tried(
      "import torch\ndef softmax(x):\n    e = (x - x.max(-1, keepdim=True).values).exp()\n"
      "    return e / e.sum(-1, keepdim=True)\n");
  EXPECT_EQ(right.status, 0) << right.out << right.err;
  EXPECT_TRUE(right.out.starts_with("softmax: Right, with ")) << right.out;
  const Ended wrong = tried(
      "def softmax(x):\n    e = x.exp()\n    total = e.sum(-1, keepdim=True)\n    return e / "
      "total\n");
  EXPECT_EQ(wrong.status, 1);
  EXPECT_TRUE(wrong.out.starts_with("softmax: softmax(x) gives another y.\n")) << wrong.out;
  EXPECT_NE(wrong.out.find("On ordinary numbers it is softmax over the last dimension"),
            std::string::npos)
      << wrong.out;
  EXPECT_TRUE(wrong.err.ends_with("normscope: answer.py: 1 of 1 exercise wrong\n")) << wrong.err;
  const Ended other = tried("def hardmax(x):\n    return x\n");
  EXPECT_EQ(other.status, 1);
  EXPECT_NE(other.err.find("it defines no function of this lesson's exercises"), std::string::npos)
      << other.err;
  EXPECT_NE(tried("", "write-it").err.find("write-it-yourself"), std::string::npos);
}

TEST_F(Lessons, NeedACommand) {
  const Ended ended = run_normscope({"lessons"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_NE(ended.err.find("list, check or try"), std::string::npos) << ended.err;
}

}  // namespace
}  // namespace normscope::testing
