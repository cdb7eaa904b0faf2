// SPDX-License-Identifier: MIT
// Every built-in lesson, read from its first to its last step by keys alone: questions are answered
// and acts are done, and no control of the lesson's column is far away.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/workspace/lesson_walk.hpp"
#include "tests/app/panels/lesson_reader.hpp"

namespace normscope::testing {
namespace {

using ui::Key;

constexpr ui::Modifiers kShift{.shift = true};

// Bounds on the number of keys.
constexpr int kColumn = 12;     // from the first control of a page to any other of the column
constexpr int kOnward = 2;      // of Tab, from an answered question to the next control
constexpr int kElsewhere = 80;  // of Tab or an arrow, to a control beside the lesson

struct LessonKeys : LessonReader {
  std::string focused() const { return driver->shell().focus().id(); }
  std::string region() const { return std::string(driver->shell().focus().region()); }
  bool is_visible(const std::string& id) const {
    return driver->has(id) && driver->widget(id).visible;
  }
  void press(Key key, ui::Modifiers with = {}) const {
    driver->key(key, with);
    if (application->workspace().stale()) settle();
  }

  // Presses the key until this is so.
  template <class Done>
  void press_until(Key key, const std::string& what, const Done& done) const {
    for (int i = 0; i < kElsewhere && !done(); ++i) press(key);
    ASSERT_TRUE(done()) << "no key leads to " << what << ", but to " << focused();
  }

  static std::string region_of(const std::string& id) {
    const std::string first = id.substr(0, id.find('/'));
    return first == "inputs" ? "stage" : first;
  }

  // The control itself, or the part of it that Tab stops at.
  bool is_at(const std::string& id) const {
    const std::string now = focused();
    return now == id || (now.starts_with(id + "/") && now.substr(id.size() + 1).size() == 1);
  }

  void go_to(const std::string& id) const {
    if (!driver->shell().focus().in_popup()) {
      press_until(Key::kF6, "the region of " + id, [&] { return region() == region_of(id); });
    }
    tab_until(id, [&] { return is_at(id); });
  }

  // By Tab to the end of the region, and then back.
  template <class Done>
  void tab_until(const std::string& what, const Done& done) const {
    const std::string here = region();
    for (int i = 0; i < kElsewhere && !done() && region() == here; ++i) press(Key::kTab);
    for (int i = 0; i < kElsewhere && !done(); ++i) press(Key::kTab, kShift);
    ASSERT_TRUE(done()) << "no Tab leads to " << what << ", but to " << focused();
  }

  // Goes to a member of a group, of segments or of the strip: "stage/strip/mean".
  void go_to_part(const std::string& id) const {
    const std::string whole = id.substr(0, id.rfind('/'));
    press_until(Key::kF6, "the region of " + id, [&] { return region() == region_of(id); });
    tab_until(whole, [&] { return focused().starts_with(whole + "/"); });
    for (const Key key : {Key::kLeft, Key::kRight}) {
      for (int i = 0; i < kElsewhere && focused() != id; ++i) {
        const std::string before = focused();
        press(key);
        if (focused() == before) break;
      }
    }
    EXPECT_EQ(focused(), id);
  }

  // "stage/input/cell/0/4" is a cell of the grid "stage/input".
  static std::optional<document::Selection> cell_of(const std::string& id) {
    const std::size_t cell = id.find("/cell/");
    if (cell == std::string::npos) return std::nullopt;
    const std::size_t between = id.rfind('/');
    return document::Selection{std::stoll(id.substr(cell + 6, between - cell - 6)),
                               std::stoll(id.substr(between + 1))};
  }
  void go_to_cell(const std::string& id) const {
    const document::Selection cell = *cell_of(id);
    go_to(id.substr(0, id.find("/cell/")));
    press(Key::kHome, {.ctrl = true});
    for (std::int64_t i = 0; i < cell.row; ++i) press(Key::kDown);
    for (std::int64_t i = 0; i < cell.column; ++i) press(Key::kRight);
    EXPECT_TRUE(driver->widget(id).focused) << id;
  }

  void write(const std::string& text) const {
    driver->type(text);
    press(Key::kEnter);
  }

  void click(const std::string& id) const {
    if (id.starts_with("menu/")) {
      open_menu(id);
    } else if (cell_of(id)) {
      go_to_cell(id);
    } else if (id.starts_with("stage/strip/")) {
      go_to_part(id);
      press(Key::kEnter);
    } else {
      go_to(id);
      press(Key::kEnter);
    }
  }

  // A menu of the bar, and then a row of it.
  void open_menu(const std::string& id) const {
    if (std::ranges::count(id, '/') == 1) {
      press(Key::kF10);
      press_until(Key::kRight, id, [&] { return is_open(id); });
    } else {
      press_until(Key::kDown, id, [&] { return focused() == id; });
      press(Key::kEnter);
    }
  }
  bool is_open(const std::string& menu) const {
    return std::ranges::any_of(driver->shell().map().widgets(), [&](const ui::Widget& widget) {
      return widget.id.starts_with(menu + "/");
    });
  }

  void choose(const std::string& id, const std::string& row) const {
    go_to(id);
    const bool list = focused() == id;
    if (list) press(Key::kEnter);
    const auto wanted = [&](const std::string& text) {
      return text == row || text.starts_with(row + " ");
    };
    for (int i = 0; driver->has(fmt::format("{}/{}", id, i)); ++i) {
      const std::string place = fmt::format("{}/{}", id, i);
      if (!wanted(driver->widget(place).text)) continue;
      if (!list) return go_to_part(place);
      press_until(Key::kDown, place, [&] { return focused() == place; });
      return press(Key::kEnter);
    }
    ADD_FAILURE() << id << " has no row " << row;
  }

  void act(const std::string& action) const {
    SCOPED_TRACE(action);
    const auto [verb, all, id, rest] = parts_of(action);
    if (verb == "click") {
      click(all);
    } else if (verb == "choose") {
      choose(id, rest);
    } else if (verb == "edit") {
      go_to_cell(id);
      write(rest);
    } else if (verb == "type") {
      go_to(id);
      write(rest);
    } else if (verb == "drag" && rest.find(' ') != std::string::npos) {
      go_to_cell(id);
      write(rest.substr(rest.find(' ') + 1));
    } else if (verb == "drag") {
      go_to(id);
      for (int i = 0; i < 5; ++i) press(Key::kRight, kShift);
    } else if (all == "ctrl+z") {
      press(Key::kZ, {.ctrl = true});
    } else if (all == "escape") {
      press(Key::kEscape);
    } else if (all == "f3") {
      press(Key::kF3);
    } else {
      ADD_FAILURE() << "no such action";
    }
  }

  void back_to_text() const {
    if (region() != "lesson") press(Key::kL, {.ctrl = true});
    ASSERT_EQ(region(), "lesson");
  }

  // Within the column only Tab and arrows are used.
  void go_in_column(const std::string& id) const {
    for (const ui::Modifiers with : {ui::Modifiers{}, kShift}) {
      for (int i = 0; i < kColumn && focused() != id && region() == "lesson"; ++i) {
        press(Key::kTab, with);
      }
      if (region() != "lesson") press(Key::kTab, kShift);
      if (focused() == id) break;
    }
    ASSERT_EQ(focused(), id);
    EXPECT_TRUE(is_visible(id)) << id;
  }

  void answer(const lessons::Prediction& prediction, const std::string& id) const {
    if (const auto* number = std::get_if<lessons::NumberQuestion>(&prediction.question)) {
      go_in_column(id + "/field");
      write(fmt::format("{}", number->value));
    } else if (const auto* choices = std::get_if<lessons::ChoiceQuestion>(&prediction.question)) {
      go_in_column(id + "/choice/0");
      for (std::size_t i = 0; !choices->choices[i].right; ++i) press(Key::kDown);
      press(Key::kEnter);
    } else {
      const document::Selection cell = std::get<lessons::CellQuestion>(prediction.question).cell;
      select(cell);
      back_to_text();
      go_in_column(id + "/answer");
      press(Key::kEnter);
    }
  }

  // On the first table of the sheet that has the cell; in a wide one from the row's beginning.
  void select(document::Selection cell) const {
    const std::string end = fmt::format("/cell/{}/{}", cell.row, cell.column);
    const auto& widgets = driver->shell().map().widgets();
    const auto on_sheet = std::ranges::find_if(widgets, [&](const ui::Widget& widget) {
      return widget.visible && widget.id.starts_with("stage/") && widget.id.ends_with(end);
    });
    if (on_sheet != widgets.end()) {
      go_to_cell(std::string(on_sheet->id));
    } else {
      go_to_cell(fmt::format("stage/input/cell/{}/0", cell.row));
      for (std::int64_t at = 0; at < cell.column; ++at) press(Key::kRight);
    }
    EXPECT_EQ(document().selection, cell);
  }

  void take_prediction(std::size_t index) const {
    const std::string id = fmt::format("lesson/predict/{}", index);
    SCOPED_TRACE(id);
    answer(step().predictions[index], id);
    ASSERT_TRUE(driver->has(id + "/verdict"));
    EXPECT_TRUE(is_visible(id + "/verdict"));
    EXPECT_TRUE(driver->widget(id + "/verdict").text.starts_with("Right"));
    ASSERT_EQ(region(), "lesson");
    EXPECT_EQ(focused().find("/number/"), std::string::npos) << focused();
    if (document().lesson.step < lesson().last_step()) {
      EXPECT_NE(focused(), "lesson/back") << "what follows is Next";
    }
    EXPECT_GT(driver->widget(focused()).rect.y, driver->widget(id + "/verdict").rect.y);
    // The next control may be out of sight below a long verdict: then Tab shows it.
    const std::string next = focused();
    int tabs = 0;
    for (; tabs < kOnward && !is_visible(focused()); ++tabs) press(Key::kTab);
    EXPECT_TRUE(is_visible(focused()));
    EXPECT_EQ(focused(), next);
  }

  void do_act(std::size_t index) const {
    const std::string id = fmt::format("lesson/act/{}", index);
    SCOPED_TRACE(id);
    go_in_column(id);
    press(Key::kEnter);
    EXPECT_NE(region(), "lesson") << "Enter goes to where the act is done";
    for (const std::string& action : actions_of(index)) act(action);
    EXPECT_EQ(driver->widget(id).checked, true) << driver->widget(id).text;
    back_to_text();
    EXPECT_EQ(focused(), id) << "where one was in the text";
  }

  // Walks through the column from its first control on.
  void check_column() const {
    std::vector<std::string> ids;
    for (int tabs = 0; region() == "lesson" && tabs <= 2 * kColumn; ++tabs) {
      ids.push_back(focused());
      EXPECT_TRUE(is_visible(focused()) || tabs == 0) << focused();
      EXPECT_LE(tabs, kColumn) << focused();
      for (int arrows = 0; focused().find("/number/") != std::string::npos; ++arrows) {
        const std::string at = focused();
        press(Key::kDown);
        EXPECT_LE(tabs + arrows, kColumn) << at;
        if (focused() == at) break;
      }
      press(Key::kTab);
    }
    const std::string last = document().lesson.step < lesson().last_step() ? "next"
                             : lesson().next.empty()                       ? "all"
                                                                           : "go-on";
    EXPECT_EQ(ids.back(), "lesson/" + last);
    press(Key::kTab, kShift);
    EXPECT_EQ(focused(), ids.back());
  }

  // What the cells up to this step print moves what stands below it.
  void wait_for_cells() const {
    const int step = document().lesson.step;
    ASSERT_TRUE(wait_for([this, step] {
      const auto& cells = application->workspace().cells;
      return cells == nullptr || std::ranges::none_of(cells->cells, [step](const auto& cell) {
               const auto& [place, result] = cell;
               return place.step <= step && (result->state == cells::CellState::kWaiting ||
                                             result->state == cells::CellState::kRunning);
             });
    }));
  }

  void read_step() const {
    SCOPED_TRACE(fmt::format("step {}, {}", document().lesson.step + 1, step().title));
    ASSERT_EQ(region(), "lesson");
    EXPECT_TRUE(is_visible("lesson/title")) << "a page begins at its top";
    wait_for_cells();
    check_column();
    for (const lessons::Block& block : step().blocks) {
      const auto index = static_cast<std::size_t>(block.number);
      if (block.kind == lessons::BlockKind::kPrediction) take_prediction(index);
      if (block.kind == lessons::BlockKind::kAct) do_act(index);
      if (block.kind == lessons::BlockKind::kHint) {
        const std::string id = fmt::format("lesson/hint/{}", index);
        go_in_column(id);
        press(Key::kSpace);
        EXPECT_TRUE(driver->has(id + "/text"));
      }
      if (HasFailure()) return;
    }
  }
};

TEST_P(LessonKeys, ALessonIsReadByKeysAlone) {
  press(Key::kF10);
  press_until(Key::kRight, "the menu", [&] { return is_open("menu/lesson"); });
  const std::string row = "menu/lesson/open-" + GetParam();
  press_until(Key::kUp, row, [&] { return focused() == row; });
  press(Key::kEnter);
  ASSERT_NE(lesson_of(application->workspace()), nullptr);
  ASSERT_EQ(lesson().id, GetParam());
  for (int at = 0; at <= lesson().last_step(); ++at) {
    // From the text by its button, which is the last control but one, and from anywhere.
    if (at % 2 == 1) {
      go_in_column("lesson/next");
      press(Key::kEnter);
    } else if (at > 0) {
      press(Key::kPageDown, {.ctrl = true});
    }
    ASSERT_EQ(document().lesson.step, at);
    read_step();
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Builtin, LessonKeys, ::testing::ValuesIn(LessonReader::builtin_ids()),
                         LessonReader::name_of);

}  // namespace
}  // namespace normscope::testing
