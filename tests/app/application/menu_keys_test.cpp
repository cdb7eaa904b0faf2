// SPDX-License-Identifier: MIT
// Every key on every row of every menu: where it leads, and that it leads there however quickly the
// keys follow each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

using ui::Key;
using Ids = std::vector<std::string>;

constexpr std::array<std::string_view, 5> kMenus{"file", "edit", "view", "lesson", "help"};

std::string list_of(std::string_view menu) {
  return "menu/" + std::string(menu) + "/list";
}

struct MenuKeysTest : public ApplicationTest {
  // A lesson, so that its menu has rows to choose.
  MenuKeysTest() {
    driver->click("welcome/lesson/first-look");
    driver->settle();
    switch_centring();
    driver->settle();
  }

  // One key after the other, each when the window has come to rest.
  void press(const std::vector<Key>& keys) const {
    for (const Key key : keys) {
      driver->key(key);
      driver->shell().pacing().activity();
      driver->settle();
    }
  }
  // All of them before the window draws a frame.
  void press_at_once(const std::vector<Key>& keys) const {
    for (const Key key : keys) {
      driver->shell().input().key(key, true, {});
      driver->shell().input().key(key, false, {});
    }
    driver->shell().pacing().activity();
    driver->settle();
  }
  void close() const {
    for (int i = 0; i < 3 && !open().empty(); ++i) press({Key::kEscape});
    ASSERT_TRUE(open().empty());
  }

  std::string focused() const {
    for (const ui::Widget& widget : driver->shell().map().widgets()) {
      if (widget.focused) return widget.id;
    }
    return {};
  }
  // The open menu and, after it, its open sub-menu.
  Ids open() const {
    Ids ids;
    for (const ui::Widget& widget : driver->shell().map().widgets()) {
      if (widget.kind == "popup") ids.push_back(widget.id);
    }
    return ids;
  }
  // The rows of the list opened last that can be chosen. A sub-menu is drawn in the midst of the
  // menu's rows; its own are those at its place.
  std::vector<ui::Widget> rows() const {
    const ui::Rect list = driver->widget(open().back()).rect;
    std::vector<ui::Widget> rows;
    for (const ui::Widget& widget : driver->shell().map().widgets()) {
      if (widget.kind != "row" || !widget.enabled || !widget.id.starts_with("menu/")) continue;
      const float middle = widget.rect.x + widget.rect.w / 2;
      if (middle > list.x && middle < list.x + list.w) rows.push_back(widget);
    }
    return rows;
  }

  static std::vector<Key> keys_to(std::size_t menu) {
    std::vector<Key> keys{Key::kF10};
    // Right would open the sub-menu of a first row that has one.
    for (std::size_t i = menu; i % kMenus.size() != 0; ++i) keys.push_back(Key::kLeft);
    return keys;
  }
  // A menu, with the focus on one of its rows.
  void go(std::size_t menu, std::size_t row) const {
    const Ids list{list_of(kMenus.at(menu))};
    if (open() != list) {
      close();
      press(keys_to(menu));
    } else {
      press({Key::kHome});
    }
    ASSERT_EQ(open(), list);
    for (std::size_t i = 0; i < row; ++i) press({Key::kDown});
    ASSERT_EQ(focused(), rows()[row].id);
  }
  std::size_t count_rows(std::size_t menu) const {
    close();
    press(keys_to(menu));
    return rows().size();
  }
  static bool is_group(const std::string& id) {
    constexpr std::array<std::string_view, 6> kGroups{"open recent", "panels", "scale",
                                                      "steps",       "digits", "lesson text"};
    return std::ranges::find(kGroups, id.substr(id.rfind('/') + 1)) != kGroups.end();
  }
  void expect_menu(std::size_t menu) const {
    EXPECT_EQ(open(), Ids{list_of(kMenus.at(menu))});
    EXPECT_EQ(focused(), rows().front().id) << "a menu that opens begins at its first row";
  }
};

TEST_F(MenuKeysTest, SidewaysToTheMenuBeside) {
  for (std::size_t menu = 0; menu < kMenus.size(); ++menu) {
    SCOPED_TRACE(kMenus.at(menu));
    for (std::size_t row = 0, count = count_rows(menu); row < count; ++row) {
      go(menu, row);
      const std::string from = focused();
      // The rows between are as the ends.
      if (row != 0 && row + 1 != count && !is_group(from)) continue;
      SCOPED_TRACE(from);
      press({Key::kLeft});
      expect_menu((menu + kMenus.size() - 1) % kMenus.size());
      go(menu, row);
      press({Key::kRight});
      if (!is_group(from)) {
        expect_menu((menu + 1) % kMenus.size());
        continue;
      }
      EXPECT_EQ(open(), (Ids{list_of(kMenus.at(menu)), from + "/list"}));
      EXPECT_EQ(focused(), rows().front().id);
      press({Key::kLeft});
      EXPECT_EQ(open(), Ids{list_of(kMenus.at(menu))});
      EXPECT_EQ(focused(), from);
      press({Key::kRight, Key::kRight});
      expect_menu((menu + 1) % kMenus.size());
    }
  }
}

TEST_F(MenuKeysTest, UpAndDownAroundTheEndsHomeAndEndToThem) {
  for (std::size_t menu = 0; menu < kMenus.size(); ++menu) {
    SCOPED_TRACE(kMenus.at(menu));
    for (std::size_t row = 0, count = count_rows(menu); row < count; ++row) {
      go(menu, row);
      const std::vector<ui::Widget> all = rows();
      const auto after = [&](Key key) {
        press({key});
        return focused();
      };
      EXPECT_EQ(after(Key::kUp), all[(row + all.size() - 1) % all.size()].id);
      EXPECT_EQ(after(Key::kDown), all[row].id);
      EXPECT_EQ(after(Key::kEnd), all.back().id);
      go(menu, row);
      EXPECT_EQ(after(Key::kHome), all.front().id);
    }
  }
}

// A letter leads to the next row whose name begins with it, and round to the first.
TEST_F(MenuKeysTest, LettersLeadToTheRowsThatBeginWithThem) {
  const auto first_letter = [](const ui::Widget& row) {
    return std::tolower(static_cast<unsigned char>(row.text.front()));
  };
  for (std::size_t menu = 0; menu < kMenus.size(); ++menu) {
    SCOPED_TRACE(kMenus.at(menu));
    go(menu, 0);
    const std::vector<ui::Widget> all = rows();
    for (const ui::Widget& wanted : all) {
      go(menu, 0);
      std::vector<std::string> same;
      for (std::size_t i = 1; i <= all.size(); ++i) {  // the row itself comes last
        const ui::Widget& row = all[i % all.size()];
        if (first_letter(row) == first_letter(wanted)) same.push_back(row.id);
      }
      for (const std::string& id : same) {
        driver->type(std::string(1, wanted.text.front()));
        driver->settle();
        EXPECT_EQ(focused(), id);
      }
    }
  }
}

// In a sub-menu, too.
TEST_F(MenuKeysTest, SubMenusHaveEnds) {
  const std::size_t view = 2;
  for (std::size_t row = 0, count = count_rows(view); row < count; ++row) {
    go(view, row);
    if (!is_group(focused())) continue;
    SCOPED_TRACE(focused());
    press({Key::kRight});
    const std::vector<ui::Widget> all = rows();
    press({Key::kEnd});
    EXPECT_EQ(focused(), all.back().id);
    press({Key::kDown});
    EXPECT_EQ(focused(), all.front().id);
    press({Key::kUp});
    EXPECT_EQ(focused(), all.back().id);
    press({Key::kHome});
    EXPECT_EQ(focused(), all.front().id);
  }
}

TEST_F(MenuKeysTest, QuickKeysLeadToTheSamePlace) {
  using Keys = std::vector<Key>;
  for (std::size_t menu = 0; menu < kMenus.size(); ++menu) {
    for (const Keys& then :
         {Keys{Key::kHome, Key::kRight}, Keys{Key::kEnd, Key::kRight}, Keys{Key::kEnd, Key::kLeft},
          Keys{Key::kDown, Key::kRight}, Keys{Key::kUp, Key::kRight},
          Keys{Key::kDown, Key::kDown, Key::kDown, Key::kRight, Key::kRight},
          Keys{Key::kHome, Key::kDown, Key::kRight, Key::kDown, Key::kLeft, Key::kUp},
          Keys{Key::kHome, Key::kRight, Key::kEscape, Key::kLeft},
          Keys{Key::kHome, Key::kRight, Key::kLeft, Key::kDown, Key::kRight},
          Keys{Key::kEscape, Key::kEscape, Key::kF10, Key::kRight},
          Keys{Key::kEnd, Key::kRight, Key::kEnd, Key::kRight, Key::kEscape}}) {
      Keys keys = keys_to(menu);
      keys.insert(keys.end(), then.begin(), then.end());
      close();
      press(keys);
      const Ids lists = open();
      const std::string place = focused();
      close();
      press_at_once(keys);
      std::string told(kMenus.at(menu));
      for (const Key key : then) told += " " + ui::shortcut_text({key, {}});
      EXPECT_EQ(open(), lists) << told;
      EXPECT_EQ(focused(), place) << told;
    }
  }
}

// The pointer has opened a sub-menu beside the row that has the focus.
TEST_F(MenuKeysTest, RightLeadsIntoASubMenuThatThePointerOpened) {
  go(2, 0);
  const std::string group = focused();
  ASSERT_TRUE(is_group(group));
  driver->hover(group);
  driver->settle();
  ASSERT_EQ(open().size(), 2U);
  press({Key::kRight});
  EXPECT_EQ(focused(), rows().front().id);
}

TEST_F(MenuKeysTest, TheListOfASubMenuStaysWhileAButtonIsHeldOnItsName) {
  driver->click("menu/view");
  driver->hover("menu/view/panels");
  driver->settle();
  driver->hold_and_move("menu/view/panels", 0);
  EXPECT_EQ(open(), (Ids{"menu/view/list", "menu/view/panels/list"}));
}

// While the menu's own ground is held, ImGui closes all that opens above it, in every frame. The
// driver throws where the window does not come to rest.
TEST_F(MenuKeysTest, APointerThatHoldsTheMenusGroundDrawsNothingMoreOnASubMenu) {
  driver->click("menu/view");
  driver->settle();
  const ui::Rect name = driver->widget("menu/view/panels").rect;
  const ui::Rect next = driver->widget("menu/view/present").rect;
  const float x = name.x + name.w / 2;
  ui::Input& input = driver->shell().input();
  input.pointer(x, (name.y + name.h + next.y) / 2);
  input.button(ui::Button::kLeft, true);
  input.pointer(x, name.y + name.h / 2);
  driver->shell().pacing().activity();
  driver->settle();
  EXPECT_EQ(open(), Ids{"menu/view/list"});
}

}  // namespace
}  // namespace normscope::testing
