// SPDX-License-Identifier: MIT
// The eight primitives that figures are drawn with: a window, an SVG file, a PDF page and a test's
// recording implement them alike. The layout has fixed everything before: positions in points,
// colours, the place of every character. A painter decides nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/figures/geometry.hpp"
#include "app/formula/measure.hpp"

namespace normscope::figures {

/// How a line is drawn: round joins, butt caps. A dash pattern begins with a dash.
struct Stroke {
  Color color{};
  double width = 1;
  double on = 0;  // lengths of a dash and of a gap; both 0: a solid line
  double off = 0;
  bool operator==(const Stroke&) const = default;
};

enum class Marker { kCircle, kSquare, kDiamond };

/// One line of text in one face. Texts are never rotated, labels of vertical axes included.
struct TextRun {
  std::string text;              // UTF-8
  Point origin{};                // the left end of the baseline
  std::vector<double> advances;  // for each code point, the distance to the next one
  formula::Face face = formula::Face::kText;
  double size = 9;  // of the em
  Color color{};
  bool operator==(const TextRun&) const = default;
};

/// A grid of colours, row by row from the top, each drawn as a rectangle without smoothing.
struct Image {
  std::int64_t columns = 0;
  std::int64_t rows = 0;
  std::vector<Color> colors;
  std::uint64_t hash = 0;  // hash_of the image, for painters that cache textures; 0: not computed
  bool operator==(const Image&) const = default;
};

/// A hash of the image's size and colours.
std::uint64_t hash_of(const Image& image);

/// The meaning of a piece of the picture, by which the window, an SVG file and tests find it.
struct Tag {
  std::string name;           // "panel before", "bars", "values"
  std::int64_t element = -1;  // the element of the batch behind a single marker; -1: none
  bool operator==(const Tag&) const = default;
};

class Painter {
 public:
  Painter() = default;
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;
  virtual ~Painter() = default;

  /// One connected line through at least two points, all finite.
  virtual void polyline(std::span<const Point> points, const Stroke& stroke) = 0;
  /// A filled simple polygon without outline, possibly concave.
  virtual void polygon(std::span<const Point> points, Color fill) = 0;
  /// A filled rectangle; `radius` rounds its corners.
  virtual void rectangle(const Rect& rect, double radius, Color fill) = 0;
  /// A filled marker, `radius` from its centre to its edge, with an outline (width 0: none).
  virtual void marker(Point center, double radius, Marker shape, Color fill,
                      const Stroke& outline) = 0;
  virtual void text(const TextRun& run) = 0;
  virtual void image(const Rect& rect, const Image& image) = 0;

  /// Until pop_clip, nothing is drawn outside of `rect` and of the clips pushed before.
  virtual void push_clip(const Rect& rect) = 0;
  virtual void pop_clip() = 0;

  /// Until end_group, every primitive belongs to `tag`. Groups nest.
  virtual void begin_group(const Tag& tag) = 0;
  virtual void end_group() = 0;
};

}  // namespace normscope::figures
