// SPDX-License-Identifier: MIT
// The tree that a screen reader walks, made of frames without a display: names, values, parts, what
// changed, and how large it is.
#include "app/accessibility/tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/ui/grid/grid.hpp"
#include "app/ui/widgets/layout.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::accessibility {
namespace {

using testing::Driver;

struct TreeTest : public ::testing::Test {
  void begin(const Driver::Draw& draw) {
    driver.emplace(draw);
    driver->shell().map().let_read(true);
    driver->shell().pacing().activity();
    driver->settle();
  }
  Tree tree() {
    return {driver->shell().map().widgets(), {.title = "A window", .active = true}, numbers};
  }
  // Presses or focuses as a screen reader does.
  void request(std::string_view id, ui::Request request) {
    driver->shell().input().request(id, request);
    driver->shell().pacing().activity();
    driver->settle();
  }
  static const Node* find(const Tree& tree, std::string_view id) {
    const auto found =
        std::ranges::find_if(tree.nodes(), [&](const Node& node) { return node.widget.id == id; });
    return found == tree.nodes().end() ? nullptr : &*found;
  }

  std::optional<Driver> driver;
  Numbers numbers;
};

TEST_F(TreeTest, ALabelNamesItsControlAndWhatBelongsToIt) {
  begin([](ui::Context& ui) {
    constexpr std::array<std::string_view, 2> kRows = {"biased", "unbiased"};
    ui::label(ui, "Epsilon", {"eps", "Keeps the root away from 0."});
    (void)ui::slider(ui, "eps", 0.5, {0, 1}, {.help = {"eps", "Keeps the root away from 0."}});
    ui::label(ui, "Variance");
    (void)ui::segments(ui, "variance", kRows, 1);
    (void)ui::choice(ui, "free", kRows, 0, {.help = {"A choice", "One of two."}});
    ui::button(ui, "sign", "←", ui::ButtonLook::kPlain, {.name = "previous step"});
  });
  const Tree now = tree();
  EXPECT_EQ(now.at(0).name, "A window");
  const Node* const slider = find(now, "eps");
  ASSERT_NE(slider, nullptr);
  EXPECT_EQ(slider->name, "Epsilon");
  EXPECT_EQ(slider->role.name, "slider");
  EXPECT_EQ(slider->widget.about, "Keeps the root away from 0.");
  EXPECT_EQ(slider->widget.value, "0.5");
  EXPECT_EQ(slider->widget.ends, (std::pair<double, double>(0, 1)));
  EXPECT_EQ(find(now, "eps/value")->name, "Epsilon") << "the field of the slider";
  const Node* const group = find(now, "variance");
  EXPECT_EQ(group->name, "Variance");
  ASSERT_EQ(group->parts.size(), 2U);
  EXPECT_EQ(now.at(group->parts[1]).name, "unbiased");
  EXPECT_TRUE(now.at(group->parts[1]).has(State::kChecked));
  EXPECT_FALSE(now.at(group->parts[0]).has(State::kChecked));
  EXPECT_EQ(find(now, "free")->name, "A choice") << "without a label the help names it";
  EXPECT_EQ(find(now, "sign")->name, "previous step");
}

struct Numbers5 {
  std::int64_t rows = 2;
  std::int64_t columns = 3;
  ui::GridState state{};
  ui::GridOptions options{.name = "normalized",
                          .made = "from centred divided by standard deviation"};
  void draw(ui::Context& ui) {
    const ui::GridData data{rows, columns, [](std::int64_t row, std::int64_t column) {
                              return static_cast<float>(row) + static_cast<float>(column) / 2;
                            }};
    const ui::GridEvents events = ui::grid(ui, "g", data, {700, 400}, state, options);
    if (events.selected) options.selected = events.selected;
  }
};

TEST_F(TreeTest, ACellSaysWhereItIsItsNumberAndWhatItIsMadeFrom) {
  Numbers5 table;
  begin([&](ui::Context& ui) { table.draw(ui); });
  const Tree now = tree();
  const Node* const grid = find(now, "g");
  EXPECT_EQ(grid->role.name, "table");
  EXPECT_EQ(grid->widget.place, (ui::TablePlace{2, 3}));
  const int position = now.find(*grid, {1, 2});
  ASSERT_GE(position, 0);
  const Node& cell = now.at(position);
  EXPECT_EQ(cell.name, "normalized, row 1, column 2, 2.0000");
  EXPECT_EQ(cell.widget.about, "from centred divided by standard deviation");
  EXPECT_EQ(now.at(now.find(*grid, {1, -1})).name, "row 1") << "the header of its row";
  EXPECT_EQ(now.at(now.find(*grid, {-1, 2})).name, "column 2");
  EXPECT_EQ(now.find(*grid, {5, 5}), -1);
  EXPECT_FALSE(cell.takes_value());
  table.options.editable = true;
  driver->shell().pacing().activity();
  driver->settle();
  const Tree edited = tree();
  EXPECT_TRUE(edited.at(edited.find(*find(edited, "g"), {1, 2})).takes_value());
}

// However many numbers there are, the tree has those on the screen.
TEST_F(TreeTest, AMillionNumbersHaveTheNodesOfThoseInSight) {
  const auto nodes = [&](std::int64_t rows, std::int64_t columns) {
    Numbers5 table{.rows = rows, .columns = columns};
    begin([&](ui::Context& ui) { table.draw(ui); });
    const Tree now = tree();
    EXPECT_EQ(find(now, "g")->widget.place, (ui::TablePlace{rows, columns}));
    return now.nodes().size();
  };
  const std::size_t hundred = nodes(100, 100);
  EXPECT_EQ(nodes(1000, 1000), hundred);
  EXPECT_LT(hundred, 500U) << "700 x 400 pixels hold so many cells and headers";
}

TEST_F(TreeTest, ARequestPressesFocusesAndSelects) {
  Numbers5 table;
  bool on = false;
  int pressed = 0;
  begin([&](ui::Context& ui) {
    if (ui::button(ui, "press", "Press")) ++pressed;
    if (ui::checkbox(ui, "on", "On", on)) on = !on;
    ui::button(ui, "off", "Off", ui::ButtonLook::kPlain, {.enabled = false});
    table.draw(ui);
  });
  request("press", ui::Request::kPress);
  EXPECT_EQ(pressed, 1);
  EXPECT_TRUE(find(tree(), "press")->has(State::kFocused));
  request("on", ui::Request::kFocus);
  EXPECT_FALSE(on);
  request("on", ui::Request::kPress);
  EXPECT_TRUE(find(tree(), "on")->has(State::kChecked));
  request("off", ui::Request::kPress);
  request("nowhere", ui::Request::kPress);
  EXPECT_EQ(pressed, 1);
  request("g/cell/1/2", ui::Request::kPress);
  const Tree now = tree();
  EXPECT_EQ(now.at(now.focus()).widget.id, "g/cell/1/2");
  EXPECT_TRUE(now.at(now.focus()).has(State::kSelected));
}

// In a field, and in a cell that is typed over.
TEST_F(TreeTest, TheCaretIsToldWhereItMoves) {
  Numbers5 table;
  table.options.editable = true;
  std::string words;
  begin([&](ui::Context& ui) {
    (void)ui::text_field(ui, "words", words, "Words");
    table.draw(ui);
  });
  EXPECT_EQ(find(tree(), "words")->widget.caret, -1) << "nobody types into it";
  const auto moved = [&](std::string_view id, ui::Key key) {
    const Tree before = tree();
    driver->key(key);
    driver->settle();
    const Tree after = tree();
    std::vector<int> places;
    for (const Change& change : changes(before, after)) {
      if (change.kind != Change::Kind::kCaret) continue;
      EXPECT_EQ(change.number, find(after, id)->number);
      places.push_back(change.index);
    }
    return places;
  };
  request("words", ui::Request::kFocus);
  driver->type("h\u00E9lo");
  driver->settle();
  EXPECT_EQ(find(tree(), "words")->widget.caret, 4) << "characters, not bytes";
  EXPECT_EQ(moved("words", ui::Key::kLeft), std::vector<int>{3});
  EXPECT_EQ(moved("words", ui::Key::kHome), std::vector<int>{0});
  EXPECT_TRUE(moved("words", ui::Key::kHome).empty()) << "it stays";
  driver->double_click("g/cell/1/2");
  driver->settle();
  driver->type("12");
  driver->settle();
  EXPECT_EQ(find(tree(), "g/edit")->widget.caret, 2);
  EXPECT_EQ(moved("g/edit", ui::Key::kLeft), std::vector<int>{1});
}

TEST_F(TreeTest, EachTableHasItsOwnHeaders) {
  Numbers5 shown;
  Numbers5 below{.options = {.name = "output", .row_headers = false, .column_headers = false}};
  begin([&](ui::Context& ui) {
    shown.draw(ui);
    const ui::GridData data{2, 3, [](std::int64_t, std::int64_t) { return 1.0F; }};
    (void)ui::grid(ui, "below", data, {700, 80}, below.state, below.options);
    const ui::GridData one{2, 1, [](std::int64_t, std::int64_t) { return 1.0F; }};
    below.options.name = "mean";
    (void)ui::grid(ui, "mean", one, {100, 80}, below.state, below.options);
    below.options.name = "output";
  });
  const Tree now = tree();
  for (const std::string_view id : {"g", "below"}) {
    const Node& grid = *find(now, id);
    for (const ui::TablePlace place : {ui::TablePlace{-1, 2}, ui::TablePlace{1, -1}}) {
      ASSERT_GE(now.find(grid, place), 0) << id;
      EXPECT_EQ(now.at(now.find(grid, place)).name, place.row < 0 ? "column 2" : "row 1") << id;
    }
  }
  const Node& mean = *find(now, "mean");
  ASSERT_GE(now.find(mean, {-1, 0}), 0);
  EXPECT_EQ(now.at(now.find(mean, {-1, 0})).name, "mean");
}

TEST_F(TreeTest, BehindADialogNothingIsPressedAndAListCloses) {
  int pressed = 0;
  constexpr std::array<std::string_view, 2> kRows = {"one", "two"};
  std::size_t chosen = 0;
  bool opens = false;
  begin([&](ui::Context& ui) {
    if (ui::button(ui, "press", "Press")) ++pressed;
    if (const auto row = ui::choice(ui, "choice", kRows, chosen)) chosen = *row;
    if (std::exchange(opens, false)) ui::open_popup(ui, "dialog");
    if (ui::Dialog dialog(ui, "dialog", "A question", 300); dialog) {
      if (ui::button(ui, "dialog/close", "Close")) dialog.close();
    }
  });
  request("choice", ui::Request::kPress);
  const Tree list = tree();
  ASSERT_NE(find(list, "choice/1"), nullptr);
  EXPECT_EQ(list.at(find(list, "choice/1")->whole).widget.id, "choice/list");
  request("choice/1", ui::Request::kPress);
  EXPECT_EQ(chosen, 1U);
  request("choice", ui::Request::kPress);
  request("press", ui::Request::kPress);
  EXPECT_EQ(pressed, 1) << "as a click does, it closes the list and presses";
  EXPECT_FALSE(driver->has("choice/1"));
  opens = true;
  driver->shell().pacing().activity();
  driver->settle();
  const Tree open = tree();
  EXPECT_EQ(find(open, "dialog")->name, "A question");
  EXPECT_EQ(find(open, "dialog")->role.name, "dialog");
  request("press", ui::Request::kPress);
  EXPECT_EQ(pressed, 1);
  request("dialog/close", ui::Request::kPress);
  EXPECT_FALSE(driver->has("dialog/close"));
}

TEST_F(TreeTest, WhatChangedIsToldOnce) {
  bool on = false;
  bool error = false;
  begin([&](ui::Context& ui) {
    if (ui::checkbox(ui, "on", "On", on)) on = !on;
    if (error) ui::paragraph(ui, "That is no number.", ui::Tone::kError, "trouble");
  });
  const Tree before = tree();
  EXPECT_TRUE(changes(before, before).empty());
  error = true;
  request("on", ui::Request::kPress);
  const Tree after = tree();
  const std::vector<Change> all = changes(before, after);
  const auto of = [&](Change::Kind kind, std::string_view id) {
    return std::ranges::count_if(all, [&](const Change& change) {
      return change.kind == kind && change.number == (id.empty() ? 0 : find(after, id)->number);
    });
  };
  EXPECT_EQ(of(Change::Kind::kCame, ""), 1) << "the sentence, in the window";
  EXPECT_EQ(of(Change::Kind::kTold, "trouble"), 1);
  EXPECT_EQ(of(Change::Kind::kState, "on"), 2) << "checked, and focused";
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all.back().state, State::kFocused);
  EXPECT_TRUE(all.back().on) << "the focus comes last";
  EXPECT_EQ(find(before, "on")->number, find(after, "on")->number) << "a widget keeps its number";
}

TEST_F(TreeTest, WhileNobodyReadsNothingIsDescribed) {
  Numbers5 table;
  begin([&](ui::Context& ui) { table.draw(ui); });
  EXPECT_FALSE(driver->shell().map().widgets().empty());
  driver->shell().map().turn_on();
  driver->shell().map().let_read(false);
  EXPECT_TRUE(driver->shell().map().on()) << "the map of tests and scripts stays";
  ui::UiMap map;
  EXPECT_FALSE(map.on());
  map.let_read(true);
  EXPECT_TRUE(map.on());
  map.let_read(false);
  EXPECT_FALSE(map.on());
}

}  // namespace
}  // namespace normscope::accessibility
