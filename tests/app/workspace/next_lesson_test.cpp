// SPDX-License-Identifier: MIT
// Which lesson the start page offers first.
#include "app/workspace/lesson_walk.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "app/lessons/loader.hpp"
#include "tests/support/support.hpp"

namespace normscope::workspace {
namespace {

struct NextLessonTest : ::testing::Test {
  Workspace workspace{document::welcome_document(),
                      NORMSCOPE_VALUE_OR_FAIL(lessons::builtin_lessons()), [] {}};
  const std::vector<const lessons::Lesson*> ordered = lessons::in_order(workspace.lessons);

  // Comes to a step of the lesson at this place, `used` seconds after the beginning of time.
  void come_to(std::size_t at, int step, int used) {
    LessonWork& work = workspace.view.lesson_work[ordered[at]->id];
    work.kept.furthest = step;
    work.used = std::filesystem::file_time_type(std::chrono::seconds(used));
  }
  void expect_next(std::size_t at, int step, bool begun) const {
    const auto next = next_lesson(workspace);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->lesson, ordered[at]);
    EXPECT_EQ(next->step, step);
    EXPECT_EQ(next->begun, begun);
  }
};

TEST_F(NextLessonTest, TheFirstThatWasNotBegun) {
  expect_next(0, 0, false);
  come_to(0, ordered[0]->last_step(), 1);
  expect_next(1, 0, false);
}

TEST_F(NextLessonTest, TheOneUsedLastThatIsNotAtItsEnd) {
  come_to(0, 2, 1);
  come_to(4, 3, 9);
  come_to(1, 1, 5);
  come_to(2, ordered[2]->last_step(), 10);
  expect_next(4, 3, true);
}

TEST_F(NextLessonTest, AnEarlierOneThatWasUsedLaterComesFirst) {
  come_to(0, 2, 9);
  come_to(1, 1, 5);
  expect_next(0, 2, true);
}

TEST_F(NextLessonTest, AnOwnLessonIsNotNumbered) {
  workspace.lesson_files.push_back({.path = "mine.md", .id = ordered[0]->id});
  come_to(0, 1, 1);
  expect_next(1, 0, false);
}

TEST_F(NextLessonTest, AfterTheLastOneTheFirstAgain) {
  for (std::size_t i = 0; i < ordered.size(); ++i) come_to(i, ordered[i]->last_step(), 1);
  expect_next(0, 0, false);
  workspace.lessons.clear();
  EXPECT_FALSE(next_lesson(workspace));
}

TEST_F(NextLessonTest, ALessonWithoutAnswersGoesOnAtItsFirstQuestion) {
  const lessons::Lesson& lesson = *ordered[0];
  come_to(0, lesson.last_step(), 1);
  EXPECT_FALSE(is_done(workspace, lesson.id));
  const auto questions = lessons::questions_of(lesson);
  ASSERT_GT(questions.size(), 1U);
  auto& answers = workspace.view.lesson_work[lesson.id].kept.answers;
  answers[questions[0]] = {};
  EXPECT_EQ(step_to_begin(workspace, lesson.id), questions[1].step);
  for (const auto& place : questions) answers[place] = {};
  EXPECT_TRUE(is_done(workspace, lesson.id));
  EXPECT_EQ(step_to_begin(workspace, lesson.id), 0);
}

}  // namespace
}  // namespace normscope::workspace
