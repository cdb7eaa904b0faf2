// SPDX-License-Identifier: MIT
// Exports a figure as the bytes of a file. The same figure, options and state always give the same
// bytes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/figures/figure.hpp"
#include "app/figures/geometry.hpp"
#include "app/figures/layout/font_measure.hpp"
#include "app/figures/theme.hpp"
#include "core/base/error.hpp"
#include "core/base/names.hpp"

namespace normscope::figures {

enum class ExportFormat { kSvg, kPdf, kPng, kCsv };

/// The names are also the file extensions.
std::span<const base::Name<ExportFormat>> export_formats();

struct ExportOptions {
  double width_mm = 160;
  double height_mm = 100;
  double dpi = 300;  // of PNG, and of images in PDF
  ThemeName theme = ThemeName::kLight;
  double text_points = 0;    // em of ordinary text; 0: the theme's
  bool transparent = false;  // without the background
  bool operator==(const ExportOptions&) const = default;
};

// A smaller page has no room for a figure; a larger one is a poster, for which SVG and PDF scale.
inline constexpr double kLeastMillimetres = 20;
inline constexpr double kMostMillimetres = 2000;
// From half a screen's resolution to an imagesetter's.
inline constexpr double kLeastDpi = 36;
inline constexpr double kMostDpi = 2400;
/// Takes 1 GiB of memory while it is drawn.
inline constexpr double kMostPixels = 1 << 28;
// Smaller text is illegible; in larger text a letter fills the smallest page.
inline constexpr double kLeastTextPoints = 3;
inline constexpr double kMostTextPoints = 60;

/// A page in points (72 an inch).
Size page_of(const ExportOptions& options);

/// Whether a figure can be exported with these options; CSV ignores them.
/// errors  InvalidArgument: sizes, dpi or text outside of the bounds above
///         TooLarge: a PNG of more than kMostPixels, or of more than kMostPixelsASide on one side
base::Expected<void> check_options(const ExportOptions& options, ExportFormat format);

/// The bytes of the file. read_state reads `state` back from it; CSV has no state.
/// errors  as check_options and check_state; failures of Cairo, libpng and libqpdf
base::Expected<std::string> export_figure(const Figure& figure, ExportFormat format,
                                          const ExportOptions& options, const FontMeasure& fonts,
                                          std::string_view state);

}  // namespace normscope::figures
