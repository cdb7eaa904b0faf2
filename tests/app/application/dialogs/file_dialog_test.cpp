// SPDX-License-Identifier: MIT
// The file browser by pointer and by keys, and the files used last in menu and start page.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "app/document/session/session.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

namespace fs = std::filesystem;

struct FileDialogTest : public ApplicationTest {
  FileDialogTest() {
    fs::create_directories(folder / "deep" / "deeper");
    EXPECT_TRUE(io::write_tensor(folder / "x.npy", make({2, 2}, {1, 2, 3, 7})));
    EXPECT_TRUE(io::write_tensor(folder / "deep" / "y.npy", make({2, 2}, {1, 2, 3, 9})));
    write_file(folder / "picture.jpg", "no");
    write_file(folder / ".secret.npy", "no");
  }

  void settle() const {
    driver->shell().pacing().activity();
    driver->settle();
  }
  void key(ui::Key key, ui::Modifiers with = {}) const {
    driver->key(key, with);
    settle();
  }
  // Opens the dialog in this test's folder.
  void open() const {
    key(ui::Key::kO, kCtrl);
    driver->replace_text("dialog/path", folder.path().string() + "/");
    settle();
    EXPECT_TRUE(wait_for([&] { return driver->has("dialog/file/0"); }));
  }
  std::vector<std::string> rows() const {
    std::vector<std::string> names;
    for (int i = 0; driver->has("dialog/file/" + std::to_string(i)); ++i) {
      names.push_back(text("dialog/file/" + std::to_string(i)));
    }
    return names;
  }
  bool shows(const std::vector<std::string>& names) const {
    return wait_for([&] { return rows() == names; });
  }
  std::string input() const { return document().inputs[0].name; }
  const ui::Widget& widget(std::string_view id) const { return driver->widget(id); }

  TemporaryFolder folder;
};

using Names = std::vector<std::string>;

TEST_F(FileDialogTest, ListsTheFolderThatIsTyped) {
  open();
  EXPECT_TRUE(shows({"deep", "x.npy"}));
  EXPECT_EQ(text("dialog/here"), folder.path().string());
  driver->replace_text("dialog/path", (folder / "deep" / "").string());
  EXPECT_TRUE(shows({"deeper", "y.npy"}));
  driver->replace_text("dialog/path", (folder / "nowhere" / "x").string());
  EXPECT_TRUE(wait_for([&] {
    return driver->has("dialog/empty") &&
           text("dialog/empty").starts_with("There is no such folder: ");
  }));
}

TEST_F(FileDialogTest, WhatIsTypedFiltersAndTabCompletes) {
  open();
  driver->type("x");
  EXPECT_TRUE(shows({"x.npy"}));
  key(ui::Key::kTab);
  EXPECT_EQ(text("dialog/path"), (folder / "x.npy").string());
  EXPECT_TRUE(widget("dialog/path").focused);
  // What is complete is left by Tab as any field is.
  key(ui::Key::kTab);
  EXPECT_FALSE(widget("dialog/path").focused);
}

TEST_F(FileDialogTest, AFolderIsCompletedWithItsSlashAndTypingGoesOn) {
  open();
  driver->type("de");
  key(ui::Key::kTab);
  EXPECT_EQ(text("dialog/path"), (folder / "deep" / "").string());
  EXPECT_TRUE(shows({"deeper", "y.npy"}));
  driver->type("y.npy");
  settle();
  EXPECT_EQ(text("dialog/path"), (folder / "deep" / "y.npy").string());
  key(ui::Key::kEnter);
  EXPECT_EQ(input(), "y");
}

TEST_F(FileDialogTest, ByKeysThroughTheList) {
  open();
  key(ui::Key::kDown);
  EXPECT_TRUE(widget("dialog/files").focused);
  EXPECT_TRUE(*widget("dialog/file/0").selected);
  key(ui::Key::kEnter);
  ASSERT_TRUE(shows({"deeper", "y.npy"}));
  EXPECT_TRUE(widget("dialog/files").focused);
  key(ui::Key::kBackspace);
  ASSERT_TRUE(shows({"deep", "x.npy"}));
  EXPECT_TRUE(*widget("dialog/file/0").selected) << "where one comes from";
  key(ui::Key::kEnd);
  EXPECT_TRUE(*widget("dialog/file/1").selected);
  EXPECT_EQ(text("dialog/path"), "x.npy");
  key(ui::Key::kHome);
  EXPECT_TRUE(*widget("dialog/file/0").selected);
  driver->type("x");
  settle();
  EXPECT_TRUE(*widget("dialog/file/1").selected) << "a letter leads to the next name";
  key(ui::Key::kUp);
  key(ui::Key::kUp);
  EXPECT_TRUE(widget("dialog/path").focused);
  key(ui::Key::kDown);
  key(ui::Key::kDown);
  key(ui::Key::kEnter);
  EXPECT_FALSE(driver->has("dialog/path"));
  EXPECT_EQ(input(), "x");
}

TEST_F(FileDialogTest, ByPointer) {
  open();
  driver->double_click("dialog/file/0");
  ASSERT_TRUE(shows({"deeper", "y.npy"}));
  driver->click("dialog/up");
  ASSERT_TRUE(shows({"deep", "x.npy"}));
  driver->click("dialog/file/1");
  settle();
  EXPECT_EQ(text("dialog/path"), "x.npy");
  EXPECT_EQ(rows(), (Names{"deep", "x.npy"})) << "a choice does not filter";
  driver->click("dialog/accept");
  settle();
  EXPECT_EQ(input(), "x");
}

TEST_F(FileDialogTest, OtherKindsAndHiddenFilesAreShownOnRequest) {
  open();
  driver->click("dialog/kind");
  settle();
  key(ui::Key::kEnd);
  key(ui::Key::kEnter);
  EXPECT_TRUE(shows({"deep", "picture.jpg", "x.npy"}));
  driver->click("dialog/hidden");
  settle();
  EXPECT_TRUE(shows({"deep", ".secret.npy", "picture.jpg", "x.npy"}));
}

TEST_F(FileDialogTest, TheListIsSortedByItsColumns) {
  write_file(folder / "a.npy", std::string(900, 'x'));
  write_file(folder / "b.npy", std::string(100, 'x'));
  const auto now = fs::file_time_type::clock::now();
  fs::last_write_time(folder / "a.npy", now - std::chrono::hours(48));
  fs::last_write_time(folder / "b.npy", now - std::chrono::hours(96));
  fs::last_write_time(folder / "x.npy", now - std::chrono::hours(72));
  open();
  ASSERT_TRUE(shows({"deep", "a.npy", "b.npy", "x.npy"}));
  EXPECT_EQ(widget("dialog/sort/name").value, "rising");
  driver->click("dialog/file/2");
  settle();
  driver->click("dialog/sort/time");
  settle();
  EXPECT_EQ(rows(), (Names{"deep", "a.npy", "x.npy", "b.npy"})) << "the newest first";
  EXPECT_TRUE(*widget("dialog/file/3").selected) << "the chosen file stays chosen";
  EXPECT_EQ(widget("dialog/sort/time").value, "falling");
  EXPECT_FALSE(widget("dialog/sort/name").value);
  driver->click("dialog/sort/time");
  settle();
  EXPECT_EQ(rows(), (Names{"deep", "b.npy", "x.npy", "a.npy"})) << "the oldest first";
  driver->click("dialog/sort/size");
  settle();
  EXPECT_EQ(rows()[1], "a.npy");
  driver->click("dialog/sort/name");
  settle();
  driver->click("dialog/sort/name");
  settle();
  EXPECT_EQ(rows(), (Names{"deep", "x.npy", "b.npy", "a.npy"})) << "folders stay first";
}

TEST_F(FileDialogTest, APlaceShowsItsFolder) {
  open();
  ASSERT_TRUE(driver->has("dialog/place/0"));
  std::string last;
  for (int i = 0; driver->has("dialog/place/" + std::to_string(i)); ++i) {
    last = "dialog/place/" + std::to_string(i);
    if (text(last) == "File system") break;
  }
  driver->click(last);
  settle();
  EXPECT_EQ(text("dialog/here"), "/");
  EXPECT_FALSE(widget("dialog/up").enabled);
}

TEST_F(FileDialogTest, ALargeFolderIsListedOnlyWhereItIsSeen) {
  fs::create_directory(folder / "large");
  for (int i = 0; i < 10'000; ++i) {
    write_file(folder / "large" / ("n" + std::to_string(10'000 + i) + ".npy"), "");
  }
  open();
  driver->replace_text("dialog/path", (folder / "large" / "").string());
  ASSERT_TRUE(wait_for([&] { return widget("dialog/files").value == "10000"; }));
  EXPECT_LT(rows().size(), 100U);
  key(ui::Key::kDown);
  key(ui::Key::kEnd);
  EXPECT_EQ(text("dialog/file/9999"), "n19999.npy");
  EXPECT_TRUE(*widget("dialog/file/9999").selected);
  EXPECT_TRUE(widget("dialog/file/9999").visible);
}

TEST_F(FileDialogTest, SavingSuggestsAFreeNameAndKeepsItThroughFolders) {
  open();
  driver->click("dialog/cancel");
  settle();
  write_file(folder / "deep" / "session.json", "another's");
  key(ui::Key::kS, kCtrl);
  driver->replace_text("dialog/path", (folder / "deep" / "").string());
  ASSERT_TRUE(wait_for([&] { return driver->has("dialog/file/1"); }));
  EXPECT_EQ(rows(), (Names{"deeper", "session.json"}));
  driver->click("dialog/cancel");
  settle();
  // The folder seen last is where the next dialog begins.
  key(ui::Key::kS, kCtrl);
  EXPECT_EQ(text("dialog/path").substr(0, 7), "session");
  driver->replace_text("dialog/path", (folder / "mine.json").string());
  key(ui::Key::kEnter);
  EXPECT_EQ(application->title(), "mine.json - Normscope");
  EXPECT_TRUE(fs::exists(folder / "mine.json"));
}

TEST_F(FileDialogTest, OneEscapeLeavesTheDialogWhateverWasTyped) {
  open();
  key(ui::Key::kEscape);
  EXPECT_FALSE(driver->has("dialog/path"));
  key(ui::Key::kS, kCtrl);
  ASSERT_TRUE(driver->has("dialog/path"));
  key(ui::Key::kEscape);
  EXPECT_FALSE(driver->has("dialog/path"));
}

TEST_F(FileDialogTest, EscapeInAFieldClosesItsDialogWhereNothingWasTyped) {
  key(ui::Key::kE, kCtrl);
  ASSERT_TRUE(driver->has("export/path"));
  key(ui::Key::kEscape);
  EXPECT_FALSE(driver->has("export/path"));
  key(ui::Key::kE, kCtrl);
  const std::string before = text("export/path");
  driver->replace_text("export/path", "other.svg");
  key(ui::Key::kEscape);
  ASSERT_TRUE(driver->has("export/path"));
  EXPECT_EQ(text("export/path"), before);
  key(ui::Key::kEscape);
  EXPECT_FALSE(driver->has("export/path"));
}

TEST_F(FileDialogTest, ARefusedFileLeavesTheDialogWhereItIs) {
  write_file(folder / "broken.npy", "no array");
  open();
  const ui::Rect before = widget("dialog/open").rect;
  driver->replace_text("dialog/path", (folder / "broken.npy").string());
  key(ui::Key::kEnter);
  ASSERT_TRUE(wait_for([&] { return driver->has("dialog/complaint"); }));
  settle();
  EXPECT_EQ(widget("dialog/open").rect, before);
  EXPECT_TRUE(widget("dialog/path").focused) << "the path is there to be mended";
}

TEST_F(FileDialogTest, AFileThatIsGivenAtTheStartAndRefusedIsSaidInTheWindow) {
  write_file(folder / "broken.npy", "no array");
  EXPECT_FALSE(application->open_or_complain(folder / "broken.npy"));
  settle();
  EXPECT_TRUE(text("status/trouble").starts_with("broken.npy: ")) << text("status/trouble");
  driver->click("status/trouble");
  settle();
  EXPECT_TRUE(text("error/hint").starts_with("What is open here stays as it was"))
      << text("error/hint");
}

TEST_F(FileDialogTest, TheExportedFileMayBeChosenInFolders) {
  key(ui::Key::kE, kCtrl);
  driver->click("export/path/browse");
  settle();
  driver->replace_text("dialog/path", (folder / "mine.pdf").string());
  key(ui::Key::kEnter);
  EXPECT_FALSE(driver->has("dialog/path"));
  EXPECT_TRUE(driver->has("export/accept")) << "the export's dialog stays";
  EXPECT_EQ(text("export/path"), (folder / "mine.pdf").string());
  EXPECT_FALSE(fs::exists(folder / "mine.pdf"));
}

TEST_F(FileDialogTest, FilesUsedLastAreInTheMenuAndOnTheStartPage) {
  EXPECT_FALSE(driver->has("welcome/recent/0"));
  ASSERT_TRUE(application->open(folder / "x.npy"));
  ASSERT_TRUE(application->open(folder / "deep" / "y.npy"));
  settle();
  driver->click("menu/help");
  settle();
  driver->click("menu/help/start-page");
  settle();
  EXPECT_EQ(text("welcome/recent/0"), "y.npy");
  EXPECT_EQ(text("welcome/recent/1"), "x.npy");
  driver->click("welcome/recent/1");
  settle();
  EXPECT_EQ(input(), "x");

  fs::remove(folder / "deep" / "y.npy");
  ASSERT_TRUE(application->open(folder / "x.npy"));
  ASSERT_TRUE(document::save_session(folder / "s.json", document()));
  ASSERT_TRUE(application->open(folder / "s.json"));
  ASSERT_TRUE(wait_for([&] { return application->title() == "s.json - Normscope"; }));
  driver->click("menu/file");
  settle();
  driver->click("menu/file/open recent");
  settle();
  ASSERT_TRUE(wait_for([&] { return !widget("menu/file/recent/2").enabled; }))
      << "a file that is gone";
  EXPECT_EQ(text("menu/file/recent/0").find("s.json in "), 0U);
  driver->click("menu/file/recent/1");
  settle();
  EXPECT_EQ(input(), "x");
  EXPECT_EQ(application->title(), "x.npy - Normscope");
  driver->click("menu/file");
  settle();
  driver->click("menu/file/open recent");
  settle();
  driver->click("menu/file/recent/clear");
  settle();
  driver->click("menu/file");
  settle();
  EXPECT_FALSE(driver->has("menu/file/open recent"));
}

}  // namespace
}  // namespace normscope::testing
