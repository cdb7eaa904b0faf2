// SPDX-License-Identifier: MIT
// A figure as plain data, in the units of the data, without positions on a page. The same value is
// laid out for a window, a page and a test, so it holds no points and no colours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/stats/outside.hpp"

namespace normscope::figures {

/// Digits after the point of the numbers in cells, headings, notes and readouts, unless another
/// count is chosen.
inline constexpr int kDecimals = 4;

enum class Scale { kLinear, kLogarithmic, kSymmetricLogarithmic, kCategorical };

/// How an axis writes its numbers.
enum class TickStyle {
  kScientific,  // 0.25, and a common factor x10^n on the axis when numbers are very large or small
  kSi,          // whole counts: 250, 20k, 1.5M
  kNone,        // no ticks
};

struct Axis {
  std::string label{};
  Scale scale = Scale::kLinear;
  TickStyle ticks = TickStyle::kScientific;
  double low = 0;  // the ends of the axis, low < high
  double high = 1;
  // Of a categorical axis: category i reaches from i - 0.5 to i + 0.5.
  std::vector<std::string> categories{};
  double linear_below = 1;  // of a symmetric-log axis: linear up to this magnitude
  // Of counts, which follow from the other axis: the wheel leaves it as it is.
  bool counts = false;
  bool operator==(const Axis&) const = default;
};

enum class LineStyle { kSolid, kDashed, kDotted, kLongDashed };

/// How a line connects two points.
enum class Join { kStraight, kSteps };  // kSteps: level, with a step half-way between

struct LineIndex;  // app/figures/reduce.hpp

/// How a value is related to the selected one; neither for most.
enum class Related {
  kNot,
  kSource,  // the selected value is made from it
  kMade,    // it is made from the selected value
};

/// A line through points, interrupted where a value is not finite. `markers` draws the marker of
/// the series' colour at each point, so that lines differ by more than colour.
struct Line {
  std::vector<double> x;
  std::vector<double> y;
  LineStyle style = LineStyle::kSolid;
  Join join = Join::kStraight;
  bool markers = false;
  // The index of x and y, with which a long line is drawn as fast as a short one. A cache: equality
  // ignores it.
  std::shared_ptr<const LineIndex> index{};
  bool operator==(const Line& other) const {
    return x == other.x && y == other.y && style == other.style && join == other.join &&
           markers == other.markers;
  }
};

/// Bars from 0 to their height, side by side: bar i reaches from edges[i] to edges[i + 1].
struct Bars {
  std::vector<double> edges;
  std::vector<double> heights;
  std::optional<std::size_t> selected{};
  std::vector<Related> related{};  // of each bar; may be empty
  bool operator==(const Bars&) const = default;
};

/// The area between two lines over the same x.
struct Band {
  std::vector<double> x;
  std::vector<double> low;
  std::vector<double> high;
  bool operator==(const Band&) const = default;
};

/// Single values as dots in a strip below the plot, stacked where they would overlap.
struct Dots {
  std::vector<double> values;
  std::vector<std::int64_t> elements;  // the element of the batch behind each value
  std::optional<std::size_t> selected{};
  std::vector<Related> related{};  // of each value; may be empty
  bool operator==(const Dots&) const = default;
};

/// Single points (x, y).
struct Points {
  std::vector<double> x;
  std::vector<double> y;
  std::vector<std::int64_t> elements;  // as Dots; may be empty
  std::optional<std::size_t> selected{};
  std::vector<Related> related{};  // as Dots
  bool operator==(const Points&) const = default;
};

/// A rectangle of cells that are related to the selected one.
struct RelatedCells {
  std::int64_t row = 0;
  std::int64_t column = 0;
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  Related related = Related::kSource;
  bool operator==(const RelatedCells&) const = default;
};

/// A matrix as coloured cells, row 0 at the top. The centre of cell (r, c) is x = c, y = r; the
/// panel's axes reach from -0.5 to the count - 0.5, and its colour bar stands at the right.
struct HeatMap {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<float> values{};  // row by row
  double low = 0;               // the values of the first and last colour
  double high = 0;
  bool diverging = true;  // colours centred on 0, else from low to high
  bool numbers = true;    // whether cells that are large enough show their number
  bool color_bar = true;
  std::optional<std::size_t> selected{};  // position in values
  std::vector<RelatedCells> related{};
  std::vector<std::int64_t> elements{};  // as Dots; may be empty

  /// 1 for a number above the last colour, -1 for one below the first: see stats::outside.
  int outside(float value) const { return stats::outside(static_cast<double>(value), low, high); }
  bool operator==(const HeatMap&) const = default;
};

/// A box plot of many values at one x: a box from the lower to the upper quartile with the median,
/// whiskers to minimum and maximum, and optionally the density as a violin around the box. `widths`
/// is the density at even steps from minimum to maximum, 1 being the full width.
struct Box {
  double at = 0;
  double minimum = 0;
  double lower = 0;
  double median = 0;
  double upper = 0;
  double maximum = 0;
  double mean = 0;
  std::vector<double> widths{};
  bool operator==(const Box&) const = default;
};
struct Boxes {
  std::vector<Box> boxes;
  double width = 0.7;  // full width of a box, in units of x
  std::optional<std::size_t> selected{};
  std::vector<Related> related{};  // of each box; may be empty
  bool operator==(const Boxes&) const = default;
};

using Shape = std::variant<Line, Bars, Band, Dots, Points, HeatMap, Boxes>;

struct Series {
  std::string name{};     // in the legend; empty: not listed there
  std::size_t color = 0;  // index into the theme's colours
  Shape shape{};
  bool operator==(const Series&) const = default;
};

/// A vertical line with a label above the plot. When room is short, the labels of the largest rank
/// are omitted first; those of rank 0 then move to the panel's heading.
struct Mark {
  double at = 0;
  std::string label;
  LineStyle style = LineStyle::kSolid;
  int rank = 0;
  bool operator==(const Mark&) const = default;
};

/// A range of x, shaded over the whole height of the plot.
struct Span {
  std::string name;  // in the legend; empty: not listed there
  double low = 0;
  double high = 0;
  bool operator==(const Span&) const = default;
};

/// A text next to a point of the data.
struct Annotation {
  double x = 0;
  double y = 0;
  std::string text;
  bool operator==(const Annotation&) const = default;
};

struct Panel {
  std::string title{};
  std::string formula{};  // LaTeX, below the title
  std::string detail{};   // in the title's line, at the right: counts, numbers
  std::size_t color = 0;  // of the patch before the title: the colour of the panel's series
  Axis x{};
  Axis y{};
  std::vector<Span> spans{};
  std::vector<Series> series{};
  std::vector<Mark> marks{};
  std::vector<Annotation> annotations{};
  std::string message{};  // shown instead of the plot when there are no values
  bool operator==(const Panel&) const = default;
};

/// How panels are arranged on the page.
enum class Arrangement {
  kStacked,  // one above the other, over the whole width
  kGrid,     // in `columns` columns, row by row
  kFlow,     // cards of their natural size with arrows between, row by row: the stage
};

struct Figure {
  std::string name;  // "distribution": in the command line and in sessions
  std::string title{};
  std::vector<Panel> panels{};
  Arrangement arrangement = Arrangement::kStacked;
  std::size_t columns = 1;
  bool shared_x = false;  // the x axis is drawn once, below the last panel (of each column)
  bool shared_y = false;  // the y axis is drawn once, at the left of each row
  std::vector<std::string> notes{};
  int decimals = kDecimals;  // of the numbers in cells and readouts
  bool operator==(const Figure&) const = default;
};

}  // namespace normscope::figures
