// SPDX-License-Identifier: MIT
// Points, sizes, rectangles and colours. Lengths are in points (1/72 inch on paper; on screen the
// window decides how many pixels a point has), x to the right and y downward.
#pragma once

#include <cstdint>

namespace normscope::figures {

struct Point {
  double x = 0;
  double y = 0;
  bool operator==(const Point&) const = default;
};

struct Size {
  double width = 0;
  double height = 0;
  bool operator==(const Size&) const = default;
};

struct Rect {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;

  double right() const { return x + width; }
  double bottom() const { return y + height; }
  bool contains(Point at) const {
    return at.x >= x && at.x <= right() && at.y >= y && at.y <= bottom();
  }
  bool operator==(const Rect&) const = default;
};

/// An sRGB colour (not linear) with straight (not premultiplied) alpha.
struct Color {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  std::uint8_t alpha = 255;
  bool operator==(const Color&) const = default;
};

/// The same colour with its alpha multiplied by `opacity` (0 to 1).
constexpr Color faded(Color color, double opacity) {
  color.alpha = static_cast<std::uint8_t>(color.alpha * opacity);
  return color;
}

}  // namespace normscope::figures
