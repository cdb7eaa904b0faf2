// SPDX-License-Identifier: MIT
// The window by keys alone: Tab reaches every control of the window and of each dialog, the menus
// lead to every dialog, and a dialog gives the focus back.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/tensor_file.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

using ui::Key;
using Ids = std::vector<std::string>;

// Numbers and texts that are fields have a value.
bool is_field(const ui::Widget& widget) {
  return (widget.kind == "text" || widget.kind == "number") && widget.value.has_value();
}

bool is_control(const ui::Widget& widget) {
  constexpr std::array<std::string_view, 7> kKinds{"button", "checkbox", "choice", "slider",
                                                   "toggle", "list",     "grid"};
  return widget.enabled &&
         (is_field(widget) || std::ranges::find(kKinds, widget.kind) != kKinds.end());
}

// Those of which Tab stops at one, and arrows lead on: the chosen segment, the first row. The rows
// of a grid are the grid's own.
bool is_part(const ui::Widget& widget) {
  const bool row = widget.kind == "row" && !widget.id.starts_with("stage/");
  return widget.enabled && (widget.kind == "segment" || row);
}

std::string parent_of(const std::string& id) {
  return id.substr(0, id.rfind('/'));
}

struct KeyboardWalkTest : public ApplicationTest {
  void key(Key key, ui::Modifiers with = {}) const {
    driver->key(key, with);
    driver->shell().pacing().activity();
    driver->settle();
  }
  std::string focused() const {
    for (const ui::Widget& widget : driver->shell().map().widgets()) {
      if (widget.focused) return widget.id;
    }
    return {};
  }
  // The widgets of the dialog or menu that is open, or of the whole window.
  std::vector<ui::Widget> widgets() const {
    const std::vector<ui::Widget>& all = driver->shell().map().widgets();
    auto from = all.begin();
    for (auto at = all.begin(); at != all.end(); ++at) {
      if (at->kind == "popup") from = at + 1;
    }
    return {from, all.end()};
  }
  // Whether a dialog or a menu is open.
  bool in_popup() const {
    return std::ranges::any_of(driver->shell().map().widgets(),
                               [](const ui::Widget& widget) { return widget.kind == "popup"; });
  }

  // Where Tab leads until it comes round again.
  std::set<std::string> walk() const {
    constexpr int kMost = 400;  // far more than there are controls
    std::set<std::string> seen;
    for (int i = 0; i < kMost; ++i) {
      // A field that completes what is typed has nothing to complete here.
      key(Key::kTab);
      const std::string now = focused();
      EXPECT_FALSE(now.empty()) << "Tab number " << i << " leads nowhere";
      if (now.empty()) return seen;
      // A field that is being edited has an edge of its own.
      EXPECT_TRUE(driver->shell().focus().ring() || is_field(driver->widget(now))) << now;
      EXPECT_TRUE(driver->widget(now).visible) << now << " is out of sight";
      if (!seen.insert(now).second) return seen;
    }
    ADD_FAILURE() << "Tab does not come round";
    return seen;
  }
  // Every control that is there was reached; of parts, one of those that belong together.
  void expect_all_reached(const std::set<std::string>& reached, std::string_view where) const {
    std::set<std::string> groups;
    for (const std::string& id : reached) groups.insert(parent_of(id));
    for (const ui::Widget& widget : widgets()) {
      if (is_control(widget) && !widget.id.starts_with("dialog/sort/")) {
        EXPECT_TRUE(reached.contains(widget.id)) << where << ": " << widget.id;
      } else if (is_part(widget) && !widget.id.starts_with("dialog/file/")) {
        EXPECT_TRUE(groups.contains(parent_of(widget.id))) << where << ": " << widget.id;
      }
    }
  }
  // Walks through the open dialog and leaves it by Escape.
  void walk_dialog(std::string_view name, const std::string& before) const {
    SCOPED_TRACE(name);
    ASSERT_TRUE(in_popup());
    EXPECT_FALSE(focused().empty()) << "nothing has the focus at first";
    expect_all_reached(walk(), name);
    // A field that is being edited takes the first.
    for (int i = 0; i < 3 && in_popup(); ++i) key(Key::kEscape);
    EXPECT_FALSE(in_popup());
    EXPECT_EQ(focused(), before) << "the focus comes back";
  }

  // Chooses a row of a menu by keys.
  void choose(std::string_view menu, std::string_view row) const {
    key(Key::kF10);
    for (int i = 0; i < 5 && !driver->has("menu/" + std::string(row)); ++i) key(Key::kRight);
    ASSERT_TRUE(driver->has("menu/" + std::string(row))) << menu;
    for (int i = 0; i < 40 && focused() != "menu/" + std::string(row); ++i) key(Key::kDown);
    ASSERT_EQ(focused(), "menu/" + std::string(row));
    key(Key::kEnter);
  }
  // Puts the focus somewhere into the window.
  std::string begin() const {
    go_to_numbers();
    switch_centring();
    driver->settle();
    return focused();
  }

  TemporaryFolder folder;
};

TEST_F(KeyboardWalkTest, TabReachesEveryControlOfTheWindow) {
  expect_all_reached(walk(), "the start page");
  key(Key::kF10);
  key(Key::kEscape);
  driver->click("welcome/close");
  driver->settle();
  expect_all_reached(walk(), "the stage");
}

TEST_F(KeyboardWalkTest, BackwardsTheSameWay) {
  const std::set<std::string> forwards = walk();
  std::set<std::string> backwards;
  for (std::size_t i = 0; i < forwards.size(); ++i) {
    key(Key::kTab, {.shift = true});
    backwards.insert(focused());
  }
  EXPECT_EQ(backwards, forwards);
}

TEST_F(KeyboardWalkTest, EachMenuIsWalkedByArrows) {
  for (const std::string_view menu : {"file", "edit", "view", "lesson", "help"}) {
    SCOPED_TRACE(menu);
    const std::string list = "menu/" + std::string(menu) + "/list";
    key(Key::kF10);
    for (int i = 0; i < 5 && !driver->has(list); ++i) key(Key::kRight);
    ASSERT_TRUE(driver->has(list));
    std::set<std::string> reached;
    for (int i = 0; i < 60 && reached.insert(focused()).second; ++i) key(Key::kDown);
    for (const ui::Widget& widget : widgets()) {
      if (!widget.enabled || widget.kind != "row" || !widget.id.starts_with("menu/")) continue;
      EXPECT_TRUE(reached.contains(widget.id)) << widget.id;
    }
    key(Key::kEscape);
    EXPECT_FALSE(in_popup());
  }
}

TEST_F(KeyboardWalkTest, DialogsOfTheMenus) {
  const std::string before = begin();
  struct Way {
    std::string_view menu;
    std::string_view row;
  };
  for (const Way way : {Way{"file", "file/open"},
                        {"file", "file/save-as"},
                        {"file", "file/export"},
                        {"file", "file/save-numbers"},
                        {"edit", "edit/explain-output"},
                        {"edit", "edit/verify"},
                        {"help", "help/shortcuts"},
                        {"help", "help/about"}}) {
    choose(way.menu, way.row);
    // The answer of PyTorch changes what there is to walk over.
    ASSERT_TRUE(wait_for([&] { return !driver->has("verify/stop"); }));
    walk_dialog(way.row, before);
  }
}

TEST_F(KeyboardWalkTest, TheQuestionAboutChanges) {
  const std::string before = begin();
  key(Key::kN, kCtrl);
  walk_dialog("unsaved changes", before);
}

TEST_F(KeyboardWalkTest, TheHandoutOfALesson) {
  driver->click("welcome/lesson/first-look");
  driver->settle();
  const std::string before = begin();
  choose("lesson", "lesson/handout");
  walk_dialog("handout", before);
}

TEST_F(KeyboardWalkTest, TheQuestionAboutReplacingAFile) {
  ASSERT_TRUE(io::write_tensor(folder / "y.npy", make({1}, {1})));
  const std::string before = begin();
  choose("file", "file/save-numbers");
  driver->replace_text("numbers/path", (folder / "y.npy").string());
  driver->click("numbers/accept");
  driver->settle();
  ASSERT_TRUE(driver->has("dialog/replace/words"));
  expect_all_reached(walk(), "replace");
  key(Key::kEscape);
  EXPECT_FALSE(driver->has("dialog/replace/words"));
  EXPECT_EQ(focused(), "numbers/accept") << "the focus comes back";
  key(Key::kEscape);
  EXPECT_EQ(focused(), before);
}

TEST_F(KeyboardWalkTest, ATableIsCorrectedByKeys) {
  write_file(folder / "t.csv", "a;b\n1,5;2\n3;4,25\n");
  const std::string before = begin();
  ASSERT_TRUE(application->open_or_ask(folder / "t.csv"));
  driver->shell().pacing().activity();
  driver->settle();
  ASSERT_TRUE(driver->has("table/accept"));
  walk_dialog("table", before);
}

TEST_F(KeyboardWalkTest, ArraysAreChosenByKeys) {
  const auto x = make({2, 3}, {1, 2, 3, 4, 5, 7});
  const auto gamma = make({3}, {1, 2, 3});
  const std::vector<io::NamedTensor> named{{"ln.input", &x}, {"ln.weight", &gamma}};
  ASSERT_TRUE(io::write_archive(folder / "m.safetensors", named));
  const std::string before = begin();
  ASSERT_TRUE(application->open_or_ask(folder / "m.safetensors"));
  driver->shell().pacing().activity();
  driver->settle();
  ASSERT_TRUE(driver->has("arrays/accept"));
  walk_dialog("arrays", before);
}

// The rows of places and the names of columns are one stop of Tab each.
TEST_F(KeyboardWalkTest, ArrowsLeadWithinTheGroupsOfTheFileBrowser) {
  key(Key::kO, kCtrl);
  for (const auto& [first, next] : {std::pair("dialog/place/0", "dialog/place/1"),
                                    std::pair("dialog/sort/name", "dialog/sort/size")}) {
    for (int i = 0; i < 20 && focused() != first; ++i) key(Key::kTab);
    ASSERT_EQ(focused(), first);
    key(std::string_view(first).find("place") != std::string_view::npos ? Key::kDown : Key::kRight);
    EXPECT_EQ(focused(), next);
  }
  key(Key::kEnter);
  EXPECT_EQ(driver->widget("dialog/sort/size").value, "falling");
  EXPECT_EQ(focused(), "dialog/sort/size");
}

// From the field and from the list alike, and as the list of shortcuts says.
TEST_F(KeyboardWalkTest, AListOfFilesIsSortedByKeys) {
  key(Key::kO, kCtrl);
  const auto order = [&](const std::string& column) {
    return driver->widget("dialog/sort/" + column).value.value_or("");
  };
  ASSERT_EQ(focused(), "dialog/path");
  key(Key::k2, kCtrl);
  EXPECT_EQ(order("size"), "falling");
  key(Key::k2, kCtrl);
  EXPECT_EQ(order("size"), "rising");
  for (int i = 0; i < 20 && focused() != "dialog/files"; ++i) key(Key::kTab);
  key(Key::k3, kCtrl);
  EXPECT_EQ(order("time"), "falling");
  key(Key::k1, kCtrl);
  EXPECT_EQ(order("name"), "rising");
  for (int i = 0; i < 3 && in_popup(); ++i) key(Key::kEscape);

  key(Key::kF1);
  EXPECT_EQ(text("shortcuts/dialog/sort/keys"), "Ctrl+1, Ctrl+2, Ctrl+3");
}

TEST_F(KeyboardWalkTest, EnterInTheFieldOfAFileWritesTheFile) {
  const std::string before = begin();
  key(Key::kE, kCtrl);
  driver->replace_text("export/path", (folder / "f.svg").string());
  key(Key::kEnter);
  ASSERT_TRUE(wait_for([&] { return !driver->has("export/path"); }));
  EXPECT_TRUE(std::filesystem::exists(folder / "f.svg"));
  choose("file", "file/save-numbers");
  driver->replace_text("numbers/path", (folder / "y.npy").string());
  key(Key::kEnter);
  ASSERT_TRUE(wait_for([&] { return !driver->has("numbers/path"); }));
  EXPECT_TRUE(std::filesystem::exists(folder / "y.npy"));
  EXPECT_EQ(focused(), before);
}

// What is typed at once after the key that opens a dialog belongs to the dialog's field.
TEST_F(KeyboardWalkTest, TextTypedWhileADialogOpensIsNotLost) {
  struct Way {
    Key key;
    ui::Modifiers with;
    std::string_view field;
  };
  const std::string before = begin();
  for (const Way way : {Way{Key::kO, kCtrl, "dialog/path"},
                        {Key::kS, kCtrlShift, "dialog/path"},
                        {Key::kE, kCtrl, "export/path"}}) {
    ui::Input& input = driver->shell().input();
    input.key(way.key, true, way.with);
    input.key(way.key, false, {});
    for (const char32_t c : U"/abc") {
      if (c != 0) input.text(c);
    }
    driver->shell().pacing().activity();
    driver->settle();
    EXPECT_EQ(text(way.field), "/abc");
    for (int i = 0; i < 3 && in_popup(); ++i) key(Key::kEscape);
    EXPECT_EQ(focused(), before);
  }
}

// The same after a click, and nothing of it reaches the grid behind the dialog.
TEST_F(KeyboardWalkTest, TextTypedWithTheClickThatOpensADialogIsNotLost) {
  driver->hover("welcome/open");
  ui::Input& input = driver->shell().input();
  input.button(ui::Button::kLeft, true);
  input.button(ui::Button::kLeft, false);
  input.text(U'q');
  driver->shell().pacing().activity();
  driver->settle();
  EXPECT_EQ(text("dialog/path"), "q");
}

}  // namespace
}  // namespace normscope::testing
