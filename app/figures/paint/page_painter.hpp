// SPDX-License-Identifier: MIT
// Draws a laid-out figure from the background to the texts. Private to this folder.
#pragma once

#include <algorithm>
#include <array>

#include "app/figures/layout/layout.hpp"

namespace normscope::figures {

// Widths in ems of the text, as in the layout.
inline constexpr double kHair = 0.05;
inline constexpr double kThin = 0.09;
inline constexpr double kCurve = 0.2;
inline constexpr double kMarkLine = 0.16;  // at values related to the selected one
/// Width of a line of the selection with its rim, in widths of the line. Both ends of a map are
/// dark in one theme and light in the other: a rim of the opposite lightness makes a line visible
/// on every colour.
inline constexpr double kRim = 2;
inline constexpr double kTickLength = 0.35;

inline constexpr double kBarOpacity = 0.45;
inline constexpr double kSelectedOpacity = 0.7;  // low enough for a density line to be seen
inline constexpr double kBandOpacity = 0.25;
/// Coordinates are clamped to this: beyond any page, and representable by every painter.
inline constexpr double kFarthest = 1e5;

class PagePainter {
 public:
  PagePainter(const Figure& figure, const Layout& layout, const Theme& theme, Painter& painter)
      : figure_(figure), layout_(layout), theme_(theme), painter_(painter), em_(layout.text_size) {}
  void page();

 private:
  Color color(std::size_t of) const { return theme_.series[of % theme_.series.size()]; }
  /// The marker of a colour, so that series can be told apart without seeing colours.
  static Marker marker_of(std::size_t color) {
    constexpr std::array kMarkers = {Marker::kCircle, Marker::kSquare, Marker::kDiamond};
    return kMarkers[color % kMarkers.size()];
  }
  Stroke stroke(Color of, double ems, LineStyle style = LineStyle::kSolid) const {
    Stroke line{of, ems * em_, 0, 0};
    if (style == LineStyle::kDashed) line.on = 0.5 * em_, line.off = 0.35 * em_;
    if (style == LineStyle::kDotted) line.on = 0.12 * em_, line.off = 0.3 * em_;
    if (style == LineStyle::kLongDashed) line.on = 1.1 * em_, line.off = 0.35 * em_;
    return line;
  }
  void line(Point from, Point to, Stroke with);
  void frame(const Rect& box, const Stroke& with);
  static Point place(const PanelLayout& at, double x, double y) {
    return {std::clamp(at.x.to_points(x), -kFarthest, kFarthest),
            std::clamp(at.y.to_points(y), -kFarthest, kFarthest)};
  }

  // paint_shapes.cpp
  void shapes(const Panel& panel, const PanelLayout& at);
  void draw(const Line&, const Series&, const PanelLayout&) {}  // drawn as PlacedLine
  void draw(const Bars& shape, const Series& series, const PanelLayout& at);
  void draw(const Band& shape, const Series& series, const PanelLayout& at);
  void draw(const Dots&, const Series&, const PanelLayout&) {}  // drawn by dots(), below the plot
  void draw(const Points& shape, const Series& series, const PanelLayout& at);
  void draw(const HeatMap&, const Series&, const PanelLayout&) {}  // drawn as PlacedHeatMap
  void draw(const Boxes& shape, const Series& series, const PanelLayout& at);
  void draw(const Box& box, double width, Color fill, bool selected, const PanelLayout& at);
  void violin(const Box& box, double width, Color fill, const PanelLayout& at);
  void draw(const PlacedLine& placed, const Line& shape, const Series& series,
            const PanelLayout& at);
  void draw(const PlacedHeatMap& placed, const HeatMap& shape);
  void outside_corner(const Rect& cell, int outside);
  void related_cells(const PlacedHeatMap& placed, const HeatMap& shape);
  /// Draws a line for a relation, with a rim: solid for a source, dashed for what is made.
  template <class Draw>
  void related_line(Related related, const Draw& draw) {
    const bool source = related == Related::kSource;
    const LineStyle style = source ? LineStyle::kSolid : LineStyle::kDashed;
    draw(stroke(theme_.background, kRim * kMarkLine, style));
    draw(stroke(source ? theme_.source : theme_.made, kMarkLine, style));
  }
  void dots(const Panel& panel, const PanelLayout& at);
  void mark_dot(Point center, double radius, Color fill, bool selected,
                Marker mark = Marker::kCircle);
  void mark_related(Point center, double radius, const std::vector<Related>& related,
                    std::size_t at);
  void mark_foot(const PanelLayout& at, double from, double to, Related related);

  void card(const PanelLayout& at);
  void spans_and_grid(const Panel& panel, const PanelLayout& at);
  void axes(const PanelLayout& at);
  void color_bar(const PlacedHeatMap& placed);
  void marks(const Panel& panel, const PanelLayout& at);
  void annotations(const PanelLayout& at);
  void sample(const LegendEntry& entry);
  void formula(const PlacedFormula& formula);
  void arrow(const PlacedArrow& arrow);

  const Figure& figure_;
  const Layout& layout_;
  const Theme& theme_;
  Painter& painter_;
  double em_;
};

}  // namespace normscope::figures
