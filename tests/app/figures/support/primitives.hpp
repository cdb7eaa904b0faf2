// SPDX-License-Identifier: MIT
// The positions of primitives: as recorded, and as read back from an SVG file or a PDF page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/app/figures/support/recorder.hpp"

namespace normscope::figures {

/// The bounding box of a primitive's points, without the width of its line.
struct Extremes {
  double left;
  double top;
  double right;
  double bottom;
  void add(Point at);
  void grow(double by);
};
Extremes extremes_of(std::span<const Point> points);
Extremes extremes_of(const Rect& rect);

struct VisiblePrimitive {
  Extremes at;
  bool whole = true;  // false: clipped or of no extent, so that a file may omit it
  std::string description{};
};

/// The visible lines, polygons, rectangles and markers of a recording, in drawing order. Other
/// tests compare texts and images.
std::vector<VisiblePrimitive> visible_primitives(const Recorder& recorder);

/// The bounding boxes of a file's elements, or of its filled or stroked paths. `pdf` must be
/// Cairo's: its first stream with paths is the page.
std::vector<Extremes> primitives_of_svg(const std::string& svg);
std::vector<Extremes> primitives_of_pdf(std::string_view pdf);

/// Matches both lists in order; describes the first primitive that is further than `bound` points
/// from its recorded position; empty without one. Positions outside of the page count as at its
/// edge.
std::string misplaced(const std::vector<VisiblePrimitive>& recorded,
                      const std::vector<Extremes>& found, Size page, double bound);

}  // namespace normscope::figures
