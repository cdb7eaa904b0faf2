// SPDX-License-Identifier: MIT
// Where everything of a figure lies at one size: a value that is painted, and asked what is under
// the mouse. What does not fit goes, in a fixed order, so that nothing ever overlaps or is cut:
// legend, half of the strips of dots, labels of marks, labels of axes, the strips, notes, title.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/figures/axis_map.hpp"
#include "app/figures/figure.hpp"
#include "app/figures/geometry.hpp"
#include "app/figures/legend.hpp"
#include "app/figures/painter.hpp"
#include "app/figures/theme.hpp"
#include "app/math/measure.hpp"

namespace normscope::figures {

struct PlacedTick {
  double at = 0;  // points
  bool major = true;
};

struct PlacedMark {
  double x = 0;                // points
  std::optional<Point> label;  // where its line begins, below the middle of its label
};

/// The dots of one series: centres in the order of its values.
struct PlacedDots {
  std::size_t series = 0;
  std::vector<Point> centers;
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
};

struct Layout {
  Size size{};
  double text_size = 10;
  std::vector<TextRun> texts;
  std::vector<PanelLayout> panels;
  std::vector<LegendEntry> legend;
};

/// Places a figure on a page of this size (points).
Layout lay_out(const Figure& figure, Size size, const Theme& theme, const math::Measure& measure);

/// Draws a laid-out figure.
void paint(const Figure& figure, const Layout& layout, const Theme& theme, Painter& painter);

/// Both in one: what an exporter calls.
void paint(const Figure& figure, Size size, const Theme& theme, const math::Measure& measure,
           Painter& painter);

/// What lies under a place of the page.
struct Hit {
  std::size_t panel = 0;
  double x = 0;  // data
  double y = 0;
  std::optional<std::size_t> series;    // of a bar or a dot
  std::optional<std::size_t> item;      // which bar or dot of it
  std::optional<std::int64_t> element;  // of the batch, under a dot
};

/// Nothing outside of the plots and strips.
std::optional<Hit> hit_test(const Figure& figure, const Layout& layout, Point at);

}  // namespace normscope::figures
