// SPDX-License-Identifier: MIT
// Frames are drawn after activity only.
#include "app/ui/pacing.hpp"

#include <gtest/gtest.h>

#include "app/ui/widgets/layout.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::ui {
namespace {

using testing::Driver;

constexpr double kMinute = 60;

TEST(Pacing, AnActivityBuysThreeFrames) {
  Pacing pacing;
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(pacing.due(0));
    pacing.drawn();
  }
  EXPECT_FALSE(pacing.due(0));
  pacing.activity();
  pacing.drawn();
  pacing.activity();  // restarts the count of three, does not add
  for (int i = 0; i < 3; ++i) pacing.drawn();
  EXPECT_FALSE(pacing.due(0));
  EXPECT_EQ(pacing.frames(), 7U);
}

TEST(Pacing, TheEarliestWishCounts) {
  Pacing pacing;
  pacing.skip();
  EXPECT_EQ(pacing.wait(0), std::nullopt);
  pacing.wake_at(5);
  pacing.wake_at(3);
  pacing.wake_at(4);
  EXPECT_EQ(pacing.wait(1), 2.0);
  EXPECT_FALSE(pacing.due(2.9));
  EXPECT_TRUE(pacing.due(3));
  pacing.skip();
  EXPECT_EQ(pacing.wait(3), std::nullopt);
}

TEST(Pacing, OfOutdatedFramesEverySecondIsShown) {
  Pacing pacing;
  EXPECT_TRUE(pacing.shows_frame());
  pacing.outdate();
  EXPECT_FALSE(pacing.shows_frame());
  pacing.outdate();
  EXPECT_TRUE(pacing.shows_frame());
  pacing.outdate();
  EXPECT_FALSE(pacing.shows_frame());
  EXPECT_TRUE(pacing.shows_frame());
  EXPECT_TRUE(pacing.shows_frame());
}

TEST(Pacing, TheLastFrameIsNotLeftOut) {
  Pacing pacing;
  for (int i = 0; i < Pacing::kFramesPerActivity; ++i) pacing.drawn();
  pacing.outdate();
  EXPECT_FALSE(pacing.shows_frame());
  EXPECT_TRUE(pacing.due(0));
  pacing.drawn();
  EXPECT_TRUE(pacing.shows_frame());
  EXPECT_FALSE(pacing.due(0));
}

TEST(Pacing, AnIdleMinuteDrawsNothing) {
  Driver driver([](Context& ui) { button(ui, "a", "A"); });
  const auto before = driver.frames();
  driver.wait(kMinute);
  EXPECT_EQ(driver.frames(), before);
}

TEST(Pacing, AFieldBeingEditedDrawsNothing) {
  std::string text = "abc";
  Driver driver([&](Context& ui) { text_field(ui, "field", text); });
  driver.click("field");
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  driver.wait(1);
  const auto before = driver.frames();
  driver.wait(kMinute);
  EXPECT_EQ(driver.frames(), before);
  EXPECT_TRUE(ImGui::GetIO().WantTextInput);
}

TEST(Pacing, AHoverCardComesWithoutAnotherMoveAndThenRests) {
  Driver driver([](Context& ui) {
    button(ui, "a", "A", ButtonLook::kPlain, {.help = {.title = "Title", .what = "What it is."}});
  });
  driver.hover("a");
  EXPECT_FALSE(driver.has("help"));
  driver.wait(1);
  ASSERT_TRUE(driver.has("help"));
  EXPECT_EQ(driver.widget("help").text, "Title");
  EXPECT_EQ(driver.widget("help").value, "a");
  const auto before = driver.frames();
  driver.wait(kMinute);
  EXPECT_EQ(driver.frames(), before);
}

}  // namespace
}  // namespace normscope::ui
