// SPDX-License-Identifier: MIT
// `normscope handout` as a shell sees it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/e2e/process.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

struct Handout : ::testing::Test {
  Ended run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "handout");
    return run_normscope(arguments, folder.path());
  }
  std::string bytes(std::string_view name) const { return read_file(folder / name); }
  TemporaryFolder folder;
};

TEST_F(Handout, OfABuiltInLessonOrAFile) {
  const Ended ended = run({"lecture-20-by-hand", "--output", "a.pdf"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out + ended.err, "");
  EXPECT_TRUE(bytes("a.pdf").starts_with("%PDF"));
  std::filesystem::copy_file(std::filesystem::path(NORMSCOPE_LESSONS) / "02-lecture-20-by-hand.md",
                             folder / "l.md");
  EXPECT_EQ(run({"l.md", "--output", "b.PDF"}).status, 0);
  EXPECT_EQ(bytes("a.pdf"), bytes("b.PDF")) << "the same lesson, the same bytes";
  EXPECT_EQ(run({"l.md", "--output", "c.pdf", "--answers"}).status, 0);
  EXPECT_NE(bytes("a.pdf"), bytes("c.pdf"));
  EXPECT_EQ(run({"l.md", "--output", "d.html"}).status, 0);
  EXPECT_TRUE(bytes("d.html").starts_with("<!DOCTYPE html>"));
}

TEST_F(Handout, FailuresNameTheFile) {
  write_file(folder / "old.pdf", "old");
  write_file(folder / "broken.md", "+++\nid = \"a\"\n+++\n## One\n");
  const auto fails = [&](const std::vector<std::string>& arguments, std::string_view words) {
    const Ended ended = run(arguments);
    EXPECT_EQ(ended.status, 1) << ended.err;
    EXPECT_NE(ended.err.find(words), std::string::npos) << ended.err;
    EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
    EXPECT_EQ(bytes("old.pdf"), "old");
  };
  fails({"broken.md", "--output", "old.pdf"}, "normscope: broken.md: line ");
  fails({"none", "--output", "old.pdf"}, "normscope: none: ");
  fails({"none", "--output", "old.pdf"}, "lecture-20-by-hand");
  fails({"lecture-20-by-hand", "--output", "nowhere/a.pdf"}, "normscope: nowhere/a.pdf: ");
}

TEST_F(Handout, WrongUsageIsTwo) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{},
        {"lecture-20-by-hand"},
        {"--output", "a.pdf"},
        {"lecture-20-by-hand", "--output", "a.svg"},
        {"lecture-20-by-hand", "--output", "a.pdf", "--pages", "3"}}) {
    const Ended ended = run(arguments);
    EXPECT_EQ(ended.status, 2) << ::testing::PrintToString(arguments) << ended.err;
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace normscope::testing
