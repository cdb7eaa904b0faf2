// SPDX-License-Identifier: MIT
// Formulas and figures on the screen are drawn at the places of their layout.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/ui/drawing/figure_painter.hpp"
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

// Twice the area of the triangles that a drawing call added.
template <class Draw>
double area_drawn_by(Draw draw) {
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  const int before = list.IdxBuffer.Size;
  draw();
  double area = 0;
  for (int i = before; i < list.IdxBuffer.Size; i += 3) {
    const ImVec2 a = list.VtxBuffer[list.IdxBuffer[i]].pos;
    const ImVec2 b = list.VtxBuffer[list.IdxBuffer[i + 1]].pos;
    const ImVec2 c = list.VtxBuffer[list.IdxBuffer[i + 2]].pos;
    area += std::abs(static_cast<double>((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)));
  }
  return area / 2;
}

constexpr Color kInk = {10, 20, 30, 255};

TEST(FigurePainter, APolygonThatIsNotConvexIsFilledOnce) {
  Driver driver([](Context& ui) {
    FigurePainter painter(ui, {100, 50}, 2);
    // An L: six squares of ten points each, so 2400 square pixels at two pixels per point.
    const std::vector<figures::Point> forward = {{0, 0},   {10, 0},  {10, 40},
                                                 {30, 40}, {30, 50}, {0, 50}};
    std::vector<figures::Point> backward(forward.rbegin(), forward.rend());
    for (const auto& points : {forward, backward}) {
      EXPECT_DOUBLE_EQ(area_drawn_by([&] { painter.polygon(points, kInk); }), 700 * 4);
    }
  });
}

TEST(FigurePainter, PointsBecomePixels) {
  Driver driver([](Context& ui) {
    FigurePainter painter(ui, {100, 50}, 2);
    const Drawn box = drawn_by([&] { painter.rectangle({10, 20, 30, 40}, 0, kInk); });
    EXPECT_NEAR(box.left, 120, 1);
    EXPECT_NEAR(box.right, 180, 1);
    EXPECT_NEAR(box.top, 90, 1);
    EXPECT_NEAR(box.bottom, 170, 1);
  });
}

TEST(FigurePainter, DashesLeaveTheirGapsOut) {
  Driver driver([](Context& ui) {
    FigurePainter painter(ui, {0, 0}, 1);
    const std::vector<figures::Point> line = {{0, 10}, {100, 10}};
    const auto whole = drawn_by([&] { painter.polyline(line, {kInk, 1}); });
    const auto broken = drawn_by([&] { painter.polyline(line, {kInk, 1, 6, 4}); });
    EXPECT_EQ(broken.vertices, 10 * whole.vertices);
    EXPECT_NEAR(broken.right, 96, 2);  // the last dash ends at 96, half a stroke further at most
  });
}

TEST(FigurePainter, CharactersStandAtTheirAdvances) {
  Driver driver([](Context& ui) {
    FigurePainter painter(ui, {0, 0}, 1);
    const auto at = [&](double second) {
      return drawn_by([&] {
        painter.text({.text = "II",
                      .origin = {20, 40},
                      .advances = {second, 10},
                      .size = 14,
                      .color = kInk});
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

TEST(FigurePainter, AnImageHasEveryCell) {
  Driver driver([](Context& ui) {
    FigurePainter painter(ui, {0, 0}, 1);
    figures::Image image{.columns = 3, .rows = 2, .colors = std::vector<Color>(6, kInk)};
    const Drawn box = drawn_by([&] { painter.image({10, 10, 31, 20}, image); });
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
