// SPDX-License-Identifier: MIT
// The grid apart from its editor: drawing, moving the selection, events.
#include "tests/app/ui/grid_fixture.hpp"

namespace normscope::ui {
namespace {

TEST_F(GridTest, KeysMoveAsInASpreadsheet) {
  caller = {40, 30, std::vector<float>(1200, 0.5F)};
  Driver& window = start();
  window.click("g/cell/2/1");
  struct Move {
    Key key = Key::kNone;
    Modifiers with{};
    GridCell to{};
  };
  const std::vector<Move> table = {
      {Key::kRight, {}, {2, 2}},    {Key::kDown, {}, {3, 2}},       {Key::kLeft, {}, {3, 1}},
      {Key::kUp, {}, {2, 1}},       {Key::kEnd, {}, {2, 29}},       {Key::kHome, {}, {2, 0}},
      {Key::kDown, kCtrl, {39, 0}}, {Key::kRight, kCtrl, {39, 29}}, {Key::kUp, kCtrl, {0, 29}},
      {Key::kLeft, kCtrl, {0, 0}},  {Key::kEnd, kCtrl, {39, 29}},   {Key::kHome, kCtrl, {0, 0}},
      {Key::kUp, {}, {0, 0}},
  };
  for (const auto& step : table) {
    window.key(step.key, step.with);
    EXPECT_EQ(selected(), step.to) << shortcut_text({step.key, step.with});
  }
  window.key(Key::kPageDown);
  const std::int64_t page = selected().row;
  EXPECT_GT(page, 5);
  window.key(Key::kPageDown);
  EXPECT_EQ(selected().row, 2 * page);
  window.key(Key::kPageUp);
  EXPECT_EQ(selected().row, page);
  EXPECT_TRUE(window.widget("g/cell/" + std::to_string(page) + "/0").visible)
      << "what is selected is in sight";
}

TEST_F(GridTest, TabLeavesAndAfterTypingGoesOn) {
  Driver& window = start();
  window.click("g/cell/0/2");
  window.key(Key::kTab);
  EXPECT_TRUE(window.widget("after").focused);
  EXPECT_EQ(selected(), (GridCell{0, 2}));
  window.click("g/cell/0/2");
  window.type("7");
  window.key(Key::kTab);
  EXPECT_EQ(selected(), (GridCell{1, 0}));
  EXPECT_TRUE(window.widget("g/cell/1/0").focused);
}

TEST_F(GridTest, ShiftAndDragSelectRanges) {
  Driver& window = start();
  window.click("g/cell/0/0");
  window.key(Key::kRight, kShift);
  window.key(Key::kDown, kShift);
  EXPECT_EQ(caller.range, (GridRange{0, 0, 2, 2}));
  window.key(Key::kC, kCtrl);
  EXPECT_EQ(caller.copied, (GridRange{0, 0, 2, 2}));
  window.key(Key::kLeft);
  EXPECT_EQ(caller.range, (GridRange{1, 0, 1, 1}));

  window.key_down(Key::kNone, kShift);
  window.click("g/cell/0/2");
  EXPECT_EQ(caller.range, (GridRange{0, 0, 2, 3})) << "from the selected cell";
  window.key_up(Key::kNone);

  const Rect cell = window.widget("g/cell/0/0").rect;
  window.click("g/cell/0/1");
  window.key_down(Key::kNone, kShift);
  window.drag("g/cell/0/1", cell.w, cell.h);
  window.key_up(Key::kNone);
  EXPECT_EQ(caller.range, (GridRange{0, 1, 2, 2}));
  EXPECT_TRUE(caller.edits.empty());
  window.key(Key::kDelete);
  EXPECT_EQ(caller.cleared, (GridRange{0, 1, 2, 2}));
  window.key(Key::kA, kCtrl);
  EXPECT_EQ(caller.range, (GridRange{0, 0, 2, 3}));
  window.click("g/column/1");
  EXPECT_EQ(caller.range, (GridRange{0, 1, 2, 1}));
  window.click("g/row/1");
  EXPECT_EQ(caller.range, (GridRange{1, 0, 1, 3}));
}

TEST_F(GridTest, DraggingAlongHeadersSelectsRowsAndColumns) {
  Driver& window = start();
  const Rect cell = window.widget("g/cell/0/0").rect;
  window.drag("g/column/2", -cell.w, cell.h);
  EXPECT_EQ(caller.range, (GridRange{0, 1, 2, 2}));
  window.drag("g/row/0", 2 * cell.w, cell.h);
  EXPECT_EQ(caller.range, (GridRange{0, 0, 2, 3}));
  EXPECT_TRUE(caller.edits.empty());
}

TEST_F(GridTest, PasteHandsOverTheText) {
  Driver& window = start();
  window.click("g/cell/1/1");
  ImGui::SetClipboardText("7\t8\n");
  window.key(Key::kV, kCtrl);
  ASSERT_TRUE(caller.pasted);
  EXPECT_EQ(caller.pasted->cell, (GridCell{1, 1}));
  EXPECT_EQ(caller.pasted->text, "7\t8\n");
}

TEST_F(GridTest, DraggingANumberIsOneGesture) {
  Driver& window = start();
  window.drag("g/cell/0/1", 50);
  EXPECT_EQ(selected(), (GridCell{0, 1}));
  ASSERT_GT(caller.edits.size(), 3U);
  EXPECT_FLOAT_EQ(caller.at(0, 1), 3) << "fifty points go about as far as the number";
  for (const GridEdit& edit : caller.edits) {
    EXPECT_EQ(edit.cell, (GridCell{0, 1}));
    EXPECT_EQ(edit.gesture, caller.edits.front().gesture);
    EXPECT_NE(edit.gesture, 0U);
  }
  const Gesture first = caller.edits.front().gesture;
  window.drag("g/cell/0/1", -10);
  EXPECT_NE(caller.edits.back().gesture, first);
  EXPECT_EQ(caller.range, (GridRange{0, 1, 1, 1}));
}

TEST_F(GridTest, AClickAndADoubleClickChangeNoNumber) {
  Driver& window = start();
  window.drag("g/cell/0/1", 2, 2);
  window.double_click("g/cell/0/2");
  EXPECT_TRUE(caller.edits.empty());
  EXPECT_TRUE(window.has("g/edit"));
  window.key(Key::kEscape);
  window.click("g/cell/0/0");
  window.drag("g/cell/0/0", 50);
  EXPECT_FALSE(window.has("g/edit")) << "a click and a drag at once";
  EXPECT_FLOAT_EQ(caller.at(0, 0), 2);
}

TEST_F(GridTest, ADragGoesAlongTheAxisThatItBeginsWith) {
  Driver& window = start();
  window.drag("g/cell/0/1", 50, 40);
  EXPECT_FLOAT_EQ(caller.at(0, 1), 3) << "to the right, whatever the hand does otherwise";
  window.drag("g/cell/1/1", 10, -50);
  EXPECT_FLOAT_EQ(caller.at(1, 1), 10) << "up";
}

TEST_F(GridTest, ADragIsFineWithShiftAndReturnsExactly) {
  caller.numbers[1] = 2.03125F;
  Driver& window = start();
  window.hold_and_move("g/cell/0/1", 10, 0);
  EXPECT_FLOAT_EQ(caller.at(0, 1), 2.24F);
  window.key_down(Key::kNone, kShift);
  const Rect cell = window.widget("g/cell/0/1").rect;
  const float y = cell.y + cell.h / 2;
  window.move_to({cell.x + cell.w / 2 + 15, y});
  EXPECT_FLOAT_EQ(caller.at(0, 1), 2.242F) << "goes on from where it is";
  window.key_up(Key::kNone);
  window.release();

  caller.numbers[1] = 2.03125F;
  window.hold_and_move("g/cell/0/1", 10, 0);
  window.move_to({cell.x + cell.w / 2, y});
  window.release();
  EXPECT_EQ(caller.at(0, 1), 2.03125F);
}

TEST_F(GridTest, EscapeDuringADragTakesItBack) {
  Driver& window = start();
  window.hold_and_move("g/cell/1/0", 30, 0);
  EXPECT_GT(caller.at(1, 0), 4.5F);
  window.key(Key::kEscape);
  EXPECT_EQ(caller.at(1, 0), 4);
  EXPECT_EQ(caller.edits.back().gesture, caller.edits.front().gesture);
  const Rect cell = window.widget("g/cell/1/1").rect;
  window.move_to({cell.x + cell.w / 2, cell.y + cell.h / 2});
  window.release();
  EXPECT_EQ(caller.at(1, 0), 4);
  EXPECT_EQ(caller.range, (GridRange{1, 0, 1, 1})) << "what is left of the drag selects nothing";
}

// A row of numbers near 1000 is changed by what they differ by, not by their magnitude, nor by
// other rows.
TEST_F(GridTest, ADragInABatchGoesByTheRowsDistances) {
  caller = {2, 4, {1001, 1002, 1003, 1002, 0, 0, 0, 50}};
  caller.options.batch = true;
  Driver& window = start();
  window.drag("g/cell/0/1", 10);
  EXPECT_GT(caller.at(0, 1), 1002.5F);
  EXPECT_LT(caller.at(0, 1), 1010);
  window.drag("g/cell/1/1", 10);
  EXPECT_GT(caller.at(1, 1), 2) << "a 0 goes as fast as its neighbours ask for";
}

TEST_F(GridTest, ThePointerShowsThatANumberCanBeDragged) {
  Driver& window = start();
  window.hover("g/cell/0/1");
  EXPECT_EQ(ImGui::GetMouseCursor(), ImGuiMouseCursor_ResizeEW);
  EXPECT_TRUE(window.has("g/handle"));
  window.hover("after");
  EXPECT_EQ(ImGui::GetMouseCursor(), ImGuiMouseCursor_Arrow);
  caller.options.editable = false;
  window.hover("g/cell/0/1");
  EXPECT_EQ(ImGui::GetMouseCursor(), ImGuiMouseCursor_Arrow);
  const Rect cell = window.widget("g/cell/0/0").rect;
  window.drag("g/cell/0/1", cell.w, cell.h);
  EXPECT_EQ(caller.range, (GridRange{0, 1, 2, 2})) << "where nothing is edited a drag selects";
}

TEST_F(GridTest, HeadersOfferInsertRemoveAndMove) {
  caller.options.lines = true;
  Driver& window = start();
  const auto choose = [&](std::string_view header, std::string_view entry) {
    caller.line.reset();
    window.hover(header);
    window.shell().input().button(Button::kRight, true);
    window.shell().input().button(Button::kRight, false);
    window.shell().pacing().activity();
    window.settle();
    window.click(entry);
    return caller.line.value_or(GridLineEvent{GridLineEvent::Kind::kInsert, GridLine::kRow, -1});
  };
  using Kind = GridLineEvent::Kind;
  GridLineEvent event = choose("g/column/1", "g/menu/insert");
  EXPECT_EQ(event.kind, Kind::kInsert);
  EXPECT_EQ(event.line, GridLine::kColumn);
  EXPECT_EQ(event.at, 1);
  event = choose("g/row/1", "g/menu/insert-after");
  EXPECT_EQ(event.line, GridLine::kRow);
  EXPECT_EQ(event.at, 2);
  event = choose("g/column/2", "g/menu/remove");
  EXPECT_EQ(event.kind, Kind::kRemove);
  EXPECT_EQ(event.at, 2);
  event = choose("g/column/1", "g/menu/forth");
  EXPECT_EQ(event.kind, Kind::kMove);
  EXPECT_EQ(event.at, 1);
  EXPECT_EQ(event.to, 2);
}

TEST_F(GridTest, ReadOnlyGridsNavigateAndCopyButNeverEdit) {
  Driver& window = restart();
  window.click("g/cell/0/0");
  window.type("5");
  window.key(Key::kEnter);
  window.key(Key::kDelete);
  window.double_click("g/cell/0/1");
  EXPECT_FALSE(window.has("g/edit"));
  EXPECT_FALSE(window.has("g/handle"));
  EXPECT_FALSE(caller.cleared);
  window.key(Key::kDown);
  EXPECT_EQ(selected(), (GridCell{1, 1}));
  window.key(Key::kC, kCtrl);
  EXPECT_EQ(caller.copied, (GridRange{1, 1, 1, 1}));
  window.key(Key::kTab);
  EXPECT_TRUE(window.widget("after").focused) << "Tab leaves a grid that is only read";
}

TEST_F(GridTest, ASingleColumnStandsForEveryColumn) {
  caller = {2, 1, {0.5F, 0.25F}};
  caller.options.selected = GridCell{1, 4};
  Driver& window = restart();
  EXPECT_EQ(window.widget("g/cell/1/0").selected, true);
  window.click("g/cell/0/0");
  EXPECT_EQ(selected(), (GridCell{0, 4})) << "the column on other cards is kept";
}

TEST_F(GridTest, AMillionColumnsReadVisibleCellsOnly) {
  caller = {3, 1000000, {}};
  Driver& window = restart();
  const auto sparing = [&] {
    EXPECT_GT(caller.asked, 0U);
    // About ten columns fit; format and drawing each read them once.
    EXPECT_LE(caller.asked, 2U * 3 * 12);
  };
  sparing();
  window.click("g/cell/0/0");
  window.key(Key::kEnd);
  sparing();
  EXPECT_EQ(selected(), (GridCell{0, 999999}));
  EXPECT_TRUE(window.widget("g/cell/0/999999").visible);
  EXPECT_EQ(window.widget("g/cell/0/999999").value, "999999");
  window.key(Key::kLeft);
  EXPECT_TRUE(window.widget("g/cell/0/999998").visible);

  window.drag("g/bar/horizontal", -2000);
  sparing();
  EXPECT_EQ(caller.state.column, 0);
  EXPECT_TRUE(window.has("g/cell/0/0"));
  const double track = 700 - 24 - window.widget("g/column/0").rect.x;
  window.drag("g/bar/horizontal", static_cast<float>(track / 2));
  sparing();
  EXPECT_NEAR(caller.state.column, 500000, 5000);
}

TEST_F(GridTest, TheLastColumnsOfAMillionStandOnWholePixelsSideBySide) {
  caller = {1, 1000000, {}};
  Driver& window = restart();
  window.click("g/cell/0/0");
  window.key(Key::kEnd);
  const Rect last = window.widget("g/cell/0/999999").rect;
  const Rect before = window.widget("g/cell/0/999998").rect;
  EXPECT_EQ(before.x + before.w, last.x);
  EXPECT_EQ(last.w, before.w);
}

TEST_F(GridTest, TheWheelScrolls) {
  caller = {1000, 3, {}};
  Driver& window = restart();
  window.scroll("g/cell/5/0", -2);
  EXPECT_EQ(caller.state.row, 6);
  window.scroll("g/cell/8/0", 100);
  EXPECT_EQ(caller.state.row, 0);
}

TEST_F(GridTest, SizesFollowTheRoom) {
  Driver& window = start();
  ImVec2 all{};
  ImVec2 part{};
  Driver measuring([&](Context& ui) {
    const GridData data{100, 3, [](std::int64_t, std::int64_t) { return 0.5F; }};
    all = grid_size(ui, data, {});
    part = grid_size(ui, data, {}, {1000, 200});
  });
  EXPECT_EQ(part.y, 200);
  EXPECT_GT(part.x, all.x) << "the scroll bar stands beside the numbers, not on them";
  EXPECT_GT(all.y, 100 * 20);
  EXPECT_TRUE(window.has("g"));
}

TEST_F(GridTest, AnEmptyGridDrawsAndHearsKeys) {
  caller = {0, 0, {}};
  Driver& window = start();
  window.click("g");
  window.key(Key::kRight);
  window.type("5");
  window.key(Key::kEnter);
  EXPECT_FALSE(caller.options.selected);
}

TEST_F(GridTest, NanAndInfinitiesAreNamed) {
  const float inf = std::numeric_limits<float>::infinity();
  caller = {1, 4, {std::numeric_limits<float>::quiet_NaN(), inf, -inf, 0.5F}};
  for (const GridHeat heat : {GridHeat::kNone, GridHeat::kDiverging, GridHeat::kSequential}) {
    caller.options.heat = heat;
    Driver& window = start();
    EXPECT_EQ(window.widget("g/cell/0/0").text, "nan");
    EXPECT_EQ(window.widget("g/cell/0/1").text, "inf");
    EXPECT_EQ(window.widget("g/cell/0/2").text, "-inf");
    EXPECT_EQ(window.widget("g/cell/0/3").text, "0.5000");
  }
}

TEST_F(GridTest, NumbersOutsideTheGivenColoursSaySo) {
  caller = {1, 4, {-3, 0, 1, 4}};
  caller.options.heat = GridHeat::kSequential;
  caller.options.heat_ends = {{0, 1}};
  Driver& window = start();
  EXPECT_EQ(window.widget("g/outside/0/0").text, "below 0, the end of the colours");
  EXPECT_FALSE(window.has("g/outside/0/1") || window.has("g/outside/0/2"));
  EXPECT_EQ(window.widget("g/outside/0/3").text, "above 1, the end of the colours");
  caller.options.heat_ends.reset();
  Driver& fitting = start();
  EXPECT_FALSE(fitting.has("g/outside/0/0") || fitting.has("g/outside/0/3"));
}

TEST_F(GridTest, AnIdleEditorAsksForNoFrames) {
  Driver& window = start();
  window.click("g/cell/0/0");
  window.type("1");
  window.wait(1);
  const auto frames = window.frames();
  window.wait(10);
  EXPECT_EQ(window.frames(), frames);
}

}  // namespace
}  // namespace normscope::ui
