// SPDX-License-Identifier: MIT
// No work is lost: whatever takes the document's place asks about changes that are in no file, what
// fails leaves everything as it was, and no file is replaced unasked.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/session/session.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;

struct SessionFileTest : public ApplicationTest {
  SessionFileTest() {
    EXPECT_TRUE(io::write_tensor(folder / "x.npy", make({2, 2}, {1, 2, 3, 7})));
    write_file(folder / "broken.npy", "this is no array");
    write_file(folder / "lecture.py", "print(1)\n");
    write_file(folder / "short.md",
               "+++\nid = \"short\"\ntitle = \"A short one\"\nsource = \"here\"\n+++\n"
               "## First\n\n```normscope\ninput = { values = [[4, 5, 9]] }\n```\n"
               "## Second\n\n```normscope\ninput = { values = [[1, 2, 6]] }\n```\n");
  }

  void draw() const {
    driver->shell().pacing().activity();
    driver->settle();
  }
  void change() const {
    go_to_numbers();
    switch_centring();
    driver->settle();
  }
  void drop(const std::vector<fs::path>& files) const {
    application->send(workspace::OpenDropped{files});
    draw();
  }
  void choose(std::string_view menu, std::string_view row) const {
    driver->click(menu);
    driver->settle();
    driver->click(row);
    driver->settle();
  }
  void open_by_dialog(const fs::path& path) const {
    driver->key(ui::Key::kO, kCtrl);
    driver->settle();
    driver->replace_text("dialog/path", path.string());
    driver->key(ui::Key::kEnter);
    driver->settle();
  }
  // In the dialog that asks where to save.
  void save_as(const fs::path& path) const {
    driver->replace_text("dialog/path", path.string());
    driver->key(ui::Key::kEnter);
    driver->settle();
  }
  bool asks() const { return driver->has("dialog/close/save"); }
  void answer(std::string_view word) const {
    driver->click("dialog/close/" + std::string(word));
    driver->settle();
  }
  std::string undo_description() const {
    return application->workspace().history.undo_description();
  }

  TemporaryFolder folder;
};

// A way to replace the document, a check of the new one, and what the question says.
struct Way {
  const char* name;
  std::function<void()> go;
  std::function<bool()> done;
  std::string question;
};

std::vector<Way> ways(const SessionFileTest& test) {
  const auto& lesson = test.application->workspace().lessons.front();
  const auto input_is = [&test](const char* name) {
    return [&test, name] { return test.document().inputs[0].name == name; };
  };
  const auto in_lesson = [&test](const std::string& id) {
    return [&test, id] { return test.document().lesson.lesson == id; };
  };
  const auto new_session = [&test] {
    return test.document() == document::welcome_document() && test.undo_description().empty();
  };
  return {
      {"New", [&] { test.choose("menu/file", "menu/file/new"); }, new_session,
       "before a new session begins"},
      {"Ctrl+N", [&] { test.driver->key(ui::Key::kN, kCtrl), test.driver->settle(); }, new_session,
       "before a new session begins"},
      {"Open", [&] { test.open_by_dialog(test.folder / "x.npy"); }, input_is("x"),
       "before x.npy is opened"},
      {"a dropped file", [&] { test.drop({test.folder / "x.npy"}); }, input_is("x"),
       "before x.npy is opened"},
      {"a lesson's file", [&] { test.drop({test.folder / "short.md"}); }, in_lesson("short"),
       "before short.md is opened"},
      {"a notebook", [&] { test.open_by_dialog(test.folder / "lecture.py"); },
       in_lesson("notebook:lecture.py"), "before lecture.py is opened"},
      {"the start page",
       [&, id = lesson.id] {
         if (!test.driver->has("welcome/title")) test.choose("menu/help", "menu/help/start-page");
         test.driver->click("welcome/lesson/" + id);
         test.driver->settle();
       },
       in_lesson(lesson.id), "before the lesson \"" + lesson.title + "\" begins"},
      {"the menu's lesson",
       [&, id = lesson.id] { test.choose("menu/lesson", "menu/lesson/open-" + id); },
       in_lesson(lesson.id), "before the lesson \"" + lesson.title + "\" begins"},
      {"Quit", [&] { test.driver->key(ui::Key::kQ, kCtrl), test.driver->settle(); },
       [&] { return test.closed; }, "before Normscope closes"},
  };
}

TEST_F(SessionFileTest, WhateverTakesThePlaceOfChangesAsksFirst) {
  for (const Way& way : ways(*this)) {
    SCOPED_TRACE(way.name);
    ASSERT_TRUE(application->open(folder / "x.npy"));
    driver->key(ui::Key::kN, kCtrl);
    draw();
    ASSERT_FALSE(asks()) << "nothing was changed";
    change();
    const Document before = document();
    const std::string description = undo_description();
    way.go();
    ASSERT_TRUE(asks());
    EXPECT_EQ(text("dialog/close/words"),
              "This session has changes that are not saved. Save them " + way.question + "?");
    EXPECT_EQ(document(), before);
    answer("cancel");
    EXPECT_FALSE(asks());
    EXPECT_EQ(document(), before);
    EXPECT_EQ(undo_description(), description);

    way.go();
    ASSERT_TRUE(asks());
    driver->key(ui::Key::kEscape);
    draw();
    EXPECT_FALSE(asks());
    EXPECT_EQ(document(), before);
    EXPECT_FALSE(way.done());

    way.go();
    answer("discard");
    EXPECT_FALSE(asks());
    EXPECT_TRUE(way.done());
  }
}

// Enter saves: the window asks for a path, and then goes on with the action.
TEST_F(SessionFileTest, SavingComesFirstAndThenWhatWasToBeDone) {
  for (const Way& way : ways(*this)) {
    SCOPED_TRACE(way.name);
    const fs::path path = folder / (std::string(way.name) + ".json");
    driver->key(ui::Key::kN, kCtrl);
    draw();
    change();
    const Document before = document();
    way.go();
    ASSERT_TRUE(asks());
    EXPECT_TRUE(driver->widget("dialog/close/save").focused);
    driver->key(ui::Key::kEnter);
    draw();
    ASSERT_TRUE(driver->has("dialog/path"));
    EXPECT_EQ(document(), before);
    save_as(path);
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(path)), before);
    EXPECT_TRUE(way.done());

    // A session that has a file is saved to that file.
    ASSERT_TRUE(application->open(path));
    draw();
    if (closed) break;
    change();
    const Document again = document();
    way.go();
    EXPECT_TRUE(text("dialog/close/words").find(path.filename().string() + " has changes") == 0);
    answer("save");
    EXPECT_FALSE(driver->has("dialog/path"));
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(path)), again);
    EXPECT_TRUE(way.done());
  }
}

TEST_F(SessionFileTest, CancellingTheSavingForgetsWhatWasToBeDone) {
  change();
  const Document before = document();
  drop({folder / "x.npy"});
  answer("save");
  driver->click("dialog/cancel");
  draw();
  EXPECT_EQ(document(), before);
  // Saving later does not bring the cancelled action back.
  driver->key(ui::Key::kS, kCtrl);
  driver->settle();
  save_as(folder / "later.json");
  EXPECT_EQ(document(), before);
  EXPECT_EQ(application->title(), "later.json - Normscope");
}

TEST_F(SessionFileTest, ALessonAsksNothingUntilItIsLeftWithChanges) {
  ASSERT_TRUE(application->open(folder / "short.md"));
  draw();
  const auto& lesson = application->workspace().lessons.front();
  EXPECT_EQ(application->title(), "short.md - Normscope");
  driver->key(ui::Key::kRight);
  driver->settle();
  EXPECT_EQ(document().lesson.step, 1);
  choose("menu/lesson", "menu/lesson/open-" + lesson.id);
  EXPECT_FALSE(asks()) << "only steps were taken";
  ASSERT_EQ(document().lesson.lesson, lesson.id);
  driver->key(ui::Key::kRight);
  driver->settle();
  EXPECT_EQ(application->title(), "Untitled - Normscope");
  EXPECT_TRUE(application->may_close());

  change();
  EXPECT_EQ(application->title(), "Untitled, changed - Normscope");
  driver->key(ui::Key::kRight);
  driver->settle();
  EXPECT_FALSE(asks()) << "undo brings it back";
  EXPECT_EQ(document().lesson.step, 2);
  driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  EXPECT_EQ(document().lesson.step, 1);
  choose("menu/lesson", "menu/lesson/open-" + lesson.id);
  EXPECT_FALSE(asks()) << "the same lesson, where it was left";
  driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  drop({folder / "short.md"});
  EXPECT_TRUE(asks());
}

// A lesson that begins is another document: saving it must not replace the session that was open.
TEST_F(SessionFileTest, ALessonIsNotSavedOverTheSessionThatWasOpen) {
  change();
  driver->key(ui::Key::kS, kCtrl);
  driver->settle();
  save_as(folder / "mine.json");
  const Document mine = document();
  choose("menu/lesson", "menu/lesson/open-" + application->workspace().lessons.front().id);
  EXPECT_EQ(application->title(), "Untitled - Normscope");
  driver->key(ui::Key::kS, kCtrl);
  driver->settle();
  ASSERT_TRUE(driver->has("dialog/path"));
  save_as(folder / "mine.json");
  EXPECT_TRUE(driver->has("dialog/replace/accept"));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(folder / "mine.json")), mine);
}

TEST_F(SessionFileTest, AFileThatFailsLeavesEverythingAsItWas) {
  ASSERT_TRUE(io::write_tensor(folder / "tall.npy",
                               NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({500, 3}, 2))));
  ASSERT_TRUE(application->open(folder / "tall.npy"));
  draw();
  change();
  driver->click("stage/input/cell/1/2");
  driver->scroll("stage/input/cell/1/2", -20);
  driver->settle();
  const Document before = document();
  const std::string description = undo_description();
  const auto& grids = application->workspace().view.grids;
  const double scroll = grids.at("stage/input").row;
  ASSERT_GT(scroll, 0);
  for (const char* name : {"broken.npy", "none.json"}) {
    SCOPED_TRACE(name);
    drop({folder / name});
    EXPECT_FALSE(asks()) << "nothing takes the document's place";
    EXPECT_EQ(text("status/trouble").find(name), 0U) << text("status/trouble");
    open_by_dialog(folder / name);
    EXPECT_FALSE(text("dialog/complaint").empty());
    driver->click("dialog/cancel");
    draw();
    EXPECT_EQ(document(), before);
    EXPECT_EQ(undo_description(), description);
    EXPECT_EQ(grids.at("stage/input").row, scroll);
  }
  // The file vanishes between the question and the answer.
  fs::copy_file(folder / "x.npy", folder / "gone.npy");
  drop({folder / "gone.npy"});
  ASSERT_TRUE(asks());
  fs::remove(folder / "gone.npy");
  answer("discard");
  EXPECT_EQ(text("status/trouble").find("gone.npy: "), 0U);
  EXPECT_EQ(document(), before);
  EXPECT_EQ(undo_description(), description);
  driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  EXPECT_TRUE(document().norm.options.centring);
}

// What is saved may be the file that is to be opened.
TEST_F(SessionFileTest, AFileThatWasJustSavedIsOpenedAsItIsNow) {
  const fs::path path = folder / "s.json";
  ASSERT_TRUE(document::save_session(path, document()));
  ASSERT_TRUE(application->open(path));
  draw();
  change();
  const Document changed = document();
  drop({path});
  answer("save");
  EXPECT_EQ(document(), changed);
  EXPECT_EQ(application->title(), "s.json - Normscope");
}

TEST_F(SessionFileTest, OfSeveralDroppedFilesOneIsOpened) {
  drop({folder / "x.npy", folder / "short.md", folder / "lecture.py"});
  EXPECT_EQ(document().inputs[0].name, "x");
  EXPECT_NE(text("status/notice").find("opened x.npy; 2 other files were dropped"),
            std::string::npos)
      << text("status/notice");
}

TEST_F(SessionFileTest, ADropGoesToTheDialogThatAsksForAFile) {
  driver->key(ui::Key::kO, kCtrl);
  driver->settle();
  drop({folder / "broken.npy"});
  EXPECT_FALSE(text("dialog/complaint").empty());
  EXPECT_EQ(text("dialog/path"), folder / "broken.npy");
  drop({folder / "x.npy"});
  EXPECT_FALSE(driver->has("dialog/path"));
  EXPECT_EQ(document().inputs[0].name, "x");

  // Any other dialog is answered first.
  change();
  const Document before = document();
  driver->key(ui::Key::kQ, kCtrl);
  driver->settle();
  drop({folder / "short.md"});
  EXPECT_TRUE(asks());
  EXPECT_EQ(document(), before);
  EXPECT_EQ(text("status/trouble"), "short.md was not opened: a dialog or a menu is open");
  EXPECT_NE(text("dialog/close/words").find("Normscope closes"), std::string::npos);
  answer("cancel");
  driver->key(ui::Key::kE, kCtrl);
  draw();
  drop({folder / "short.md"});
  EXPECT_TRUE(driver->has("export/path"));
  EXPECT_EQ(document(), before);
}

TEST_F(SessionFileTest, ADialogThatOpensAgainIsTypedInto) {
  go_to_numbers();
  driver->click("stage/input/cell/1/2");
  for (const char* typed : {"a", "b"}) {
    driver->key(ui::Key::kO, kCtrl);
    driver->settle();
    driver->type(typed);
    EXPECT_EQ(text("dialog/path"), typed);
    driver->click("dialog/cancel");
    draw();
  }
}

TEST_F(SessionFileTest, SaveAsAsksBeforeItReplacesAFile) {
  const fs::path other = folder / "other.json";
  const fs::path own = folder / "own.json";
  write_file(other, "another's");
  const auto ask = [&] {
    driver->key(ui::Key::kS, kCtrlShift);
    draw();
  };
  ask();
  save_as(other);
  ASSERT_TRUE(driver->has("dialog/replace/accept"));
  EXPECT_EQ(text("dialog/replace/words"),
            "other.json is there already, and what it holds would be lost.");
  EXPECT_TRUE(driver->widget("dialog/replace/cancel").focused);
  EXPECT_EQ(read_file(other), "another's");
  // Cancel leads back to the name; Escape does the same.
  driver->key(ui::Key::kEnter);
  draw();
  EXPECT_FALSE(driver->has("dialog/replace/accept"));
  ASSERT_TRUE(driver->has("dialog/path"));
  EXPECT_EQ(text("dialog/path"), other);
  save_as(other);
  driver->key(ui::Key::kEscape);
  draw();
  ASSERT_TRUE(driver->has("dialog/path"));
  EXPECT_EQ(read_file(other), "another's");
  save_as(own);
  EXPECT_FALSE(driver->has("dialog/path"));
  // The session's own file needs no question, whatever path leads to it.
  change();
  ask();
  save_as(folder / "." / "own.json");
  EXPECT_FALSE(driver->has("dialog/replace/accept"));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(own)), document());
  ask();
  save_as(other);
  driver->click("dialog/replace/accept");
  draw();
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(other)), document());
  EXPECT_EQ(application->title(), "other.json - Normscope");
  // A new session does not own the files of the one before.
  driver->key(ui::Key::kN, kCtrl);
  draw();
  ask();
  save_as(own);
  EXPECT_TRUE(driver->has("dialog/replace/accept"));
}

TEST_F(SessionFileTest, ANameWithoutAnEndingGetsOne) {
  write_file(folder / "there.json", "another's");
  driver->key(ui::Key::kS, kCtrl);
  driver->settle();
  save_as(folder / "there");
  EXPECT_TRUE(driver->has("dialog/replace/accept"));
  driver->click("dialog/replace/cancel");
  draw();
  save_as(folder / "mine");
  EXPECT_TRUE(fs::exists(folder / "mine.json"));
  EXPECT_FALSE(fs::exists(folder / "mine"));
  EXPECT_EQ(application->title(), "mine.json - Normscope");
  driver->key(ui::Key::kS, kCtrlShift);
  draw();
  save_as(folder / "mine.session");
  EXPECT_EQ(application->title(), "mine.session - Normscope");
}

TEST_F(SessionFileTest, WhereSavingFailsAnotherPlaceIsAskedFor) {
  fs::create_directory(folder / "sub");
  const fs::path path = folder / "sub" / "s.json";
  ASSERT_TRUE(document::save_session(path, document()));
  ASSERT_TRUE(application->open(path));
  draw();
  change();
  const Document changed = document();
  fs::remove_all(folder / "sub");
  drop({folder / "x.npy"});
  answer("save");
  ASSERT_TRUE(driver->has("dialog/path"));
  EXPECT_FALSE(text("dialog/complaint").empty());
  EXPECT_EQ(document(), changed);
  save_as(folder / "t.json");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(folder / "t.json")), changed);
  EXPECT_EQ(document().inputs[0].name, "x");
}

}  // namespace
}  // namespace normscope::testing
