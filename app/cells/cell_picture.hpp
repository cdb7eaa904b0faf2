// SPDX-License-Identifier: MIT
// A figure that a cell showed, as pixels, and in the size in which it is drawn. The kernel draws it
// with more pixels than a screen has for it, so that it is sharp in any size that a panel has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace normscope::cells {

struct CellPicture {
  std::string text{};  // "<Figure size 640x480 with 1 Axes>"
  std::int64_t width = 0;
  std::int64_t height = 0;
  double scale = 1;                    // of these pixels for each of the figure's own
  std::vector<std::uint8_t> pixels{};  // rows from the top of red, green, blue, opacity
  std::uint64_t hash = 0;              // of the pixels
  int number = 0;                      // by which the kernel draws it again
  bool operator==(const CellPicture&) const = default;
};

/// A hash of bytes, for CellPicture::hash.
std::uint64_t hash_of(const std::vector<std::uint8_t>& bytes);

/// The picture in another size, each of whose pixels is the mean of those that it covers; the
/// colours of what is not opaque count by their opacity.
/// shape   width and height positive, as are the picture's
CellPicture resized(const CellPicture& picture, std::int64_t width, std::int64_t height);

}  // namespace normscope::cells
