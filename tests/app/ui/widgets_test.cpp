// SPDX-License-Identifier: MIT
// Every control by pointer and by keys.
#include "app/ui/widgets/widgets.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "app/ui/widgets/text.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::ui {
namespace {

using testing::Driver;

enum class Fruit { kApple, kPear, kPlum };
constexpr std::array kFruit = {base::Name<Fruit>{Fruit::kApple, "apple"},
                               base::Name<Fruit>{Fruit::kPear, "pear"},
                               base::Name<Fruit>{Fruit::kPlum, "plum"}};
constexpr std::span<const base::Name<Fruit>> kFruitNames = kFruit;

TEST(Widgets, AButtonByPointerAndKeys) {
  int clicks = 0;
  Driver driver([&](Context& ui) { clicks += button(ui, "a", "Next") ? 1 : 0; });
  driver.click("a");
  EXPECT_EQ(clicks, 1);
  EXPECT_EQ(driver.widget("a").text, "Next");
  driver.key(Key::kTab);
  driver.key(Key::kEnter);
  driver.key(Key::kSpace);
  EXPECT_EQ(clicks, 3);
}

TEST(Widgets, ADisabledButtonDoesNothingAndStillExplainsItself) {
  int clicks = 0;
  Driver driver([&](Context& ui) {
    clicks += button(ui, "a", "Next", ButtonLook::kPrimary,
                     {.help = {.title = "Why not"}, .enabled = false})
                  ? 1
                  : 0;
  });
  driver.click("a");
  driver.key(Key::kTab);
  driver.key(Key::kEnter);
  EXPECT_EQ(clicks, 0);
  EXPECT_FALSE(driver.widget("a").enabled);
  EXPECT_FALSE(driver.widget("a").focused);
  driver.wait(1);
  EXPECT_EQ(driver.widget("help").text, "Why not");
}

TEST(Widgets, APressThatLeavesTheButtonIsNoClick) {
  int clicks = 0;
  Driver driver([&](Context& ui) { clicks += button(ui, "a", "Next") ? 1 : 0; });
  driver.drag("a", 400, 300);
  EXPECT_EQ(clicks, 0);
}

TEST(Widgets, CheckboxToggleAndLink) {
  bool box = false;
  bool down = true;
  int followed = 0;
  Driver driver([&](Context& ui) {
    if (checkbox(ui, "box", "add eps", box)) box = !box;
    if (toggle(ui, "toggle", "9", down)) down = !down;
    followed += link(ui, "link", "more") ? 1 : 0;
  });
  driver.click("box");
  driver.click("toggle");
  driver.click("link");
  EXPECT_TRUE(box);
  EXPECT_FALSE(down);
  EXPECT_EQ(followed, 1);
  EXPECT_EQ(driver.widget("box").checked, true);
  EXPECT_EQ(driver.widget("toggle").checked, false);
}

TEST(Widgets, AChoiceFromItsTable) {
  Fruit fruit = Fruit::kApple;
  Driver driver([&](Context& ui) {
    if (const auto chosen = choice(ui, "fruit", kFruitNames, fruit, {.width = 200}))
      fruit = *chosen;
    button(ui, "other", "Other");
  });
  EXPECT_EQ(driver.widget("fruit").value, "apple");
  EXPECT_FALSE(driver.has("fruit/2"));
  driver.click("fruit");
  EXPECT_EQ(driver.widget("fruit/0").selected, true);
  driver.click("fruit/2");
  EXPECT_EQ(fruit, Fruit::kPlum);
  EXPECT_EQ(driver.widget("fruit").value, "plum");
  EXPECT_FALSE(driver.has("fruit/2"));
  EXPECT_TRUE(driver.widget("fruit").focused);
}

TEST(Widgets, AChoiceByKeys) {
  Fruit fruit = Fruit::kApple;
  Driver driver([&](Context& ui) {
    if (const auto chosen = choice(ui, "fruit", kFruitNames, fruit)) fruit = *chosen;
  });
  driver.key(Key::kTab);
  driver.key(Key::kDown);
  EXPECT_EQ(fruit, Fruit::kPear);
  driver.key(Key::kUp);
  driver.key(Key::kUp);
  EXPECT_EQ(fruit, Fruit::kApple);
  driver.key(Key::kEnter);
  ASSERT_TRUE(driver.has("fruit/0"));
  driver.key(Key::kDown);
  driver.key(Key::kDown);
  driver.key(Key::kEnter);
  EXPECT_EQ(fruit, Fruit::kPlum);
  driver.key(Key::kEnter);
  ASSERT_TRUE(driver.has("fruit/0"));
  EXPECT_TRUE(driver.widget("fruit/2").focused) << "the list begins at the chosen row";
  driver.key(Key::kEscape);
  EXPECT_FALSE(driver.has("fruit/0"));
  EXPECT_EQ(fruit, Fruit::kPlum);
}

TEST(Widgets, InAnOpenListHomeEndAndLettersLeadToRows) {
  Fruit fruit = Fruit::kApple;
  Driver driver([&](Context& ui) {
    if (const auto chosen = choice(ui, "fruit", kFruitNames, fruit)) fruit = *chosen;
  });
  driver.key(Key::kTab);
  driver.key(Key::kEnter);
  driver.key(Key::kEnd);
  EXPECT_TRUE(driver.widget("fruit/2").focused);
  driver.key(Key::kHome);
  EXPECT_TRUE(driver.widget("fruit/0").focused);
  driver.type("P");
  EXPECT_TRUE(driver.widget("fruit/1").focused);
  driver.type("p");
  EXPECT_TRUE(driver.widget("fruit/2").focused);
  driver.type("p");
  EXPECT_TRUE(driver.widget("fruit/1").focused) << "from the last on around";
  driver.type("x");
  EXPECT_TRUE(driver.widget("fruit/1").focused);
  driver.key(Key::kEnter);
  EXPECT_EQ(fruit, Fruit::kPear);
}

TEST(Widgets, SegmentsByPointerAndKeys) {
  Fruit fruit = Fruit::kApple;
  Driver driver([&](Context& ui) {
    if (const auto chosen = segments(ui, "fruit", kFruitNames, fruit, {.width = 300})) {
      fruit = *chosen;
    }
  });
  driver.click("fruit/1");
  EXPECT_EQ(fruit, Fruit::kPear);
  EXPECT_EQ(driver.widget("fruit/1").selected, true);
  driver.key(Key::kRight);
  EXPECT_EQ(fruit, Fruit::kPlum);
  driver.key(Key::kRight);
  EXPECT_EQ(fruit, Fruit::kPlum);
  driver.key(Key::kLeft);
  EXPECT_EQ(fruit, Fruit::kPear);
}

TEST(Widgets, SegmentsAreOneStopOfTab) {
  Fruit fruit = Fruit::kPear;
  std::size_t none = kFruitNames.size();  // no segment is chosen
  Driver driver([&](Context& ui) {
    button(ui, "before", "Before");
    if (const auto chosen = segments(ui, "fruit", kFruitNames, fruit, {.width = 300})) {
      fruit = *chosen;
    }
    static constexpr std::array<std::string_view, 2> kRows{"one", "two"};
    if (const auto chosen = segments(ui, "none", kRows, none, {.width = 300})) none = *chosen;
  });
  const auto focused = [&] { return driver.shell().focus().id(); };
  driver.key(Key::kTab);
  ASSERT_EQ(focused(), "before");
  driver.key(Key::kTab);
  EXPECT_EQ(focused(), "fruit/1");
  driver.key(Key::kRight);
  EXPECT_EQ(focused(), "fruit/2");
  EXPECT_EQ(fruit, Fruit::kPlum);
  driver.key(Key::kTab);
  EXPECT_EQ(focused(), "none/0");
  driver.key(Key::kSpace);
  EXPECT_EQ(none, 0U);
  driver.key(Key::kTab, {.shift = true});
  EXPECT_EQ(focused(), "fruit/2");
  driver.key(Key::kTab, {.shift = true});
  EXPECT_EQ(focused(), "before");
}

TEST(Widgets, MenuRowsShowTheirShortcut) {
  int chosen = 0;
  Driver driver([&](Context& ui) { chosen += menu_row(ui, "row", "Undo", "Ctrl+Z") ? 1 : 0; });
  driver.click("row");
  EXPECT_EQ(chosen, 1);
}

struct Slide {
  double value = 1e-5;
  std::vector<Change> changes;
  Range range{1e-12, 1, SliderScale::kLogarithmic};
  void draw(Context& ui) {
    if (const auto change = slider(ui, "eps", value, range, {.width = 400})) {
      changes.push_back(*change);
      value = change->value;
    }
  }
};

TEST(Slider, ADragIsOneGestureAndTheNextIsAnother) {
  Slide slide;
  Driver driver([&](Context& ui) { slide.draw(ui); });
  driver.drag("eps", 60);
  ASSERT_GT(slide.changes.size(), 2U);
  const Gesture first = slide.changes.front().gesture;
  for (const auto& change : slide.changes) EXPECT_EQ(change.gesture, first);
  slide.changes.clear();
  driver.drag("eps", -60);
  ASSERT_FALSE(slide.changes.empty());
  EXPECT_NE(slide.changes.front().gesture, first);
  EXPECT_NE(first, 0U);
}

TEST(Slider, LogarithmicNumbersHaveTwoDigits) {
  Slide slide;
  Driver driver([&](Context& ui) { slide.draw(ui); });
  driver.drag("eps", 33);
  // The middle of the twelve decades is 1e-6; to the right values are larger.
  EXPECT_GT(slide.value, 1e-6);
  EXPECT_LT(slide.value, 1);
  for (const auto& change : slide.changes) {
    const double decade = std::pow(10.0, std::floor(std::log10(change.value)) - 1);
    // Within the rounding of the quotient of two doubles of this size.
    EXPECT_NEAR(change.value / decade, std::round(change.value / decade), 1e-9);
  }
  driver.drag("eps", 1000);
  EXPECT_EQ(slide.value, 1);
  driver.drag("eps", -1000);
  EXPECT_EQ(slide.value, 1e-12);
}

TEST(Slider, ArrowKeysAreOneGesture) {
  Slide slide;
  slide.range = {0, 10, SliderScale::kLinear};
  slide.value = 5;
  Driver driver([&](Context& ui) { slide.draw(ui); });
  driver.key(Key::kTab);
  driver.key(Key::kRight);
  driver.key(Key::kRight);
  EXPECT_DOUBLE_EQ(slide.value, 5.2);
  driver.key(Key::kLeft, {.shift = true});
  EXPECT_DOUBLE_EQ(slide.value, 4.2);
  ASSERT_EQ(slide.changes.size(), 3U);
  EXPECT_EQ(slide.changes[0].gesture, slide.changes[2].gesture);
  driver.key(Key::kEnd);
  EXPECT_EQ(slide.value, 10);
  driver.key(Key::kHome);
  EXPECT_EQ(slide.value, 0);
}

TEST(Slider, AnExactNumberMayLieBeyondTheRange) {
  Slide slide;
  Driver driver([&](Context& ui) { slide.draw(ui); });
  driver.replace_text("eps/value", "12.5");
  driver.key(Key::kEnter);
  EXPECT_EQ(slide.value, 12.5);
  ASSERT_EQ(slide.changes.size(), 1U);
  EXPECT_EQ(driver.widget("eps").value, "12.5");
}

TEST(Text, WordsAreReportedByTheirIds) {
  Driver driver(
      [](Context& ui) {
        title(ui, "The mean", "title");
        paragraph(ui,
                  "One.\nTwo words and more of them, so that the line must be broken somewhere.",
                  Tone::kText, "paragraph");
        number(ui, "0.5", Tone::kGood, "number");
        caption(ui, "small", "caption");
        line(ui, "line", Tone::kText, "line");
      },
      {}, {300, 400});
  EXPECT_EQ(driver.widget("title").text, "The mean");
  EXPECT_EQ(driver.widget("number").text, "0.5");
  EXPECT_EQ(driver.widget("caption").text, "small");
  // At least three lines, none wider than the window.
  EXPECT_GT(driver.widget("paragraph").rect.h, 3 * driver.widget("line").rect.h);
  EXPECT_LE(driver.widget("paragraph").rect.w, 300);
}

TEST(Text, ARoomTooNarrowForALetterStillEnds) {
  Driver driver([](Context& ui) { paragraph(ui, "Wörter", Tone::kText, "p"); }, {}, {4, 400});
  EXPECT_GT(driver.widget("p").rect.h, 0);
}

}  // namespace
}  // namespace normscope::ui
