// SPDX-License-Identifier: MIT
// From a figure to the bytes of a file. The same figure, options and state give the same bytes, on
// any day.
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

/// The names are what the files end with, too.
std::span<const base::Name<ExportFormat>> export_formats();

struct ExportOptions {
  double width_mm = 160;
  double height_mm = 100;
  double dpi = 300;  // of PNG, and of pictures on a page of PDF
  ThemeName theme = ThemeName::kLight;
  double text_points = 0;    // of the em of ordinary text; 0: the theme's
  bool transparent = false;  // without the background
  bool operator==(const ExportOptions&) const = default;
};

// A page below has no room for a figure, one above is a poster that is better scaled.
inline constexpr double kLeastMillimetres = 20;
inline constexpr double kMostMillimetres = 2000;
// From half a screen's to what presses and films expose.
inline constexpr double kLeastDpi = 36;
inline constexpr double kMostDpi = 2400;
/// 1 GiB while it is drawn.
inline constexpr double kMostPixels = 1 << 28;
// Below nobody reads it; above a letter fills the smallest page.
inline constexpr double kLeastTextPoints = 3;
inline constexpr double kMostTextPoints = 60;

/// A page in points (72 an inch).
Size page_of(const ExportOptions& options);

/// Whether a file can be made with these options; for CSV they do not matter.
/// errors  InvalidArgument: sizes, dpi or text outside of the bounds above
///         TooLarge: a PNG of more than kMostPixels, or of more than kMostPixelsASide on one side
base::Expected<void> check_options(const ExportOptions& options, ExportFormat format);

/// The bytes of the file. `state` is what read_state finds again; CSV does not carry it.
/// errors  as check_options and check_state; what Cairo, libpng and libqpdf refuse
base::Expected<std::string> export_figure(const Figure& figure, ExportFormat format,
                                          const ExportOptions& options, const FontMeasure& fonts,
                                          std::string_view state);

}  // namespace normscope::figures
