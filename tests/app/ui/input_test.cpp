// SPDX-License-Identifier: MIT
// No event is lost, however many arrive between two frames.
#include "app/ui/input.hpp"

#include <gtest/gtest.h>

#include "app/ui/widgets/widgets.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::ui {
namespace {

using testing::Driver;

TEST(Input, WordsOfKeys) {
  EXPECT_EQ(shortcut_text({Key::kZ, {.ctrl = true, .shift = true}}), "Ctrl+Shift+Z");
  EXPECT_EQ(shortcut_text({Key::kF1, {}}), "F1");
  EXPECT_EQ(shortcut_text({Key::kPageDown, {.alt = true}}), "Alt+Page Down");
  EXPECT_EQ(shortcut_text({Key::kPlus, {.ctrl = true}}), "Ctrl++");
  EXPECT_EQ(shortcut_text({Key::kPeriod, {}}), ".");
  EXPECT_EQ(shortcut_text({Key::k0, {}}), "0");
  EXPECT_EQ(shortcut_text({Key::kA, {}}), "A");
}

TEST(Input, ClicksBetweenTwoFramesAllCount) {
  int clicks = 0;
  Driver driver([&](Context& ui) { clicks += button(ui, "a", "A") ? 1 : 0; });
  const auto rect = driver.widget("a").rect;
  auto& input = driver.shell().input();
  input.pointer(rect.x + rect.w / 2, rect.y + rect.h / 2);
  for (int i = 0; i < 5; ++i) {
    input.button(Button::kLeft, true);
    input.button(Button::kLeft, false);
  }
  driver.shell().pacing().activity();
  driver.settle();
  EXPECT_EQ(clicks, 5);
}

TEST(Input, APressIsWhereThePointerWas) {
  std::string clicked;
  Driver driver([&](Context& ui) {
    if (button(ui, "a", "A")) clicked += 'a';
    if (button(ui, "b", "B")) clicked += 'b';
  });
  auto& input = driver.shell().input();
  for (const auto* const id : {"b", "a", "b"}) {
    const auto rect = driver.widget(id).rect;
    input.pointer(rect.x + 5, rect.y + 5);
    input.button(Button::kLeft, true);
    input.button(Button::kLeft, false);
  }
  driver.shell().pacing().activity();
  driver.settle();
  EXPECT_EQ(clicked, "bab");
}

TEST(Input, TheFirstWhoAsksTakesAKey) {
  std::string takers;
  Driver driver([&](Context& ui) {
    if (ui.input.take({Key::kS, {.ctrl = true}})) takers += '1';
    if (ui.input.take({Key::kS, {.ctrl = true}})) takers += '2';
    if (ui.input.take(Key::kS)) takers += '3';
  });
  driver.key(Key::kS, {.ctrl = true});
  EXPECT_EQ(takers, "1");
}

TEST(Input, ModifiersReleasedBeforeTheirKeyCountForIt) {
  std::string text = "old";
  Driver driver([&](Context& ui) { text_field(ui, "text", text, "", {.width = 200}); });
  driver.click("text");
  auto& input = driver.shell().input();
  input.key(Key::kNone, true, {.ctrl = true});
  input.key(Key::kA, true, {.ctrl = true});
  input.key(Key::kNone, false, {});
  input.key(Key::kA, false, {});
  driver.type("new");
  EXPECT_EQ(text, "new");
}

TEST(Input, ASignIsTheSameWithAndWithoutShift) {
  int larger = 0;
  Driver driver([&](Context& ui) {
    larger += ui.input.take({Key::kPlus, {.ctrl = true}}) ? 1 : 0;
  });
  driver.key(Key::kPlus, {.ctrl = true});
  driver.key(Key::kPlus, {.ctrl = true, .shift = true});
  driver.key(Key::kPlus);
  EXPECT_EQ(larger, 2);
}

TEST(Input, TypedTextIsForWhoeverTakesIt) {
  std::u32string typed;
  Driver driver([&](Context& ui) { typed += ui.input.take_text(); });
  driver.type("0.5µ");
  EXPECT_EQ(typed, U"0.5µ");
}

TEST(Input, ALostWindowReleasesItsKeys) {
  Driver driver([](Context&) {});
  driver.key_down(Key::kNone, {.ctrl = true});
  EXPECT_TRUE(driver.shell().input().modifiers().ctrl);
  driver.shell().input().focus(false);
  driver.shell().pacing().activity();
  driver.settle();
  EXPECT_FALSE(driver.shell().input().modifiers().ctrl);
}

}  // namespace
}  // namespace normscope::ui
