// SPDX-License-Identifier: MIT
// A program that ended without saving offers its changes at the next start; one that ended as it
// should leaves nothing behind.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/session/session.hpp"
#include "app/open_save/kept_session.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/app/application/fixture.hpp"
#include "tests/support/watched_opens.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;

struct RestoreTest : public ApplicationTest {
  RestoreTest() { start_again(); }

  // Ends the program, as a crash does, and starts it.
  void start_again() { start({.state = state.path()}); }
  fs::path sessions() const { return state / "sessions"; }
  std::vector<fs::path> kept() const {
    std::vector<fs::path> files;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(sessions(), none)) {
      if (entry.path().extension() == ".session") files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
  }
  [[nodiscard]] bool wait_until_kept(std::size_t count) const {
    return wait_for([&] { return kept().size() == count; });
  }
  void click(std::string_view id) const {
    driver->click(id);
    driver->settle();
  }
  void change() const {
    go_to_numbers();
    switch_centring();
  }
  void draw() const {
    driver->shell().pacing().activity();
    driver->settle();
  }
  // Restores a session; it is read by a thread.
  void restore(int number) const {
    click("dialog/restore/" + std::to_string(number) + "/accept");
    EXPECT_TRUE(wait_for([&] { return !offers(); }));
  }
  bool offers() const { return driver->has("dialog/restore/words"); }
  void key(ui::Key which, ui::Modifiers modifiers = {}) const {
    driver->key(which, modifiers);
    driver->settle();
  }

  TemporaryFolder state;
  TemporaryFolder folder;
};

TEST_F(RestoreTest, ChangesOfACrashComeBackUnsaved) {
  EXPECT_FALSE(offers());
  change();
  ASSERT_TRUE(wait_until_kept(1));
  const Document before = document();
  start_again();
  ASSERT_TRUE(offers());
  EXPECT_TRUE(driver->widget("dialog/restore/0/accept").focused);
  EXPECT_EQ(text("dialog/restore/0/name"), "A session without a file");
  EXPECT_EQ(text("dialog/restore/0/holds"), "A moment ago: batch 2 \xc3\x97 5, RMSNorm, 1 change");
  EXPECT_NE(document(), before) << "nothing comes back unasked";
  key(ui::Key::kEnter);
  ASSERT_TRUE(wait_for([&] { return !offers(); }));
  EXPECT_EQ(document(), before);
  EXPECT_EQ(application->title(), "Untitled, changed - Normscope");
  EXPECT_FALSE(application->may_close()) << "it is still in no file";
  draw();
  click("dialog/close/cancel");
  // Another crash: still there, by itself.
  start_again();
  ASSERT_TRUE(offers());
  EXPECT_FALSE(driver->has("dialog/restore/1/name"));
  restore(0);
  EXPECT_EQ(document(), before);
  key(ui::Key::kS, kCtrl);
  driver->replace_text("dialog/path", (folder / "saved.json").string());
  key(ui::Key::kEnter);
  EXPECT_TRUE(wait_until_kept(0)) << "saved: nothing is left to restore";
  start_again();
  EXPECT_FALSE(offers());
}

TEST_F(RestoreTest, ASessionKeepsItsPath) {
  const fs::path path = folder / "mine.json";
  ASSERT_TRUE(document::save_session(path, document()));
  ASSERT_TRUE(application->open(path));
  draw();
  change();
  const Document before = document();
  ASSERT_TRUE(wait_until_kept(1));
  start_again();
  EXPECT_EQ(text("dialog/restore/0/name"), "mine.json in " + folder.path().string());
  restore(0);
  EXPECT_EQ(application->title(), "mine.json, changed - Normscope");
  key(ui::Key::kS, kCtrl);
  EXPECT_FALSE(driver->has("dialog/path")) << "saving goes to its own file";
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(path)), before);
  EXPECT_TRUE(wait_until_kept(0));
}

TEST_F(RestoreTest, NotNowKeepsAndEscapeToo) {
  change();
  ASSERT_TRUE(wait_until_kept(1));
  start_again();
  click("dialog/restore/later");
  EXPECT_FALSE(offers());
  EXPECT_EQ(kept().size(), 1U);
  start_again();
  ASSERT_TRUE(offers());
  click("dialog/restore/0/discard");
  EXPECT_NE(text("dialog/restore/0/holds").find("discarded when this closes"), std::string::npos);
  EXPECT_FALSE(driver->widget("dialog/restore/0/accept").enabled);
  key(ui::Key::kEscape);
  EXPECT_FALSE(offers());
  EXPECT_EQ(kept().size(), 1U) << "Escape discards nothing";
  click("menu/file");
  click("menu/file/restore");
  EXPECT_TRUE(driver->widget("dialog/restore/0/accept").enabled) << "and takes the mark away";
  key(ui::Key::kEscape);
  EXPECT_TRUE(document() == document::welcome_document());
}

TEST_F(RestoreTest, WhatWasPutOffIsInTheFileMenu) {
  change();
  ASSERT_TRUE(wait_until_kept(1));
  const Document before = document();
  start_again();
  click("dialog/restore/later");
  click("menu/file");
  click("menu/file/restore");
  ASSERT_TRUE(offers());
  key(ui::Key::kEscape);
  EXPECT_FALSE(offers());
  // The changes of now are asked about first, and what was kept is not lost by the answer.
  go_to_numbers();
  click("inspector/eps/on");
  click("menu/file");
  click("menu/file/restore");
  restore(0);
  ASSERT_TRUE(driver->has("dialog/close/words"));
  click("dialog/close/cancel");
  click("menu/file");
  click("menu/file/restore");
  restore(0);
  click("dialog/close/discard");
  EXPECT_EQ(document(), before);
  draw();
  click("menu/file");
  EXPECT_FALSE(driver->has("menu/file/restore")) << "nothing is left to restore";
}

TEST_F(RestoreTest, DiscardedIsGoneOnceTheDialogCloses) {
  change();
  ASSERT_TRUE(wait_until_kept(1));
  start_again();
  click("dialog/restore/0/discard");
  click("dialog/restore/0/discard");
  EXPECT_TRUE(driver->widget("dialog/restore/0/accept").enabled) << "kept after all";
  click("dialog/restore/0/discard");
  EXPECT_EQ(kept().size(), 1U);
  EXPECT_EQ(text("dialog/restore/later"), "Close");
  click("dialog/restore/later");
  EXPECT_TRUE(kept().empty());
  start_again();
  EXPECT_FALSE(offers());
}

TEST_F(RestoreTest, SeveralAreAListAndOneIsRestored) {
  change();
  ASSERT_TRUE(wait_until_kept(1));
  const Document first = document();
  start_again();
  click("dialog/restore/later");
  go_to_numbers();
  click("inspector/eps/on");
  const Document second = document();
  ASSERT_TRUE(wait_until_kept(2));
  start_again();
  ASSERT_TRUE(driver->has("dialog/restore/1/accept"));
  EXPECT_FALSE(driver->has("dialog/restore/2/accept"));
  EXPECT_NE(text("dialog/restore/words").find("offered again at the next start"),
            std::string::npos);
  EXPECT_NE(text("dialog/restore/0/holds").find("LayerNorm"), std::string::npos) << "newest first";
  restore(1);
  EXPECT_EQ(document(), first);
  EXPECT_EQ(kept().size(), 2U);
  start_again();
  ASSERT_TRUE(driver->has("dialog/restore/1/accept")) << "neither is lost";
}

TEST_F(RestoreTest, AFileOfTheCommandLineIsOpenedAndTheRestIsOffered) {
  change();
  ASSERT_TRUE(wait_until_kept(1));
  const Document before = document();
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", make({2, 2}, {1, 2, 3, 7})));
  application.reset();
  Application::Host host{[this]() -> ui::Shell& { return driver->shell(); }, [] {}, [] {}};
  host.state = state.path();
  application = NORMSCOPE_VALUE_OR_FAIL(Application::create(std::move(host)));
  ASSERT_TRUE(application->open_or_ask(folder / "x.npy"));
  draw();
  EXPECT_EQ(document().inputs[0].name, "x");
  ASSERT_TRUE(offers());
  restore(0);
  EXPECT_EQ(document(), before);
}

// The offer waits until the question about the file is answered.
TEST_F(RestoreTest, AFileThatAsksComesFirst) {
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", make({2, 2}, {1, 2, 3, 7})));
  ASSERT_TRUE(application->open(folder / "x.npy"));
  draw();
  change();
  const Document before = document();
  ASSERT_TRUE(wait_until_kept(1));
  ASSERT_TRUE(document::save_session(folder / "s.json", before));
  fs::remove(folder / "x.npy");
  application.reset();
  Application::Host host{[this]() -> ui::Shell& { return driver->shell(); }, [] {}, [] {}};
  host.state = state.path();
  application = NORMSCOPE_VALUE_OR_FAIL(Application::create(std::move(host)));
  ASSERT_TRUE(application->open_or_ask(folder / "s.json"));
  ASSERT_TRUE(wait_for([&] { return offers() || driver->has("dialog/missing/words"); }));
  EXPECT_TRUE(driver->has("dialog/missing/words"));
  EXPECT_FALSE(offers());
  click("dialog/cancel");
  draw();
  EXPECT_TRUE(offers());
}

TEST_F(RestoreTest, ANotebookComesBackBesideItsNumbers) {
  write_file(folder / "mine.py", "x = 1\n");
  ASSERT_TRUE(application->open(folder / "mine.py"));
  draw();
  change();
  ASSERT_TRUE(wait_until_kept(1));
  const Document before = document();
  start_again();
  EXPECT_NE(text("dialog/restore/0/holds").find("step 1 of 1 of \"mine.py\""), std::string::npos);
  restore(0);
  EXPECT_EQ(document(), before);
  EXPECT_NE(text("lesson/step").find("step 1 of 1"), std::string::npos);
  EXPECT_EQ(text("status/file"), "mine.py");
  // A file that is gone is said, and the numbers are there.
  ASSERT_TRUE(wait_until_kept(1));
  fs::remove(folder / "mine.py");
  start_again();
  restore(0);
  EXPECT_EQ(document(), before);
  EXPECT_FALSE(driver->has("lesson/step"));
  EXPECT_NE(text("status/trouble").find("mine.py could not be read again"), std::string::npos);
}

// The lessons of the user's folder are there before anything is restored.
TEST_F(RestoreTest, ALessonThatIsThereIsNotReadAgain) {
  const fs::path path = folder / "mine.md";
  write_file(path,
             "+++\nid = \"mine\"\ntitle = \"Mine\"\nsource = \"here\"\n+++\n"
             "## First\n\n```normscope\ninput = { values = [[4, 5, 9]] }\n```\n");
  ASSERT_TRUE(application->open(path));
  draw();
  change();
  ASSERT_TRUE(wait_until_kept(1));
  start({.lessons = folder.path(), .state = state.path()});
  std::atomic<int> opens = 0;
  const WatchedOpens watched([&](std::string_view opened) {
    if (opened == path.string()) ++opens;
  });
  restore(0);
  EXPECT_NE(text("lesson/step").find("step 1 of 1"), std::string::npos);
  EXPECT_EQ(opens, 0);
}

TEST_F(RestoreTest, ADamagedOneIsToldAndNeverInTheWay) {
  change();
  ASSERT_TRUE(wait_until_kept(1));
  application.reset();
  const fs::path whole = kept().front();
  const std::string bytes = read_file(whole);
  // Its header is whole, and what is below it is not.
  write_file(whole, bytes.substr(0, bytes.size() / 2));
  start_again();
  ASSERT_TRUE(offers());
  restore(0);
  EXPECT_FALSE(offers());
  EXPECT_NE(text("status/trouble").find("could not be restored"), std::string::npos)
      << text("status/trouble");
  EXPECT_TRUE(document() == document::welcome_document());
  EXPECT_TRUE(kept().empty()) << "set aside";
  write_file(sessions() / "1-0.session", "{");
  start_again();
  EXPECT_FALSE(offers());
  EXPECT_NE(text("status/trouble").find("could not be read"), std::string::npos);
}

TEST_F(RestoreTest, NumbersOfAFileThatIsGoneAreAskedFor) {
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", make({2, 2}, {1, 2, 3, 7})));
  ASSERT_TRUE(application->open(folder / "x.npy"));
  draw();
  change();
  const Document before = document();
  ASSERT_TRUE(wait_until_kept(1));
  fs::rename(folder / "x.npy", folder / "y.npy");
  start_again();
  EXPECT_EQ(text("dialog/restore/0/name"), "From x.npy");
  restore(0);
  ASSERT_TRUE(driver->has("dialog/missing/words"));
  driver->replace_text("dialog/path", (folder / "y.npy").string());
  key(ui::Key::kEnter);
  ASSERT_TRUE(wait_for([&] { return document().norm == before.norm; }));
  EXPECT_EQ(document().inputs[0].values, before.inputs[0].values);
  EXPECT_EQ(kept().size(), 1U);
}

TEST_F(RestoreTest, ACleanEndLeavesNothing) {
  change();
  ASSERT_TRUE(wait_until_kept(1));
  key(ui::Key::kQ, kCtrl);
  click("dialog/close/discard");
  ASSERT_TRUE(closed);
  EXPECT_TRUE(application->may_close());
  application.reset();
  EXPECT_TRUE(fs::is_empty(sessions()));
}

TEST_F(RestoreTest, UndoneAndGivenUpChangesAreNotKept) {
  change();
  ASSERT_TRUE(wait_until_kept(1));
  key(ui::Key::kZ, kCtrl);
  EXPECT_TRUE(wait_until_kept(0)) << "undone";
  change();
  ASSERT_TRUE(wait_until_kept(1));
  key(ui::Key::kN, kCtrl);
  click("dialog/close/discard");
  EXPECT_TRUE(wait_until_kept(0)) << "given up for a new session";
}

TEST_F(RestoreTest, AnIdleWindowDrawsNothingWhileItIsKept) {
  change();
  driver->wait(5);  // what the change showed has faded
  const auto frames = driver->frames();
  driver->wait(5);
  EXPECT_EQ(driver->frames(), frames);
}

}  // namespace
}  // namespace normscope::testing
