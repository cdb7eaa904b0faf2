// SPDX-License-Identifier: MIT
// One table feeds menus, keys and the list of shortcuts.
#include "app/ui/actions/actions.hpp"

#include <gtest/gtest.h>

#include <string>

#include "app/ui/widgets/layout.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::ui {
namespace {

using testing::Driver;

std::function<std::string()> always(const std::string& text) {
  return [text] { return text; };
}

struct Desk {
  Actions actions;
  std::string log;
  std::string text = "typed";
  bool can_redo = false;
  bool list = false;
  bool dialog = false;

  Desk() {
    add({.id = "file/save",
         .label = always("Save"),
         .shortcuts = {{Key::kS, {.ctrl = true}}},
         .run = [this] { log += "save "; }});
    add({.id = "edit/undo",
         .label = always("Undo set row 1"),
         .shortcuts = {{Key::kZ, {.ctrl = true}}},
         .run = [this] { log += "undo "; }});
    add({.id = "edit/redo",
         .label = always("Redo"),
         .shortcuts = {{Key::kZ, {.ctrl = true, .shift = true}}, {Key::kY, {.ctrl = true}}},
         .run = [this] { log += "redo "; },
         .enabled = [this] { return can_redo; }});
    add({.id = "lesson/next",
         .label = always("Next step"),
         .shortcuts = {{Key::kRight, {}}},
         .run = [this] { log += "next "; }});
    add({.id = "help/shortcuts",
         .label = always("Keyboard shortcuts"),
         .shortcuts = {{Key::kF1, {}}},
         .run = [this] { list = true; },
         .checked = [this] { return list; }});
    add({.id = "help/about",
         .label = always("About"),
         .run = [this] { dialog = true; },
         .begins_group = true});
  }
  void add(Action action) { ASSERT_TRUE(actions.add(std::move(action))); }
  void draw(Context& ui) {
    menu_bar(ui, actions);
    text_field(ui, "text", text, {}, {.width = 200});
    if (std::exchange(dialog, false)) open_popup(ui, "about");
    if (Dialog about(ui, "about", "About", 300); about) {
      if (button(ui, "about/close", "Close")) about.close();
    }
    actions.handle_keys(ui);
    shortcut_list(ui, actions, {}, list);
  }
  Driver driver() {
    return Driver([this](Context& ui) { draw(ui); });
  }
};

TEST(Actions, IdsAndShortcutsAreUnique) {
  Desk desk;
  const auto same_id = desk.actions.add({.id = "file/save", .label = always("")});
  ASSERT_FALSE(same_id);
  EXPECT_NE(same_id.error().sentence.find("file/save"), std::string::npos);
  const auto same_key =
      desk.actions.add({.id = "file/other", .label = always(""), .shortcuts = {{Key::kF1, {}}}});
  ASSERT_FALSE(same_key);
  EXPECT_NE(same_key.error().sentence.find("F1"), std::string::npos);
}

TEST(Actions, RunByIdWhenEnabled) {
  Desk desk;
  EXPECT_TRUE(desk.actions.run("file/save"));
  EXPECT_FALSE(desk.actions.run("edit/redo"));
  EXPECT_FALSE(desk.actions.run("no/such"));
  EXPECT_EQ(desk.log, "save ");
}

TEST(Actions, ByMenu) {
  Desk desk;
  Driver driver = desk.driver();
  EXPECT_FALSE(driver.has("menu/edit/undo"));
  driver.click("menu/edit");
  EXPECT_EQ(driver.widget("menu/edit/undo").text, "Undo set row 1");
  EXPECT_FALSE(driver.widget("menu/edit/redo").enabled);
  driver.click("menu/edit/redo");
  EXPECT_EQ(desk.log, "");
  ASSERT_TRUE(driver.has("menu/edit/undo"));
  driver.click("menu/edit/undo");
  EXPECT_EQ(desk.log, "undo ");
  EXPECT_FALSE(driver.has("menu/edit/undo"));
}

TEST(Actions, ThePointerWalksAlongTheBar) {
  Desk desk;
  Driver driver = desk.driver();
  driver.click("menu/file");
  ASSERT_TRUE(driver.has("menu/file/save"));
  driver.hover("menu/help");
  EXPECT_FALSE(driver.has("menu/file/save"));
  EXPECT_TRUE(driver.has("menu/help/about"));
}

TEST(Actions, ByKeys) {
  Desk desk;
  desk.can_redo = true;
  Driver driver = desk.driver();
  driver.key(Key::kS, {.ctrl = true});
  driver.key(Key::kZ, {.ctrl = true});
  driver.key(Key::kZ, {.ctrl = true, .shift = true});
  driver.key(Key::kY, {.ctrl = true});
  driver.key(Key::kRight);
  EXPECT_EQ(desk.log, "save undo redo redo next ");
}

TEST(Actions, MenusByKeysAlone) {
  Desk desk;
  Driver driver = desk.driver();
  driver.key(Key::kF10);
  EXPECT_TRUE(driver.widget("menu/file/save").focused);
  driver.key(Key::kRight);
  EXPECT_TRUE(driver.widget("menu/edit/undo").focused);
  driver.key(Key::kEnter);
  EXPECT_EQ(desk.log, "undo ");
  EXPECT_FALSE(driver.has("menu/edit/undo"));
  driver.key(Key::kF10);
  driver.key(Key::kLeft);
  EXPECT_TRUE(driver.has("menu/help/about"));
  driver.key(Key::kEscape);
  EXPECT_FALSE(driver.has("menu/help/about"));
  EXPECT_EQ(desk.log, "undo ");
}

struct DeskWithGroups : Desk {
  DeskWithGroups() {
    const auto logs = [this](const std::string& what) {
      return [this, what] { log += what + " "; };
    };
    add({.id = "view/dark", .label = always("Dark"), .run = logs("dark")});
    add({.id = "view/four", .group = "Digits", .label = always("4"), .run = logs("four")});
    add({.id = "view/plain", .label = always("Plain"), .run = logs("plain")});
    add({.id = "view/six", .group = "Digits", .label = always("6"), .run = logs("six")});
    add({.id = "view/larger", .group = "Scale", .label = always("Larger"), .run = logs("larger")});
  }
};

TEST(Actions, ASubMenuOpensByThePointer) {
  DeskWithGroups desk;
  Driver driver = desk.driver();
  driver.click("menu/view");
  EXPECT_TRUE(driver.has("menu/view/plain"));
  EXPECT_FALSE(driver.has("menu/view/four"));
  driver.hover("menu/view/digits");
  driver.settle();
  ASSERT_TRUE(driver.has("menu/view/four"));
  const Rect name = driver.widget("menu/view/digits").rect;
  const Rect row = driver.widget("menu/view/four").rect;
  EXPECT_GE(row.x, name.x + name.w) << "beside its name";
  // Another row, and another sub-menu, take its place.
  driver.hover("menu/view/scale");
  driver.settle();
  EXPECT_FALSE(driver.has("menu/view/four"));
  EXPECT_TRUE(driver.has("menu/view/larger"));
  driver.hover("menu/view/plain");
  driver.settle();
  EXPECT_FALSE(driver.has("menu/view/larger"));
  driver.click("menu/view/digits");
  driver.settle();
  driver.click("menu/view/six");
  EXPECT_EQ(desk.log, "six ");
  EXPECT_FALSE(driver.has("menu/view/plain")) << "the whole menu closes";
  driver.key(Key::kS, {.ctrl = true});
  EXPECT_EQ(desk.log, "six save ") << "no popup has the keys any more";
}

TEST(Actions, ASubMenuOpensByKeys) {
  DeskWithGroups desk;
  Driver driver = desk.driver();
  driver.key(Key::kF10);
  driver.key(Key::kRight);
  driver.key(Key::kRight);
  ASSERT_TRUE(driver.widget("menu/view/dark").focused);
  driver.key(Key::kDown);
  ASSERT_TRUE(driver.widget("menu/view/digits").focused);
  driver.key(Key::kRight);
  driver.settle();
  ASSERT_TRUE(driver.widget("menu/view/four").focused);
  driver.key(Key::kLeft);
  driver.settle();
  EXPECT_FALSE(driver.has("menu/view/four"));
  EXPECT_TRUE(driver.widget("menu/view/digits").focused) << "the menu itself stays";
  driver.key(Key::kEnter);
  driver.settle();
  driver.key(Key::kDown);
  driver.key(Key::kEnter);
  EXPECT_EQ(desk.log, "six ");
  EXPECT_FALSE(driver.has("menu/view/dark"));
  driver.key(Key::kF10);
  driver.key(Key::kRight);
  driver.key(Key::kRight);
  driver.key(Key::kDown);
  driver.key(Key::kRight);
  driver.settle();
  driver.key(Key::kEscape);
  driver.settle();
  EXPECT_FALSE(driver.has("menu/view/four"));
  EXPECT_TRUE(driver.has("menu/view/dark"));
}

TEST(Actions, ATextBeingEditedHasItsKeysFirst) {
  Desk desk;
  Driver driver = desk.driver();
  driver.click("text");
  driver.key(Key::kEnd);
  driver.type("x");
  driver.key(Key::kRight);
  driver.key(Key::kZ, {.ctrl = true});
  EXPECT_EQ(desk.log, "");
  EXPECT_EQ(desk.text, "typed");
  driver.key(Key::kS, {.ctrl = true});
  EXPECT_EQ(desk.log, "save ");
}

TEST(Actions, F1ListsEveryShortcut) {
  Desk desk;
  Driver driver = desk.driver();
  driver.key(Key::kF1);
  ASSERT_TRUE(driver.has("shortcuts"));
  for (const auto& action : desk.actions.all()) {
    EXPECT_EQ(driver.has("shortcuts/" + action.id), !action.shortcuts.empty()) << action.id;
  }
  driver.key(Key::kRight);
  EXPECT_EQ(desk.log, "");
  driver.click("shortcuts/close");
  EXPECT_FALSE(desk.list);
  driver.key(Key::kF1);
  ASSERT_TRUE(driver.has("shortcuts"));
  driver.key(Key::kF1);
  EXPECT_FALSE(driver.has("shortcuts"));
  driver.key(Key::kF1);
  driver.key(Key::kEscape);
  EXPECT_FALSE(desk.list);
}

TEST(Actions, AnActionOfAMenuMayOpenADialog) {
  Desk desk;
  Driver driver = desk.driver();
  driver.click("menu/help");
  driver.click("menu/help/about");
  ASSERT_TRUE(driver.has("about/close"));
  driver.click("about/close");
  EXPECT_FALSE(driver.has("about/close"));
}

// As many actions as the program has, and more.
TEST(Actions, TheListOfShortcutsFitsIntoAnyWindowAndScrolls) {
  struct Case {
    ImVec2 window{};
    float scale = 1;
  };
  for (const Case& each : {Case{{1280, 800}, 2}, Case{{900, 500}, 1}, Case{{640, 400}, 1},
                           Case{{1280, 800}, 1}, Case{{2560, 1600}, 2}}) {
    SCOPED_TRACE(::testing::Message() << each.window.x << " scale " << each.scale);
    Desk desk;
    for (int i = 0; i < 40; ++i) {
      desk.add({.id = "view/" + std::to_string(i),
                .label = always("One of the things that can be chosen"),
                .shortcuts = {{static_cast<Key>(static_cast<int>(Key::kA) + i % 26),
                               {.ctrl = i >= 26, .shift = true, .alt = true}}}});
    }
    Driver driver([&](Context& ui) { desk.draw(ui); }, {.monitor_scale = each.scale}, each.window);
    driver.key(Key::kF1);
    const Rect dialog = driver.widget("shortcuts").rect;
    EXPECT_GE(dialog.x, 0);
    EXPECT_GE(dialog.y, 0);
    EXPECT_LE(dialog.x + dialog.w, each.window.x);
    EXPECT_LE(dialog.y + dialog.h, each.window.y);
    EXPECT_TRUE(driver.widget("shortcuts/title").visible);
    EXPECT_TRUE(driver.widget("shortcuts/close").visible);
    EXPECT_TRUE(driver.widget("shortcuts/file/save").visible);
    // Words and keys of a row do not overlap.
    for (const char* const id : {"shortcuts/view/0", "shortcuts/edit/redo"}) {
      const Rect row = driver.widget(id).rect;
      EXPECT_LE(row.x + row.w, driver.widget(std::string(id) + "/keys").rect.x) << id;
    }
    driver.key(Key::kEnd);
    EXPECT_TRUE(driver.widget("shortcuts/menus").visible ||
                driver.widget("shortcuts/help/shortcuts").visible)
        << "the last row of a column";
    driver.key(Key::kHome);
    EXPECT_TRUE(driver.widget("shortcuts/file/save").visible);
  }
}

}  // namespace
}  // namespace normscope::ui
