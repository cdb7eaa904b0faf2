// SPDX-License-Identifier: MIT
// Images as pixels that other programs show without blurring them, in tiles of a size that those
// programs accept.
#pragma once

#include <cstdint>
#include <vector>

#include "app/figures/painter.hpp"

namespace normscope::figures {

/// Most pixels a side of a Cairo picture, whose coordinates have 16 bits.
inline constexpr int kMostPixelsASide = 32767;

/// A picture row by row from the top, each pixel 0xAARRGGBB with premultiplied alpha: Cairo's
/// format.
struct Pixels {
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> argb;
};

/// An image and its rectangle on the page.
struct Tile {
  Rect rect{};
  Image image{};
};

/// An image cut into tiles of at most 8192 columns and rows.
std::vector<Tile> tiles_of(const Rect& rect, const Image& image);

/// An image resampled to the pixel grid: each pixel is the mean of the image colours that it
/// covers, weighted by area, and as opaque as it is covered. All painters that know their pixels
/// draw this picture, so that they agree on images finer than the pixels.
/// shape   whole pixels around `rect`; `rows` rows of pixels, from row `from`
/// units   rect in pixels
Tile on_pixels(const Rect& rect, const Image& image, int from, int rows);

/// All rows of pixels that on_pixels has for this rectangle.
int rows_on_pixels(const Rect& rect);

/// The colours of a tile, each repeated across and down until a pixel is at most `finest` points:
/// programs that always interpolate pictures (librsvg, poppler) then blur the edges only.
/// shape   at most kMostPixelsASide a side and about 2^22 pixels, or one pixel a colour
/// units   finest in points
Pixels pixels_of(const Tile& tile, double finest);

}  // namespace normscope::figures
