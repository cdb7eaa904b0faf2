// SPDX-License-Identifier: MIT
// What was said yes to: kept for the next start, shared by two windows, of a bounded number, and
// never in the way where its file is broken.
#include "app/open_save/digest_list.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using open_save::DigestList;

std::string digest(int number) {
  return open_save::path_digest("/data/" + std::to_string(number));
}

lessons::Lesson lesson_of(const std::vector<std::string>& cells) {
  lessons::Lesson lesson;
  lesson.steps.emplace_back();
  for (const std::string& cell : cells) {
    lessons::Block block{lessons::BlockKind::kCode};
    block.language = "python";
    block.text = cell;
    lesson.steps.back().blocks.push_back(block);
  }
  return lesson;
}

TEST(DigestList, IsKeptAndSharedByTwoWindows) {
  const TemporaryFolder folder;
  const auto file = folder / "state" / "run-before";
  DigestList one(file);
  DigestList other(file);
  EXPECT_FALSE(one.has(digest(1)));
  one.add(digest(1));
  one.add_here(digest(3));
  other.add(digest(2));
  const DigestList later(file);
  EXPECT_TRUE(one.has(digest(1)) && one.has(digest(3)));
  EXPECT_TRUE(later.has(digest(1)));
  EXPECT_TRUE(later.has(digest(2)));
  EXPECT_FALSE(later.has(digest(3))) << "that was for one window";
  using std::filesystem::perms;
  EXPECT_EQ(std::filesystem::status(file).permissions(), perms::owner_read | perms::owner_write);
  EXPECT_EQ(std::filesystem::status(file.parent_path()).permissions(), perms::owner_all);
}

TEST(DigestList, AWordIsKeptWithItsDigest) {
  const TemporaryFolder folder;
  DigestList list(folder / "list");
  list.add(digest(1), "/usr/bin/a python");
  list.add(digest(2));
  list.add(digest(3), "gone");
  list.add(digest(3), "/usr/bin/python3");
  list.add(digest(4), "two\nlines");
  list.add(digest(5), std::string(open_save::kMostWordBytes + 1, 'x'));
  EXPECT_EQ(list.word_of(digest(4)), "two\nlines") << "in this program alone";
  const DigestList later(folder / "list");
  EXPECT_EQ(later.word_of(digest(1)), "/usr/bin/a python");
  EXPECT_EQ(later.word_of(digest(2)), "");
  EXPECT_EQ(later.word_of(digest(3)), "/usr/bin/python3");
  EXPECT_FALSE(later.has(digest(4)));
  EXPECT_FALSE(later.has(digest(5)));
  list.add(digest(1));
  EXPECT_EQ(DigestList(folder / "list").word_of(digest(1)), "");
  EXPECT_TRUE(DigestList(folder / "list").has(digest(1)));
}

TEST(DigestList, ForgetsTheOldest) {
  const TemporaryFolder folder;
  std::string full;
  for (std::size_t i = 0; i < open_save::kMostDigests; ++i) {
    full += digest(static_cast<int>(i)) + "\n";
  }
  write_file(folder / "list", full);
  DigestList(folder / "list").add(digest(-1));
  const DigestList after(folder / "list");
  EXPECT_TRUE(after.has(digest(-1)));
  EXPECT_TRUE(after.has(digest(1)));
  EXPECT_FALSE(after.has(digest(0)));
}

TEST(DigestList, ABrokenFileCountsAsEmptyAndIsReplaced) {
  const TemporaryFolder folder;
  for (const std::string& text : {std::string("no digest\n"), digest(1) + "\n\n", digest(1) + "x\n",
                                  std::string(1'000'000, 'a')}) {
    write_file(folder / "list", text);
    DigestList list(folder / "list");
    EXPECT_FALSE(list.has(digest(1)));
    list.add(digest(2));
    EXPECT_TRUE(DigestList(folder / "list").has(digest(2)));
  }
  std::filesystem::remove(folder / "list");
  std::filesystem::create_directory(folder / "list");
  DigestList list(folder / "list");
  list.add(digest(2));
  EXPECT_TRUE(list.has(digest(2))) << "it lasts until the program ends";
}

TEST(DigestList, TheDigestOfCellsIsThatOfTheirCode) {
  const std::string two = open_save::cells_digest(lesson_of({"a = 1", "b = 2"}));
  lessons::Lesson other = lesson_of({"a = 1", "b = 2"});
  other.title = "other words";
  EXPECT_EQ(open_save::cells_digest(other), two);
  EXPECT_NE(open_save::cells_digest(lesson_of({"b = 2", "a = 1"})), two);
  EXPECT_NE(open_save::cells_digest(lesson_of({"a = 1\nb = 2"})), two);
  EXPECT_NE(open_save::cells_digest(lesson_of({"a = 1"})), two);
}

}  // namespace
}  // namespace normscope::testing
