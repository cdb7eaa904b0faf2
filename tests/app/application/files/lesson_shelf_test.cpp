// SPDX-License-Identifier: MIT
// Lessons of files in the window: the user's folder, a file that is saved while its lesson is read,
// and files with faults.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/lessons/loader.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;

std::string front(const std::string& id, const std::string& title) {
  return "+++\nid = \"" + id + "\"\ntitle = \"" + title + "\"\nsource = \"here\"\n+++\n";
}
std::string step(const std::string& title, const std::string& values,
                 const std::string& more = "") {
  return "## " + title + "\n\n```normscope\ninput = { values = " + values + " }\n```\n" + more;
}
std::string question(const std::string& ask) {
  return "```predict\nask = \"" + ask +
         "\"\nchoices = [{ text = \"a\", why = \"w\" }, { text = \"b\", right = true }]\n```\n";
}
std::string mine(const std::string& values, const std::string& ask = "One?") {
  return front("mine", "My lesson") + step("First", "[[1, 2, 3]]") +
         step("Second", values, question(ask));
}

struct LessonShelfTest : ApplicationTest {
  LessonShelfTest() {
    save("mine.md", mine("[[4, 5, 9]]"));
    start({.lessons = folder.path()});
  }

  // Each save has a time of its own, also within one tick of the clock.
  void save(const std::string& name, const std::string& text) {
    write_file(folder / name, text);
    fs::last_write_time(folder / name, fs::file_time_type{} + std::chrono::hours(++saves));
  }
  void look() const {
    application->look_at_lessons();
    driver->shell().pacing().activity();
    driver->settle();
  }
  void click(std::string_view id) const {
    driver->click(id);
    driver->settle();
  }
  void begin_second_step() const {
    click("welcome/lesson/mine");
    click("lesson/next");
  }
  void set_input(std::string_view cell, std::string_view value) const {
    driver->double_click(cell);
    driver->key(ui::Key::kA, kCtrl);
    driver->type(value);
    driver->key(ui::Key::kEnter);
    driver->settle();
  }

  TemporaryFolder folder;
  int saves = 0;
};

TEST_F(LessonShelfTest, TheFoldersLessonsAreBesideTheBuiltInOnes) {
  EXPECT_TRUE(driver->has("welcome/lesson/mine"));
  EXPECT_TRUE(driver->has("welcome/lesson/lecture-20-by-hand"));
  save("other.md", front("other", "Another") + step("Only", "[[1, 2]]"));
  look();
  EXPECT_TRUE(driver->has("welcome/lesson/other"));
  click("menu/lesson");
  EXPECT_EQ(text("menu/lesson/open-other"), "Another");
  driver->key(ui::Key::kEscape);
  driver->settle();
  fs::remove(folder / "other.md");
  look();
  EXPECT_FALSE(driver->has("welcome/lesson/other"));
  click("menu/lesson");
  EXPECT_FALSE(driver->has("menu/lesson/open-other"));
}

TEST_F(LessonShelfTest, ASavedLessonStaysAtItsStep) {
  begin_second_step();
  click("lesson/predict/0/choice/0");
  save("mine.md", mine("[[4, 5, 10]]"));
  look();
  EXPECT_EQ(document().lesson.step, 1);
  EXPECT_EQ(text("stage/input/cell/0/2"), "10") << "the stage follows";
  EXPECT_EQ(text("lesson/predict/0/verdict"), "Not this one.") << "the question is the same";
  EXPECT_FALSE(driver->has("lesson/own"));
  save("mine.md", mine("[[4, 5, 10]]", "Two?"));
  look();
  EXPECT_FALSE(driver->has("lesson/predict/0/verdict")) << "another question";
  EXPECT_TRUE(driver->has("lesson/predict/0/choice/0"));
  save("mine.md", front("mine", "Short now") + step("First", "[[1, 2, 3]]"));
  look();
  EXPECT_EQ(document().lesson.step, 0) << "the last step that there is";
  EXPECT_EQ(text("stage/input/cell/0/2"), "3");
}

TEST_F(LessonShelfTest, OwnNumbersStayWhenTheLessonIsSaved) {
  begin_second_step();
  set_input("stage/input/cell/0/0", "7");
  save("mine.md", mine("[[4, 5, 10]]"));
  look();
  EXPECT_EQ(text("stage/input/cell/0/0"), "7");
  EXPECT_EQ(text("stage/input/cell/0/2"), "9");
  click("lesson/restore");
  EXPECT_EQ(text("stage/input/cell/0/2"), "10");
}

TEST_F(LessonShelfTest, ALessonThatChangesItsIdIsStillTheOneThatIsRead) {
  begin_second_step();
  std::string renamed = mine("[[4, 5, 9]]");
  renamed.replace(renamed.find("mine"), 4, "ours");
  save("mine.md", renamed);
  look();
  EXPECT_EQ(document().lesson, (document::LessonPosition{"ours", 1}));
  EXPECT_TRUE(driver->has("lesson/title"));
}

TEST_F(LessonShelfTest, AFaultKeepsTheLastGoodVersion) {
  begin_second_step();
  save("mine.md", mine("[[4, 5]]]"));
  look();
  EXPECT_EQ(text("lesson/title"), "Second");
  EXPECT_EQ(text("stage/input/cell/0/2"), "9");
  const std::string fault = text("lesson/fault");
  EXPECT_TRUE(fault.starts_with("mine.md: line 14: ")) << fault;
  fs::remove(folder / "mine.md");
  look();
  EXPECT_EQ(text("lesson/fault"), "mine.md: the file is gone.");
  save("mine.md", mine("[[4, 5, 11]]"));
  look();
  EXPECT_FALSE(driver->has("lesson/fault"));
  EXPECT_EQ(text("stage/input/cell/0/2"), "11");
}

TEST_F(LessonShelfTest, FaultyFilesKeepNothingFromStarting) {
  save("broken.md", "no lesson");
  save("large.md", std::string(lessons::kMaxLessonBytes + 1, 'x'));
  save("twice.md", front("mine", "Twice") + step("Only", "[[1, 2]]"));
  fs::create_symlink("/dev/zero", folder / "endless.md");
  start({.lessons = folder.path()});
  const auto& files = application->workspace().lesson_files;
  const auto fault = [&](const std::string& name) -> std::string {
    for (const auto& file : files) {
      if (file.path == folder / name) return file.fault ? file.fault->sentence : "no fault";
    }
    return "no file";
  };
  EXPECT_EQ(fault("mine.md"), "no fault");
  EXPECT_EQ(fault("broken.md"), "broken.md: line 1: a lesson begins with front matter");
  EXPECT_EQ(fault("large.md"),
            "large.md: a lesson has at most 1048576 bytes, but this has 1048577");
  EXPECT_EQ(fault("twice.md"),
            "twice.md: line 2: the id 'mine' is that of the lesson \"My lesson\"");
  EXPECT_EQ(fault("endless.md"), "no file");
  EXPECT_TRUE(driver->has("welcome/lesson/lecture-20-by-hand"));
}

TEST_F(LessonShelfTest, AnOpenedLessonIsReadAgainToo) {
  const TemporaryFolder elsewhere;
  const fs::path path = elsewhere / "there.md";
  write_file(path, front("there", "There") + step("Only", "[[1, 2]]"));
  ASSERT_TRUE(application->open(path));
  look();
  EXPECT_EQ(text("stage/input/cell/0/1"), "2");
  write_file(path, front("there", "There") + step("Only", "[[1, 20]]"));
  look();
  EXPECT_EQ(text("stage/input/cell/0/1"), "20");
  // The folder's own file can be opened, too: it stays one lesson.
  ASSERT_TRUE(application->open(folder / "mine.md"));
  look();
  EXPECT_EQ(application->workspace().lesson_files.size(), 2U);
}

TEST_F(LessonShelfTest, NothingIsDrawnWhileNothingIsSaved) {
  begin_second_step();
  driver->wait(3);  // what moved has come to rest
  const auto frames = driver->frames();
  driver->wait(5);
  EXPECT_EQ(driver->frames(), frames);
}

}  // namespace
}  // namespace normscope::testing
