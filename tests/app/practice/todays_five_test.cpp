// SPDX-License-Identifier: MIT
// Questions come back on days 1, 4, 8 and 16, five a day at most, sure and wrong first. The day is
// an argument everywhere.
#include "app/practice/todays_five.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "app/lessons/loader.hpp"
#include "tests/support/support.hpp"

namespace normscope::practice {
namespace {

using lessons::Answered;
using lessons::BlockPlace;
using lessons::Confidence;
using lessons::Day;
using lessons::Lesson;
using lessons::Outcome;
using lessons::Progress;

constexpr Day kDay = 20000;

// A lesson of one step with so many questions that can come back, and one that cannot.
Lesson lesson_with(int questions) {
  std::string text =
      "+++\nid = \"a\"\ntitle = \"A\"\nsource = \"us\"\n+++\n## One\n```normscope\n"
      "input = { values = [[1, 2, 3]] }\noperation = \"layer-norm\"\n```\n";
  for (int at = 0; at <= questions; ++at) {
    text += fmt::format("```predict\nask = \"{}?\"\nnumber = \"mean[0]\"\nwithin = 0.1\n", at);
    if (at < questions) {
      text +=
          "[practice]\ndraw = { columns = 3 }\nask = \"{row 0}?\"\nnumber = \"mean[0]\"\n"
          "within = 0.1\n";
    }
    text += "```\n";
  }
  return NORMSCOPE_VALUE_OR_FAIL(lessons::read_lesson(text));
}

struct TodaysFive : ::testing::Test {
  explicit TodaysFive(int questions = 8) : lesson(lesson_with(questions)) {
    progress.furthest = 0;
    for (std::size_t at = 0; at < lesson.steps.front().blocks.size(); ++at) {
      progress.answers[{0, at}] = {.asked = lessons::asked_hash(lesson, {0, at}),
                                   .first = 2.0,
                                   .day = kDay,
                                   .confidence = Confidence::kRather};
    }
  }
  Today on(Day day) const {
    const std::vector<Read> read{{&lesson, &progress}};
    return todays_five(read, day);
  }
  Answered& answer(std::size_t block) { return progress.answers.at({0, block}); }
  std::vector<std::size_t> blocks(Day day) const {
    std::vector<std::size_t> list;
    for (const Due& due : on(day).left) list.push_back(due.place.block);
    return list;
  }

  Lesson lesson;
  Progress progress;
};

TEST(DueDay, IsTheFirstFourthEighthAndSixteenth) {
  Answered answered{.day = kDay};
  std::vector<Day> days;
  while (const auto due = due_day(answered)) {
    days.push_back(*due - kDay);
    note(answered, {*due, Outcome::kWrong, Confidence::kGuess});
  }
  EXPECT_EQ(days, (std::vector<Day>{1, 4, 8, 16}));
}

TEST(DueDay, FollowsAReaderWhoComesLate) {
  Answered answered{.day = kDay};
  note(answered, {kDay + 30, Outcome::kRight, Confidence::kSure});
  EXPECT_EQ(due_day(answered), kDay + 33);
}

TEST(DueDay, OfWhatWasSkippedIsTheDayAfter) {
  Answered answered{.day = kDay};
  for (Day day = kDay + 1; day < kDay + 5; ++day) {
    note(answered, {day, Outcome::kSkipped, Confidence::kRather});
    EXPECT_EQ(due_day(answered), day + 1);
    EXPECT_EQ(answered.practised.size(), 1U) << "no list that grows with every day";
  }
  note(answered, {kDay + 6, Outcome::kRight, Confidence::kRather});
  EXPECT_EQ(due_day(answered), kDay + 9) << "a skip is no answer";
}

TEST(DueDay, OfAnAnswerWithoutADayIsAtOnce) {
  const auto due = due_day({});
  ASSERT_TRUE(due);
  EXPECT_LT(*due, kDay);
}

TEST_F(TodaysFive, NothingComesFromALessonThatIsNotFinished) {
  progress.answers.erase({0, 8});  // the question that cannot come back
  EXPECT_FALSE(on(kDay + 1).any_finished);
  EXPECT_TRUE(on(kDay + 1).left.empty());
  EXPECT_FALSE(on(kDay + 1).next);
}

TEST_F(TodaysFive, NothingComesOnTheSameDay) {
  const Today today = on(kDay);
  EXPECT_TRUE(today.any_finished);
  EXPECT_TRUE(today.left.empty());
  EXPECT_EQ(today.next, kDay + 1);
}

TEST_F(TodaysFive, AreFiveAtMost) {
  EXPECT_EQ(blocks(kDay + 1), (std::vector<std::size_t>{0, 1, 2, 3, 4}));
  note(answer(0), {kDay + 1, Outcome::kRight, Confidence::kSure});
  note(answer(1), {kDay + 1, Outcome::kWrong, Confidence::kSure});
  note(answer(2), {kDay + 1, Outcome::kSkipped, Confidence::kRather});
  const Today today = on(kDay + 1);
  EXPECT_EQ(today.right, 1U);
  EXPECT_EQ(today.wrong, 1U);
  EXPECT_EQ(today.skipped, 1U);
  EXPECT_EQ(blocks(kDay + 1), (std::vector<std::size_t>{3, 4})) << "what was begun stays";
  EXPECT_EQ(today.next, kDay + 2) << "three have no room today";
  note(answer(3), {kDay + 1, Outcome::kRight, Confidence::kSure});
  note(answer(4), {kDay + 1, Outcome::kRight, Confidence::kSure});
  EXPECT_TRUE(on(kDay + 1).left.empty());
  EXPECT_EQ(on(kDay + 2).right, 0U) << "counts are those of the day";
  // The skipped one was due the day after, the others had no room.
  EXPECT_EQ(blocks(kDay + 2), (std::vector<std::size_t>{5, 6, 7, 2}));
}

TEST_F(TodaysFive, BeginWithWhatWasSureAndWrong) {
  answer(6).first = 5.0;
  answer(6).confidence = Confidence::kSure;
  answer(5).first = 5.0;                     // wrong, but not sure
  answer(3).confidence = Confidence::kSure;  // sure, and right
  EXPECT_EQ(blocks(kDay + 1), (std::vector<std::size_t>{6, 0, 1, 2, 3}));
  // The last answer counts.
  note(answer(6), {kDay + 1, Outcome::kRight, Confidence::kSure});
  note(answer(7), {kDay + 1, Outcome::kWrong, Confidence::kSure});
  note(answer(7), {kDay + 3, Outcome::kSkipped, Confidence::kGuess});
  const auto next = blocks(kDay + 4);
  EXPECT_EQ(next.front(), 7U) << "a skip is no answer";
  EXPECT_EQ(std::ranges::count(next, 6U), 0);
}

TEST_F(TodaysFive, EndWhenAllHaveComeBackFourTimes) {
  std::size_t asked = 0;
  Day last = 0;
  // A reader who answers everything every day.
  for (Day day = kDay; day < kDay + 60; ++day) {
    for (const Due& due : on(day).left) {
      note(progress.answers.at(due.place), {day, Outcome::kRight, Confidence::kSure});
      ++asked;
      last = day;
    }
    EXPECT_TRUE(on(day).left.empty());
    EXPECT_LE(on(day).right, kMostADay);
  }
  EXPECT_EQ(asked, 8 * kComesBackAfter.size());
  EXPECT_GE(last, kDay + kComesBackAfter.back());
  EXPECT_FALSE(on(kDay + 60).next);
  EXPECT_TRUE(on(kDay + 60).any_finished);
}

TEST_F(TodaysFive, HaveOtherNumbersOnOtherDays) {
  std::set<std::uint64_t> seeds;
  for (const Day day : {kDay + 1, kDay + 4}) {
    for (const std::size_t block : {std::size_t{0}, std::size_t{1}}) {
      seeds.insert(seed_of(lesson, {0, block}, day));
      EXPECT_EQ(seed_of(lesson, {0, block}, day), seed_of(lesson, {0, block}, day));
    }
  }
  EXPECT_EQ(seeds.size(), 4U);
}

}  // namespace
}  // namespace normscope::practice
