// SPDX-License-Identifier: MIT
// The built-in lessons, and moving back and forth through one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/lessons/check.hpp"
#include "app/lessons/loader.hpp"
#include "tests/app/kernel_options.hpp"
#include "tests/support/support.hpp"

namespace normscope::lessons {
namespace {

std::vector<Lesson> builtin() {
  return NORMSCOPE_VALUE_OR_FAIL(builtin_lessons());
}

Lesson lecture() {
  const auto lessons = builtin();
  const auto found = std::ranges::find(lessons, "lecture-20-by-hand", &Lesson::id);
  if (found != lessons.end()) return *found;
  ADD_FAILURE() << "the lesson on the lecture is missing";
  return lessons.front();
}

TEST(Builtin, LessonsLoadAndAreDistinct) {
  const auto lessons = builtin();
  ASSERT_FALSE(lessons.empty());
  std::set<std::string> ids;
  for (const Lesson& lesson : lessons) {
    EXPECT_TRUE(ids.insert(lesson.id).second) << lesson.id;
    for (const Step& step : lesson.steps) {
      EXPECT_FALSE(step.blocks.empty()) << step.title;
      EXPECT_NE(step.document.view.step, "") << step.title;
    }
  }
}

// "02-lecture-20-by-hand.md" is the second lesson.
TEST(Builtin, FilesAreNamedByTheirLessonsAndAreWhatLiesOnTheDisk) {
  const auto lessons = builtin();
  const auto files = builtin_lesson_files();
  ASSERT_EQ(files.size(), lessons.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_EQ(files[i].name, fmt::format("{:02}-{}.md", lessons[i].order, lessons[i].id));
    EXPECT_NE(lessons[i].about, "") << lessons[i].id;
    EXPECT_GT(lessons[i].minutes, 0) << lessons[i].id;
    ASSERT_TRUE(lessons[i].group) << lessons[i].id;
    EXPECT_GE(*lessons[i].group, i == 0 ? Group::kFirst : *lessons[i - 1].group)
        << "numbers go on from group to group";
    const std::filesystem::path root = NORMSCOPE_SOURCE_DIR;
    EXPECT_EQ(files[i].bytes, testing::read_file(root / "assets/lessons" / files[i].name));
  }
}

TEST(Builtin, LessonsLeadToLessons) {
  const auto lessons = builtin();
  for (std::size_t i = 0; i < lessons.size(); ++i) {
    EXPECT_GT(lessons[i].order, i == 0 ? 0 : lessons[i - 1].order) << lessons[i].id;
    const auto& next = lessons[i].next;
    EXPECT_TRUE(next.empty() || std::ranges::count(lessons, next, &Lesson::id) == 1) << next;
  }
}

TEST(Builtin, LessonsHaveNoFindings) {
  const auto new_session = testing::has_kernel()
                               ? notebook::client::new_sessions(testing::kernel_options())
                               : notebook::check::NewSession();
  for (const Lesson& lesson : builtin()) {
    const auto findings = check_lesson(lesson, compute::make_backends(), new_session);
    for (const Finding& finding : findings) {
      ADD_FAILURE() << lesson.id << ", line " << finding.line << ": " << finding.sentence;
    }
  }
}

// Learners who act and predict learn: 5 to 12 steps, at least three predictions, no two steps in a
// row that ask for nothing, and an act at every second step.
TEST(Builtin, LessonsAskForPredictionsAndActs) {
  for (const Lesson& lesson : builtin()) {
    EXPECT_GE(lesson.steps.size(), 5U) << lesson.id;
    EXPECT_LE(lesson.steps.size(), 12U) << lesson.id;
    std::size_t predictions = 0;
    std::size_t acts = 0;
    bool asked = true;
    for (const Step& step : lesson.steps) {
      const bool asks = !step.predictions.empty() || !step.acts.empty();
      EXPECT_TRUE(asks || asked) << step.title;
      asked = asks;
      predictions += step.predictions.size();
      if (!step.acts.empty()) ++acts;
    }
    EXPECT_GE(predictions, 3U) << lesson.id;
    EXPECT_GE(acts, lesson.steps.size() / 2) << lesson.id;
  }
}

TEST(DocumentAt, BackAndForthGivesTheSameDocuments) {
  const Lesson lesson = lecture();
  const int count = static_cast<int>(lesson.steps.size());
  ASSERT_EQ(count, 11);
  std::vector<document::Document> forth;
  forth.reserve(lesson.steps.size());
  for (int step = 0; step < count; ++step) forth.push_back(document_at(lesson, step));
  for (int step = count - 1; step >= 0; --step) {
    EXPECT_EQ(document_at(lesson, step), forth[static_cast<std::size_t>(step)]);
  }
  // Reading the file again gives an equal lesson.
  EXPECT_EQ(lecture(), lesson);
}

TEST(DocumentAt, ADocumentKnowsItsStep) {
  const Lesson lesson = lecture();
  const document::LessonPosition third{lesson.id, 2};
  EXPECT_EQ(document_at(lesson, 2).lesson, third);
  EXPECT_EQ(document_at(lesson, -5), document_at(lesson, 0));
  EXPECT_EQ(document_at(lesson, 99).lesson.step, 10);
}

TEST(DocumentAt, EveryDocumentIsFitted) {
  for (const Lesson& lesson : builtin()) {
    for (const Step& step : lesson.steps) {
      EXPECT_EQ(document::fitted(step.document), step.document) << step.title;
    }
  }
}

}  // namespace
}  // namespace normscope::lessons
