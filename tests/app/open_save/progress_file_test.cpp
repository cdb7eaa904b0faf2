// SPDX-License-Identifier: MIT
// Answers come back as they were; a file that this program cannot have written is refused, and no
// lesson's id leads to another folder.
#include "app/open_save/progress_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using lessons::Answer;
using lessons::Progress;

Progress some_progress() {
  Progress progress;
  progress.furthest = 3;
  progress.answers[{0, 2}] = {0xfedcba9876543210U, 0.1, std::size_t{2}};
  progress.answers[{1, 0}] = {1, std::size_t{0}, {}};
  progress.answers[{1, 7}] = {2, document::Selection{4, 5}, document::Selection{0, 1}};
  progress.answers[{2, 0}] = {3, -std::numeric_limits<double>::infinity(), {}};
  progress.answers[{2, 1}] = {.asked = 4,
                              .first = 1.0,
                              .day = 20421,
                              .confidence = lessons::Confidence::kSure,
                              .practised = {{20422, lessons::Outcome::kWrong, {}},
                                            {20425, lessons::Outcome::kSkipped, {}}}};
  progress.done[{1, 3}] = 7;
  progress.hints[{2, 4}] = 8;
  progress.attempts[{2, 5}] = {9, "def f(x):\n    return \"\\\"\n", true};
  return progress;
}

TEST(ProgressFile, ComesBackAsItWas) {
  const TemporaryFolder folder;
  const auto inside = folder / "a" / "b";
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_save::read_progress(inside, "one")), Progress{});
  ASSERT_TRUE(open_save::write_progress(inside, "one", some_progress()));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_save::read_progress(inside, "one")), some_progress());
  EXPECT_TRUE(std::filesystem::exists(inside / "one.json"));
  ASSERT_TRUE(open_save::write_progress(inside, "one", {}));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_save::read_progress(inside, "one")), Progress{});
  Progress undefined;
  undefined.answers[{0, 0}] = {1, std::nan(""), {}};
  ASSERT_TRUE(open_save::write_progress(inside, "one", undefined));
  const auto read = NORMSCOPE_VALUE_OR_FAIL(open_save::read_progress(inside, "one"));
  EXPECT_TRUE(std::isnan(std::get<double>(read.answers.at({0, 0}).first)));
}

TEST(ProgressFile, IsReadAsItIsWrittenHere) {
  // Typed by hand, so that a change of the format is noticed.
  const auto read = open_save::progress_from_json(
      R"({"normscope_progress": 1, "lesson": "one", "furthest": 2,
          "answers": [{"step": 1, "block": 4, "asked": "00000000000000ff",
                       "first": {"number": 0.25}, "again": {"row": 1, "column": 2}}],
          "done": [{"step": 0, "block": 3, "asked": "0000000000000010"}], "hints": []})",
      "one");
  Progress expected;
  expected.furthest = 2;
  expected.answers[{1, 4}] = {255, 0.25, document::Selection{1, 2}};
  expected.done[{0, 3}] = 16;
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read), expected);
}

TEST(ProgressFile, IsReadStrictly) {
  const std::string good = open_save::to_json(some_progress(), "one");
  ASSERT_TRUE(open_save::progress_from_json(good, "one"));
  EXPECT_FALSE(open_save::progress_from_json(good, "two")) << "another lesson's";
  for (const auto& [part, other] :
       {std::pair{"progress\": 1", "progress\": 2"},
        std::pair{"\"furthest\": 3", "\"furthest\": -2"},
        std::pair{"\"furthest\": 3", "\"furthest\": 3.5"},
        std::pair{"\"block\": 2", "\"block\": -1"}, std::pair{"fedcba98", "fedcba9g"},
        std::pair{"fedcba98", "fedcba"}, std::pair{"\"number\"", "\"words\""},
        std::pair{"\"day\": 20421", "\"day\": -1"}, std::pair{"\"wrong\"", "\"bad\""},
        std::pair{"\"confidence\": \"sure\"", "\"sure\": true"},
        std::pair{"\"choice\": 2", R"("choice": "2")"}, std::pair{"\"hints\"", "\"hint\""},
        std::pair{"\"step\": 0", "\"step\": 99999999999"}, std::pair{"]", ""}}) {
    std::string text = good;
    const auto at = text.find(part);
    ASSERT_NE(at, std::string::npos) << part;
    text.replace(at, std::string_view(part).size(), other);
    EXPECT_FALSE(open_save::progress_from_json(text, "one")) << text;
  }
}

TEST(ProgressFile, IsSetAsideWhenItIsBroken) {
  const TemporaryFolder folder;
  write_file(folder / "one.json", "{");
  EXPECT_FALSE(open_save::read_progress(folder.path(), "one"));
  const auto aside = open_save::set_progress_aside(folder.path(), "one");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(aside), folder / "one.json.broken");
  EXPECT_EQ(read_file(folder / "one.json.broken"), "{");
  EXPECT_FALSE(std::filesystem::exists(folder / "one.json"));
  EXPECT_FALSE(open_save::set_progress_aside(folder.path(), "one")) << "there is none any more";
  write_file(folder / "one.json", std::string(open_save::kMaxProgressBytes + 1, ' '));
  const auto large = open_save::read_progress(folder.path(), "one");
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().kind, base::ErrorKind::kTooLarge);
  std::filesystem::create_directory(folder / "two.json");
  EXPECT_FALSE(open_save::read_progress(folder.path(), "two"));
}

TEST(ProgressFile, HasANameInItsFolder) {
  EXPECT_EQ(open_save::progress_file_name("lecture-20-by-hand"), "lecture-20-by-hand.json");
  for (const std::string& id :
       {std::string("../../.bashrc"), std::string("a/b"), std::string(), std::string("a_b"),
        std::string("A"), std::string("ä"), std::string(1000, 'x'), std::string("a\0b", 3)}) {
    const std::string name = open_save::progress_file_name(id);
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_."), std::string::npos);
    EXPECT_FALSE(name.starts_with('.')) << name;
    // 64 characters, a hash of 17 with its hyphen, ".json".
    EXPECT_LE(name.size(), 86U);
  }
  EXPECT_NE(open_save::progress_file_name("a/b"), open_save::progress_file_name("a_b"));
  EXPECT_NE(open_save::progress_file_name("a/b"), open_save::progress_file_name("a:b"));
}

}  // namespace
}  // namespace normscope::testing
