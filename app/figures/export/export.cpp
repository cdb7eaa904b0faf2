// SPDX-License-Identifier: MIT
// Options are checked first; then every format paints the same layout.
#include "app/figures/export/export.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/figures/export/csv.hpp"
#include "app/figures/export/pdf_state.hpp"
#include "app/figures/export/state.hpp"
#include "app/figures/layout/layout.hpp"
#include "app/figures/paint/cairo_painter.hpp"
#include "app/figures/paint/paint.hpp"
#include "app/figures/paint/png.hpp"
#include "app/figures/paint/svg_painter.hpp"
#include "app/figures/words.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

namespace {

constexpr double kMillimetresPerInch = 25.4;
constexpr double kPointsPerInch = 72;

constexpr std::array kFormats = {
    base::Name<ExportFormat>{ExportFormat::kSvg, "svg"},
    base::Name<ExportFormat>{ExportFormat::kPdf, "pdf"},
    base::Name<ExportFormat>{ExportFormat::kPng, "png"},
    base::Name<ExportFormat>{ExportFormat::kCsv, "csv"},
};

// The sentence has places for low, high and value.
base::Expected<void> check_range(std::string_view sentence, double value, double low, double high) {
  if (value >= low && value <= high) return {};
  return base::fail(base::ErrorKind::kInvalidArgument,
                    tr(sentence, arg("low", low), arg("high", high), arg("value", value)));
}

double pixels_along(double millimetres, double dpi) {
  return std::max(1.0, std::round(millimetres / kMillimetresPerInch * dpi));
}

base::Expected<void> check_pixels(const ExportOptions& options) {
  const double width = pixels_along(options.width_mm, options.dpi);
  const double height = pixels_along(options.height_mm, options.dpi);
  constexpr std::string_view kHint = tr_later(
      "fewer dots per inch or a smaller figure fit; SVG and PDF have "
      "no such bound");
  if (width > kMostPixelsASide || height > kMostPixelsASide) {
    return base::fail(
        base::ErrorKind::kTooLarge,
        tr("a PNG has at most {pixels} pixels a side, and {width} x {height} were asked for",
           arg("pixels", kMostPixelsASide), arg("width", width), arg("height", height)),
        tr(kHint));
  }
  if (width * height > kMostPixels) {
    return base::fail(
        base::ErrorKind::kTooLarge,
        tr("a PNG has at most {millions} million pixels, and {width} x {height} were asked for",
           arg("millions", std::floor(kMostPixels / 1e6)), arg("width", width),
           arg("height", height)),
        tr(kHint));
  }
  return {};
}

base::Expected<std::string> svg_of(Size page, const Figure& figure, std::string_view state,
                                   const FontMeasure& fonts, const Drawing& drawing) {
  SvgPainter painter(page, figure.title, state, fonts);
  painter.describe(in_words(figure));
  drawing(painter);
  return painter.finish();
}

base::Expected<std::string> png_of(const ExportOptions& options, std::string_view state,
                                   const FontMeasure& fonts, const Drawing& drawing) {
  const auto width = static_cast<int>(pixels_along(options.width_mm, options.dpi));
  const auto height = static_cast<int>(pixels_along(options.height_mm, options.dpi));
  const auto pixels = draw_pixels(page_of(options), width, height, fonts, drawing);
  if (!pixels) return tl::unexpected(pixels.error());
  return write_png(*pixels, {options.dpi, options.transparent, state});
}

/// Images in a PDF have the resolution of the options if it is within bounds, else the default.
base::Expected<std::string> pdf_of(const ExportOptions& options, std::string_view title,
                                   std::string_view state, const FontMeasure& fonts,
                                   const Drawing& drawing) {
  constexpr double kMostOnPage = 600;
  const bool known = options.dpi >= kLeastDpi && options.dpi <= kMostOnPage;
  const double dpi = known ? options.dpi : ExportOptions{}.dpi;
  auto pdf =
      draw_pdf(page_of(options), static_cast<int>(pixels_along(options.width_mm, dpi)),
               static_cast<int>(pixels_along(options.height_mm, dpi)), title, fonts, drawing);
  if (!pdf) return pdf;
  return finish_pdf(*pdf, state);
}

}  // namespace

std::span<const base::Name<ExportFormat>> export_formats() {
  return kFormats;
}

Size page_of(const ExportOptions& options) {
  return {options.width_mm / kMillimetresPerInch * kPointsPerInch,
          options.height_mm / kMillimetresPerInch * kPointsPerInch};
}

base::Expected<void> check_options(const ExportOptions& options, ExportFormat format) {
  if (format == ExportFormat::kCsv) return {};
  auto checked =
      check_range(
          tr_later(
              "the width of a figure lies between {low} and {high} mm, and {value} was asked for"),
          options.width_mm, kLeastMillimetres, kMostMillimetres)
          .and_then([&] {
            return check_range(tr_later("the height of a figure lies between {low} and {high} mm, "
                                        "and {value} was asked for"),
                               options.height_mm, kLeastMillimetres, kMostMillimetres);
          });
  if (checked && options.text_points != 0) {
    checked = check_range(
        tr_later(
            "the text of a figure lies between {low} and {high} points, and {value} was asked for"),
        options.text_points, kLeastTextPoints, kMostTextPoints);
  }
  if (checked && format == ExportFormat::kPng) {
    checked = check_range(tr_later("the resolution of a figure lies between {low} and {high} dots "
                                   "per inch, and {value} was asked for"),
                          options.dpi, kLeastDpi, kMostDpi)
                  .and_then([&] { return check_pixels(options); });
  }
  return checked;
}

base::Expected<std::string> export_figure(const Figure& figure, ExportFormat format,
                                          const ExportOptions& options, const FontMeasure& fonts,
                                          std::string_view state) {
  if (format == ExportFormat::kCsv) return to_csv(figure);
  if (auto checked = check_options(options, format); !checked) {
    return tl::unexpected(checked.error());
  }
  if (auto checked = check_state(state); !checked) return tl::unexpected(checked.error());
  const Size page = page_of(options);
  Theme colors = theme(options.theme);
  if (options.text_points != 0) colors.text_size = options.text_points;
  // Painters skip what has alpha 0: the background, and outlines in its colour.
  if (options.transparent) colors.background.alpha = 0;
  const Drawing drawing = [&](Painter& painter) { paint(figure, page, colors, fonts, painter); };
  if (format == ExportFormat::kSvg) return svg_of(page, figure, state, fonts, drawing);
  if (format == ExportFormat::kPng) return png_of(options, state, fonts, drawing);
  return pdf_of(options, figure.title, state, fonts, drawing);
}

}  // namespace normscope::figures
