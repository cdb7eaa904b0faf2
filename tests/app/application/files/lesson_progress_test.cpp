// SPDX-License-Identifier: MIT
// What was answered in a lesson is there again at the next start, and forgotten when the reader
// asks for it.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/open_save/progress_file.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

constexpr const char* kShort = "short";
constexpr const char* kShortText =
    "+++\nid = \"short\"\ntitle = \"A short one\"\nsource = \"here\"\n+++\n"
    "## One\n\n```normscope\ninput = { values = [[4, 5, 9]] }\n```\n"
    "## Two\n\n```predict\nask = \"Which?\"\nchoices = [{ text = \"a\", right = true }, "
    "{ text = \"b\", why = \"w\" }, { text = \"c\", why = \"w\" }]\n```\n\n"
    "```hint\ntext = \"Look.\"\n```\n## Three\n\nThe end.\n";

struct LessonProgressTest : ApplicationTest {
  LessonProgressTest() {
    write_file(lessons / "short.md", kShortText);
    start_again();
  }

  void start_again() { start({.lessons = lessons.path(), .progress = folder.path()}); }
  void click(std::string_view id) const {
    driver->click(id);
    driver->settle();
  }
  void choose(std::string_view menu, std::string_view row) const {
    click(menu);
    click(row);
  }
  std::filesystem::path file() const { return folder / open_save::progress_file_name(kShort); }
  lessons::Progress kept() const {
    return NORMSCOPE_VALUE_OR_FAIL(open_save::read_progress(folder.path(), kShort));
  }

  TemporaryFolder lessons;
  TemporaryFolder folder;
};

TEST_F(LessonProgressTest, IsWrittenASecondAfterAChange) {
  driver->wait(2);
  EXPECT_FALSE(std::filesystem::exists(file())) << "nothing was begun";
  click("welcome/lesson/short");
  driver->wait(2);
  EXPECT_EQ(kept().furthest, 0);
  click("lesson/next");
  click("lesson/predict/0/choice/2");
  EXPECT_TRUE(kept().answers.empty());
  driver->wait(2);
  EXPECT_EQ(kept().furthest, 1);
  ASSERT_EQ(kept().answers.size(), 1U);
  EXPECT_EQ(kept().answers.begin()->second.first, lessons::Answer(std::size_t{2}));
  const auto frames = driver->frames();
  driver->wait(5);
  EXPECT_EQ(driver->frames(), frames) << "an idle window draws nothing";
}

TEST_F(LessonProgressTest, GoesWithALessonThatGetsAnotherId) {
  click("welcome/lesson/short");
  click("lesson/next");
  click("lesson/predict/0/choice/2");
  std::string text = kShortText;
  text.replace(text.find("short"), 5, "brief");
  write_file(lessons / "short.md", text);
  std::filesystem::last_write_time(lessons / "short.md", {});
  application->look_at_lessons();
  driver->wait(2);
  EXPECT_EQ(
      NORMSCOPE_VALUE_OR_FAIL(open_save::read_progress(folder.path(), "brief")).answers.size(), 1U);
}

TEST_F(LessonProgressTest, IsThereAgainAtTheNextStart) {
  click("welcome/lesson/short");
  click("lesson/next");
  click("lesson/predict/0/choice/2");
  click("lesson/hint/0");
  start_again();  // within the second: the end writes
  click("welcome/lesson/short");
  EXPECT_EQ(document().lesson.step, 1) << "it goes on where the reader stopped";
  EXPECT_EQ(text("lesson/predict/0/verdict"), "Not this one.");
  EXPECT_TRUE(driver->has("lesson/hint/0/text"));
}

TEST_F(LessonProgressTest, BeginsAgainAfterAQuestion) {
  click("welcome/lesson/short");
  click("lesson/next");
  click("lesson/predict/0/choice/2");
  choose("menu/lesson", "menu/lesson/again");
  EXPECT_EQ(text("dialog/again/words"),
            "\"" + lesson_of(application->workspace())->title +
                "\" goes back to its first step, and your answer is forgotten.");
  click("dialog/again/cancel");
  EXPECT_EQ(document().lesson.step, 1);
  EXPECT_TRUE(driver->has("lesson/predict/0/verdict"));
  choose("menu/lesson", "menu/lesson/again");
  EXPECT_TRUE(driver->widget("dialog/again/accept").focused);
  driver->key(ui::Key::kEnter);
  driver->settle();
  EXPECT_EQ(document().lesson.step, 0);
  click("lesson/next");
  EXPECT_FALSE(driver->has("lesson/predict/0/verdict"));
  start_again();
  EXPECT_TRUE(kept().answers.empty());
}

TEST_F(LessonProgressTest, ABrokenFileIsSetAsideWithASentence) {
  write_file(file(), "{\"normscope_progress\": 1}");
  start_again();
  ASSERT_TRUE(application->workspace().error);
  const std::string& sentence = application->workspace().error->sentence;
  EXPECT_NE(sentence.find("could not be read: lesson is missing"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find(".json.broken"), std::string::npos) << sentence;
  EXPECT_TRUE(std::filesystem::exists(file().string() + ".broken"));
  click("welcome/lesson/short");
  EXPECT_EQ(document().lesson.step, 0);
}

TEST_F(LessonProgressTest, AFolderThatCannotBeWrittenIsSaidOnce) {
  const auto no_folder = folder / "file";
  write_file(no_folder, "");
  start({.lessons = lessons.path(), .progress = no_folder / "inside"});
  click("welcome/lesson/short");
  driver->wait(2);
  ASSERT_TRUE(application->workspace().error);
  EXPECT_TRUE(application->workspace().error->sentence.starts_with(
      "answers are not kept on this computer: "));
  click("lesson/next");  // the next edit takes the sentence away
  driver->wait(2);
  EXPECT_FALSE(application->workspace().error);
  EXPECT_EQ(document().lesson.step, 1);
}

TEST_F(LessonProgressTest, AnswersOutlastAnotherDocument) {
  click("welcome/lesson/short");
  click("lesson/next");
  click("lesson/predict/0/choice/2");
  choose("menu/file", "menu/file/new");
  click("welcome/lesson/short");
  EXPECT_EQ(document().lesson.step, 1);
  EXPECT_TRUE(driver->has("lesson/predict/0/verdict"));
}

}  // namespace
}  // namespace normscope::testing
