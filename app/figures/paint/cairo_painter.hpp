// SPDX-License-Identifier: MIT
// Figures as a PDF page, as pixels, and on the screen, all drawn by Cairo.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "app/figures/layout/font_measure.hpp"
#include "app/figures/paint/pixels.hpp"
#include "app/figures/painter.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// Draws a whole figure with a painter.
using Drawing = std::function<void(Painter&)>;

/// A PDF with a page for each drawing, with its texts as text in embedded fonts. Images are stored
/// at width x height pixels for a whole page: shown at this size, it looks as draw_pixels draws it.
/// units   page in points; width and height in pixels
/// errors  Unwritable: Cairo fails, with its message; Unreadable: a font's file has no outlines
base::Expected<std::string> draw_pdf(Size page, int width, int height, std::string_view title,
                                     const FontMeasure& fonts, std::span<const Drawing> pages);
base::Expected<std::string> draw_pdf(Size page, int width, int height, std::string_view title,
                                     const FontMeasure& fonts, const Drawing& drawing);

/// The page drawn into width x height pixels, with antialiased edges, transparent where nothing is
/// drawn. Letters are unhinted outlines, so that they stand exactly at their subpixel positions.
/// units   page in points; width and height in pixels, 1 to kMostPixelsASide
/// errors  as draw_pdf; TooLarge: no memory for the pixels
base::Expected<Pixels> draw_pixels(Size page, int width, int height, const FontMeasure& fonts,
                                   const Drawing& drawing);

/// The same without texts, for a window that writes them with glyphs of its own.
/// errors  as draw_pixels
base::Expected<Pixels> draw_shapes(Size page, int width, int height, const FontMeasure& fonts,
                                   const Drawing& drawing);

}  // namespace normscope::figures
