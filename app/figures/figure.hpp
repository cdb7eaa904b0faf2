// SPDX-License-Identifier: MIT
// A figure as plain data, in the units of the data: what is shown, not where on the page. The same
// value is laid out for a window, a page and a test; nothing here knows points or colours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace normscope::figures {

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
  double low = 0;  // where the axis ends, low < high
  double high = 1;
  // Of a categorical axis: category i stands at i and reaches half to both sides.
  std::vector<std::string> categories{};
  double linear_below = 1;  // of a symmetric-log axis: the magnitude within which it is linear
  bool operator==(const Axis&) const = default;
};

enum class LineStyle { kSolid, kDashed, kDotted };

/// How a line goes from a point to the next one.
enum class Join { kStraight, kSteps };  // kSteps: level half-way to both neighbours

struct LineIndex;  // app/figures/reduce.hpp

/// A line through points; a place that is not finite breaks it. `markers` puts the mark of the
/// series' colour at each point, so that lines differ by more than colour.
struct Line {
  std::vector<double> x;
  std::vector<double> y;
  LineStyle style = LineStyle::kSolid;
  Join join = Join::kStraight;
  bool markers = false;
  // What makes a frame of a long line cost no more than one of a short one; of these x and y. Not
  // part of what the line is: lines with and without it are equal.
  std::shared_ptr<const LineIndex> index{};
  bool operator==(const Line& other) const {
    return x == other.x && y == other.y && style == other.style && join == other.join &&
           markers == other.markers;
  }
};

/// Bars from 0 to their height, side by side: bar i lies from edges[i] to edges[i + 1].
struct Bars {
  std::vector<double> edges;
  std::vector<double> heights;
  std::optional<std::size_t> selected{};
  bool operator==(const Bars&) const = default;
};

/// The area between two lines over the same x.
struct Band {
  std::vector<double> x;
  std::vector<double> low;
  std::vector<double> high;
  bool operator==(const Band&) const = default;
};

/// Single values as dots in a strip of their own below the plot, piled up where they are equal.
struct Dots {
  std::vector<double> values;
  std::vector<std::int64_t> elements;  // which element of the batch each one is
  std::optional<std::size_t> selected{};
  bool operator==(const Dots&) const = default;
};

/// Points at places of both axes.
struct Points {
  std::vector<double> x;
  std::vector<double> y;
  std::vector<std::int64_t> elements;  // as Dots; may be empty
  std::optional<std::size_t> selected{};
  bool operator==(const Points&) const = default;
};

/// A matrix as coloured cells: row 0 above. Cell (r, c) lies around x = c, y = r; its panel has
/// axes from -0.5 to the count - 0.5, and a colour bar at its right.
struct HeatMap {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<float> values{};  // row by row
  double low = 0;               // the ends of the colours
  double high = 0;
  bool diverging = true;  // around 0, else from low to high
  bool numbers = true;    // written into the cells, where they are large enough
  bool color_bar = true;
  std::optional<std::size_t> selected{};  // position in values
  std::vector<std::int64_t> elements{};   // as Dots; may be empty
  bool operator==(const HeatMap&) const = default;
};

/// The summary of many values at one place of the x axis: a box from the lower to the upper
/// quartile with the median, whiskers to the ends, and around it, where there is one, the density
/// (a violin): widths in 0 to 1 of what the place allows, over y from minimum to maximum.
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
  double width = 0.7;  // of a box's room, in units of x
  std::optional<std::size_t> selected{};
  bool operator==(const Boxes&) const = default;
};

using Shape = std::variant<Line, Bars, Band, Dots, Points, HeatMap, Boxes>;

struct Series {
  std::string name{};     // what the legend calls it; empty: not in the legend
  std::size_t color = 0;  // which of the theme's colours
  Shape shape{};
  bool operator==(const Series&) const = default;
};

/// A vertical line with a label above the plot. Where labels have no room, the ones with the
/// largest rank go; rank 0 then stands in the panel's heading.
struct Mark {
  double at = 0;
  std::string label;
  LineStyle style = LineStyle::kSolid;
  int rank = 0;
  bool operator==(const Mark&) const = default;
};

/// A range of x, shaded over the whole height.
struct Span {
  std::string name;  // as Series
  double low = 0;
  double high = 0;
  bool operator==(const Span&) const = default;
};

/// A text at a place of the data, beside it where there is room.
struct Annotation {
  double x = 0;
  double y = 0;
  std::string text;
  bool operator==(const Annotation&) const = default;
};

struct Panel {
  std::string title{};
  std::string formula{};  // LaTeX, below the title
  std::string detail{};   // beside the title, at the right: counts, numbers
  std::size_t color = 0;  // of the patch before the title: the one of its series
  Axis x{};
  Axis y{};
  std::vector<Span> spans{};
  std::vector<Series> series{};
  std::vector<Mark> marks{};
  std::vector<Annotation> annotations{};
  std::string message{};  // stands in the plot's place when there is nothing to show
  bool operator==(const Panel&) const = default;
};

/// How panels stand on the page.
enum class Arrangement {
  kStacked,  // one above the other, over the whole width
  kGrid,     // in `columns`, row by row
  kFlow,     // cards of their natural size with arrows between, row by row: the stage
};

struct Figure {
  std::string name;  // "distribution": as the command line and the session call it
  std::string title{};
  std::vector<Panel> panels{};
  Arrangement arrangement = Arrangement::kStacked;
  std::size_t columns = 1;
  bool shared_x = false;  // the x axis is drawn once, below the last panel (of each column)
  bool shared_y = false;  // the y axis is drawn once, at the left of each row
  std::vector<std::string> notes{};
  bool operator==(const Figure&) const = default;
};

}  // namespace normscope::figures
