// SPDX-License-Identifier: MIT
// The handout of the lesson on the screen, from the Lesson menu.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

struct HandoutDialogTest : public ApplicationTest {
  void open_dialog() const {
    driver->click("menu/lesson");
    driver->settle();
    driver->click("menu/lesson/handout");
    driver->settle();
  }
  // Writing goes on beside the window.
  void write() const {
    driver->click("handout/accept");
    ASSERT_TRUE(wait_for([&] { return !driver->has("handout/writing"); }));
    // The dialog takes a frame for its new height, and one for its new place.
    for (int frame = 0; frame < 2; ++frame) {
      driver->shell().pacing().activity();
      driver->settle();
    }
  }
};

TEST_F(HandoutDialogTest, WritesTheLessonWithOrWithoutAnswers) {
  const TemporaryFolder folder;
  driver->click("welcome/lesson/lecture-20-by-hand");
  driver->settle();
  open_dialog();
  EXPECT_EQ(text("handout/path"), "lecture-20-by-hand.pdf");
  driver->replace_text("handout/path", (folder / "a.pdf").string());
  write();
  EXPECT_FALSE(driver->has("handout/path")) << text("handout/complaint");
  const std::string plain = read_file(folder / "a.pdf");
  EXPECT_TRUE(plain.starts_with("%PDF"));

  open_dialog();
  EXPECT_EQ(text("handout/path"), (folder / "a.pdf").string()) << "it is kept";
  driver->click("handout/answers");
  driver->settle();
  driver->click("handout/accept");
  driver->settle();
  driver->click("dialog/replace/accept");
  ASSERT_TRUE(wait_for([&] { return !driver->has("handout/path"); }));
  EXPECT_GT(read_file(folder / "a.pdf").size(), plain.size());

  open_dialog();
  driver->click("handout/format/1");
  driver->settle();
  EXPECT_EQ(text("handout/path"), (folder / "a.html").string()) << "the name follows the format";
  write();
  EXPECT_TRUE(read_file(folder / "a.html").starts_with("<!DOCTYPE html>"));

  open_dialog();
  driver->replace_text("handout/path", (folder / "a.txt").string());
  write();
  EXPECT_NE(text("handout/complaint").find(".pdf"), std::string::npos);
  driver->settle();
  EXPECT_TRUE(driver->widget("handout/path").focused) << "the path is edited again";
  driver->click("handout/cancel");
  driver->settle();
  EXPECT_FALSE(driver->has("handout/path"));
  EXPECT_FALSE(std::filesystem::exists(folder / "a.txt"));
}

TEST_F(HandoutDialogTest, NeedsALesson) {
  driver->click("menu/lesson");
  driver->settle();
  EXPECT_FALSE(driver->widget("menu/lesson/handout").enabled);
}

}  // namespace
}  // namespace normscope::testing
