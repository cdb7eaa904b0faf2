// SPDX-License-Identifier: MIT
// Where everything of a figure lies at one size: a value that is painted, and asked what is under
// the mouse. What does not fit goes, in a fixed order, so that nothing ever overlaps or is cut:
// formulas, legend, half of the strips of dots, labels of marks, labels of axes, the strips, notes,
// title. An annotation that finds no place in its plot is said in a note.
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
  std::optional<Point> label;  // where its line begins, below the middle of its label
  bool shown = true;           // false: beside the plot
};

/// The dots of one series: centres in the order of its values.
struct PlacedDots {
  std::size_t series = 0;
  std::vector<Point> centers;
};

/// A line as it is drawn: its unbroken pieces, of no more points than the page can show.
struct PlacedLine {
  std::size_t series = 0;
  std::vector<std::vector<Point>> pieces;
  std::vector<Point> markers;
};

/// The part of a heat map that is seen, with its colours, made once: one a cell, or where the page
/// has fewer columns or rows than the part, one for several, that of the most extreme. Its numbers
/// are among the texts.
struct PlacedHeatMap {
  std::size_t series = 0;
  std::int64_t row = 0;  // the first that is seen, and how many
  std::int64_t column = 0;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  Rect area{};  // of these
  Image cells{};
  bool as_image = false;            // else each cell is a rectangle
  Rect bar{};                       // of the colours; of width 0 without one
  std::vector<Color> bar_colors{};  // from above
  std::vector<PlacedTick> bar_ticks{};
};

/// Where in the values of its map the i-th cell of the part lies that is seen.
std::size_t value_at(const HeatMap& map, const PlacedHeatMap& part, std::size_t cell);

struct PlacedAnnotation {
  Point at{};        // of the data
  Rect box{};        // of its text; of width 0 where it stands among the notes
  bool ring = true;  // around the point; false where that would hide a number
};

/// A formula in points of the page, painted as one.
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
  Rect strip{};  // below it, for dots; of height 0 without any
  AxisMap x{};
  AxisMap y{};
  std::vector<PlacedTick> x_ticks;
  std::vector<PlacedTick> y_ticks;
  std::vector<PlacedMark> marks;
  std::vector<PlacedDots> dots;
  Rect patch{};       // of the heading's colour; of width 0 without heading
  double radius = 3;  // of a dot
  Rect card{};        // around the panel; of width 0 without
  bool axes = true;   // whether their lines are drawn
  std::vector<PlacedLine> lines{};
  std::vector<PlacedHeatMap> heat_maps{};
  std::vector<PlacedAnnotation> annotations{};
};

/// From one card to the next.
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
  // Pixels a point, where level and upright lines are to be as wide as whole pixels and stand on
  // them: a screen's. Paper has none (0), and lines stand exactly where they belong.
  double grid = 0;
};

/// Places a figure on a page of this size (points).
Layout lay_out(const Figure& figure, Size size, const Theme& theme,
               const formula::Measure& measure);

/// What lies under a place of the page.
struct Hit {
  std::size_t panel = 0;
  double x = 0;  // data
  double y = 0;
  std::optional<std::size_t> series;    // of a bar, box, cell, dot, point or place of a line
  std::optional<std::size_t> item;      // which of it: of a heat map the position in its values
  std::optional<std::int64_t> element;  // of the batch, under a dot, point or cell that tells it
};

/// Nothing outside of the plots and strips.
std::optional<Hit> hit_test(const Figure& figure, const Layout& layout, Point at);

}  // namespace normscope::figures
