// SPDX-License-Identifier: MIT
// Progress that follows a lesson which its author changes, and the score at its end.
#include "app/lessons/progress.hpp"

#include <gtest/gtest.h>

#include "tests/app/lessons/lesson_support.hpp"

namespace normscope::lessons {
namespace {

std::string question(const std::string& ask, const std::string& right) {
  return "```predict\nask = \"" + ask +
         "\"\nchoices = [{ text = \"a\", why = \"w\" }, { text = \"" + right +
         "\", right = true }]\nreveal = \"r\"\n```\n";
}
std::string act(const std::string& what) {
  return "```act\ndo = \"" + what + "\"\nchanges = [{ selected = { row = 1 } }]\n```\n";
}
std::string hint(const std::string& text) {
  return "```hint\ntext = \"" + text + "\"\n```\n";
}
Lesson lesson_with(const std::string& blocks) {
  return lesson_of(one_step("operation = \"layer-norm\"") + blocks);
}

TEST(AskedHash, IsOfWhatIsAskedAndNotOfTheRest) {
  const Lesson lesson = lesson_with(question("One?", "b") + question("One?", "c") +
                                    question("*One?*", "b") + question("Two?", "b"));
  const auto hash = [&](std::size_t block) { return asked_hash(lesson, {0, block}); };
  EXPECT_NE(hash(0), hash(1)) << "another answer";
  EXPECT_EQ(hash(0), hash(2)) << "styles do not matter";
  EXPECT_NE(hash(0), hash(3));
  const Lesson numbers = lesson_with(
      "```predict\nask = \"?\"\nnumber = 2\nwithin = 0.5\n```\n"
      "```predict\nask = \"?\"\nnumber = 2\nwithin = 0.25\n```\n"
      "```predict\nask = \"?\"\ncell = { row = 0, column = 1 }\n```\n");
  EXPECT_NE(asked_hash(numbers, {0, 0}), asked_hash(numbers, {0, 1}));
  EXPECT_NE(asked_hash(numbers, {0, 1}), asked_hash(numbers, {0, 2}));
  // FNV-1a of "?\ncell 0 1\n", computed apart from this program: files hold such hashes.
  EXPECT_EQ(asked_hash(numbers, {0, 2}), 0x80aca7d19d3d7f9bU);
}

TEST(Follow, KeepsWhatAsksTheSame) {
  const Lesson before =
      lesson_with(question("One?", "b") + question("Two?", "b") + act("Do it.") + hint("Look."));
  Progress progress;
  progress.furthest = 0;
  progress.answers[{0, 0}] = {asked_hash(before, {0, 0}), std::size_t{0}, std::size_t{1}};
  progress.answers[{0, 1}] = {asked_hash(before, {0, 1}), std::size_t{1}, {}};
  progress.done[{0, 2}] = asked_hash(before, {0, 2});
  progress.hints[{0, 3}] = asked_hash(before, {0, 3});
  EXPECT_EQ(follow(progress, before), progress);

  // A paragraph comes first, the second question is another, the act has other words.
  const Lesson after = lesson_with("New.\n\n" + question("One?", "b") + question("Two?", "c") +
                                   act("Do that.") + hint("Look."));
  Progress expected;
  expected.furthest = 0;
  expected.answers[{0, 1}] = progress.answers[{0, 0}];
  expected.hints[{0, 4}] = progress.hints[{0, 3}];
  EXPECT_EQ(follow(progress, after), expected);
}

TEST(Follow, AnEntryThatMovesTakesNoOthersPlace) {
  const Lesson twice = lesson_with(question("One?", "b") + question("One?", "b"));
  Progress progress;
  progress.furthest = 4;
  const AskedHash asked = asked_hash(twice, {0, 0});
  progress.answers[{0, 1}] = {asked, std::size_t{1}, {}};
  progress.answers[{3, 0}] = {asked, std::size_t{0}, {}};
  const Progress next = follow(progress, twice);
  EXPECT_EQ(next.furthest, 0) << "the last step";
  ASSERT_EQ(next.answers.size(), 2U);
  EXPECT_EQ(next.answers.at({0, 1}).first, Answer(std::size_t{1}));
  EXPECT_EQ(next.answers.at({0, 0}).first, Answer(std::size_t{0}));
}

TEST(Score, CountsTheFirstAnswers) {
  const Lesson lesson =
      lesson_with(question("One?", "b") + question("Two?", "b") + question("Three?", "b"));
  Progress progress;
  EXPECT_EQ(score_of(lesson, progress).questions, 3U);
  progress.answers[{0, 0}] = {asked_hash(lesson, {0, 0}), std::size_t{0}, std::size_t{1}};
  progress.answers[{0, 2}] = {asked_hash(lesson, {0, 2}), std::size_t{1}, {}};
  const Score score = score_of(lesson, progress);
  EXPECT_EQ(score.answered, 2U);
  EXPECT_EQ(score.right, 1U);
  EXPECT_EQ(score.missed, (std::vector<BlockPlace>{{0, 0}})) << "right the second time";
}

TEST(OpenTasks, AreQuestionsWithoutAnAnswerAndExercisesWithoutARightFunction) {
  const std::string exercise =
      "```exercise\ntask = \"Do.\"\nfunction = \"f\"\narguments = [{ name = \"x\", shape = \"n\" "
      "}]\noutputs = [\"y\"]\nstart = \"def f(x): ...\"\nsolution = \"def f(x): return x\"\n```\n";
  const Lesson lesson = lesson_with(question("One?", "b") + exercise);
  Progress progress;
  progress.furthest = 0;
  EXPECT_EQ(open_tasks(lesson, progress), (std::vector<BlockPlace>{{0, 0}, {0, 1}}));
  progress.answers[{0, 0}] = {asked_hash(lesson, {0, 0}), std::size_t{0}, {}};
  progress.attempts[{0, 1}] = {asked_hash(lesson, {0, 1}), "def f(x): 1", false};
  EXPECT_EQ(open_tasks(lesson, progress), (std::vector<BlockPlace>{{0, 1}}));
  EXPECT_FALSE(is_done(lesson, progress));
  progress.attempts[{0, 1}].right = true;
  EXPECT_TRUE(is_done(lesson, progress));
  EXPECT_EQ(score_of(lesson, progress).written, 1U);
  // It follows a lesson that changes elsewhere, and not one whose exercise is another.
  EXPECT_EQ(follow(progress, lesson_with(exercise)).attempts.size(), 1U);
  EXPECT_TRUE(follow(progress, lesson_with(question("One?", "b"))).attempts.empty());
}

}  // namespace
}  // namespace normscope::lessons
