// SPDX-License-Identifier: MIT
// Typed text arrives, once, and can be cancelled.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "app/ui/widgets/widgets.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::ui {
namespace {

using testing::Driver;

struct Form {
  double number = 0.5;
  std::vector<double> committed;
  std::string text = "lecture";
  std::vector<TextEdit> ends;
  ReadNumber read;

  void draw(Context& ui) {
    button(ui, "before", "Before");
    if (const auto typed = number_field(ui, "number", number, {.width = 120}, read)) {
      committed.push_back(*typed);
      number = *typed;
    }
    const TextEdit edit = text_field(ui, "text", text, "a name", {.width = 200});
    if (edit.submitted || edit.cancelled) ends.push_back(edit);
    button(ui, "after", "After");
  }
  Driver driver() {
    return Driver([this](Context& ui) { draw(ui); });
  }
};

TEST(NumberField, EnterTakesTheNumber) {
  Form form;
  Driver driver = form.driver();
  driver.replace_text("number", "2.25");
  EXPECT_TRUE(form.committed.empty());
  driver.key(Key::kEnter);
  EXPECT_EQ(form.committed, std::vector{2.25});
  EXPECT_EQ(driver.widget("number").value, "2.25");
}

TEST(NumberField, AClickSelectsWhatIsThere) {
  Form form;
  Driver driver = form.driver();
  driver.click("number");
  driver.type("7");
  driver.key(Key::kEnter);
  EXPECT_EQ(form.number, 7);
}

TEST(NumberField, AClickIntoWhatIsBeingTypedGoesOn) {
  Form form;
  Driver driver = form.driver();
  driver.click("number");
  driver.click("number");
  driver.key(Key::kA, {.ctrl = true});
  driver.type("8");
  driver.key(Key::kEnter);
  EXPECT_EQ(form.number, 8);
}

// The text has become shorter since it was typed.
TEST(NumberField, WhatWasTypedBeforeIsNotUndoneInAnotherText) {
  Form form;
  Driver driver = form.driver();
  driver.click("number");
  for (int i = 0; i < 40; ++i) driver.type("0");
  driver.type("7.5");
  driver.key(Key::kEnter);
  EXPECT_EQ(driver.widget("number").value, "7.5");
  driver.click("before");
  driver.click("number");
  for (int i = 0; i < 50; ++i) driver.key(Key::kZ, {.ctrl = true});
  driver.key(Key::kEnter);
  EXPECT_EQ(form.number, 7.5);
}

TEST(NumberField, LeavingTakesTheNumber) {
  for (const auto* const elsewhere : {"before", "after", "text"}) {
    Form form;
    Driver driver = form.driver();
    driver.replace_text("number", "3");
    driver.click(elsewhere);
    EXPECT_EQ(form.committed, std::vector{3.0}) << elsewhere;
  }
  Form form;
  Driver driver = form.driver();
  driver.replace_text("number", "4");
  driver.key(Key::kTab);
  EXPECT_EQ(form.committed, std::vector{4.0});
  EXPECT_TRUE(driver.widget("text").focused);
}

TEST(NumberField, EscapeLeavesTheNumberAsItWas) {
  Form form;
  Driver driver = form.driver();
  driver.replace_text("number", "9");
  driver.key(Key::kEscape);
  EXPECT_TRUE(form.committed.empty());
  EXPECT_EQ(driver.widget("number").value, "0.5");
}

TEST(NumberField, AnEditThatChangesNothingIsNone) {
  Form form;
  Driver driver = form.driver();
  driver.click("number");
  driver.key(Key::kEnter);
  driver.click("number");
  driver.click("after");
  EXPECT_TRUE(form.committed.empty());
}

TEST(NumberField, WhatIsNoNumberIsExplained) {
  Form form;
  Driver driver = form.driver();
  driver.replace_text("number", "abc");
  driver.key(Key::kEnter);
  EXPECT_TRUE(form.committed.empty());
  ASSERT_TRUE(driver.has("number/trouble"));
  EXPECT_NE(driver.widget("number/trouble").text.find("abc"), std::string::npos);
  driver.replace_text("number", "1");
  driver.key(Key::kEnter);
  EXPECT_FALSE(driver.has("number/trouble"));
  EXPECT_EQ(form.committed, std::vector{1.0});
}

TEST(NumberField, ItsReaderDecidesWhatANumberIs) {
  Form form;
  form.read = [](std::string_view typed) -> base::Expected<double> {
    return typed == "pi" ? base::Expected<double>(3.25)
                         : base::fail(base::ErrorKind::kMalformed, "only pi");
  };
  Driver driver = form.driver();
  driver.replace_text("number", "pi");
  driver.key(Key::kEnter);
  EXPECT_EQ(form.committed, std::vector{3.25});
  driver.replace_text("number", "4");
  driver.key(Key::kEnter);
  EXPECT_EQ(driver.widget("number/trouble").text, "only pi");
}

TEST(NumberField, KeysAloneSuffice) {
  Form form;
  Driver driver = form.driver();
  driver.key(Key::kTab);
  driver.key(Key::kTab);
  driver.type("6");
  driver.key(Key::kEnter);
  EXPECT_EQ(form.committed, std::vector{6.0});
  driver.key(Key::kEnter);  // once more, without leaving
  driver.type("8");
  driver.key(Key::kEnter);
  EXPECT_EQ(form.committed, (std::vector{6.0, 8.0}));
}

TEST(TextField, TypedTextIsThereAtOnceAndEscapeTakesItBack) {
  Form form;
  Driver driver = form.driver();
  driver.replace_text("text", "Größe µ");
  EXPECT_EQ(form.text, "Größe µ");
  driver.key(Key::kEnter);
  ASSERT_EQ(form.ends.size(), 1U);
  EXPECT_TRUE(form.ends.back().submitted);
  driver.replace_text("text", "other");
  driver.key(Key::kEscape);
  ASSERT_EQ(form.ends.size(), 2U);
  EXPECT_TRUE(form.ends.back().cancelled);
  EXPECT_EQ(form.text, "Größe µ");
}

TEST(TextField, ALongTextGrowsTheString) {
  Form form;
  Driver driver = form.driver();
  const std::string words(500, 'x');
  driver.replace_text("text", words);
  EXPECT_EQ(form.text, words);
}

TEST(TextField, TheKeyboardSelectsWhatIsThereAndAClickDoesNot) {
  Form form;
  Driver driver = form.driver();
  driver.click("text");
  driver.key(Key::kEnd);
  driver.type("r");
  EXPECT_EQ(form.text, "lecturer");
  driver.key(Key::kEscape);
  driver.click("number");
  driver.key(Key::kTab);
  driver.type("lab");
  EXPECT_EQ(form.text, "lab");
}

TEST(TextField, CopyAndPasteThroughTheClipboard) {
  Form form;
  Driver driver = form.driver();
  driver.click("text");
  driver.key(Key::kA, {.ctrl = true});
  driver.key(Key::kC, {.ctrl = true});
  driver.key(Key::kEnd);
  driver.key(Key::kV, {.ctrl = true});
  EXPECT_EQ(form.text, "lecturelecture");
  driver.key(Key::kZ, {.ctrl = true});
  EXPECT_EQ(form.text, "lecture");
}

}  // namespace
}  // namespace normscope::ui
