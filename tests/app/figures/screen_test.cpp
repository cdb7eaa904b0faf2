// SPDX-License-Identifier: MIT
// What the window shows beside what files hold: ImGui's triangles, drawn by OpenGL, and Cairo's
// pixels, outside of texts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "app/figures/cairo_painter.hpp"
#include "app/figures/layout.hpp"
#include "app/figures/png.hpp"
#include "app/ui/figure_painter.hpp"
#include "tests/app/figures/built.hpp"
#include "tests/app/figures/drawings.hpp"
#include "tests/app/figures/picture.hpp"
#include "tests/app/figures/samples.hpp"
#include "tests/app/figures/screen.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

/// The bound of the project: one pixel in a hundred outside of texts.
constexpr double kShare = 0.01;
/// At the window's own pixels hairlines stand on whole ones, which Cairo does not do: each of them
/// differs by up to half a pixel along its whole length.
constexpr double kPlainShare = 0.04;
/// Pixels a point: those of a screen at twice the ordinary density.
constexpr double kDensity = 2;
/// Times as fine, averaged: what is then left is where things are, not how edges are smoothed.
constexpr int kFiner = 4;

class ScreenTest : public ::testing::Test {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "pictures are compared in the plain build: sanitizers also judge the driver";
#endif
    auto screen = Screen::open(kDensity);
    if (!screen) GTEST_SKIP() << "skipped: " << screen.error().sentence;
    screen_ = *std::move(screen);
  }

  static int pixels(double points) { return static_cast<int>(std::lround(points * kDensity)); }
  Picture by_imgui(Size page, int finer, const Drawing& drawing) const {
    const auto draw = [&](ui::Context& ui) {
      ui::FigurePainter painter(ui, {0, 0}, finer * kDensity);
      drawing(painter);
    };
    return shrunk(screen_->shot(finer * pixels(page.width), finer * pixels(page.height), draw),
                  finer);
  }
  Picture by_cairo(Size page, const Drawing& drawing) const {
    const Pixels drawn = NORMSCOPE_VALUE_OR_FAIL(
        draw_pixels(page, pixels(page.width), pixels(page.height), screen_->measure(), drawing));
    return read_picture(NORMSCOPE_VALUE_OR_FAIL(write_png(drawn, {})));
  }
  std::vector<Rect> texts_of(const Drawing& drawing) const {
    Recorder recorder;
    drawing(recorder);
    return text_boxes(recorder, screen_->measure());
  }

  // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): tests are its derived classes
  std::unique_ptr<Screen> screen_;
};

TEST_F(ScreenTest, TheWindowShowsWhatFilesHold) {
  const auto compare = [&](const Drawing& drawing, Size page, const std::string& name) {
    const Picture png = by_cairo(page, drawing);
    const auto masked = texts_of(drawing);
    const double fine = share_off(by_imgui(page, kFiner, drawing), png, page, masked);
    const double plain = share_off(by_imgui(page, 1, drawing), png, page, masked);
    fmt::print("{}: {:.3f} % of the pixels, {:.3f} % as the window draws them\n", name, 100 * fine,
               100 * plain);
    EXPECT_LE(fine, kShare) << name;
    // Cells of less than a pixel: OpenGL's means are not Cairo's.
    EXPECT_LE(plain, name == "stage large" ? 0.15 : kPlainShare) << name;
  };
  constexpr Size kPage{340, 226};
  const auto figure = [&](const Figure& one, ThemeName colors, const std::string& name) {
    compare([&](Painter& to) { paint(one, kPage, theme(colors), screen_->measure(), to); }, kPage,
            name);
  };
  compare([&](Painter& to) { draw_every_primitive(to, screen_->measure()); }, kDrawingPage,
          "every primitive");
  figure(distribution_of(5000), ThemeName::kLight, "distribution of 5000");
  for (const auto& [name, one, colors] : built_figures()) figure(one, colors, name);
  for (const auto& [name, one] : samples()) {
    if (name.starts_with("degenerate")) continue;  // many, and of the same shapes
    figure(one, ThemeName::kLight, name);
  }
}

/// How much ink each column (or row) of pixels has within a box of the page.
std::vector<double> ink_along(const Picture& picture, const Rect& box, Color ground, bool rows) {
  const int left = static_cast<int>(box.x * kDensity);
  const int top = static_cast<int>(box.y * kDensity);
  const int right = std::min(picture.width, static_cast<int>(box.right() * kDensity));
  const int bottom = std::min(picture.height, static_cast<int>(box.bottom() * kDensity));
  std::vector<double> ink(static_cast<std::size_t>(rows ? bottom - top : right - left));
  for (int y = top; y < bottom; ++y) {
    for (int x = left; x < right; ++x) {
      const Color pixel = picture.at(x, y);
      ink[static_cast<std::size_t>(rows ? y - top : x - left)] +=
          std::abs(pixel.red - ground.red) + std::abs(pixel.green - ground.green) +
          std::abs(pixel.blue - ground.blue);
    }
  }
  return ink;
}

/// By how many pixels the one has to be moved to look most like the other. Letters of ImGui are a
/// little paler, so both are taken as shares of all of their ink.
double moved(const std::vector<double>& one, const std::vector<double>& other) {
  const double all = std::accumulate(one.begin(), one.end(), 0.0);
  const double others = std::accumulate(other.begin(), other.end(), 0.0);
  double best = 0;
  double least = std::numeric_limits<double>::infinity();
  constexpr double kFarthest = 3;
  for (double by = -kFarthest; by <= kFarthest; by += 0.02) {
    const auto whole = static_cast<std::ptrdiff_t>(std::floor(by));
    const double part = by - static_cast<double>(whole);
    const auto at = [&](std::ptrdiff_t i) {
      return i < 0 || i >= std::ssize(one) ? 0 : one[static_cast<std::size_t>(i)] / all;
    };
    double error = 0;
    for (std::ptrdiff_t i = 0; i < std::ssize(other); ++i) {
      const double here = (1 - part) * at(i - whole) + part * at(i - whole - 1);
      error += std::pow(here - other[static_cast<std::size_t>(i)] / others, 2);
    }
    if (error < least) least = error, best = by;
  }
  return best;
}

TEST_F(ScreenTest, TextsStandWhereFilesHaveThem) {
  constexpr Size kPage{340, 226};
  int count = 0;
  double farthest_x = 0;
  double farthest_y = 0;
  for (const auto& [name, figure, colors] : built_figures()) {
    if (name.starts_with("stage")) continue;  // letters of less than two points
    const Drawing drawing = [&, &f = figure, c = colors](Painter& to) {
      paint(f, kPage, theme(c), screen_->measure(), to);
    };
    const Color ground = theme(colors).background;
    const Picture imgui = by_imgui(kPage, 1, drawing);
    const Picture cairo = by_cairo(kPage, drawing);
    for (const Rect& box : texts_of(drawing)) {
      const auto off = [&](bool rows) {
        return moved(ink_along(imgui, box, ground, rows), ink_along(cairo, box, ground, rows)) /
               kDensity;
      };
      ++count;
      farthest_x = std::max(farthest_x, std::abs(off(false)));
      farthest_y = std::max(farthest_y, std::abs(off(true)));
      EXPECT_LE(std::abs(off(false)), 0.25) << name << ": a text at " << box.x << ", " << box.y;
      // Baselines stand on whole pixels, half of which are 0.25 points here; the rest is how well
      // two rasters can be compared.
      EXPECT_LE(std::abs(off(true)), 0.3) << name << ": a text at " << box.x << ", " << box.y;
    }
  }
  EXPECT_GT(count, 100);
  fmt::print("{} texts, {:.2f} points off at most across, {:.2f} down\n", count, farthest_x,
             farthest_y);
}

}  // namespace
}  // namespace normscope::figures
