// SPDX-License-Identifier: MIT
// What a figure is drawn with: eight primitives that a window, an SVG file, a PDF page and a
// recording can all do alike. Everything is resolved before it comes here: positions in points,
// colours, texts with the place of every character. A painter decides nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/figures/geometry.hpp"
#include "app/formula/measure.hpp"

namespace normscope::figures {

/// A line of one width; corners are round, ends are cut where the line ends. Dashes begin with
/// `on`.
struct Stroke {
  Color color{};
  double width = 1;
  double on = 0;  // length of a dash and of the gap after it; both 0: unbroken
  double off = 0;
  bool operator==(const Stroke&) const = default;
};

enum class Marker { kCircle, kSquare, kDiamond };

/// One line of text in one face. Texts are never turned: the labels of vertical axes lie, too.
struct TextRun {
  std::string text;              // UTF-8
  Point origin{};                // the left end of its baseline
  std::vector<double> advances;  // one a code point: the next one begins that much further right
  formula::Face face = formula::Face::kText;
  double size = 9;  // of the em
  Color color{};
  bool operator==(const TextRun&) const = default;
};

/// Cells of one colour each, row by row from the top, spread evenly and without smoothing.
struct Image {
  std::int64_t columns = 0;
  std::int64_t rows = 0;
  std::vector<Color> cells;
  std::uint64_t hash = 0;  // of the cells, made once for who keeps pictures; 0: not made
  bool operator==(const Image&) const = default;
};

/// A hash of a picture's cells: the same picture at another address has the same.
std::uint64_t hash_of(const Image& image);

/// What a piece of the picture stands for, so that it can be found again in the window, in a file
/// and by a test.
struct Tag {
  std::string name;           // "panel before", "bars", "values"
  std::int64_t element = -1;  // the element of the batch that a single mark stands for; -1: none
  bool operator==(const Tag&) const = default;
};

class Painter {
 public:
  Painter() = default;
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;
  virtual ~Painter() = default;

  /// At least two points, all finite, as one connected line.
  virtual void polyline(std::span<const Point> points, const Stroke& stroke) = 0;
  /// A filled simple polygon, not always convex; its outline is not drawn.
  virtual void polygon(std::span<const Point> points, Color fill) = 0;
  /// A filled rectangle, its corners rounded by `radius`.
  virtual void rectangle(const Rect& rect, double radius, Color fill) = 0;
  /// A filled mark, `radius` from its centre to its edge, with an outline (width 0: none).
  virtual void marker(Point center, double radius, Marker shape, Color fill,
                      const Stroke& outline) = 0;
  virtual void text(const TextRun& run) = 0;
  virtual void image(const Rect& rect, const Image& cells) = 0;

  /// Until pop_clip, nothing is drawn outside of `rect` and of the clips before it.
  virtual void push_clip(const Rect& rect) = 0;
  virtual void pop_clip() = 0;

  /// Until end_group, what is drawn belongs to `tag`. Groups nest.
  virtual void begin_group(const Tag& tag) = 0;
  virtual void end_group() = 0;
};

}  // namespace normscope::figures
