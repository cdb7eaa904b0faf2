// SPDX-License-Identifier: MIT
// Ctrl+K: what the whole program lets one find, and where that leads.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "app/panels/inspector/inspector_panel.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

using ui::Key;

struct FindTest : ApplicationTest {
  // The row of this name and kind among those that these words find.
  std::string row_of(const std::string& words, const std::string& name,
                     const std::string& kind) const {
    driver->key(Key::kK, kCtrl);
    driver->settle();
    driver->type(words);
    driver->settle();
    for (int i = 0; driver->has(fmt::format("find/row/{}", i)); ++i) {
      std::string id = fmt::format("find/row/{}", i);
      if (text(id) == name && driver->widget(id).value.value_or("").starts_with(kind)) return id;
    }
    ADD_FAILURE() << words << " does not find " << name << " of " << kind;
    return "find/row/0";
  }
  void find(const std::string& words, const std::string& name, const std::string& kind) const {
    driver->click(row_of(words, name, kind));
    driver->settle();
    EXPECT_FALSE(driver->has("find"));
  }
};

TEST_F(FindTest, EveryActionOfTheMenusWithItsKey) {
  const std::string row = row_of("", "Save", "File");
  EXPECT_EQ(driver->widget(row).value, "File, Ctrl+S");
  std::set<std::string> found;
  for (int i = 0; driver->has(fmt::format("find/row/{}", i)); ++i) {
    found.insert(text(fmt::format("find/row/{}", i)));
  }
  for (const char* const name : {"New", "Find...", "Undo", "6 digits", "Presenter view",
                                 "Keys and actions", "A first look at one row"}) {
    EXPECT_TRUE(found.contains(name)) << name;
  }
}

TEST_F(FindTest, AnActionRuns) {
  find("bits", "Bits", "View, Digits");
  EXPECT_EQ(document().view.digits, document::Digits::kBits);
}

TEST_F(FindTest, ALessonAndAStepOfOneBegin) {
  find("softmax lesson", "Softmax", "Lesson");
  EXPECT_EQ(document().lesson.lesson, "softmax");
  find("subtract mean", "Subtract the mean", "A first look at one row, step 2");
  EXPECT_EQ(document().lesson, (document::LessonPosition{"first-look", 1}));
}

TEST_F(FindTest, AStepOfALessonAsksAboutUnsavedChanges) {
  driver->key(Key::kEscape);
  driver->drag("stage/input/cell/0/0", 20);
  find("subtract mean", "Subtract the mean", "A first look at one row, step 2");
  driver->click("dialog/close/discard");
  driver->settle();
  EXPECT_EQ(document().lesson, (document::LessonPosition{"first-look", 1}));
}

TEST_F(FindTest, AStepOfTheOperationComesOntoTheSheet) {
  find("variance", "Variance", "Step of the operation");
  EXPECT_EQ(document().view.step, "variance");
  EXPECT_TRUE(driver->widget("stage/strip/variance").selected);
}

TEST_F(FindTest, AnOptionTakesTheFocusAlsoWhereTheInspectorIsPutAway) {
  driver->key(Key::kEscape);
  find("placement root", "Where epsilon goes", "Option of the inspector");
  EXPECT_TRUE(driver->widget("inspector/placement/0").focused) << "the chosen segment";
  driver->key(Key::kF8);
  driver->settle();
  ASSERT_FALSE(driver->has("inspector/kind"));
  find("kind norm", "Kind of normalization", "Option of the inspector");
  EXPECT_TRUE(driver->widget("inspector/kind").focused);
}

TEST_F(FindTest, AnOptionThatALessonsStepIsNotAboutIsFoundToo) {
  find("subtract mean", "Subtract the mean", "A first look at one row, step 2");
  ASSERT_FALSE(driver->has("inspector/device"));
  find("device", "Device", "Option of the inspector");
  EXPECT_TRUE(driver->widget("inspector/device").focused);
}

// Every control that explains itself is found, in either operation.
TEST_F(FindTest, NoOptionIsForgotten) {
  driver->key(Key::kEscape);
  for (const char* const subject : {"inspector/subject/0", "inspector/subject/1"}) {
    if (!driver->widget(subject).selected.value_or(false)) driver->click(subject);
    driver->settle();
    const auto options = panels::inspector_panel().options(application->workspace());
    for (const ui::Widget& widget : driver->shell().map().widgets()) {
      const bool control = widget.kind == "choice" || widget.kind == "segment" ||
                           widget.kind == "slider" || widget.kind == "checkbox";
      if (!control || !widget.id.starts_with("inspector/")) continue;
      EXPECT_TRUE(std::ranges::any_of(options, [&](const ui::PanelOption& option) {
        return widget.id.starts_with(option.id);
      })) << widget.id;
    }
    for (const ui::PanelOption& option : options) {
      EXPECT_TRUE(std::ranges::any_of(
          driver->shell().map().widgets(),
          [&](const ui::Widget& widget) { return widget.id.starts_with(option.id); }))
          << option.id;
    }
  }
}

TEST_F(FindTest, AFigureIsShownByItsWords) {
  driver->key(Key::kF9);
  find("device error", "Error of the device", "Figure");
  EXPECT_EQ(document().view.figure, "backend-error");
  EXPECT_TRUE(driver->has("figure/choose"));
  EXPECT_EQ(text("figure/choose"), "Error of the device");
}

}  // namespace
}  // namespace normscope::testing
