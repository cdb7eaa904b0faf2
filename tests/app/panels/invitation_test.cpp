// SPDX-License-Identifier: MIT
// A file that is new to this computer shows its cells, and only "Run" runs them; what was run
// before runs when it is opened. A program in the kernel's place notes that it was started.
#include "app/panels/lesson/invitation.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;

struct InvitationTest : public ApplicationTest {
  InvitationTest() { begin(); }

  // With the state folder of before.
  void begin() {
    write_file(folder / "kernel",
               "#!/bin/sh\n: >'" + (folder / "started").string() + "'\nexit 1\n");
    fs::permissions(folder / "kernel", fs::perms::owner_all);
    fs::remove(folder / "started");
    start({.lessons = folder / "lessons",
           .kernel_program = folder / "kernel",
           .state = folder / "state"});
  }

  fs::path notebook(const std::string& name, const std::string& second) const {
    const auto cell = [](const std::string& source) {
      return R"({"cell_type": "code", "metadata": {}, "execution_count": 1, "outputs": [],
                 "source": ")" +
             source + "\"}";
    };
    write_file(folder / name, R"({"cells": [)" + cell("print(1)") + ", " + cell(second) +
                                  R"(], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})");
    return folder / name;
  }
  fs::path lesson(const std::string& name, const std::string& id, const std::string& cell) const {
    fs::create_directories((folder / name).parent_path());
    write_file(folder / name, "+++\nid = \"" + id +
                                  "\"\ntitle = \"Mine\"\nsource = \"here\"\nlanguage = \"en\"\n"
                                  "+++\n\n## A sum\n\n"
                                  "```normscope\ninput = { name = \"x\", values = [1, 2] }\n"
                                  "```\n\n```python\n" +
                                  cell + "\n```\n\n```output\n2\n```\n");
    return folder / name;
  }
  void open(const fs::path& path) const {
    ASSERT_TRUE(application->open(path));
    settle();
  }
  void settle() const {
    driver->shell().pacing().activity();
    driver->settle();
  }
  bool started() const { return fs::exists(folder / "started"); }
  // Whether the cells run: the program in the kernel's place ends at once.
  [[nodiscard]] bool runs() const {
    return wait_for([&] { return started() && driver->has("lesson/text/0/without"); });
  }
  void expect_held() const {
    EXPECT_EQ(text("lesson/text/0/state"), "not run yet");
    EXPECT_TRUE(driver->has("lesson/text/0/run"));
    EXPECT_TRUE(driver->has("lesson/run"));
    EXPECT_FALSE(driver->has("lesson/ahead"));
    EXPECT_FALSE(driver->has("lesson/text/0/output"));
    EXPECT_FALSE(started());
  }

  TemporaryFolder folder;
};

TEST_F(InvitationTest, OnlyRunRunsTheCellsOfANewFile) {
  open(notebook("new.ipynb", "print(2)"));
  expect_held();
  EXPECT_NE(text("lesson/new").find("nothing of it has run"), std::string::npos);
  driver->click("lesson/next");
  settle();
  EXPECT_TRUE(text("lesson/step").ends_with("step 2 of 2")) << text("lesson/step");
  expect_held();
  driver->key(ui::Key::kLeft);
  driver->key(ui::Key::kPageDown, kCtrl);
  driver->key(ui::Key::kPageUp, kCtrl);
  driver->double_click("stage/input/cell/0/0");
  driver->type("7");
  driver->key(ui::Key::kEnter);
  driver->key(ui::Key::kZ, kCtrl);
  application->send(workspace::RunCellsAhead{});
  settle();
  expect_held();
  driver->click("lesson/run");
  EXPECT_TRUE(runs());
  EXPECT_FALSE(driver->has("lesson/run"));
  EXPECT_FALSE(driver->has("lesson/text/0/run"));
}

TEST_F(InvitationTest, WhoOpensItByKeyIsNotLedToRun) {
  driver->key(ui::Key::kTab);
  open(notebook("new.ipynb", "print(2)"));
  settle();
  EXPECT_EQ(driver->shell().focus().id(), "lesson/next");
  driver->key(ui::Key::kEnter);
  settle();
  EXPECT_TRUE(text("lesson/step").ends_with("step 2 of 2")) << text("lesson/step");
  expect_held();
}

TEST_F(InvitationTest, TheLinkOfACellAndTheMenuRunAsWell) {
  open(notebook("new.ipynb", "print(2)"));
  driver->click("lesson/text/0/run");
  EXPECT_TRUE(runs());
  begin();
  open(notebook("other.ipynb", "print(3)"));
  expect_held();
  driver->click("menu/lesson");
  settle();
  EXPECT_EQ(text("menu/lesson/run-cells"), "Run cells");
  driver->click("menu/lesson/run-cells");
  EXPECT_TRUE(runs());
}

TEST_F(InvitationTest, WhatWasRunOnThisComputerRunsWhenItIsOpened) {
  open(notebook("new.ipynb", "print(2)"));
  driver->click("lesson/run");
  ASSERT_TRUE(runs());
  begin();
  open(notebook("renamed.ipynb", "print(2)"));
  EXPECT_TRUE(runs()) << "the cells are known, whatever the file's name";
  begin();
  open(notebook("renamed.ipynb", "print(3)"));
  expect_held();
  driver->click("lesson/next");
  settle();
  expect_held();
  const auto kept = fs::status(folder / "state" / "run-before").permissions();
  EXPECT_EQ(kept, fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(InvitationTest, AStateFolderThatCannotBeWrittenIsNoError) {
  write_file(folder / "file", "");
  start({.kernel_program = folder / "kernel", .state = folder / "file" / "state"});
  open(notebook("new.ipynb", "print(2)"));
  driver->click("lesson/run");
  EXPECT_TRUE(runs());
  EXPECT_FALSE(application->workspace().error);
  open(notebook("new.ipynb", "print(2)"));
  EXPECT_FALSE(driver->has("lesson/run")) << "this window remembers it all the same";
}

TEST_F(InvitationTest, ALessonOfAFileIsNewTooAndABuiltInOneIsNot) {
  open(lesson("one.md", "one", "1 + 1"));
  expect_held();
  driver->click("lesson/run");
  ASSERT_TRUE(runs());
  // It was saved with other cells.
  begin();
  open(lesson("one.md", "one", "1 + 1"));
  EXPECT_TRUE(runs());
  lesson("one.md", "one", "1 + 2");
  application->look_at_lessons();
  settle();
  EXPECT_TRUE(driver->has("lesson/run"));

  begin();
  std::string id;
  for (const lessons::Lesson& each : application->workspace().lessons) {
    if (!lessons::cells_of(each).empty()) id = each.id;
  }
  ASSERT_FALSE(id.empty());
  const auto begin_lesson = [&] {
    const auto& all = application->workspace().lessons;
    const auto at = std::ranges::find(all, id, &lessons::Lesson::id);
    application->send(workspace::BeginLesson{id, lessons::cells_of(*at).front().place.step});
    settle();
  };
  begin_lesson();
  EXPECT_TRUE(wait_for([&] { return started(); }));
  EXPECT_FALSE(driver->has("lesson/run"));

  // A file in its place is a stranger's.
  begin();
  open(lesson("mine.md", id, "1 + 1000"));
  expect_held();
}

TEST_F(InvitationTest, AFileWithoutCellsAsksForNothing) {
  write_file(folder / "none.ipynb",
             R"({"cells": [{"cell_type": "markdown", "metadata": {}, "source": "# Words"}],
                 "metadata": {}, "nbformat": 4, "nbformat_minor": 5})");
  open(folder / "none.ipynb");
  EXPECT_TRUE(driver->has("lesson/title"));
  EXPECT_FALSE(driver->has("lesson/run"));
  EXPECT_FALSE(driver->has("lesson/new"));
}

}  // namespace
}  // namespace normscope::testing
