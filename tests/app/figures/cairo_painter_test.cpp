// SPDX-License-Identifier: MIT
// Pixels: primitives at their positions, letters at subpixel positions. PDF pages: words at the
// positions that poppler reports.
#include "app/figures/paint/cairo_painter.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <pugixml.hpp>
#include <regex>
#include <string>
#include <vector>

#include "app/figures/layout/text.hpp"
#include "core/text/numbers.hpp"
#include "tests/app/figures/support/drawings.hpp"
#include "tests/app/figures/support/programs.hpp"
#include "tests/app/figures/support/recorder.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

constexpr Color kInk{0x10, 0x18, 0x20};
constexpr std::uint32_t kOpaqueInk = 0xFF101820;

class CairoPainterTest : public ::testing::Test {
 protected:
  // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): tests are its derived classes
  const std::unique_ptr<FontMeasure> fonts_ = NORMSCOPE_VALUE_OR_FAIL(FontMeasure::load());

  /// Draws on a page of 60 x 40 points, at this many pixels a point.
  Pixels drawn(int scale, const Drawing& drawing) const {
    return NORMSCOPE_VALUE_OR_FAIL(draw_pixels({60, 40}, 60 * scale, 40 * scale, *fonts_, drawing));
  }
};

std::uint32_t at(const Pixels& pixels, int x, int y) {
  return pixels.argb[static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels.width) +
                     static_cast<std::size_t>(x)];
}

double alpha(const Pixels& pixels, int x, int y) {
  return (at(pixels, x, y) >> 24U) / 255.0;
}

/// The ink of a picture: its centre and its area, in pixels.
struct Ink {
  double x = 0;
  double y = 0;
  double area = 0;
};

Ink ink_of(const Pixels& pixels) {
  Ink ink;
  for (int y = 0; y < pixels.height; ++y) {
    for (int x = 0; x < pixels.width; ++x) {
      const double part = alpha(pixels, x, y);
      ink.area += part;
      ink.x += part * (x + 0.5);
      ink.y += part * (y + 0.5);
    }
  }
  ink.x /= ink.area;
  ink.y /= ink.area;
  return ink;
}

TEST_F(CairoPainterTest, PutsEdgesWhereTheyBelong) {
  const Pixels pixels = drawn(4, [](Painter& to) { to.rectangle({10, 5, 20, 10}, 0, kInk); });
  EXPECT_EQ(at(pixels, 40, 20), kOpaqueInk);
  EXPECT_EQ(at(pixels, 119, 59), kOpaqueInk);
  EXPECT_EQ(at(pixels, 39, 20), 0U);
  EXPECT_EQ(at(pixels, 40, 19), 0U);
  EXPECT_EQ(at(pixels, 120, 59), 0U);
  EXPECT_EQ(at(pixels, 119, 60), 0U);
  const Pixels between = drawn(1, [](Painter& to) { to.rectangle({10.25, 5, 20, 10}, 0, kInk); });
  // Levels of 255, and Cairo's edges are on a grid of 1/256.
  EXPECT_NEAR(alpha(between, 10, 8), 0.75, 0.01);
  EXPECT_NEAR(alpha(between, 30, 8), 0.25, 0.01);
}

TEST_F(CairoPainterTest, MarkersReachTheirRadius) {
  struct Case {
    Marker shape;
    double area;  // of radius 10, in square points
  };
  for (const auto& [shape, area] : {Case{Marker::kCircle, 100 * 3.14159265},
                                    Case{Marker::kSquare, 400}, Case{Marker::kDiamond, 200}}) {
    const Pixels pixels = drawn(2, [shape = shape](Painter& to) {
      to.marker({30.3, 20.1}, 10, shape, kInk, {kInk, 0, 0, 0});
    });
    const Ink ink = ink_of(pixels);
    // Edges are measured in levels of 255 along some 80 pixels: far below half a percent.
    EXPECT_NEAR(ink.area / 4, area, 0.005 * area);
    EXPECT_NEAR(ink.x / 2, 30.3, 0.02);
    EXPECT_NEAR(ink.y / 2, 20.1, 0.02);
  }
}

TEST_F(CairoPainterTest, LinesHaveTheirWidthAndDashes) {
  const auto area = [&](const Stroke& with) {
    return ink_of(drawn(2,
                        [&](Painter& to) {
                          to.polyline(std::array{Point{10, 20}, Point{50, 20}}, with);
                        }))
               .area /
           4;
  };
  EXPECT_NEAR(area({kInk, 3, 0, 0}), 120, 1e-6);  // ends are cut
  EXPECT_NEAR(area({kInk, 2, 5, 5}), 40, 1e-6);   // half of it
  EXPECT_NEAR(area({kInk, 1, 6, 2}), 30, 1e-6);   // three quarters
  EXPECT_EQ(area({kInk, 1, 0, 5}), area({kInk, 1, 0, 0}));
}

TEST_F(CairoPainterTest, NothingLeavesItsClip) {
  const Pixels pixels = drawn(1, [](Painter& to) {
    to.push_clip({10, 10, 20, 20});
    to.push_clip({20, 0, 30, 25});
    to.rectangle({0, 0, 60, 40}, 0, kInk);
    to.pop_clip();
    to.rectangle({10, 28, 1, 1}, 0, kInk);
    to.pop_clip();
    to.rectangle({50, 35, 1, 1}, 0, kInk);
  });
  EXPECT_NEAR(ink_of(pixels).area, 10 * 15 + 1 + 1, 1e-9);
  EXPECT_EQ(at(pixels, 20, 10), kOpaqueInk);
  EXPECT_EQ(at(pixels, 29, 24), kOpaqueInk);
}

TEST_F(CairoPainterTest, CellsAreCrisp) {
  Image image{5, 4, {}};
  for (int i = 0; i < 20; ++i) {
    const auto level = static_cast<std::uint8_t>(12 * i);
    image.colors.push_back({level, 255, static_cast<std::uint8_t>(255 - level)});
  }
  // Cells of 7 x 7 pixels, not at whole ones.
  const Pixels pixels = drawn(1, [&](Painter& to) { to.image({10.4, 5.4, 35, 28}, image); });
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 5; ++column) {
      const Color& cell = image.colors[static_cast<std::size_t>(5) * static_cast<std::size_t>(row) +
                                       static_cast<std::size_t>(column)];
      const std::uint32_t wanted =
          0xFF000000U | static_cast<std::uint32_t>(cell.red) << 16U | 0xFF00U | cell.blue;
      for (const int inset : {1, 3, 5}) {
        EXPECT_EQ(at(pixels, 11 + 7 * column + inset, 6 + 7 * row + inset), wanted);
      }
    }
  }
  EXPECT_NEAR(ink_of(pixels).area, 35 * 28, 0.01 * 35);  // rims in levels of 255
}

TEST(OnPixels, EachPixelIsTheMeanOfItsColours) {
  const Image image{3, 2, {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {}, {}, {9, 9, 9, 0}}};
  // Colours half a pixel wide and one pixel high, beginning in the middle of a pixel.
  const Rect rect{10.5, 4, 1.5, 2};
  ASSERT_EQ(rows_on_pixels(rect), 2);
  const Tile tile = on_pixels(rect, image, 0, 2);
  EXPECT_EQ(tile.rect, (Rect{10, 4, 2, 2}));
  // The first pixel is half red and half uncovered; the second is half green, half blue.
  EXPECT_EQ(tile.image.colors[0], (Color{255, 0, 0, 128}));
  EXPECT_EQ(tile.image.colors[1], (Color{0, 128, 128, 255}));
  // Half black, half transparent: transparent colours do not mix in.
  EXPECT_EQ(tile.image.colors[2], (Color{0, 0, 0, 128}));
  EXPECT_EQ(tile.image.colors[3], (Color{0, 0, 0, 128}));
  // A part of the rows equals the same rows of the whole.
  const Tile part = on_pixels(rect, image, 1, 1);
  EXPECT_EQ(part.rect, (Rect{10, 5, 2, 1}));
  EXPECT_EQ(part.image.colors[0], tile.image.colors[2]);
}

TEST(OnPixels, WholePixelsKeepTheirColours) {
  const Image image{2, 1, {{1, 2, 3}, {250, 100, 7, 90}}};
  const Tile tile = on_pixels({0, 0, 6, 2}, image, 0, 2);
  ASSERT_EQ(tile.image.colors.size(), 12U);
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(tile.image.colors[i], image.colors[i % 6 / 3]);
}

TEST_F(CairoPainterTest, LettersStandBetweenPixels) {
  const auto ink = [&](double x, double y) {
    return ink_of(drawn(1, [&](Painter& to) {
      to.text(set_text("Hamburg 123", {x, y}, {formula::Face::kText, 8, kInk}, *fonts_));
    }));
  };
  const Ink whole = ink(5, 20);
  for (const double step : {0.25, 0.5, 0.7}) {
    // Outlines are on FreeType's grid of 1/64 of a pixel; Cairo 1.18 (Debian 13) also rounds where
    // a letter begins, by less than 0.03.
    EXPECT_NEAR(ink(5 + step, 20).x - whole.x, step, 0.03);
    // Vertically, Cairo samples a pixel 15 times.
    EXPECT_NEAR(ink(5, 20 + step).y - whole.y, step, 0.05);
  }
}

TEST_F(CairoPainterTest, EveryCharacterHasItsPlace) {
  const auto ink = [&](double advance) {
    TextRun run{"ll", {10, 20}, {advance, 3}, formula::Face::kText, 10, kInk};
    return ink_of(drawn(2, [&](Painter& to) { to.text(run); }));
  };
  // The second letter moves by 20 points, the centre of both by half of that, at two pixels a
  // point.
  EXPECT_NEAR(ink(25).x - ink(5).x, 20, 0.05);
}

/// Words with the left end and baseline of their boxes, as poppler sees them.
struct Word {
  std::string text;
  double left = 0;
  double right = 0;
};

std::vector<Word> words_of(const std::string& pdf) {
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "page.pdf", pdf);
  const auto output =
      testing::run_line(fmt::format("pdftotext -bbox '{}' -", (folder / "page.pdf").string()));
  EXPECT_EQ(output.status, 0);
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(output.out.c_str()));
  std::vector<Word> words;
  for (const auto& found : document.select_nodes("//word")) {
    const auto place = [&](const char* name) {
      return text::parse_double(found.node().attribute(name).value()).value_or(NAN);
    };
    words.push_back({found.node().child_value(), place("xMin"), place("xMax")});
  }
  return words;
}

TEST_F(CairoPainterTest, PopplerFindsWordsWhereTheyWereSet) {
  NORMSCOPE_NEEDS_PROGRAM("pdftotext", "poppler-utils");
  const auto draw = [&](Painter& to) { draw_every_primitive(to, *fonts_); };
  const auto words =
      words_of(NORMSCOPE_VALUE_OR_FAIL(draw_pdf(kDrawingPage, 900, 600, "", *fonts_, draw)));
  struct Case {
    const char* word;
    const char* run;
    std::size_t first;  // character of the run
    std::size_t count;
  };
  Recorder recorder;
  draw(recorder);
  for (const Case& one : {Case{"Text", "Text <&>", 0, 4}, Case{"\"quoted\"", "Text <&>", 9, 8},
                          Case{"spaces", "Text <&>", 23, 6}, Case{"title", "Bold", 5, 5},
                          Case{"note", "Italic", 7, 4}, Case{"done", "stand in", 14, 4}}) {
    bool seen = false;
    for (const auto& [run] : recorder.all<DrawnText>()) {
      if (!run.text.starts_with(one.run)) continue;
      const auto to = run.advances.begin() + static_cast<std::ptrdiff_t>(one.first);
      const double left = std::accumulate(run.advances.begin(), to, run.origin.x);
      const double right = std::accumulate(to, to + static_cast<std::ptrdiff_t>(one.count), left);
      for (const Word& word : words) {
        if (word.text != one.word) continue;
        seen = true;
        // The bound of all painters: a quarter of a point.
        EXPECT_NEAR(word.left, left, 0.25) << one.word;
        EXPECT_NEAR(word.right, right, 0.25) << one.word;
      }
    }
    EXPECT_TRUE(seen) << one.word;
  }
}

TEST_F(CairoPainterTest, APageEmbedsItsFonts) {
  NORMSCOPE_NEEDS_PROGRAM("pdffonts", "poppler-utils");
  const testing::TemporaryFolder folder;
  testing::write_file(
      folder / "page.pdf",
      NORMSCOPE_VALUE_OR_FAIL(draw_pdf(kDrawingPage, 900, 600, "", *fonts_,
                                       [&](Painter& to) { draw_every_primitive(to, *fonts_); })));
  const auto output =
      testing::run_line(fmt::format("pdffonts '{}'", (folder / "page.pdf").string()));
  for (const char* name : {"Inter-Regular", "Inter-SemiBold", "Inter-Italic",
                           "JetBrainsMono-Regular", "STIXGeneral-Regular", "STIXGeneral-Italic"}) {
    EXPECT_NE(output.out.find(name), std::string::npos) << name << "\n" << output.out;
  }
  // Columns: embedded, subset, with a map back to Unicode.
  EXPECT_FALSE(std::regex_search(output.out, std::regex(R"(\bno +(yes|no) +(yes|no) +\d)")));
}

TEST_F(CairoPainterTest, APictureThatMemoryCannotHoldIsASentence) {
  const auto pixels = draw_pixels({60, 40}, 1 << 30, 1 << 30, *fonts_, [](Painter&) {});
  ASSERT_FALSE(pixels);
  EXPECT_EQ(pixels.error().kind, base::ErrorKind::kTooLarge);
}

}  // namespace
}  // namespace normscope::figures
