// SPDX-License-Identifier: MIT
// Editing in place: how the editor opens, how it closes, and the number that is then in the cell.
#include "tests/app/ui/grid_fixture.hpp"

namespace normscope::ui {
namespace {

TEST_F(GridTest, ShowsCellsHeadersAndSelection) {
  Driver& window = start();
  window.click("g/cell/1/2");
  EXPECT_EQ(selected(), (GridCell{1, 2}));
  EXPECT_EQ(window.widget("g/cell/1/2").text, "6");
  EXPECT_EQ(window.widget("g/cell/1/2").selected, true);
  EXPECT_TRUE(window.widget("g/cell/1/2").focused);
  EXPECT_EQ(window.widget("g/cell/0/2").selected, false);
  EXPECT_EQ(window.widget("g/row/1").selected, true);
  EXPECT_EQ(window.widget("g/column/2").selected, true);
  EXPECT_EQ(window.widget("g/column/1").selected, false);
  EXPECT_EQ(caller.hovered, (GridCell{1, 2}));
}

TEST_F(GridTest, TypingStartsAnEditAndEnterTakesItAndMovesDown) {
  Driver& window = start();
  window.click("g/cell/0/1");
  window.type("0.5*3");
  EXPECT_EQ(window.widget("g/edit").text, "0.5*3");
  EXPECT_EQ(caller.at(0, 1), 2) << "nothing changes before it is taken";
  window.key(Key::kEnter);
  EXPECT_EQ(caller.at(0, 1), 1.5F);
  EXPECT_FALSE(window.has("g/edit"));
  EXPECT_EQ(selected(), (GridCell{1, 1}));
}

TEST_F(GridTest, EveryCharacterOfFastTypingCounts) {
  Driver& window = start();
  window.click("g/cell/0/0");
  // All keys between two frames, as in a window under load.
  for (const char32_t c : std::u32string(U"-12.75")) window.shell().input().text(c);
  window.shell().input().key(Key::kEnter, true, {});
  window.shell().input().key(Key::kEnter, false, {});
  window.shell().pacing().activity();
  window.settle();
  EXPECT_EQ(caller.at(0, 0), -12.75F);
}

TEST_F(GridTest, EnterAndF2OpenWithTheNumberSelected) {
  Driver& window = start();
  caller.numbers[0] = 0.1F;
  window.click("g/cell/0/0");
  window.key(Key::kF2);
  EXPECT_EQ(window.widget("g/edit").text, "0.1");
  window.type("7");
  EXPECT_EQ(window.widget("g/edit").text, "7") << "what is typed replaces what is selected";
  window.key(Key::kZ, kCtrl);
  EXPECT_EQ(window.widget("g/edit").text, "0.1");
  window.key(Key::kHome);
  window.type("-");
  window.key(Key::kRight);
  window.key(Key::kDelete);
  window.key(Key::kEnd);
  window.key(Key::kBackspace);
  EXPECT_EQ(window.widget("g/edit").text, "-0");
  window.key(Key::kEscape);
  EXPECT_EQ(caller.at(0, 0), 0.1F) << "Escape leaves it as it was";
  EXPECT_TRUE(caller.edits.empty());
  window.key(Key::kEnter);
  window.key(Key::kEnter);
  EXPECT_TRUE(caller.edits.empty()) << "an unchanged text is no edit";
  EXPECT_EQ(selected(), (GridCell{1, 0}));
}

TEST_F(GridTest, AWrongEntryKeepsItsTextAndSaysWhy) {
  Driver& window = start();
  window.click("g/cell/0/0");
  window.type("1+*2");
  window.key(Key::kEnter);
  EXPECT_EQ(window.widget("g/edit").text, "1+*2");
  EXPECT_EQ(window.widget("g/complaint").text, "\"*\" at character 3 is not expected there");
  EXPECT_EQ(selected(), (GridCell{0, 0}));
  window.click("g/cell/1/1");
  EXPECT_EQ(selected(), (GridCell{0, 0})) << "it stays open until it is mended or given up";
  window.key(Key::kHome);
  window.key(Key::kRight);
  window.key(Key::kDelete);
  EXPECT_FALSE(window.has("g/complaint"));
  window.key(Key::kTab);
  EXPECT_EQ(caller.at(0, 0), 1.0F * 2);
  EXPECT_EQ(selected(), (GridCell{0, 1}));
}

TEST_F(GridTest, LeavingTheGridTakesWhatWasTyped) {
  Driver& window = start();
  window.click("g/cell/0/0");
  window.type("9");
  window.click("after");
  EXPECT_EQ(caller.at(0, 0), 9);
  EXPECT_FALSE(window.has("g/edit"));
}

TEST_F(GridTest, LeavingTheGridForAWidgetBeforeItTakesWhatWasTypedToo) {
  caller.other_first = true;
  Driver& window = start();
  window.click("g/cell/0/0");
  window.type("9");
  window.click("before");
  EXPECT_EQ(caller.at(0, 0), 9);
}

TEST_F(GridTest, DoubleClickOpensTheEditor) {
  Driver& window = start();
  window.double_click("g/cell/1/1");
  EXPECT_EQ(window.widget("g/edit").text, "5");
}

}  // namespace
}  // namespace normscope::ui
