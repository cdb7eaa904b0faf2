// SPDX-License-Identifier: MIT
// The positions of all parts of a figure on a page of one size, for painting and for finding the
// data under the mouse. Parts that do not fit are dropped in a fixed order, so that nothing
// overlaps or is cut off: formulas, legend, half of the strips of dots, labels of marks, labels of
// axes, the strips, notes, title. An annotation without a place in its plot becomes a note.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/figures/axis_map.hpp"
#include "app/figures/figure.hpp"
#include "app/figures/geometry.hpp"
#include "app/figures/layout/legend.hpp"
#include "app/figures/painter.hpp"
#include "app/figures/theme.hpp"
#include "app/formula/measure.hpp"

namespace normscope::figures {

struct PlacedTick {
  double at = 0;  // points
  bool major = true;
};

struct PlacedMark {
  double x = 0;                // points
  std::optional<Point> label;  // the end of its leader line, below the middle of its label
  bool shown = true;           // false: outside of the plot
};

/// The dots of one series, in the order of its values.
struct PlacedDots {
  std::size_t series = 0;
  std::vector<Point> centers;
};

/// A line as it is drawn: its connected pieces, with no more points than the page can show.
struct PlacedLine {
  std::size_t series = 0;
  std::vector<std::vector<Point>> pieces;
  std::vector<Point> markers;
};

/// The visible part of a heat map and its colours: one a cell, or where the page has too few
/// points, one for several cells, that of the most extreme value. Numbers in cells are among the
/// page's texts.
struct PlacedHeatMap {
  std::size_t series = 0;
  std::int64_t row = 0;  // first row and column of the visible part, and their counts
  std::int64_t column = 0;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  Rect area{};  // of the visible part
  Image image{};
  bool as_image = false;            // false: each cell is drawn as a rectangle
  Rect bar{};                       // the colour bar; of width 0 without one
  std::vector<Color> bar_colors{};  // from top to bottom
  std::vector<PlacedTick> bar_ticks{};
  bool above = false;  // numbers lie outside the colours: the bar has a point at that end
  bool below = false;
};

/// The position in the values of a heat map of a cell of its visible part.
std::size_t value_at(const HeatMap& map, const PlacedHeatMap& part, std::size_t cell);

struct PlacedAnnotation {
  Point at{};        // the annotated point
  Rect box{};        // of its text; of width 0 when the text is a note
  bool ring = true;  // whether a ring marks the point; false where it would hide a number
};

/// A formula in coordinates of the page.
struct PlacedFormula {
  struct Stroke {
    std::vector<Point> points;
    double width = 0;
  };
  Rect box{};
  std::vector<TextRun> texts{};
  std::vector<Rect> rules{};
  std::vector<Stroke> strokes{};
  Color color{};
};

struct PanelLayout {
  Rect plot{};   // between the axes
  Rect strip{};  // for dots, below the plot; of height 0 without dots
  AxisMap x{};
  AxisMap y{};
  std::vector<PlacedTick> x_ticks;
  std::vector<PlacedTick> y_ticks;
  std::vector<PlacedMark> marks;
  std::vector<PlacedDots> dots;
  Rect patch{};       // of the panel's colour in its heading; of width 0 without one
  double radius = 3;  // of a dot
  Rect card{};        // around the panel; of width 0 without one
  bool axes = true;   // whether the lines of the axes are drawn
  std::vector<PlacedLine> lines{};
  std::vector<PlacedHeatMap> heat_maps{};
  std::vector<PlacedAnnotation> annotations{};
};

/// An arrow from one card to the next.
struct PlacedArrow {
  Point from{};
  Point to{};
};

struct Layout {
  Size size{};
  double text_size = 10;
  std::vector<TextRun> texts;
  std::vector<PanelLayout> panels;
  std::vector<LegendEntry> legend;
  std::vector<PlacedFormula> formulas{};
  std::vector<PlacedArrow> arrows{};
  // Pixels a point of a screen, on which level and upright lines are moved to whole pixels. On
  // paper 0: lines stay at their exact positions.
  double grid = 0;
};

/// Places a figure on a page of this size (points).
Layout lay_out(const Figure& figure, Size size, const Theme& theme,
               const formula::Measure& measure);

/// The data under a point of the page.
struct Hit {
  std::size_t panel = 0;
  double x = 0;  // data
  double y = 0;
  std::optional<std::size_t> series;    // whose bar, box, cell, dot, point or line is hit
  std::optional<std::size_t> item;      // index in the series; of a heat map, in its values
  std::optional<std::int64_t> element;  // of the batch, where the series lists elements
};

/// Null outside of the plots and strips.
std::optional<Hit> hit_test(const Figure& figure, const Layout& layout, Point at);

}  // namespace normscope::figures
