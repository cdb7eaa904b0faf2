// SPDX-License-Identifier: MIT
// Splitters, dialogs and the status bar.
#include "app/ui/widgets/layout.hpp"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/ui/widgets/widgets.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::ui {
namespace {

using testing::Driver;

struct Columns {
  double left = 300;
  double right = 300;
  void draw(Context& ui) {
    { const Region region(ui, "left", {ui.px(static_cast<float>(left)), 0}); }
    ImGui::SameLine();
    left = splitter(ui, "split/left", Axis::kHorizontal, left,
                    {.low = 200, .high = 500, .initial = 320});
    ImGui::SameLine();
    right = splitter(ui, "split/right", Axis::kHorizontal, right,
                     {.low = 200, .high = 500, .initial = 320, .grows_backward = true});
  }
};

TEST(Splitter, ADragMovesItWithinItsBounds) {
  Columns columns;
  Driver driver([&](Context& ui) { columns.draw(ui); }, {.monitor_scale = 2});
  driver.drag("split/left", 100);
  EXPECT_NEAR(columns.left, 350, 1e-3);  // points of two pixels each
  driver.drag("split/left", -2000);
  EXPECT_EQ(columns.left, 200);
  driver.drag("split/right", 100);
  EXPECT_NEAR(columns.right, 250, 1e-3);
}

TEST(Splitter, KeysAndADoubleClick) {
  Columns columns;
  Driver driver([&](Context& ui) { columns.draw(ui); });
  driver.key(Key::kTab);
  driver.key(Key::kRight);
  EXPECT_EQ(columns.left, 316);
  driver.key(Key::kLeft);
  driver.key(Key::kLeft);
  EXPECT_EQ(columns.left, 284);
  driver.double_click("split/left");
  EXPECT_EQ(columns.left, 320);
}

TEST(Label, WhatStandsBesideItsControlIsNotLower) {
  constexpr std::array<std::string_view, 2> kRows = {"inside", "outside"};
  Driver driver([&](Context& ui) {
    label(ui, "Placement");
    (void)segments(ui, "placement", kRows, 0);
    label(ui, "Normalized");
    (void)button(ui, "first", "3");
    beside(ui);
    (void)button(ui, "second", "5");
  });
  EXPECT_EQ(driver.widget("placement/1").rect.y, driver.widget("placement/0").rect.y);
  EXPECT_EQ(driver.widget("second").rect.y, driver.widget("first").rect.y);
}

TEST(Dialog, EverythingElseWaits) {
  int behind = 0;
  bool closed = false;
  Driver driver([&](Context& ui) {
    behind += button(ui, "behind", "Behind") ? 1 : 0;
    if (button(ui, "open", "Open")) open_popup(ui, "dialog");
    if (Dialog dialog(ui, "dialog", "Open a file", 400); dialog) {
      if (button(ui, "dialog/ok", "OK")) {
        closed = true;
        dialog.close();
      }
    }
  });
  driver.click("open");
  EXPECT_EQ(driver.widget("dialog/title").text, "Open a file");
  driver.click("behind");
  EXPECT_EQ(behind, 0);
  ASSERT_TRUE(driver.has("dialog"));
  driver.click("dialog/ok");
  EXPECT_TRUE(closed);
  EXPECT_FALSE(driver.has("dialog"));
  driver.click("behind");
  EXPECT_EQ(behind, 1);
}

TEST(Dialog, AClickBesideItKeepsTheFocusAndTheEdit) {
  std::string path = "a";
  bool fresh = false;
  int accepted = 0;
  Driver driver([&](Context& ui) {
    (void)button(ui, "behind", "Behind");
    if (button(ui, "open", "Open")) {
      open_popup(ui, "dialog");
      fresh = true;
    }
    if (Dialog dialog(ui, "dialog", "Open a file", 400); dialog) {
      if (std::exchange(fresh, false)) ui.focus.set("dialog/path");
      accepted += text_field(ui, "dialog/path", path).submitted ? 1 : 0;
      (void)button(ui, "dialog/ok", "OK");
    }
  });
  driver.click("open");
  driver.key(Key::kEnd);
  driver.type("b");
  driver.click("behind");
  driver.click_at({5, 700});
  EXPECT_TRUE(driver.widget("dialog/path").focused);
  driver.type("c");
  EXPECT_EQ(path, "abc") << "what was being typed goes on";
  const Rect dialog = driver.widget("dialog").rect;
  driver.click_at({dialog.x + dialog.w - 3, dialog.y + dialog.h - 3});
  EXPECT_TRUE(driver.widget("dialog/path").focused) << "nor does its own ground take it";
  driver.key(Key::kTab);
  EXPECT_TRUE(driver.widget("dialog/ok").focused);
  EXPECT_EQ(accepted, 0);
}

// ImGui darkens it in many frames, and a window that rests draws none.
TEST(Dialog, WhatIsBehindIsDarkAtOnce) {
  Driver driver([](Context& ui) {
    if (button(ui, "open", "Open")) open_popup(ui, "dialog");
    if (Dialog dialog(ui, "dialog", "Open a file", 400); dialog)
      (void)button(ui, "dialog/ok", "OK");
  });
  driver.click("open");
  EXPECT_EQ(ImGui::GetCurrentContext()->DimBgRatio, 1);
}

TEST(Popup, StaysInsideTheWindow) {
  Driver driver(
      [](Context& ui) {
        ImGui::SetCursorPos({580, 440});
        if (button(ui, "open", "Open")) open_popup(ui, "popup");
        if (const Popup popup(ui, "popup", 200); popup) {
          for (int i = 0; i < 5; ++i) menu_row(ui, "popup/" + std::to_string(i), "Row");
        }
      },
      {}, {640, 480});
  driver.click("open");
  const Rect rect = driver.widget("popup").rect;
  EXPECT_GE(rect.x, 0);
  EXPECT_GE(rect.y, 0);
  EXPECT_LE(rect.x + rect.w, 640);
  EXPECT_LE(rect.y + rect.h, driver.widget("open").rect.y + 1);
}

// The key has closed the popup when the press would.
TEST(Popup, IsClosedByAKeyAndAPressInOneFrame) {
  Driver driver([](Context& ui) {
    if (button(ui, "open", "Open")) open_popup(ui, "popup");
    if (const Popup popup(ui, "popup"); popup) menu_row(ui, "popup/row", "Row");
  });
  driver.click("open");
  ASSERT_TRUE(driver.has("popup"));
  Input& input = driver.shell().input();
  input.pointer(1200, 700);
  driver.shell().pacing().activity();
  driver.settle();
  input.key(Key::kEscape, true, {});
  input.button(Button::kLeft, true);
  input.button(Button::kLeft, false);
  input.key(Key::kEscape, false, {});
  driver.shell().pacing().activity();
  driver.settle();
  EXPECT_FALSE(driver.has("popup"));
  driver.click("open");
  EXPECT_TRUE(driver.has("popup"));
}

TEST(Popup, OfALongListScrollsToItsLastRow) {
  for (const float y : {100.0F, 380.0F}) {  // more room below, more room above
    int chosen = -1;
    Driver driver(
        [&](Context& ui) {
          ImGui::SetCursorPos({20, y});
          if (button(ui, "open", "Open")) open_popup(ui, "popup");
          if (const Popup popup(ui, "popup"); popup) {
            for (int i = 0; i < 40; ++i) {
              if (menu_row(ui, "popup/" + std::to_string(i), "Row")) chosen = i;
            }
          }
        },
        {}, {640, 480});
    driver.click("open");
    const Rect rect = driver.widget("popup").rect;
    EXPECT_GE(rect.y, 0) << y;
    EXPECT_LE(rect.y + rect.h, 480) << y;
    const Rect button = driver.widget("open").rect;
    EXPECT_TRUE(rect.y >= button.y + button.h || rect.y + rect.h <= button.y) << y;
    EXPECT_FALSE(driver.widget("popup/39").visible);
    driver.scroll("popup/0", -100);
    EXPECT_TRUE(driver.widget("popup/39").visible) << y;
    driver.click("popup/39");
    EXPECT_EQ(chosen, 39) << y;
  }
}

TEST(Popup, AClickOutsideClosesItAndGoesThrough) {
  int pressed = 0;
  double number = 1;
  Driver driver([&](Context& ui) {
    if (button(ui, "open", "Open")) open_popup(ui, "form");
    if (const Popup form(ui, "form", 200); form) {
      if (const auto typed = number_field(ui, "number", number)) number = *typed;
    }
    ImGui::SetCursorPos({600, 400});
    if (button(ui, "elsewhere", "Elsewhere")) ++pressed;
  });
  driver.click("open");
  driver.replace_text("number", "7");
  driver.click("elsewhere");
  EXPECT_FALSE(driver.has("form"));
  EXPECT_EQ(pressed, 1);
  EXPECT_EQ(number, 7) << "what was typed is taken over";
  EXPECT_TRUE(driver.widget("elsewhere").focused);
  // The button that opened it puts it away.
  driver.click("open");
  ASSERT_TRUE(driver.has("form"));
  driver.click("open");
  EXPECT_FALSE(driver.has("form"));
  driver.click("open");
  driver.click("number");
  EXPECT_TRUE(driver.has("form")) << "a click inside";
}

TEST(Popup, OfADialogIsClosedAlone) {
  std::size_t chosen = 0;
  int pressed = 0;
  Driver driver([&](Context& ui) {
    if (button(ui, "open", "Open")) open_popup(ui, "dialog");
    const Dialog dialog(ui, "dialog", "Choices", 400);
    if (!dialog) return;
    constexpr std::array<std::string_view, 2> kRows = {"one", "two"};
    if (const auto row = choice(ui, "choice", kRows, chosen)) chosen = *row;
    space(ui, 200);
    if (button(ui, "below", "Below")) ++pressed;
  });
  driver.click("open");
  driver.click("choice");
  ASSERT_TRUE(driver.has("choice/1"));
  driver.click("below");
  EXPECT_FALSE(driver.has("choice/1"));
  EXPECT_TRUE(driver.has("dialog"));
  EXPECT_EQ(pressed, 1);
  driver.click("choice");
  driver.click("open");
  EXPECT_TRUE(driver.has("dialog")) << "a dialog waits for its own buttons";
}

TEST(StatusBar, ItemsAreReportedAndNothingLeavesTheWindow) {
  Driver driver(
      [](Context& ui) {
        const std::array<StatusItem, 2> items = {
            StatusItem{.id = "batch", .text = "batch 2 × 5"},
            StatusItem{.id = "reason", .text = std::string(300, 'w'), .tone = Tone::kWarning}};
        status_bar(ui, items);
      },
      {}, {640, 480});
  EXPECT_EQ(driver.widget("status/batch").text, "batch 2 × 5");
  const Rect rect = driver.widget("status/reason").rect;
  EXPECT_LE(rect.x + rect.w, 640);
}

TEST(Dialog, OfAnyHeightLiesInTheWindowAndScrolls) {
  int rows = 2;
  const ImVec2 window{640, 400};
  Driver driver(
      [&](Context& ui) {
        if (button(ui, "open", "Open")) open_popup(ui, "dialog");
        if (const Dialog dialog(ui, "dialog", "Many rows", 900); dialog) {
          for (int i = 0; i < rows; ++i) button(ui, "dialog/" + std::to_string(i), "Row");
        }
      },
      {}, window);
  driver.click("open");
  for (const int count : {2, 60, 2}) {
    rows = count;
    driver.shell().pacing().activity();
    driver.settle();
    const Rect rect = driver.widget("dialog").rect;
    EXPECT_GE(rect.x, 0) << count;
    EXPECT_GE(rect.y, 0) << count;
    EXPECT_LE(rect.x + rect.w, window.x) << count;
    EXPECT_LE(rect.y + rect.h, window.y) << count;
  }
  EXPECT_LT(driver.widget("dialog").rect.h, window.y / 2) << "it is as high as its rows";
}

TEST(Dialog, IsNotShownWhereItsFormerSizeWouldPutIt) {
  int rows = 2;
  const ImVec2 window{640, 800};
  const auto draw = [&](Context& ui) {
    if (button(ui, "open", "Open")) open_popup(ui, "dialog");
    if (const Dialog dialog(ui, "dialog", "Some rows", 300); dialog) {
      for (int i = 0; i < rows; ++i) button(ui, "dialog/" + std::to_string(i), "Row");
    }
  };
  Driver driver(draw, {}, window);
  driver.click("open");
  rows = 12;
  Shell& shell = driver.shell();
  (void)shell.pacing().shows_frame();
  shell.pacing().activity();
  std::vector<Rect> shown;
  for (double time = 10; shell.pacing().due(time); time += 0.1) {
    ASSERT_TRUE(shell.frame(window, time, draw));
    if (shell.pacing().shows_frame()) shown.push_back(driver.widget("dialog").rect);
  }
  ASSERT_FALSE(shown.empty());
  const Rect last = shown.back();
  for (const Rect& rect : shown) {
    if (rect.h == last.h) {
      EXPECT_EQ(rect.y, last.y) << "a large dialog at the place of a small one";
    }
  }
}

}  // namespace
}  // namespace normscope::ui
