// SPDX-License-Identifier: MIT
// Every painter draws every primitive of every figure at its recorded position: read back from
// files, and from the triangles that the window draws.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/figures/layout/layout.hpp"
#include "app/figures/paint/cairo_painter.hpp"
#include "app/figures/paint/paint.hpp"
#include "app/figures/paint/svg_painter.hpp"
#include "app/ui/drawing/figure_painter.hpp"
#include "tests/app/figures/support/built.hpp"
#include "tests/app/figures/support/drawings.hpp"
#include "tests/app/figures/support/primitives.hpp"
#include "tests/app/figures/support/samples.hpp"
#include "tests/app/ui/driver.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

/// The project's bound for all painters, in points.
constexpr double kBound = 0.25;

constexpr Size kPage{340, 226};

class CoordinatesTest : public ::testing::Test {
 protected:
  /// Every builder's figures and every sample.
  template <class Check>
  void each(Check check) const {
    std::vector<Built> all = built_figures();
    for (Sample& sample : samples()) {
      all.push_back({sample.name, std::move(sample.figure), ThemeName::kLight});
    }
    all.push_back({"distribution of 5000", distribution_of(5000), ThemeName::kDark});
    for (const auto& [name, figure, colors] : all) {
      check(name,
            [&, &f = figure, c = colors](Painter& to) { paint(f, kPage, theme(c), *fonts_, to); });
    }
  }

  // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): tests are its derived classes
  const std::unique_ptr<FontMeasure> fonts_ = NORMSCOPE_VALUE_OR_FAIL(FontMeasure::load());
};

std::vector<VisiblePrimitive> recorded(const Drawing& draw) {
  Recorder recorder;
  draw(recorder);
  return visible_primitives(recorder);
}

TEST_F(CoordinatesTest, OfSvgFiles) {
  each([&](const std::string& name, const Drawing& draw) {
    SvgPainter painter(kPage, "", "", *fonts_);
    draw(painter);
    const auto found = primitives_of_svg(NORMSCOPE_VALUE_OR_FAIL(painter.finish()));
    EXPECT_EQ(misplaced(recorded(draw), found, kPage, kBound), "") << name;
  });
}

TEST_F(CoordinatesTest, OfPages) {
  each([&](const std::string& name, const Drawing& draw) {
    const auto found =
        primitives_of_pdf(NORMSCOPE_VALUE_OR_FAIL(draw_pdf(kPage, 680, 452, "", *fonts_, draw)));
    EXPECT_FALSE(found.empty()) << name;
    EXPECT_EQ(misplaced(recorded(draw), found, kPage, kBound), "") << name;
  });
}

/// Paints with the window's painter and checks the triangles of each primitive.
class TriangleChecker final : public Painter {
 public:
  TriangleChecker(const ui::Context& ui, double density)
      : painter_(ui, {0, 0}, density), density_(density) {}

  void polyline(std::span<const Point> points, const Stroke& stroke) override {
    const Extremes drawn = around([&] { painter_.polyline(points, stroke); });
    Extremes inner = extremes_of(points);
    const bool point = inner.left == inner.right && inner.top == inner.bottom;
    if (stroke.color.alpha == 0 || point) return;  // nothing is drawn
    Extremes outer = inner;
    // A dash may end in a gap.
    inner.grow(-kBound - (stroke.off > 0 ? stroke.off : 0));
    outer.grow(kBound + std::max(stroke.width, 1 / density_) / 2);
    compare(inner, drawn, outer, "a line");
  }
  void polygon(std::span<const Point> points, Color fill) override {
    exactly(extremes_of(points), around([&] { painter_.polygon(points, fill); }), "a polygon");
  }
  void rectangle(const Rect& rect, double radius, Color fill) override {
    const Extremes drawn = around([&] { painter_.rectangle(rect, radius, fill); });
    if (fill.alpha == 0 || rect.width <= 0 || rect.height <= 0) return;
    const Extremes seen = within(extremes_of(rect));
    if (seen.left < seen.right && seen.top < seen.bottom) exactly(seen, drawn, "a rectangle");
  }
  void marker(Point center, double radius, Marker shape, Color fill,
              const Stroke& outline) override {
    const Extremes drawn = around([&] { painter_.marker(center, radius, shape, fill, outline); });
    Extremes inner = extremes_of(std::array{center});
    inner.grow(radius);
    Extremes outer = inner;
    inner.grow(-kBound);
    // The tips of a square and a diamond reach further than half of their outline.
    outer.grow(kBound + outline.width);
    compare(inner, drawn, outer, "a marker");
  }
  void text(const TextRun& run) override { painter_.text(run); }  // compared as pixels
  void image(const Rect& rect, const Image& image) override {
    exactly(extremes_of(rect), around([&] { painter_.image(rect, image); }), "an image");
  }
  void push_clip(const Rect& rect) override {
    painter_.push_clip(rect);
    clips_.push_back(within(extremes_of(rect)));
    const ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 min = list.GetClipRectMin();
    const ImVec2 max = list.GetClipRectMax();
    const Extremes inside{min.x / density_, min.y / density_, max.x / density_, max.y / density_};
    exactly(extremes_of(rect), inside, "a clip");
  }
  void pop_clip() override {
    painter_.pop_clip();
    clips_.pop_back();
  }
  void begin_group(const Tag&) override {}
  void end_group() override {}

  const std::string& problem() const { return problem_; }
  int count() const { return count_; }

 private:
  template <class Draw>
  Extremes around(Draw draw) {
    const ImDrawList& list = *ImGui::GetWindowDrawList();
    const int before = list.VtxBuffer.Size;
    draw();
    Extremes at = extremes_of(std::span<const Point>{});
    for (int i = before; i < list.VtxBuffer.Size; ++i) {
      const ImVec2 pixel = list.VtxBuffer[i].pos;
      at.add({static_cast<double>(pixel.x) / density_, static_cast<double>(pixel.y) / density_});
    }
    return at;
  }
  void exactly(Extremes wanted, const Extremes& drawn, const char* what) {
    Extremes outer = wanted;
    wanted.grow(-kBound);
    outer.grow(kBound);
    compare(wanted, drawn, outer, what);
  }
  /// The part within the innermost clip.
  Extremes within(const Extremes& at) const {
    const Extremes& clip = clips_.back();
    return {std::clamp(at.left, clip.left, clip.right), std::clamp(at.top, clip.top, clip.bottom),
            std::clamp(at.right, clip.left, clip.right),
            std::clamp(at.bottom, clip.top, clip.bottom)};
  }
  void compare(const Extremes& inner, const Extremes& drawn, const Extremes& outer,
               const char* what) {
    ++count_;
    // Clipped parts are not drawn, so the extent of a line beyond its clip is unknown.
    const Extremes seen = within(inner);
    const bool whole = seen.left == inner.left && seen.top == inner.top &&
                       seen.right == inner.right && seen.bottom == inner.bottom;
    const bool reaches = !whole || (drawn.left <= inner.left && drawn.top <= inner.top &&
                                    drawn.right >= inner.right && drawn.bottom >= inner.bottom);
    const bool stays = drawn.left >= outer.left && drawn.top >= outer.top &&
                       drawn.right <= outer.right && drawn.bottom <= outer.bottom;
    if ((reaches && stays) || !problem_.empty()) return;
    problem_ = fmt::format(
        "{} that reaches to {:.3f}, {:.3f}, {:.3f}, {:.3f} is drawn to {:.3f}, "
        "{:.3f}, {:.3f}, {:.3f}",
        what, inner.left, inner.top, inner.right, inner.bottom, drawn.left, drawn.top, drawn.right,
        drawn.bottom);
  }

  ui::FigurePainter painter_;
  double density_;
  std::vector<Extremes> clips_{{0, 0, kPage.width, kPage.height}};
  std::string problem_;
  int count_ = 0;
};

TEST_F(CoordinatesTest, OfTheWindow) {
  // ImGui's edges fade over a pixel, and lines of a grid move by half of one: a quarter of a point
  // is two pixels here.
  constexpr double kDensity = 8;
  each([&](const std::string& name, const Drawing& draw) {
    std::string problem;
    int count = 0;
    testing::Driver driver(
        [&](ui::Context& ui) {
          ImGui::GetWindowDrawList()->PushClipRectFullScreen();
          TriangleChecker checker(ui, kDensity);
          draw(checker);
          ImGui::GetWindowDrawList()->PopClipRect();
          problem = checker.problem();
          count = checker.count();
        },
        {},
        {static_cast<float>(kPage.width * kDensity), static_cast<float>(kPage.height * kDensity)});
    EXPECT_EQ(problem, "") << name;
    EXPECT_GT(count, 0) << name;
  });
}

TEST_F(CoordinatesTest, AMovedPrimitiveIsSeen) {
  const auto drawn = [&](double by) {
    SvgPainter painter(kDrawingPage, "", "", *fonts_);
    painter.rectangle({10 + by, 10, 20, 20}, 0, {1, 2, 3});
    painter.marker({50, 50 + by}, 5, Marker::kCircle, {1, 2, 3}, {});
    return primitives_of_svg(NORMSCOPE_VALUE_OR_FAIL(painter.finish()));
  };
  Recorder recorder;
  recorder.rectangle({10, 10, 20, 20}, 0, {1, 2, 3});
  recorder.marker({50, 50}, 5, Marker::kCircle, {1, 2, 3}, {});
  const auto seen = visible_primitives(recorder);
  EXPECT_EQ(misplaced(seen, drawn(0.2), kPage, kBound), "");
  EXPECT_NE(misplaced(seen, drawn(0.3), kPage, kBound), "");
  EXPECT_NE(misplaced(seen, {}, kPage, kBound), "");
  auto more = drawn(0);
  more.push_back(more.front());
  EXPECT_NE(misplaced(seen, more, kPage, kBound), "");
}

}  // namespace
}  // namespace normscope::figures
