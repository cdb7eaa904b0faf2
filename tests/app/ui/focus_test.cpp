// SPDX-License-Identifier: MIT
// The keyboard reaches every widget, in drawing order.
#include "app/ui/focus.hpp"

#include <gtest/gtest.h>

#include "app/ui/widgets/layout.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::ui {
namespace {

using testing::Driver;

struct Panel {
  std::string text = "x";
  bool dialog = false;
  int confirmed = 0;
  void draw(Context& ui) {
    button(ui, "one", "One");
    text_field(ui, "two", text);
    button(ui, "off", "Off", ButtonLook::kPlain, {.enabled = false});
    if (button(ui, "three", "Three")) open_popup(ui, "popup");
    if (Popup popup(ui, "popup"); popup) {
      menu_row(ui, "popup/a", "A");
      if (menu_row(ui, "popup/b", "B")) {
        ++confirmed;
        popup.close();
      }
    }
  }
  Driver driver() {
    return Driver([this](Context& ui) { draw(ui); });
  }
};

std::string focused(const Driver& driver, Driver& shell) {
  EXPECT_TRUE(driver.has("one"));
  return shell.shell().focus().id();
}

TEST(Focus, TabWalksAllThatIsEnabledAndAround) {
  Panel panel;
  Driver driver = panel.driver();
  std::string walk;
  for (int i = 0; i < 4; ++i) {
    driver.key(Key::kTab);
    walk += focused(driver, driver) + " ";
  }
  EXPECT_EQ(walk, "one two three one ");
  driver.key(Key::kTab, {.shift = true});
  EXPECT_EQ(focused(driver, driver), "three");
}

TEST(Focus, AFieldIsEditedWhenTabLeadsToIt) {
  Panel panel;
  Driver driver = panel.driver();
  driver.key(Key::kTab);
  driver.key(Key::kTab);
  driver.type("yz");
  EXPECT_NE(panel.text.find("yz"), std::string::npos);
  driver.key(Key::kTab);
  driver.type("q");
  EXPECT_EQ(panel.text.find('q'), std::string::npos);
  EXPECT_FALSE(ImGui::GetIO().WantTextInput);
}

TEST(Focus, AFieldOfALaterDialogIsEditedThoughItsIdKeptTheFocus) {
  Focus focus;
  focus.set("path");
  focus.stop("path");
  EXPECT_TRUE(focus.arrived("path"));
  focus.begin_frame();
  focus.set("path");
  EXPECT_FALSE(focus.arrived("path")) << "it is drawn and in edit already";
  focus.begin_frame();  // a frame without the field
  focus.set("path");
  EXPECT_TRUE(focus.arrived("path"));
}

TEST(Focus, AClickTakesItAndShowsNoRing) {
  Panel panel;
  Driver driver = panel.driver();
  driver.key(Key::kTab);
  EXPECT_TRUE(driver.shell().focus().ring());
  driver.click("three");
  EXPECT_EQ(focused(driver, driver), "three");
  EXPECT_FALSE(driver.shell().focus().ring());
}

TEST(Focus, AClickBesideEverythingTakesItAway) {
  Panel panel;
  Driver driver = panel.driver();
  driver.click("one");
  EXPECT_EQ(focused(driver, driver), "one");
  driver.click_at({1200, 700});
  EXPECT_EQ(focused(driver, driver), "");
}

TEST(Focus, APopupKeepsTheKeyboardAndGivesItBack) {
  Panel panel;
  Driver driver = panel.driver();
  for (int i = 0; i < 3; ++i) driver.key(Key::kTab);
  driver.key(Key::kEnter);
  ASSERT_TRUE(driver.has("popup"));
  EXPECT_TRUE(driver.widget("popup/a").focused);
  driver.key(Key::kDown);
  EXPECT_TRUE(driver.widget("popup/b").focused);
  driver.key(Key::kTab);
  EXPECT_TRUE(driver.widget("popup/a").focused);
  driver.key(Key::kUp);
  driver.key(Key::kEnter);
  EXPECT_EQ(panel.confirmed, 1);
  EXPECT_FALSE(driver.has("popup"));
  EXPECT_EQ(focused(driver, driver), "three");
}

TEST(Focus, EscapeAndAClickOutsideCloseAPopup) {
  Panel panel;
  Driver driver = panel.driver();
  driver.click("three");
  ASSERT_TRUE(driver.has("popup"));
  driver.key(Key::kEscape);
  EXPECT_FALSE(driver.has("popup"));
  driver.click("three");
  ASSERT_TRUE(driver.has("popup"));
  driver.click_at({1200, 700});
  EXPECT_FALSE(driver.has("popup"));
  EXPECT_EQ(panel.confirmed, 0);
}

TEST(Focus, TabScrollsToWhatItReaches) {
  Driver driver([](Context& ui) {
    const Region region(ui, "list", {300, 100});
    for (int i = 0; i < 20; ++i) button(ui, "row/" + std::to_string(i), "Row");
  });
  driver.key(Key::kTab, {.shift = true});
  EXPECT_TRUE(driver.widget("row/19").focused);
  EXPECT_TRUE(driver.widget("row/19").visible);
}

}  // namespace
}  // namespace normscope::ui
