// SPDX-License-Identifier: MIT
// What typed words find, in which order, and how it is chosen.
#include "app/ui/actions/find.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/ui/widgets/widgets.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::ui {
namespace {

using testing::Driver;

std::vector<Findable> rows() {
  return {{.name = "Export the figure...", .kind = "File", .keys = "Ctrl+E"},
          {.name = "Dark theme", .kind = "View", .keys = "Ctrl+Shift+D"},
          {.name = "Largest difference", .kind = "View"},
          {.name = "Difference", .kind = "Figure", .more = "what separates two variants"},
          {.name = "Epsilon", .kind = "Option", .more = "keeps the denominator away from 0"},
          {.name = "Undo", .kind = "Edit", .enabled = false},
          {.name = "Undo what was done", .kind = "Lesson"}};
}

std::vector<std::string> found(std::string_view typed) {
  const auto all = rows();
  std::vector<std::string> names;
  for (const std::size_t at : find(all, typed)) names.push_back(all[at].name);
  return names;
}

using Names = std::vector<std::string>;

TEST(Find, EveryTypedWordBeginsAWordInAnyOrder) {
  EXPECT_EQ(found("theme dark"), Names{"Dark theme"});
  EXPECT_EQ(found("fig exp"), Names{"Export the figure..."});
  EXPECT_EQ(found("view the"), Names{"Dark theme"}) << "the kind counts, too";
  EXPECT_EQ(found("denominator"), Names{"Epsilon"}) << "and the explanation";
  EXPECT_EQ(found("ark"), Names{}) << "but no middle of a word";
  EXPECT_EQ(found("dark figure"), Names{}) << "all words";
  EXPECT_EQ(found("DARK-THEME!"), Names{"Dark theme"});
}

TEST(Find, NamesComeBeforeKindsAndThoseBeforeExplanations) {
  EXPECT_EQ(found("difference"), (Names{"Difference", "Largest difference"}))
      << "what begins with the word first";
  EXPECT_EQ(found("figure"), (Names{"Export the figure...", "Difference"}));
  EXPECT_EQ(found("undo"), (Names{"Undo what was done", "Undo"})) << "what can be done first";
}

TEST(Find, NothingTypedIsAll) {
  EXPECT_EQ(found("").size(), rows().size());
  EXPECT_EQ(found(" ,").front(), "Export the figure...");
}

struct FinderTest : ::testing::Test {
  Finder finder;
  std::string ran;
  bool asked = false;
  Driver driver{[this](Context& ui) {
    button(ui, "behind", "Behind");
    if (std::exchange(asked, false)) finder.open(all());
    finder.draw(ui);
  }};

  std::vector<Findable> all() {
    auto listed = rows();
    for (int i = 0; i < 40; ++i) listed.push_back({.name = "Step " + std::to_string(i)});
    for (Findable& row : listed) row.run = [this, name = row.name] { ran = name; };
    return listed;
  }
  void open() {
    driver.click("behind");
    asked = true;
    driver.shell().pacing().activity();
    driver.settle();
  }
  std::string best() const { return driver.widget("find/row/0").text; }
};

TEST_F(FinderTest, WhatIsTypedIsFoundAndEnterRunsIt) {
  open();
  EXPECT_TRUE(driver.widget("find/field").focused);
  const Rect place = driver.widget("find").rect;
  EXPECT_NEAR(place.x + place.w / 2, 640, 1) << "in the middle";
  EXPECT_LT(place.y, 100) << "at the top";
  driver.type("dark");
  EXPECT_EQ(best(), "Dark theme");
  EXPECT_EQ(driver.widget("find/row/0").value, "View, Ctrl+Shift+D");
  driver.key(Key::kEnter);
  EXPECT_EQ(ran, "Dark theme");
  EXPECT_FALSE(driver.has("find"));
  EXPECT_TRUE(driver.widget("behind").focused);
}

TEST_F(FinderTest, ArrowsAndPagesChooseWhileTheFieldIsTypedInto) {
  open();
  driver.type("step");
  driver.key(Key::kDown);
  EXPECT_TRUE(driver.widget("find/row/1").selected);
  driver.type(" 3");
  EXPECT_TRUE(driver.widget("find/row/0").selected) << "another search begins at its best";
  driver.key(Key::kUp);
  EXPECT_TRUE(driver.widget("find/row/10").selected) << "around: 3 and 30 to 39";
  driver.key(Key::kPageUp);
  driver.key(Key::kPageUp);
  driver.key(Key::kDown);
  driver.key(Key::kEnter);
  EXPECT_EQ(ran, "Step 30");
}

TEST_F(FinderTest, TheChosenRowIsInSight) {
  open();
  for (int i = 0; i < 30; ++i) driver.key(Key::kDown);
  EXPECT_TRUE(driver.widget("find/row/30").selected);
  EXPECT_TRUE(driver.widget("find/row/30").visible);
  EXPECT_FALSE(driver.widget("find/row/0").visible);
}

TEST_F(FinderTest, AClickRunsTheRowAndOneThatIsImpossibleDoesNothing) {
  open();
  driver.type("undo");
  driver.click("find/row/1");
  EXPECT_EQ(ran, "") << "there is nothing to undo";
  EXPECT_TRUE(driver.has("find"));
  driver.click("find/row/0");
  EXPECT_EQ(ran, "Undo what was done");
}

TEST_F(FinderTest, NothingFoundSaysWhatThereIs) {
  open();
  driver.type("zebra");
  EXPECT_NE(driver.widget("find/none").text.find("lessons"), std::string::npos);
  driver.key(Key::kEnter);
  EXPECT_TRUE(driver.has("find/none"));
  driver.key(Key::kEscape);
  EXPECT_FALSE(driver.has("find"));
  EXPECT_EQ(ran, "");
  open();
  EXPECT_EQ(best(), "Export the figure...") << "it begins anew";
  driver.key(Key::kK, {.ctrl = true});
  EXPECT_FALSE(driver.has("find"));
}

}  // namespace
}  // namespace normscope::ui
