// SPDX-License-Identifier: MIT
// Where each primitive lies: as it was recorded, and as an SVG file or a page says, read back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/app/figures/support/recorder.hpp"

namespace normscope::figures {

/// The box around the places that a primitive was given, without the width of its line.
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

struct Seen {
  Extremes at;
  bool whole = true;  // false: a clip may hide it, and a page may leave it out
  std::string words;  // of the recording
};

/// Lines, polygons, rectangles and markers that can be seen, in the order in which they are drawn.
/// Texts and images are others' matter.
std::vector<Seen> seen_of(const Recorder& recorder);

/// The same of a file: elements, or paths that are filled or stroked.
/// `pdf` as Cairo writes it: its first stream with paths is the page.
std::vector<Extremes> primitives_of_svg(const std::string& svg);
std::vector<Extremes> primitives_of_pdf(std::string_view pdf);

/// Matches both in order; the first primitive that is not where it was recorded within `bound`
/// points, in words; empty where all are. What lies beside the page counts as at its edge.
std::string misplaced(const std::vector<Seen>& recorded, const std::vector<Extremes>& found,
                      Size page, double bound);

}  // namespace normscope::figures
