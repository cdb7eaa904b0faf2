// SPDX-License-Identifier: MIT
// Formulas and figures on the screen: their places, and when the picture of a figure is made.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/drawing/figure_picture.hpp"
#include "app/ui/drawing/textures.hpp"
#include "app/ui/widgets/math_view.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::ui {
namespace {

using testing::Driver;

// The bounding box of everything that a drawing call added to the draw list.
struct Drawn {
  float left = INFINITY;
  float right = -INFINITY;
  float top = INFINITY;
  float bottom = -INFINITY;
  int vertices = 0;
};
template <class Draw>
Drawn drawn_by(Draw draw) {
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  const int before = list.VtxBuffer.Size;
  draw();
  Drawn box;
  for (int i = before; i < list.VtxBuffer.Size; ++i) {
    const ImVec2 at = list.VtxBuffer[i].pos;
    box.left = std::min(box.left, at.x);
    box.right = std::max(box.right, at.x);
    box.top = std::min(box.top, at.y);
    box.bottom = std::max(box.bottom, at.y);
    ++box.vertices;
  }
  return box;
}

constexpr Color kInk = {10, 20, 30, 255};

// A renderer's textures without a renderer: the pictures that were made.
class MadePictures final : public Textures {
 public:
  ImTextureID of(std::uint64_t, const std::function<figures::Image()>&) override { return nullptr; }
  ImTextureID opaque(std::uint64_t key, const std::function<figures::Pixels()>& make) override {
    if (key != key_) {
      key_ = key;
      last = make();
      ++count;
    }
    return nullptr;
  }
  int count = 0;
  figures::Pixels last{};

 private:
  std::uint64_t key_ = 0;
};

constexpr figures::Size kPage = {60, 40};

TEST(FigurePicture, IsMadeWhenItsShapesChange) {
  figures::Rect rect{10, 20, 30, 10};
  figures::TextRun run{.text = "I", .origin = {20, 40}, .advances = {10}, .size = 14};
  std::vector<figures::Point> line = {{0, 1}, {10, -1}};
  double unit = 2;
  Driver driver([&](Context& ui) {
    draw_figure(ui, {100, 50}, kPage, unit, [&](figures::Painter& to) {
      to.push_clip(rect);
      to.rectangle(rect, 0, kInk);
      to.pop_clip();
      to.polyline(line, {kInk, 1});
      to.text(run);
    });
  });
  MadePictures pictures;
  driver.shell().set_textures(&pictures);
  const auto made_after = [&] {
    driver.shell().pacing().activity();
    driver.settle();
    return pictures.count;
  };
  EXPECT_EQ(made_after(), 1);
  EXPECT_EQ(made_after(), 1);
  run.text = "J";
  EXPECT_EQ(made_after(), 1);
  rect.x += 1e-9;
  EXPECT_EQ(made_after(), 2);
  line = {{0, -1}, {10, 1}};
  EXPECT_EQ(made_after(), 3);
  unit = 3;
  EXPECT_EQ(made_after(), 4);
  driver.shell().set_theme(ThemeKind::kDark);
  EXPECT_EQ(made_after(), 5);
}

TEST(FigurePicture, HasWholePixelsAndIsOpaque) {
  Driver driver([](Context& ui) {
    draw_figure(ui, {100, 50}, kPage, 1.01, [](figures::Painter& to) {
      to.rectangle({0, 0, 10 / 1.01, 40}, 0, kInk);
    });
  });
  MadePictures pictures;
  driver.shell().set_textures(&pictures);
  driver.shell().pacing().activity();
  driver.settle();
  EXPECT_EQ(pictures.last.width, 61);
  EXPECT_EQ(pictures.last.height, 41);
  EXPECT_EQ(pictures.last.argb[9], 0xFF0A141EU);
  EXPECT_NE(pictures.last.argb[10], 0xFF0A141EU);
  for (const std::uint32_t pixel : pictures.last.argb) EXPECT_EQ(pixel >> 24U, 255U);
}

TEST(FigurePicture, CharactersStandAtTheirAdvances) {
  Driver driver([](Context& ui) {
    const auto at = [&](double second) {
      return drawn_by([&] {
        draw_figure(ui, {0, 0}, {400, 100}, 1, [&](figures::Painter& to) {
          to.text({.text = "II",
                   .origin = {20, 40},
                   .advances = {second, 10},
                   .size = 14,
                   .color = kInk});
        });
      });
    };
    const Drawn near = at(10);
    const Drawn far = at(60);
    EXPECT_NEAR(far.right - near.right, 50, 1e-3);
    EXPECT_EQ(far.left, near.left);
    EXPECT_LE(near.bottom, 41.5F);  // letters without descenders stand on the baseline
    EXPECT_GT(near.bottom, 38);
  });
}

TEST(DrawCells, AnImageHasEveryCell) {
  Driver driver([](Context& ui) {
    figures::Image image{.columns = 3, .rows = 2, .colors = std::vector<Color>(6, kInk)};
    const Drawn box = drawn_by([&] { draw_cells(ui, {10, 10}, {41, 30}, image); });
    EXPECT_EQ(box.vertices, 6 * 4);
    EXPECT_EQ(box.right, 41);
    EXPECT_EQ(box.bottom, 30);
  });
}

TEST(MathView, TheFormulaTakesTheRoomOfItsLayout) {
  Driver driver([](Context& ui) {
    formula(ui, "f", R"(\frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}})");
    const auto layout =
        formula::layout(R"(\frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}})", 17, ui.measure);
    ASSERT_TRUE(layout);
    const ImVec2 size = ImGui::GetItemRectSize();
    EXPECT_NEAR(size.x, layout->width, 1);
    EXPECT_NEAR(size.y, layout->ascent + layout->descent, 1);
  });
  EXPECT_EQ(driver.widget("f").kind, "formula");
}

TEST(MathView, InkStaysWithinTheLayout) {
  Driver driver([](Context& ui) {
    const auto layout = formula::layout("\\sum_{i=1}^{n} x_i", 34, ui.measure);
    ASSERT_TRUE(layout);
    const Drawn box = drawn_by([&] { draw_formula(ui, *layout, {100, 100}, kInk); });
    // Glyph boxes have a pixel of padding, and italics lean over their advance.
    EXPECT_GE(box.left, 100 - 3);
    EXPECT_LE(box.right, 100 + layout->width + 5);
    EXPECT_GE(box.top, 100 - layout->ascent - 3);
    EXPECT_LE(box.bottom, 100 + layout->descent + 3);
  });
}

TEST(MathView, ASymbolIsFoundUnderThePointer) {
  std::string under;
  Driver driver([&](Context& ui) { under = formula(ui, "f", "x"); });
  driver.hover("f");
  EXPECT_EQ(under, "x");
  driver.click_at({1000, 700});
  EXPECT_EQ(under, "");
}

TEST(MathView, ALitSymbolHasAGround) {
  Driver driver([](Context& ui) {
    const auto layout = formula::layout("x + y", 17, ui.measure);
    ASSERT_TRUE(layout);
    const std::vector<std::string> lit = {"y"};
    const auto plain = drawn_by([&] { draw_formula(ui, *layout, {10, 50}, kInk); });
    const auto marked = drawn_by([&] { draw_formula(ui, *layout, {10, 50}, kInk, lit); });
    EXPECT_GT(marked.vertices, plain.vertices);
  });
}

TEST(MathView, AWrongFormulaShowsItsSourceAndTheReason) {
  Driver driver([](Context& ui) { formula(ui, "f", "\\nonsense{x}"); });
  EXPECT_EQ(driver.widget("f").text, "\\nonsense{x}");
}

TEST(MathView, AWideFormulaIsSetSmaller) {
  Driver driver([](Context& ui) { formula(ui, "f", "a + b + c + d + e + f + g + h + i + j"); }, {},
                {120, 200});
  EXPECT_LE(driver.widget("f").rect.w, 121);
}

}  // namespace
}  // namespace normscope::ui
