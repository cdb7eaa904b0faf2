// SPDX-License-Identifier: MIT
// The keyboard reaches every widget, in drawing order.
#include "app/ui/focus.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/ui/widgets/area.hpp"
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

TEST(Focus, ScrollsAllRegionsAroundInBothDirections) {
  std::string text;
  Driver driver([&](Context& ui) {
    const Region outer(ui, "outer", {300, 100}, {.scroll = Scroll::kBoth});
    button(ui, "first", "First");
    ImGui::Dummy({1, 400});
    ImGui::Dummy({600, 1});
    beside(ui);
    const Region inner(ui, "inner", {200, 80}, {.ground = Ground::kNone});
    if (!inner) return;
    for (int i = 0; i < 6; ++i) button(ui, "row/" + std::to_string(i), "Row");
    text_field(ui, "field", text, {}, {.width = 100});
  });
  const auto in_window = [&](std::string_view id) {
    const Rect rect = driver.widget(id).rect;
    return rect.x >= 0 && rect.x + rect.w <= 300 && rect.y >= 0 && rect.y + rect.h <= 100;
  };
  driver.key(Key::kTab);
  EXPECT_TRUE(driver.widget("first").focused);
  driver.key(Key::kTab);
  EXPECT_TRUE(driver.widget("row/0").focused) << "ImGui draws nothing of a region out of sight";
  EXPECT_TRUE(in_window("row/0"));
  EXPECT_FALSE(in_window("first"));
  for (int i = 1; i <= 6; ++i) driver.key(Key::kTab);
  EXPECT_TRUE(driver.widget("field").focused) << "a text field is brought into view, too";
  EXPECT_TRUE(in_window("field"));
  EXPECT_TRUE(driver.widget("field").visible);
  driver.key(Key::kTab);
  EXPECT_TRUE(driver.widget("first").focused);
  EXPECT_TRUE(in_window("first"));
  driver.key(Key::kTab, {.shift = true});
  EXPECT_TRUE(driver.widget("row/0").focused);
  EXPECT_TRUE(in_window("row/0"));
}

// Widgets "NAME/0" to "NAME/2" in each region.
struct Regions {
  std::vector<std::string> names{"menu", "stage", "inspector"};
  bool popup = false;
  void draw(Context& ui) {
    for (const std::string& name : names) {
      ui.focus.begin_region(name);
      for (int i = 0; i < 3; ++i) {
        const bool clicked = button(ui, name + "/" + std::to_string(i), "Button");
        if (clicked && i == 2) open_popup(ui, "popup");
      }
      ui.focus.end_region();
      button(ui, "split/" + name, "Between");
    }
    if (Popup list(ui, "popup"); list) menu_row(ui, "popup/a", "A");
  }
  Driver driver() {
    return Driver([this](Context& ui) { draw(ui); });
  }
};

TEST(Focus, F6GoesFromRegionToRegionAndRemembersThePlace) {
  Regions regions;
  Driver driver = regions.driver();
  const auto press = [&](Modifiers with = {}) {
    driver.key(Key::kF6, with);
    return driver.shell().focus().id();
  };
  constexpr Modifiers kBack{.shift = true};
  EXPECT_EQ(press(), "menu/0");
  EXPECT_EQ(press(), "stage/0");
  driver.key(Key::kTab);
  EXPECT_EQ(press(), "inspector/0");
  EXPECT_EQ(press(), "menu/0") << "around the end";
  EXPECT_EQ(press(kBack), "inspector/0");
  EXPECT_EQ(press(kBack), "stage/1") << "where the focus was";
  EXPECT_TRUE(driver.shell().focus().ring());
  driver.key(Key::kTab);
  driver.key(Key::kTab);
  EXPECT_EQ(driver.shell().focus().id(), "split/stage");
  EXPECT_EQ(press(kBack), "stage/2");
  driver.key(Key::kTab);
  EXPECT_EQ(press(), "inspector/0");
  // A region that is put away is passed over.
  regions.names = {"menu", "inspector"};
  driver.shell().pacing().activity();
  driver.settle();
  EXPECT_EQ(press(), "menu/0");
  EXPECT_EQ(press(), "inspector/0");
}

TEST(Focus, F6LeadsToTheChosenPartOfAControl) {
  Driver driver([](Context& ui) {
    ui.focus.begin_region("side");
    constexpr std::array<std::string_view, 2> kParts{"Lesson", "Inspector"};
    segments(ui, "choose", kParts, 1, {.width = 200});
    button(ui, "after", "After");
    ui.focus.end_region();
  });
  driver.key(Key::kF6);
  EXPECT_EQ(driver.shell().focus().id(), "choose/1");
}

TEST(Focus, F6StaysInAPopup) {
  Regions regions;
  Driver driver = regions.driver();
  driver.click("stage/2");
  ASSERT_TRUE(driver.has("popup"));
  driver.key(Key::kF6);
  EXPECT_EQ(driver.shell().focus().id(), "stage/2");
  driver.key(Key::kTab);
  EXPECT_EQ(driver.shell().focus().id(), "popup/a");
}

// A widget that takes Tab for itself is left by Focus::move, wherever it is drawn.
TEST(Focus, AWidgetInTheMiddleIsLeftOnBothSides) {
  int direction = 0;
  Driver driver([&](Context& ui) {
    button(ui, "one", "One");
    if (ui.focus.id() == "two" && direction != 0) ui.focus.move(std::exchange(direction, 0));
    button(ui, "two", "Two");
    button(ui, "three", "Three");
  });
  for (const auto& [step, expected] : {std::pair{1, "three"}, std::pair{-1, "one"}}) {
    driver.click("two");
    direction = step;
    driver.shell().pacing().activity();
    driver.settle();
    EXPECT_EQ(driver.shell().focus().id(), expected);
  }
}

TEST(Focus, AGroupIsOneStopOfTabWithArrowsInside) {
  Driver driver([&](Context& ui) {
    button(ui, "before", "Before");
    {
      const ArrowGroup group(ui, "group");
      for (int i = 0; i < 3; ++i) button(ui, "group/" + std::to_string(i), "Member");
    }
    {
      const ArrowGroup other(ui, "other");
      for (int i = 0; i < 2; ++i) button(ui, "other/" + std::to_string(i), "Member");
    }
    button(ui, "after", "After");
  });
  const auto press = [&](Key key, Modifiers with = {}) {
    driver.key(key, with);
    return driver.shell().focus().id();
  };
  constexpr Modifiers kShift{.shift = true};
  driver.key(Key::kTab);
  EXPECT_EQ(press(Key::kTab), "group/0");
  EXPECT_EQ(press(Key::kDown), "group/1");
  EXPECT_EQ(press(Key::kRight), "group/2");
  EXPECT_EQ(press(Key::kDown), "group/2") << "not beyond the end";
  EXPECT_EQ(press(Key::kTab), "other/0");
  EXPECT_EQ(press(Key::kTab), "after");
  EXPECT_EQ(press(Key::kTab, kShift), "other/0");
  EXPECT_EQ(press(Key::kTab, kShift), "group/0");
  EXPECT_EQ(press(Key::kUp), "group/0");
  EXPECT_EQ(press(Key::kTab, kShift), "before");
}

// Rows in a region, of which some vanish and links in text come in their place.
struct Vanishing {
  bool answered = false;
  bool shows_links = false;
  std::string text{};
  void draw(Context& ui) {
    button(ui, "outside", "Outside");
    ui.focus.begin_region("column", Focus::Gone::kHandedOn);
    button(ui, "above", "Above");
    if (!answered && button(ui, "answer", "Answer")) answered = true;
    if (answered) {
      const ArrowGroup links(ui, "links", Focus::Group::kAsides);
      for (int i = 0; i < 2; ++i) link(ui, "link/" + std::to_string(i), "1.5");
    }
    text_field(ui, "next", text);
    ui.focus.end_region();
  }
  Driver driver() {
    return Driver([this](Context& ui) { draw(ui); });
  }
};

TEST(Focus, AVanishedWidgetHandsTheFocusOnToWhatFollows) {
  Vanishing panel;
  Driver driver = panel.driver();
  for (int i = 0; i < 3; ++i) driver.key(Key::kTab);
  ASSERT_TRUE(driver.widget("answer").focused);
  driver.key(Key::kEnter);
  ASSERT_TRUE(panel.answered);
  EXPECT_EQ(driver.shell().focus().id(), "next") << "past the links";
  driver.type("7");
  EXPECT_EQ(panel.text, "7") << "a field is ready to type into";
  driver.key(Key::kTab, {.shift = true});
  EXPECT_EQ(driver.shell().focus().id(), "link/0");
}

TEST(Focus, AfterAClickTabGoesOnFromWhereTheWidgetWas) {
  for (const auto& [with, expected] :
       {std::pair{Modifiers{}, "next"}, std::pair{Modifiers{.shift = true}, "link/0"}}) {
    Vanishing panel;
    Driver driver = panel.driver();
    driver.click("answer");
    ASSERT_TRUE(panel.answered);
    EXPECT_FALSE(ImGui::GetIO().WantTextInput) << "a click starts no editing elsewhere";
    driver.key(Key::kTab, with);
    EXPECT_EQ(driver.shell().focus().id(), expected);
  }
}

TEST(Focus, ARegionMayBeginElsewhereThanAtItsFirstWidget) {
  Regions regions;
  Driver driver([&](Context& ui) {
    regions.draw(ui);
    ui.focus.begin_at("stage/2");
  });
  driver.key(Key::kF6);
  driver.key(Key::kF6);
  EXPECT_EQ(driver.shell().focus().id(), "stage/2");
  driver.key(Key::kTab, {.shift = true});
  driver.key(Key::kF6);
  driver.key(Key::kF6, {.shift = true});
  EXPECT_EQ(driver.shell().focus().id(), "stage/1") << "where the focus was";
}

TEST(Focus, CrossLeadsToARegionAndBack) {
  Regions regions;
  bool crosses = false;
  Driver driver([&](Context& ui) {
    regions.draw(ui);
    if (std::exchange(crosses, false)) ui.focus.cross("stage");
  });
  const auto cross = [&] {
    crosses = true;
    driver.shell().pacing().activity();
    driver.settle();
    return driver.shell().focus().id();
  };
  EXPECT_EQ(cross(), "stage/0");
  EXPECT_EQ(cross(), "inspector/0") << "from nowhere else: as F6";
  driver.key(Key::kTab);
  EXPECT_EQ(cross(), "stage/0");
  driver.key(Key::kTab);
  EXPECT_EQ(cross(), "inspector/1") << "where the focus was";
  EXPECT_EQ(cross(), "stage/1");
}

struct Scrolled {
  int pressed = 0;
  float to = -1;
  void draw(Context& ui) {
    const Region region(ui, "list", {300, 100});
    ui.focus.begin_region("list");
    for (int i = 0; i < 20; ++i) {
      if (button(ui, "row/" + std::to_string(i), "Row")) ++pressed;
    }
    ui.focus.end_region();
    if (to >= 0) ImGui::SetScrollY(std::exchange(to, -1.0F));
  }
  Driver driver() {
    return Driver([this](Context& ui) { draw(ui); });
  }
};

TEST(Focus, EnterOnWhatIsOutOfSightOnlyShowsIt) {
  Scrolled list;
  Driver driver = list.driver();
  driver.key(Key::kTab);
  list.to = 300;
  driver.shell().pacing().activity();
  driver.settle();
  ASSERT_FALSE(driver.widget("row/0").visible);
  driver.key(Key::kEnter);
  EXPECT_TRUE(driver.widget("row/0").visible);
  EXPECT_EQ(list.pressed, 0);
  driver.key(Key::kEnter);
  EXPECT_EQ(list.pressed, 1);
}

TEST(Focus, TabGoesOnWhereAScrolledPanelIsLookedAt) {
  Scrolled list;
  Driver driver = list.driver();
  driver.key(Key::kTab);
  list.to = 300;
  driver.shell().pacing().activity();
  driver.settle();
  int first = 0;
  while (!driver.widget("row/" + std::to_string(first)).visible) ++first;
  ASSERT_GT(first, 1);
  driver.key(Key::kTab);
  EXPECT_EQ(driver.shell().focus().id(), "row/" + std::to_string(first));
}

}  // namespace
}  // namespace normscope::ui
