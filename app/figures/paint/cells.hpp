// SPDX-License-Identifier: MIT
// Images of coloured cells as pixels that other programs show without blurring them, in pieces that
// they can hold.
#pragma once

#include <cstdint>
#include <vector>

#include "app/figures/painter.hpp"

namespace normscope::figures {

/// Most pixels of a side: what a Cairo picture can have, whose coordinates are 16 bits.
inline constexpr int kMostPixelsASide = 32767;

/// A picture row by row from the top, each pixel 0xAARRGGBB with colours multiplied by alpha, as
/// Cairo makes it.
struct Pixels {
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> argb;
};

/// An image on its rectangle of a page.
struct Tile {
  Rect rect{};
  Image image{};
};

/// The same cells at the same places, in tiles of at most 8192 columns and rows.
std::vector<Tile> tiles_of(const Rect& rect, const Image& image);

/// An image as a grid of pixels shows it: each is the mean of the cells that it covers, and as
/// opaque as it is covered. All painters that know their pixels show this picture, whatever their
/// own ways with small cells are.
/// shape   whole pixels around `rect`, `rows` of them from the one `from` below its first
/// units   rect in pixels
Tile on_pixels(const Rect& rect, const Image& image, int from, int rows);

/// How many rows of pixels that is in all.
int rows_on_pixels(const Rect& rect);

/// The cells of a tile, each repeated across and down until a pixel is at most `finest` points:
/// what smooths pictures whatever it is told (librsvg, poppler) then smooths no more than the
/// edges.
/// shape   at most kMostPixelsASide a side and about 2^22 pixels, or one a cell
/// units   finest in points
Pixels pixels_of(const Tile& tile, double finest);

}  // namespace normscope::figures
