// SPDX-License-Identifier: MIT
// The window compared with files: what OpenGL shows, and Cairo's pixels, outside of texts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "app/figures/layout/layout.hpp"
#include "app/figures/paint/cairo_painter.hpp"
#include "app/figures/paint/paint.hpp"
#include "app/figures/paint/png.hpp"
#include "app/ui/drawing/figure_picture.hpp"
#include "tests/app/figures/support/built.hpp"
#include "tests/app/figures/support/drawings.hpp"
#include "tests/app/figures/support/picture.hpp"
#include "tests/app/figures/support/samples.hpp"
#include "tests/app/figures/support/screen.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

/// The project's bound: one pixel in a hundred outside of texts.
constexpr double kShare = 0.01;

/// A density is pixels a point: those of ordinary screens, and of screens twice as fine.
class ScreenTest : public ::testing::Test {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "pictures are compared in the plain build: sanitizers also judge the driver";
#endif
    auto screen = Screen::open(density_);
    if (!screen) GTEST_SKIP() << "skipped: " << screen.error().sentence;
    screen_ = *std::move(screen);
  }
  /// One at a time, because each has the current OpenGL context.
  void open(double density) {
    screen_.reset();
    screen_ = NORMSCOPE_VALUE_OR_FAIL(Screen::open(density));
    density_ = density;
  }

  int pixels(double points) const {
    return static_cast<int>(std::lround(points * density_));
  }
  Picture by_window(Size page, const Drawing& drawing) const {
    return screen_->shot(pixels(page.width), pixels(page.height), [&](ui::Context& ui) {
      ui::draw_figure(ui, {0, 0}, page, density_, drawing);
    });
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
  // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): as above
  double density_ = 2;
};

/// Every figure, with alternating themes.
std::vector<Built> all_figures() {
  std::vector<Built> all = built_figures();
  for (Sample& sample : samples()) {
    if (sample.name.starts_with("degenerate")) continue;  // many, and of the same shapes
    const auto themes = theme_names();
    all.push_back(
        {sample.name, std::move(sample.figure), themes[all.size() % themes.size()].value});
  }
  all.push_back({"distribution of 5000", distribution_of(5000), ThemeName::kLight});
  return all;
}

TEST_F(ScreenTest, TheWindowShowsWhatFilesHold) {
  const std::vector<Built> figures = all_figures();
  std::map<std::string, double> worst;
  for (const double density : {1.0, 2.0}) {
    open(density);
    const auto compare = [&](const Drawing& drawing, Size page, const std::string& name) {
      const double off =
          share_off(by_window(page, drawing), by_cairo(page, drawing), page, texts_of(drawing));
      worst[name] = std::max(worst[name], off);
      EXPECT_LE(off, kShare) << name << " on " << page.width << " x " << page.height
                             << " points, density " << density;
    };
    compare([&](Painter& to) { draw_every_primitive(to, screen_->measure()); }, kDrawingPage,
            "every primitive");
    // 60 x 40 mm, 160 x 100 mm, and once A4.
    std::vector<Size> pages = {{170, 113}, {454, 283}};
    if (density == 1) pages.push_back({842, 595});
    for (const Size page : pages) {
      for (const auto& [name, figure, colors] : figures) {
        Layout layout = lay_out(figure, page, theme(colors), screen_->measure());
        const auto draw = [&, &f = figure, c = colors](Painter& to) {
          paint(f, layout, theme(c), to);
        };
        compare(draw, page, name);
        layout.grid = density;  // as in the window
        compare(draw, page, name);
      }
    }
  }
  for (const auto& [name, off] : worst) fmt::print("{}: {:.3f} % of the pixels\n", name, 100 * off);
}

TEST_F(ScreenTest, TheComparisonSeesADifference) {
  constexpr Size kPage{340, 226};
  const Figure figure = distribution_of(5000);
  const auto draw = [&](double wider, Painter& to) {
    paint(figure, {kPage.width + wider, kPage.height}, theme(ThemeName::kLight), screen_->measure(),
          to);
  };
  const Drawing right = [&](Painter& to) { draw(0, to); };
  const Drawing wrong = [&](Painter& to) { draw(4, to); };
  EXPECT_GT(share_off(by_window(kPage, wrong), by_cairo(kPage, right), kPage, texts_of(right)),
            kShare);
}

/// The ink in each column (or row) of pixels within a box of the page.
std::vector<double> ink_along(const Picture& picture, const Rect& box, double density, Color ground,
                              bool rows) {
  const int left = static_cast<int>(box.x * density);
  const int top = static_cast<int>(box.y * density);
  const int right = std::min(picture.width, static_cast<int>(box.right() * density));
  const int bottom = std::min(picture.height, static_cast<int>(box.bottom() * density));
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

/// The shift in pixels at which two profiles of ink match best. ImGui's letters are slightly paler,
/// so both profiles are divided by their total ink.
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
    const Picture imgui = by_window(kPage, drawing);
    const Picture cairo = by_cairo(kPage, drawing);
    for (const Rect& box : texts_of(drawing)) {
      const auto off = [&](bool rows) {
        return moved(ink_along(imgui, box, density_, ground, rows),
                     ink_along(cairo, box, density_, ground, rows)) /
               density_;
      };
      ++count;
      farthest_x = std::max(farthest_x, std::abs(off(false)));
      farthest_y = std::max(farthest_y, std::abs(off(true)));
      EXPECT_LE(std::abs(off(false)), 0.25) << name << ": a text at " << box.x << ", " << box.y;
      // The window's baselines are on whole pixels, half of which are 0.25 points here; the rest is
      // the precision of comparing two rasters.
      EXPECT_LE(std::abs(off(true)), 0.3) << name << ": a text at " << box.x << ", " << box.y;
    }
  }
  EXPECT_GT(count, 100);
  fmt::print("{} texts, {:.2f} points off at most across, {:.2f} down\n", count, farthest_x,
             farthest_y);
}

}  // namespace
}  // namespace normscope::figures
