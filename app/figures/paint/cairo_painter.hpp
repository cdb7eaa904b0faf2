// SPDX-License-Identifier: MIT
// Figures as a PDF page and as pixels, both by Cairo.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/figures/layout/font_measure.hpp"
#include "app/figures/paint/cells.hpp"
#include "app/figures/painter.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// Draws all of a figure with the painter that it is given.
using Drawing = std::function<void(Painter&)>;

/// One page; its texts are texts in embedded fonts. Images are pictures as pixels show them, when
/// the page is spread over so many: who shows a page so sees what draw_pixels draws.
/// units   page in points; width and height in pixels
/// errors  Unwritable: Cairo refuses, in its own words; Unreadable: a font's file has no outlines
base::Expected<std::string> draw_pdf(Size page, int width, int height, std::string_view title,
                                     const FontMeasure& fonts, const Drawing& drawing);

/// The page spread over width x height pixels, grey at the edges, transparent where nothing is
/// drawn. Letters are outlines without hints, so that they stand between pixels where they should.
/// units   page in points; width and height in pixels, 1 to kMostPixelsASide
/// errors  as draw_pdf; TooLarge: no memory for the pixels
base::Expected<Pixels> draw_pixels(Size page, int width, int height, const FontMeasure& fonts,
                                   const Drawing& drawing);

}  // namespace normscope::figures
