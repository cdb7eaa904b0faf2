// SPDX-License-Identifier: MIT
// A file that is there already is replaced only after a question, whatever writes it.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

struct ReplaceTest : public ApplicationTest {
  void settle() const {
    driver->shell().pacing().activity();
    driver->settle();
  }
  // Presses a button that writes and draws until nothing is being written.
  void press(std::string_view button, std::string_view writing) const {
    driver->click(button);
    ASSERT_TRUE(wait_for([&] { return !driver->has(writing); }));
    // The dialog takes a frame for its new height, and one for its new place.
    settle();
    settle();
  }
  // The file named here is there, and is kept until the user agrees.
  void expect_question(std::string_view button, std::string_view writing,
                       std::string_view name) const {
    write_file(folder / name, "another's");
    press(button, writing);
    ASSERT_TRUE(driver->has("dialog/replace/words")) << name;
    EXPECT_NE(text("dialog/replace/words").find(name), std::string::npos);
    EXPECT_TRUE(driver->widget("dialog/replace/cancel").focused);
    press("dialog/replace/cancel", writing);
    EXPECT_EQ(read_file(folder / name), "another's");
    EXPECT_TRUE(driver->has(button)) << "the dialog stays";
    press(button, writing);
    ASSERT_TRUE(driver->has("dialog/replace/words")) << name;
    press("dialog/replace/accept", writing);
    EXPECT_FALSE(driver->has(button));
    EXPECT_NE(read_file(folder / name), "another's");
  }

  TemporaryFolder folder;
};

TEST_F(ReplaceTest, AFigure) {
  driver->click("welcome/close");
  driver->key(ui::Key::kE, kCtrl);
  driver->settle();
  driver->replace_text("export/path", (folder / "f.svg").string());
  expect_question("export/accept", "export/writing", "f.svg");
}

TEST_F(ReplaceTest, OneOfAllFigures) {
  driver->click("welcome/close");
  driver->key(ui::Key::kE, kCtrl);
  driver->settle();
  driver->replace_text("export/path", (folder / "f.svg").string());
  expect_question("export/all", "export/writing", "f-profile.svg");

  // By now all of them are there.
  driver->key(ui::Key::kE, kCtrl);
  driver->settle();
  press("export/all", "export/writing");
  EXPECT_NE(text("dialog/replace/words").find("files are there already"), std::string::npos);
  press("dialog/replace/cancel", "export/writing");
}

TEST_F(ReplaceTest, AHandout) {
  driver->click("welcome/lesson/lecture-20-by-hand");
  driver->settle();
  driver->click("menu/lesson");
  driver->settle();
  driver->click("menu/lesson/handout");
  driver->settle();
  driver->replace_text("handout/path", (folder / "h.pdf").string());
  expect_question("handout/accept", "handout/writing", "h.pdf");
}

TEST_F(ReplaceTest, Numbers) {
  driver->click("welcome/close");
  driver->click("menu/file");
  driver->settle();
  driver->click("menu/file/save-numbers");
  driver->settle();
  driver->replace_text("numbers/path", (folder / "y.npy").string());
  write_file(folder / "y.npy", "another's");
  driver->click("numbers/accept");
  settle();
  ASSERT_TRUE(driver->has("dialog/replace/words"));
  EXPECT_EQ(read_file(folder / "y.npy"), "another's");
  driver->click("dialog/replace/accept");
  EXPECT_TRUE(wait_for([&] { return !driver->has("numbers/accept"); }));
  EXPECT_NE(read_file(folder / "y.npy"), "another's");
}

TEST_F(ReplaceTest, NothingIsAskedWhereNoFileIs) {
  driver->click("welcome/close");
  driver->key(ui::Key::kE, kCtrl);
  driver->settle();
  driver->replace_text("export/path", (folder / "new.svg").string());
  press("export/accept", "export/writing");
  EXPECT_FALSE(driver->has("dialog/replace/words"));
  EXPECT_TRUE(read_file(folder / "new.svg").starts_with("<"));
}

}  // namespace
}  // namespace normscope::testing
