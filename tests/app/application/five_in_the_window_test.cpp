// SPDX-License-Identifier: MIT
// Today's five in the window, by mouse and by keys. The day is the test's.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/open_save/progress_file.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

using ui::Key;

std::string lesson_text() {
  std::string text =
      "+++\nid = \"short\"\ntitle = \"A short one\"\nsource = \"here\"\n+++\n## One\n\n"
      "```normscope\ninput = { values = [[4, 5, 9]] }\noperation = \"layer-norm\"\n```\n";
  for (int at = 0; at < 2; ++at) {
    text += fmt::format(
        "```predict\nask = \"{}?\"\nnumber = \"mean[0]\"\nwithin = 0.1\n[practice]\n"
        "draw = {{ columns = 3, rows = [{{ pattern = [-1, 0, 1] }}] }}\nask = \"The mean of {{row "
        "0}}?\"\n"
        "number = \"mean[0]:0\"\nwithin = 0.01\nreveal = \"{{sum of input[0]:0}} in all.\"\n```\n",
        at);
  }
  return text;
}

struct TodaysFiveInTheWindow : ApplicationTest {
  TodaysFiveInTheWindow() {
    write_file(lessons / "short.md", lesson_text());
    begin();
  }

  void begin() {
    start({.lessons = lessons.path(), .progress = folder.path(), .today = [this] { return day; }});
  }
  void click(std::string_view id) const {
    driver->click(id);
    driver->settle();
  }
  // Answers the question of the lesson's step with this number.
  void predict(std::string_view id, std::string_view number) const {
    click(fmt::format("{}/field", id));
    driver->type(number);
    driver->key(Key::kEnter);
    driver->settle();
  }
  // Both questions: the first sure and wrong, the second rightly.
  void finish_lesson() {
    click("welcome/lesson/short");
    predict("lesson/predict/1", "6");
    click("lesson/predict/0/sure/0");
    predict("lesson/predict/0", "5");
    begin();
  }
  lessons::Progress kept() const {
    return NORMSCOPE_VALUE_OR_FAIL(open_save::read_progress(folder.path(), "short"));
  }
  // The mean of the row that is asked about.
  std::string mean() const {
    const auto values =
        application->workspace().view.practised->asked.shows->inputs.front().values.values();
    const auto row = values->values();
    return fmt::format("{}", (row[0] + row[1] + row[2]) / 3);
  }

  TemporaryFolder lessons;
  TemporaryFolder folder;
  lessons::Day day = 20000;
};

TEST_F(TodaysFiveInTheWindow, IsNotThereBeforeALessonIsFinished) {
  EXPECT_FALSE(driver->has("welcome/five"));
  click("welcome/lesson/short");
  predict("lesson/predict/0", "6");
  begin();
  EXPECT_FALSE(driver->has("welcome/five")) << "one question is open";
}

TEST_F(TodaysFiveInTheWindow, SaysWhenTheNextComes) {
  finish_lesson();
  EXPECT_EQ(text("welcome/five/words"), "None today. The next comes tomorrow.");
  EXPECT_FALSE(driver->has("welcome/five/begin"));
  const auto& answered = kept().answers.begin()->second;
  EXPECT_EQ(answered.day, 20000);
  EXPECT_EQ(answered.confidence, lessons::Confidence::kSure);
}

TEST_F(TodaysFiveInTheWindow, IsAnsweredByMouse) {
  finish_lesson();
  day += 1;
  begin();
  EXPECT_EQ(text("welcome/five/words"), "2 questions of finished lessons, with new numbers.");
  click("welcome/five/begin");
  EXPECT_EQ(text("welcome/five/question/kind"), "1 of 2, from \"A short one\", step 1");
  EXPECT_EQ(application->workspace().view.practised->place.block, 0U) << "sure and wrong";
  const std::string asked = text("welcome/five/question");
  click("welcome/five/stop");
  click("welcome/five/begin");
  EXPECT_EQ(text("welcome/five/question"), asked) << "the numbers of a day stay";
  click("welcome/five/question/sure/2");
  predict("welcome/five/question", mean());
  EXPECT_TRUE(text("welcome/five/question/verdict").starts_with("Right"));
  EXPECT_EQ(text("welcome/five/question/sure"), "you said: guess");
  click("welcome/five/next");
  EXPECT_EQ(text("welcome/five/question/kind"), "2 of 2, from \"A short one\", step 1");
  click("welcome/five/skip");
  EXPECT_EQ(text("welcome/five/words"),
            "Today: 1 answered, 1 right, 1 skipped. The next comes tomorrow.");
  begin();
  EXPECT_EQ(text("welcome/five/words"),
            "Today: 1 answered, 1 right, 1 skipped. The next comes tomorrow.");
  const auto first = kept().answers.begin()->second;
  ASSERT_EQ(first.practised.size(), 1U);
  EXPECT_EQ(first.practised.front(),
            (lessons::Practised{20001, lessons::Outcome::kRight, lessons::Confidence::kGuess}));
  day += 1;
  driver->shell().pacing().activity();
  driver->settle();
  EXPECT_EQ(text("welcome/five/words"), "1 question of finished lessons, with new numbers.")
      << "the skipped one, in a window that was open over midnight";
}

TEST_F(TodaysFiveInTheWindow, IsAnsweredByKeys) {
  finish_lesson();
  day += 1;
  begin();
  const auto go_to = [&](std::string_view id) {
    for (int i = 0; i < 40 && driver->shell().focus().id() != id; ++i) driver->key(Key::kTab);
    ASSERT_EQ(driver->shell().focus().id(), id);
  };
  go_to("welcome/five/begin");
  driver->key(Key::kEnter);
  driver->settle();
  go_to("welcome/five/question/sure/1");
  driver->key(Key::kLeft);
  driver->settle();
  EXPECT_TRUE(driver->widget("welcome/five/question/sure/0").selected);
  go_to("welcome/five/question/field");
  driver->type("100");
  driver->key(Key::kEnter);
  driver->settle();
  EXPECT_TRUE(text("welcome/five/question/verdict").starts_with("You said 100; it is "));
  go_to("welcome/five/next");
  driver->key(Key::kEnter);
  driver->settle();
  EXPECT_EQ(text("welcome/five/question/kind"), "2 of 2, from \"A short one\", step 1");
}

TEST_F(TodaysFiveInTheWindow, AnAnswerIsShownOnTheStage) {
  finish_lesson();
  day += 1;
  begin();
  click("welcome/five/begin");
  predict("welcome/five/question", "100");
  const auto shown = *application->workspace().view.practised->asked.shows;
  click("welcome/five/question/show");
  EXPECT_FALSE(driver->has("welcome/five"));
  EXPECT_EQ(document().inputs, shown.inputs);
  EXPECT_EQ(document().lesson.lesson, "short");
}

}  // namespace
}  // namespace normscope::testing
