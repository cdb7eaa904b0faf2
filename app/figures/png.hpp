// SPDX-License-Identifier: MIT
// Pictures and their bytes as PNG.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/figures/painter.hpp"
#include "core/base/error.hpp"

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

/// The cells of an image as pixels, each as a square of `factor` x `factor`.
Pixels pixels_of(const Image& image, int factor);

/// How often cells on a rectangle of a page are to be repeated, so that they are pixels of about
/// 1/300 inch: programs that smooth pictures whatever they are told then smooth no more than edges.
/// shape   at least 1; the pixels stay below 2^22 where the cells are
/// units   rect in points
int enlargement(const Image& image, const Rect& rect);

struct PngOptions {
  double dpi = 0;            // how large it is to be shown; 0: not said
  bool transparent = false;  // else alpha is left out
  std::string_view state{};  // for read_state; empty: none
};

/// errors  TooLarge: no memory; Unwritable: libpng refuses, in its own words
base::Expected<std::string> write_png(const Pixels& pixels, const PngOptions& options);

/// The state that a PNG carries, which is told by its first bytes already.
/// errors  as read_state
base::Expected<std::string> read_png_state(std::string_view file);

}  // namespace normscope::figures
