// SPDX-License-Identifier: MIT
// What is on the screen is not drawn again.
#include "app/ui/presented_frame.hpp"

#include <gtest/gtest.h>

#include "app/ui/widgets/layout.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::ui {
namespace {

using testing::Driver;

TEST(PresentedFrame, DiffersByWhatIsSeen) {
  std::string text = "0.2432";
  const auto draw = [&](Context& ui) { line(ui, text); };
  Driver driver(draw);
  Shell& shell = driver.shell();
  PresentedFrame presented;
  double time = 10;
  const auto differs = [&] {
    time += 0.1;
    EXPECT_TRUE(shell.frame({1280, 800}, time, draw));
    return presented.replace(*ImGui::GetDrawData());
  };
  EXPECT_TRUE(differs()) << "nothing was on the screen";
  EXPECT_FALSE(differs());
  text = "0.2433";
  EXPECT_TRUE(differs()) << "one digit";
  EXPECT_FALSE(differs());
  text = "0.2432";
  EXPECT_TRUE(differs()) << "the frame before counts, not an earlier one";
  shell.set_theme(ThemeKind::kDark);
  EXPECT_TRUE(differs()) << "colours";
  EXPECT_FALSE(differs());
  presented.forget();
  EXPECT_TRUE(differs());
}

TEST(PresentedFrame, DiffersByImagesAndClipping) {
  int image = 1;
  float right = 50;
  const auto draw = [&](Context&) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect({0, 0}, {right, 100});
    // NOLINTNEXTLINE(*-reinterpret-cast,performance-no-int-to-ptr): ImGui's name of a texture
    list.AddImage(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(image)), {0, 0},
                  {100, 100});
    list.PopClipRect();
  };
  Driver driver(draw);
  PresentedFrame presented;
  const auto differs = [&] {
    EXPECT_TRUE(driver.shell().frame({1280, 800}, driver.time() + 1, draw));
    return presented.replace(*ImGui::GetDrawData());
  };
  EXPECT_TRUE(differs());
  EXPECT_FALSE(differs());
  image = 2;
  EXPECT_TRUE(differs());
  right = 60;
  EXPECT_TRUE(differs());
  EXPECT_FALSE(differs());
}

}  // namespace
}  // namespace normscope::ui
