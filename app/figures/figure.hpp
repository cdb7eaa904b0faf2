// SPDX-License-Identifier: MIT
// A figure as plain data, in the units of the data: what is shown, not where on the page. The same
// value is laid out for a window, a page and a test; nothing here knows points or colours.
#pragma once

#include <cstddef>
#include <cstdint>
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
  bool operator==(const Axis&) const = default;
};

enum class LineStyle { kSolid, kDashed, kDotted };

/// A line through points; a place that is not finite breaks it.
struct Line {
  std::vector<double> x;
  std::vector<double> y;
  LineStyle style = LineStyle::kSolid;
  bool operator==(const Line&) const = default;
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

using Shape = std::variant<Line, Bars, Band, Dots, Points>;

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

struct Panel {
  std::string title{};
  std::string detail{};   // beside the title, at the right: counts, numbers
  std::size_t color = 0;  // of the patch before the title: the one of its series
  Axis x{};
  Axis y{};
  std::vector<Span> spans{};
  std::vector<Series> series{};
  std::vector<Mark> marks{};
  std::string message{};  // stands in the plot's place when there is nothing to show
  bool operator==(const Panel&) const = default;
};

struct Figure {
  std::string name;  // "distribution": as the command line and the session call it
  std::string title{};
  std::vector<Panel> panels{};  // one above the other
  bool shared_x = false;        // the x axis is drawn once, below the last panel
  std::vector<std::string> notes{};
  bool operator==(const Figure&) const = default;
};

}  // namespace normscope::figures
