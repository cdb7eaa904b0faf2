// SPDX-License-Identifier: MIT
// The built-in lessons, and moving back and forth through one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include "app/document/comparison.hpp"
#include "app/lessons/check.hpp"
#include "app/lessons/loader.hpp"
#include "app/lessons/step_links.hpp"
#include "tests/app/kernel_options.hpp"
#include "tests/support/support.hpp"

namespace normscope::lessons {
namespace {

constexpr std::string_view kGallery = "reports-from-the-field";

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

// "es" of "01-first-look.es.md", nothing of an English one.
std::string language_of(const base::EmbeddedFile& file) {
  const std::filesystem::path name(std::string(file.name));
  const std::string tag = name.stem().extension().string();
  return tag.empty() ? tag : tag.substr(1);
}

// Choices have other words; which of them is right stays.
void expect_same(const Prediction& prediction, const Prediction& english) {
  const auto* const choices = std::get_if<ChoiceQuestion>(&prediction.question);
  const auto* const in_english = std::get_if<ChoiceQuestion>(&english.question);
  ASSERT_EQ(choices == nullptr, in_english == nullptr);
  if (choices == nullptr) {
    EXPECT_TRUE(prediction.question == english.question);
    return;
  }
  ASSERT_EQ(choices->choices.size(), in_english->choices.size());
  for (std::size_t i = 0; i < choices->choices.size(); ++i) {
    EXPECT_EQ(choices->choices[i].right, in_english->choices[i].right);
  }
}

void expect_same(const Step& step, const Step& english) {
  EXPECT_EQ(step.reveals, english.reveals);
  ASSERT_EQ(step.document.inputs.size(), english.document.inputs.size());
  for (std::size_t i = 0; i < step.document.inputs.size(); ++i) {
    EXPECT_EQ(step.document.inputs[i].name, english.document.inputs[i].name);
    EXPECT_TRUE(step.document.inputs[i].values == english.document.inputs[i].values);
  }
  EXPECT_TRUE(document::operation_of(step.document) == document::operation_of(english.document));
  ASSERT_EQ(step.blocks.size(), english.blocks.size());
  for (std::size_t i = 0; i < step.blocks.size(); ++i) {
    EXPECT_EQ(step.blocks[i].kind, english.blocks[i].kind);
    if (step.blocks[i].kind != BlockKind::kCode) continue;
    EXPECT_EQ(step.blocks[i].text, english.blocks[i].text);
  }
  ASSERT_EQ(step.predictions.size(), english.predictions.size());
  for (std::size_t i = 0; i < step.predictions.size(); ++i) {
    expect_same(step.predictions[i], english.predictions[i]);
  }
  EXPECT_EQ(step.acts.size(), english.acts.size());
  EXPECT_EQ(step.exercises.size(), english.exercises.size());
}

// The words differ, and nothing else: steps, inputs, code and answers are those in English.
TEST(Builtin, TranslationsAreTheSameLessons) {
  const auto lessons = builtin();
  int translations = 0;
  for (const base::EmbeddedFile& file : builtin_lesson_files()) {
    if (language_of(file).empty()) continue;
    SCOPED_TRACE(file.name);
    ++translations;
    const Lesson lesson = NORMSCOPE_VALUE_OR_FAIL(read_lesson(file.bytes));
    EXPECT_EQ(lesson.language, language_of(file));
    const auto english = std::ranges::find(lessons, lesson.id, &Lesson::id);
    ASSERT_NE(english, lessons.end());
    EXPECT_EQ(lesson.next, english->next);
    EXPECT_EQ(lesson.group, english->group);
    EXPECT_EQ(lesson.order, english->order);
    ASSERT_EQ(lesson.steps.size(), english->steps.size());
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      SCOPED_TRACE(english->steps[i].title);
      expect_same(lesson.steps[i], english->steps[i]);
    }
  }
  EXPECT_GE(translations, 3);
}

// "02-lecture-20-by-hand.md" is the second lesson.
TEST(Builtin, FilesAreNamedByTheirLessonsAndAreWhatLiesOnTheDisk) {
  const auto lessons = builtin();
  std::vector<base::EmbeddedFile> files;
  std::ranges::copy_if(builtin_lesson_files(), std::back_inserter(files),
                       [](const base::EmbeddedFile& file) { return language_of(file).empty(); });
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
  // tests/app/exercises judges the exercises.
  for (const Lesson& lesson : builtin()) {
    const auto findings = check_lesson(lesson, compute::make_backends(), new_session);
    for (const Finding& finding : findings) {
      ADD_FAILURE() << lesson.id << ", line " << finding.line << ": " << finding.sentence;
    }
  }
}

// Learners who act and predict learn: 5 to 12 steps, at least three predictions, no two steps in a
// row that ask for nothing, and an act, or a function to write, at every second step.
// The gallery of reports asks for nothing.
TEST(Builtin, LessonsAskForPredictionsAndActs) {
  for (const Lesson& lesson : builtin()) {
    if (lesson.id == kGallery) continue;
    EXPECT_GE(lesson.steps.size(), 5U) << lesson.id;
    EXPECT_LE(lesson.steps.size(), 12U) << lesson.id;
    std::size_t predictions = 0;
    std::size_t acts = 0;
    bool asked = true;
    for (const Step& step : lesson.steps) {
      const bool acts_there = !step.acts.empty() || !step.exercises.empty();
      const bool asks = !step.predictions.empty() || acts_there;
      EXPECT_TRUE(asks || asked) << step.title;
      asked = asks;
      predictions += step.predictions.size();
      if (acts_there) ++acts;
    }
    EXPECT_GE(predictions, 3U) << lesson.id;
    EXPECT_GE(acts, lesson.steps.size() / 2) << lesson.id;
  }
}

// Every report of the gallery says where it is from, and gives the digits that were reported:
// LessonsHaveNoFindings compares them.
TEST(Builtin, ReportsHaveSourcesAndDigits) {
  const auto lessons = builtin();
  const auto gallery = std::ranges::find(lessons, kGallery, &Lesson::id);
  ASSERT_NE(gallery, lessons.end());
  std::set<std::string> listed;
  const auto each_link = [](const Step& step, const auto& see) {
    for (const Block& block : step.blocks) {
      for (const Inline& part : block.inlines) {
        if (!part.link.empty()) see(part.link);
      }
    }
  };
  each_link(gallery->steps.front(), [&](const std::string& link) { listed.insert(link); });
  EXPECT_EQ(listed.size(), gallery->steps.size() - 1) << "the first step lists the others";
  for (std::size_t at = 1; at < gallery->steps.size(); ++at) {
    const Step& step = gallery->steps[at];
    EXPECT_TRUE(listed.contains(step_link(static_cast<int>(at)))) << step.title;
    EXPECT_FALSE(step.reported.empty()) << step.title;
    bool has_source = false;
    each_link(step, [&](const std::string& link) {
      has_source = has_source || link.starts_with("https://github.com/");
    });
    EXPECT_TRUE(has_source) << step.title;
    for (const Reported& number : step.reported) EXPECT_EQ(number.here, number.is) << step.title;
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
