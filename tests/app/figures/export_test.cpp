// SPDX-License-Identifier: MIT
// Whole files: always the same bytes, the same picture in every format when drawn by other
// programs, and all texts as text.
#include "app/figures/export/export.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstring>
#include <limits>
#include <locale>
#include <map>
#include <pugixml.hpp>
#include <regex>
#include <string>

#include "app/figures/layout/layout.hpp"
#include "app/figures/paint/cairo_painter.hpp"
#include "app/figures/paint/paint.hpp"
#include "app/figures/paint/png.hpp"
#include "app/figures/paint/svg_painter.hpp"
#include "tests/app/figures/support/built.hpp"
#include "tests/app/figures/support/drawings.hpp"
#include "tests/app/figures/support/picture.hpp"
#include "tests/app/figures/support/programs.hpp"
#include "tests/app/figures/support/samples.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

constexpr std::string_view kState = R"({"format": "normscope", "text": "<&> \u00e4 ä"})";

/// A file drawn by rsvg-convert or pdftoppm, at this size in pixels.
Picture converted(const std::string& svg, int width, int height) {
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "a.svg", svg);
  const auto output = testing::run_line(
      fmt::format("rsvg-convert -w {} -h {} '{}'", width, height, (folder / "a.svg").string()));
  return read_picture(output.out);
}
Picture rendered(const std::string& pdf, int width, int height) {
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "a.pdf", pdf);
  const auto output = testing::run_line(
      fmt::format("pdftoppm -png -singlefile -scale-to-x {} -scale-to-y {} '{}' '{}'", width,
                  height, (folder / "a.pdf").string(), (folder / "a").string()));
  if (output.status != 0) return {};
  return read_picture(testing::read_file(folder / "a.png"));
}

class ExportTest : public ::testing::Test {
 protected:
  // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): tests are its derived classes
  const std::unique_ptr<FontMeasure> fonts_ = NORMSCOPE_VALUE_OR_FAIL(FontMeasure::load());

  std::string file(const Figure& figure, ExportFormat format,
                   const ExportOptions& options = {}) const {
    return NORMSCOPE_VALUE_OR_FAIL(export_figure(figure, format, options, *fonts_, kState));
  }
  void record(const Figure& figure, const ExportOptions& options, Recorder& recorder) const {
    paint(figure, page_of(options), theme(options.theme), *fonts_, recorder);
  }
  std::vector<Rect> texts_of(const Figure& figure, const ExportOptions& options) const {
    Recorder recorder;
    record(figure, options, recorder);
    return text_boxes(recorder, *fonts_);
  }

  struct Shares {
    double svg;
    double pdf;
  };
  /// The difference of the SVG and the PDF, drawn by other programs, from the PNG.
  Shares shares_off(const Figure& figure, const ExportOptions& options) const {
    const Picture png = read_picture(file(figure, ExportFormat::kPng, options));
    const auto masked = texts_of(figure, options);
    const auto off = [&](const Picture& other) {
      return share_off(png, other, page_of(options), masked);
    };
    return {off(converted(file(figure, ExportFormat::kSvg, options), png.width, png.height)),
            off(rendered(file(figure, ExportFormat::kPdf, options), png.width, png.height))};
  }
};

/// pdftotext replaces any spaces by one.
std::string without_spaces(std::string_view text) {
  return std::regex_replace(std::string(text), std::regex("[ \n\f]|\u00a0|\u2009|\u202f"), "");
}

/// The project's bound: one pixel in a hundred outside of texts.
constexpr double kShare = 0.01;

TEST_F(ExportTest, OtherProgramsSeeTheSameFigure) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "pictures are compared in the plain build: here it would take many minutes";
#endif
  NORMSCOPE_NEEDS_PROGRAM("rsvg-convert", "librsvg2-bin");
  NORMSCOPE_NEEDS_PROGRAM("pdftoppm", "poppler-utils");
  std::map<std::string, Shares> worst;
  const auto compare = [&](const Figure& figure, const ExportOptions& options,
                           const std::string& name) {
    const auto [svg, pdf] = shares_off(figure, options);
    Shares& known = worst[name];
    known = {std::max(known.svg, svg), std::max(known.pdf, pdf)};
    const std::string where = fmt::format("{}, {} x {} mm, {} dpi", name, options.width_mm,
                                          options.height_mm, options.dpi);
    EXPECT_LE(svg, kShare) << where;
    EXPECT_LE(pdf, kShare) << where;
  };
  for (const std::size_t count : {std::size_t{7}, std::size_t{50}, std::size_t{5000}}) {
    for (const auto& [name, word] : theme_names()) {
      compare(distribution_of(count), {.width_mm = 85, .theme = name},
              fmt::format("distribution of {}", count));
    }
  }
  std::vector<Built> figures = built_figures();
  for (Sample& sample : samples()) {
    if (sample.name.starts_with("degenerate")) continue;  // many, and of the same shapes
    const auto themes = theme_names();
    figures.push_back(
        {sample.name, std::move(sample.figure), themes[figures.size() % themes.size()].value});
  }
  for (const auto& [name, figure, colors] : figures) {
    // Pdftoppm samples a pixel at four by four points and raises the covered share to the power of
    // 1.5, so every edge is paler. Pictures that are mostly edges (lines that go up and down every
    // few pixels, the smallest page) are compared at the resolution of exports.
    const bool edges = name == "profile_large" || name == "softmax_large";
    const double fine = ExportOptions{}.dpi;
    compare(figure, {.dpi = edges ? fine : 100, .theme = colors}, name);
    compare(figure, {.width_mm = 60, .height_mm = 40, .dpi = fine, .theme = colors}, name);
  }
  compare(distribution_of(5000), {.width_mm = 297, .height_mm = 210, .dpi = 100}, "A4");
  for (const auto& [name, off] : worst) {
    fmt::print("{}: {:.3f} % by rsvg-convert, {:.3f} % by pdftoppm\n", name, 100 * off.svg,
               100 * off.pdf);
  }
}

TEST_F(ExportTest, OtherProgramsSeeTheSamePrimitives) {
  NORMSCOPE_NEEDS_PROGRAM("rsvg-convert", "librsvg2-bin");
  NORMSCOPE_NEEDS_PROGRAM("pdftoppm", "poppler-utils");
  const auto draw = [&](Painter& to) { draw_every_primitive(to, *fonts_); };
  Recorder recorder;
  draw(recorder);
  const auto masked = text_boxes(recorder, *fonts_);
  const Pixels pixels = NORMSCOPE_VALUE_OR_FAIL(draw_pixels(kDrawingPage, 900, 600, *fonts_, draw));
  const Picture png = read_picture(NORMSCOPE_VALUE_OR_FAIL(write_png(pixels, {})));
  SvgPainter painter(kDrawingPage, "", "", *fonts_);
  draw(painter);
  const double svg = share_off(png, converted(NORMSCOPE_VALUE_OR_FAIL(painter.finish()), 900, 600),
                               kDrawingPage, masked);
  const std::string page =
      NORMSCOPE_VALUE_OR_FAIL(draw_pdf(kDrawingPage, 900, 600, "", *fonts_, draw));
  const double pdf = share_off(png, rendered(page, 900, 600), kDrawingPage, masked);
  fmt::print("every primitive: {:.4f} % by rsvg-convert, {:.4f} % by pdftoppm\n", 100 * svg,
             100 * pdf);
  EXPECT_LE(svg, kShare);
  EXPECT_LE(pdf, kShare);
}

TEST_F(ExportTest, TheComparisonSeesADifference) {
  const ExportOptions options{.dpi = 72};
  const Figure figure = distribution_of(5000);
  const Picture png = read_picture(file(figure, ExportFormat::kPng, options));
  Picture moved = png;
  std::rotate(moved.pixels.begin(), moved.pixels.begin() + 5, moved.pixels.end());
  EXPECT_EQ(share_off(png, png, page_of(options), {}), 0);
  EXPECT_GT(share_off(png, moved, page_of(options), texts_of(figure, options)), kShare);
  EXPECT_EQ(share_off(png, moved, page_of(options), {{0, 0, 1000, 1000}}), 1);  // nothing is seen
}

TEST_F(ExportTest, TextsAreTexts) {
  const Figure figure = distribution_of(5000);
  Recorder recorder;
  record(figure, {}, recorder);
  const auto texts = recorder.all<DrawnText>();
  ASSERT_GT(texts.size(), 12U);  // title, headings, marks, ticks

  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(file(figure, ExportFormat::kSvg).c_str(),
                                   pugi::parse_default | pugi::parse_ws_pcdata));
  std::vector<std::string> in_svg;
  for (const auto& found : document.select_nodes("//text")) {
    std::string text = found.node().child_value();
    for (const auto& piece : found.node().children("tspan")) text += piece.child_value();
    in_svg.push_back(text);
  }
  for (const auto& [run] : texts) {
    EXPECT_EQ(
        std::count(in_svg.begin(), in_svg.end(), run.text),
        std::count_if(texts.begin(), texts.end(),
                      [&r = run](const DrawnText& other) { return other.run.text == r.text; }))
        << run.text;
  }

  NORMSCOPE_NEEDS_PROGRAM("pdftotext", "poppler-utils");
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "a.pdf", file(figure, ExportFormat::kPdf));
  const std::string words =
      testing::run_line(fmt::format("pdftotext -layout '{}' -", (folder / "a.pdf").string())).out;
  for (const auto& [run] : texts) {
    EXPECT_NE(without_spaces(words).find(without_spaces(run.text)), std::string::npos) << run.text;
  }
}

TEST_F(ExportTest, TheSameBytesEveryTime) {
  const Figure figure = distribution_of(300);
  const std::locale before;
  for (const auto& [format, name] : export_formats()) {
    const std::string first = file(figure, format);
    EXPECT_EQ(first, file(figure, format)) << name;
    std::locale::global(std::locale::classic());
    EXPECT_EQ(first, file(figure, format)) << name;
    std::locale::global(before);
    for (const char* date : {"CreationDate", "ModDate", "tIME"}) {
      EXPECT_EQ(first.find(date), std::string::npos) << name;
    }
    // The fonts are loaded again, as in another process.
    const auto fonts = NORMSCOPE_VALUE_OR_FAIL(FontMeasure::load());
    EXPECT_EQ(first, NORMSCOPE_VALUE_OR_FAIL(export_figure(figure, format, {}, *fonts, kState)));
  }
}

TEST_F(ExportTest, SvgIsWellFormedAndOfItsSize) {
  const std::string svg =
      file(distribution_of(300), ExportFormat::kSvg, {.width_mm = 123.5, .height_mm = 80});
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(svg.c_str()));
  const auto root = document.child("svg");
  EXPECT_STREQ(root.attribute("width").value(), "123.5mm");
  EXPECT_STREQ(root.attribute("height").value(), "80mm");
  EXPECT_STREQ(root.attribute("viewBox").value(), "0 0 350.079 226.772");
  EXPECT_STREQ(root.child("title").child_value(), "Before & after <one> normalization");
  EXPECT_STREQ(root.child("g").attribute("class").value(), "distribution");
  NORMSCOPE_NEEDS_PROGRAM("xmllint", "libxml2-utils");
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "a.svg", svg);
  EXPECT_EQ(
      testing::run_line(fmt::format("xmllint --noout --nonet '{}'", (folder / "a.svg").string()))
          .status,
      0);
}

TEST_F(ExportTest, SvgOfTenMillionValuesIsSmall) {
  const std::string svg = file(distribution_of(10'000'000), ExportFormat::kSvg);
  fmt::print("distribution of 10^7 values: {} bytes of SVG\n", svg.size());
  EXPECT_LT(svg.size(), 200'000U);
}

TEST_F(ExportTest, PngIsOfItsSizeAndSaysItsResolution) {
  const Figure figure = distribution_of(300);
  const std::string png =
      file(figure, ExportFormat::kPng, {.width_mm = 101.6, .height_mm = 50.8, .dpi = 200});
  struct Source {
    const std::string& bytes;
    std::size_t at = 0;
  } source{png};
  png_structp reader = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(reader);
  if (setjmp(png_jmpbuf(reader)) != 0) FAIL() << "libpng refuses the file";
  png_set_read_fn(reader, &source, [](png_structp from, png_bytep to, std::size_t count) {
    auto& bytes = *static_cast<Source*>(png_get_io_ptr(from));
    if (count > bytes.bytes.size() - bytes.at) png_error(from, "cut off");
    std::memcpy(to, bytes.bytes.data() + bytes.at, count);
    bytes.at += count;
  });
  png_read_png(reader, info, PNG_TRANSFORM_IDENTITY, nullptr);
  EXPECT_EQ(png_get_image_width(reader, info), 800U);
  EXPECT_EQ(png_get_image_height(reader, info), 400U);
  EXPECT_EQ(png_get_color_type(reader, info), PNG_COLOR_TYPE_RGB);
  EXPECT_EQ(png_get_x_pixels_per_meter(reader, info), 7874U);  // 200 / 0.0254
  EXPECT_EQ(png_get_y_pixels_per_meter(reader, info), 7874U);
  EXPECT_NE(png_get_valid(reader, info, PNG_INFO_sRGB), 0U);
  png_textp texts = nullptr;
  ASSERT_EQ(png_get_text(reader, info, &texts, nullptr), 1);
  EXPECT_STREQ(texts[0].key, "normscope");
  EXPECT_EQ(texts[0].text, kState);
  png_destroy_read_struct(&reader, &info, nullptr);
}

TEST_F(ExportTest, TheBackgroundCanBeLeftOut) {
  const Figure figure = distribution_of(5000);  // without dots, which have outlines
  for (const auto& [name, word] : theme_names()) {
    const ExportOptions opaque{.dpi = 72, .theme = name};
    ExportOptions clear = opaque;
    clear.transparent = true;
    const Picture with = read_picture(file(figure, ExportFormat::kPng, opaque));
    const Picture without = read_picture(file(figure, ExportFormat::kPng, clear));
    EXPECT_EQ(with.at(1, 1), theme(name).background);
    EXPECT_EQ(without.at(1, 1).alpha, 0);
    const std::string svg = file(figure, ExportFormat::kSvg, clear);
    EXPECT_EQ(svg.find(R"(x="0" y="0")"), std::string::npos);
    // Over the background it is the same picture.
    Picture laid = without;
    for (Color& pixel : laid.pixels) {
      const Color ground = theme(name).background;
      const auto over = [&](std::uint8_t top, std::uint8_t below) {
        return static_cast<std::uint8_t>((top * pixel.alpha + below * (255 - pixel.alpha)) / 255);
      };
      pixel = {over(pixel.red, ground.red), over(pixel.green, ground.green),
               over(pixel.blue, ground.blue)};
    }
    // Levels of 255, rounded twice.
    EXPECT_EQ(share_off(with, laid, page_of(clear), {}, 3), 0) << word;
  }
}

TEST_F(ExportTest, TextHasTheSizeThatIsAskedFor) {
  const std::string svg = file(distribution_of(300), ExportFormat::kSvg, {.text_points = 7});
  EXPECT_NE(svg.find(R"(font-size="7")"), std::string::npos);
  EXPECT_EQ(svg.find(R"(font-size="10")"), std::string::npos);
}

TEST_F(ExportTest, WhatCannotBeMadeIsASentence) {
  const Figure figure = distribution_of(7);
  struct Case {
    ExportOptions options{};
    ExportFormat format{};
    base::ErrorKind kind{};
    const char* sentence = nullptr;
  };
  using base::ErrorKind;
  for (const Case& one : {
           Case{{.width_mm = 19},
                ExportFormat::kSvg,
                ErrorKind::kInvalidArgument,
                "the width of a figure lies between 20 and 2000 mm, and 19 was asked for"},
           Case{{.height_mm = 2000.5},
                ExportFormat::kPdf,
                ErrorKind::kInvalidArgument,
                "the height of a figure lies between 20 and 2000 mm, and 2000.5 was asked for"},
           Case{{.width_mm = std::numeric_limits<double>::quiet_NaN()},
                ExportFormat::kPng,
                ErrorKind::kInvalidArgument,
                "the width of a figure lies between 20 and 2000 mm, and nan was asked for"},
           Case{{.dpi = 20},
                ExportFormat::kPng,
                ErrorKind::kInvalidArgument,
                "the resolution of a figure lies between 36 and 2400 dots per inch, and 20 was "
                "asked for"},
           Case{{.text_points = -1},
                ExportFormat::kSvg,
                ErrorKind::kInvalidArgument,
                "the text of a figure lies between 3 and 60 points, and -1 was asked for"},
           Case{{.width_mm = 1000, .height_mm = 30, .dpi = 1200},
                ExportFormat::kPng,
                ErrorKind::kTooLarge,
                "a PNG has at most 32767 pixels a side, and 47244 x 1417 were asked for"},
           Case{{.width_mm = 420, .height_mm = 297, .dpi = 1200},
                ExportFormat::kPng,
                ErrorKind::kTooLarge,
                "a PNG has at most 268 million pixels, and 19843 x 14031 were asked for"},
       }) {
    const auto exported = export_figure(figure, one.format, one.options, *fonts_, kState);
    ASSERT_FALSE(exported) << one.sentence;
    EXPECT_EQ(exported.error().kind, one.kind);
    EXPECT_EQ(exported.error().sentence, one.sentence);
  }
  // Only PNG has dots per inch; CSV has no size.
  EXPECT_TRUE(export_figure(figure, ExportFormat::kSvg, {.dpi = 1}, *fonts_, ""));
  EXPECT_TRUE(export_figure(figure, ExportFormat::kCsv, {.width_mm = 1}, *fonts_, ""));
  const auto state = export_figure(figure, ExportFormat::kSvg, {}, *fonts_, "\x01");
  ASSERT_FALSE(state);
  EXPECT_EQ(state.error().kind, ErrorKind::kInvalidArgument);
}

TEST_F(ExportTest, TheEndsOfTheBoundsCanBeMade) {
  const Figure figure = distribution_of(50);
  for (const double side : {20.0, 2000.0}) {
    for (const auto format : {ExportFormat::kSvg, ExportFormat::kPdf}) {
      EXPECT_FALSE(file(figure, format, {.width_mm = side, .height_mm = side}).empty());
    }
    const Picture png = read_picture(
        file(figure, ExportFormat::kPng, {.width_mm = side, .height_mm = 20, .dpi = 36}));
    EXPECT_EQ(png.width, std::lround(side / 25.4 * 36));
    EXPECT_EQ(png.height, 28);
  }
}

TEST(ExportFormats, HaveNames) {
  for (const auto format :
       {ExportFormat::kSvg, ExportFormat::kPdf, ExportFormat::kPng, ExportFormat::kCsv}) {
    EXPECT_FALSE(base::name_of(export_formats(), format).empty());
  }
}

}  // namespace
}  // namespace normscope::figures
