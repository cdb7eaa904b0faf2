// SPDX-License-Identifier: MIT
// At first the usual characters are rasterized, all others as soon as a text has one; no frame that
// lacks a character is shown.
#include "app/ui/fonts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/ui/widgets/text.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::ui {
namespace {

using testing::Driver;

constexpr ImWchar kMinus = 0x2212;
constexpr ImWchar kAcute = 0xE9;  // é

// In how many of the fonts a character is rasterized.
std::ptrdiff_t fonts_with(ImWchar character) {
  return std::ranges::count_if(ImGui::GetIO().Fonts->Fonts, [&](const ImFont* font) {
    return font->FindGlyphNoFallback(character) != nullptr;
  });
}

TEST(Fonts, AreRasterizedAsCharactersAreNeeded) {
  std::string text = "What? 2 × 5 − 1 …";
  const auto draw = [&](Context& ui) { line(ui, text); };
  Driver driver(draw);
  Shell& shell = driver.shell();
  EXPECT_EQ(fonts_with('A'), ImGui::GetIO().Fonts->Fonts.Size);
  EXPECT_EQ(fonts_with(kMinus), ImGui::GetIO().Fonts->Fonts.Size);
  EXPECT_EQ(fonts_with(kAcute), 0);
  EXPECT_TRUE(shell.pacing().shows_frame());
  EXPECT_TRUE(shell.take_fonts_changed());

  text = "Café?";
  ASSERT_TRUE(shell.frame({1280, 800}, 10, draw));
  EXPECT_FALSE(shell.pacing().shows_frame()) << "a sign stands in place of the character";
  EXPECT_TRUE(shell.pacing().due(10)) << "another frame takes its place";
  ASSERT_TRUE(shell.frame({1280, 800}, 10.1, draw));
  EXPECT_TRUE(shell.pacing().shows_frame());
  EXPECT_GT(fonts_with(kAcute), 0);
  EXPECT_TRUE(shell.take_fonts_changed()) << "the renderer takes the new texture";

  text = "no font has this character: \u4E2D";
  ASSERT_TRUE(shell.frame({1280, 800}, 10.2, draw));
  EXPECT_TRUE(shell.pacing().shows_frame()) << "nothing is left to rasterize";
}

}  // namespace
}  // namespace normscope::ui
