// SPDX-License-Identifier: MIT
// The hover card comes to a resting pointer only, beside its widget, and never to what is in use.
#include "app/ui/widgets/hover_card.hpp"

#include <gtest/gtest.h>

#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::ui {
namespace {

using testing::Driver;

constexpr Help kHelp{.title = "Title", .what = "What this is, in a sentence of some length."};

// Two widgets, somewhere in the window.
struct Page {
  ImVec2 at{40, 40};
  ImVec2 size{200, 60};
  bool off = false;
  void draw(Context& ui) const {
    ui.hover.off = off;
    ImGui::SetCursorPos(at);
    area(ui, "a", size, {.kind = "button"}, {.help = kHelp});
    ImGui::SetCursorPos({at.x, at.y > 300 ? at.y - 100 : at.y + 100});
    area(ui, "b", {30, 30}, {.kind = "button"}, {.help = kHelp});
  }
  Driver driver() const {
    return Driver([this](Context& ui) { draw(ui); });
  }
};

// Moves the pointer by a little, staying on the widget.
void nudge(Driver& driver, float by) {
  const Rect rect = driver.widget("a").rect;
  driver.shell().input().pointer(rect.x + rect.w / 2 + by, rect.y + rect.h / 2);
  driver.shell().pacing().activity();
  driver.settle();
}

TEST(Hover, WaitsUntilThePointerIsHeldStill) {
  const Page page;
  Driver driver = page.driver();
  driver.hover("a");
  for (int i = 1; i <= 5; ++i) {
    driver.wait(0.4);
    EXPECT_FALSE(driver.has("help")) << "it moves every 0.4 s";
    nudge(driver, static_cast<float>(i));
  }
  driver.wait(0.5);
  EXPECT_FALSE(driver.has("help"));
  driver.wait(0.3);
  ASSERT_TRUE(driver.has("help"));
  nudge(driver, -4);
  EXPECT_TRUE(driver.has("help")) << "a card that is read does not flicker";
}

TEST(Hover, NoCardOverAWidgetInUseUntilThePointerWasElsewhere) {
  const Page page;
  Driver driver = page.driver();
  driver.click("a");
  driver.wait(2);
  EXPECT_FALSE(driver.has("help")) << "just clicked";
  nudge(driver, 6);
  driver.wait(2);
  EXPECT_FALSE(driver.has("help")) << "still on it";
  driver.hover("b");
  driver.wait(1);
  ASSERT_TRUE(driver.has("help"));
  EXPECT_EQ(driver.widget("help").value, "b");
  driver.hover("a");
  driver.wait(1);
  ASSERT_TRUE(driver.has("help"));
  EXPECT_EQ(driver.widget("help").value, "a");
  driver.key(Key::k5);
  EXPECT_FALSE(driver.has("help")) << "typed into";
  driver.wait(2);
  EXPECT_FALSE(driver.has("help"));
}

TEST(Hover, NoCardWhileDraggedNorAfter) {
  const Page page;
  Driver driver = page.driver();
  driver.hold_and_move("a", 20);
  driver.wait(2);
  EXPECT_FALSE(driver.has("help"));
  driver.release();
  driver.wait(2);
  EXPECT_FALSE(driver.has("help"));
}

TEST(Hover, TheCardLiesInTheWindowAndOffItsWidget) {
  const ImVec2 window{1280, 800};
  for (const ImVec2 at :
       {ImVec2{0, 0}, ImVec2{1080, 0}, ImVec2{0, 740}, ImVec2{1080, 740}, ImVec2{500, 400}}) {
    SCOPED_TRACE(::testing::Message() << at.x << ", " << at.y);
    const Page page{.at = at};
    Driver driver = page.driver();
    driver.hover("a");
    driver.wait(1);
    ASSERT_TRUE(driver.has("help"));
    const Rect card = driver.widget("help").rect;
    const Rect widget = driver.widget("a").rect;
    EXPECT_GE(card.x, 0);
    EXPECT_GE(card.y, 0);
    EXPECT_LE(card.x + card.w, window.x);
    EXPECT_LE(card.y + card.h, window.y);
    const bool apart = card.x >= widget.x + widget.w || card.x + card.w <= widget.x ||
                       card.y >= widget.y + widget.h || card.y + card.h <= widget.y;
    EXPECT_TRUE(apart);
  }
}

TEST(Hover, CanBeSwitchedOff) {
  Page page{.off = true};
  Driver driver = page.driver();
  driver.hover("a");
  driver.wait(2);
  EXPECT_FALSE(driver.has("help"));
  page.off = false;
  driver.hover("b");
  driver.wait(1);
  EXPECT_TRUE(driver.has("help"));
}

}  // namespace
}  // namespace normscope::ui
