// SPDX-License-Identifier: MIT
// One walk over a laid-out figure, from the ground to the texts.
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/figures/layout.hpp"

namespace normscope::figures {
namespace {

// Widths in ems of the text, as in the layout.
constexpr double kHair = 0.05;
constexpr double kThin = 0.09;
constexpr double kCurve = 0.2;
constexpr double kTickLength = 0.35;

constexpr double kBarOpacity = 0.45;
constexpr double kSelectedOpacity = 0.7;  // the density line is still seen on it
constexpr double kBandOpacity = 0.25;
/// Points are kept within this: beyond any page, and every painter's numbers hold it.
constexpr double kFarthest = 1e5;

class Walk {
 public:
  Walk(const Figure& figure, const Layout& layout, const Theme& theme, Painter& painter)
      : figure_(figure), layout_(layout), theme_(theme), painter_(painter), em_(layout.text_size) {}
  void page();

 private:
  Color color(std::size_t of) const { return theme_.series[of % theme_.series.size()]; }
  Stroke stroke(Color of, double ems, LineStyle style = LineStyle::kSolid) const {
    Stroke line{of, ems * em_, 0, 0};
    if (style == LineStyle::kDashed) line.on = 0.5 * em_, line.off = 0.35 * em_;
    if (style == LineStyle::kDotted) line.on = 0.12 * em_, line.off = 0.3 * em_;
    return line;
  }
  void line(Point from, Point to, const Stroke& with) {
    painter_.polyline(std::array{from, to}, with);
  }
  static Point place(const PanelLayout& at, double x, double y) {
    return {std::clamp(at.x.to_points(x), -kFarthest, kFarthest),
            std::clamp(at.y.to_points(y), -kFarthest, kFarthest)};
  }
  void draw(const Line& shape, const Series& series, const PanelLayout& at);
  void draw(const Bars& shape, const Series& series, const PanelLayout& at);
  void draw(const Band& shape, const Series& series, const PanelLayout& at);
  void draw(const Dots&, const Series&, const PanelLayout&) {}  // below the plot, not in it
  void draw(const Points& shape, const Series& series, const PanelLayout& at);
  void draw(const HeatMap& shape, const Series& series, const PanelLayout& at);
  void draw(const Boxes& shape, const Series& series, const PanelLayout& at);
  void ground(const Panel& panel, const PanelLayout& at);
  void dots(const Panel& panel, const PanelLayout& at);
  void axes(const PanelLayout& at);
  void marks(const Panel& panel, const PanelLayout& at);
  void sample(const LegendEntry& entry);
  void mark_dot(Point center, double radius, Color fill, bool selected);

  const Figure& figure_;
  const Layout& layout_;
  const Theme& theme_;
  Painter& painter_;
  double em_;
};

void Walk::draw(const Line& shape, const Series& series, const PanelLayout& at) {
  const Stroke with = stroke(color(series.color), kCurve, shape.style);
  std::vector<Point> run;
  const auto flush = [&] {
    if (run.size() > 1) painter_.polyline(run, with);
    run.clear();
  };
  for (std::size_t i = 0; i < shape.x.size(); ++i) {
    if (std::isfinite(shape.x[i]) && std::isfinite(shape.y[i])) {
      run.push_back(place(at, shape.x[i], shape.y[i]));
    } else {
      flush();
    }
  }
  flush();
}

void Walk::draw(const Bars& shape, const Series& series, const PanelLayout& at) {
  for (std::size_t i = 0; i < shape.heights.size(); ++i) {
    if (shape.heights[i] == 0) continue;
    const Point top = place(at, shape.edges[i], shape.heights[i]);
    const Point end = place(at, shape.edges[i + 1], 0);
    // A hair of the ground parts two bars, where they are wide enough to spare it.
    const double width = std::max(end.x - top.x, kHair * em_);
    const double gap = width > em_ / 2 ? kThin * em_ : 0;
    const Rect bar{top.x + gap / 2, top.y, width - gap, end.y - top.y};
    const bool selected = shape.selected == i;
    painter_.rectangle(bar, 0,
                       faded(color(series.color), selected ? kSelectedOpacity : kBarOpacity));
    if (!selected) continue;
    Stroke rim = stroke(theme_.accent, kCurve);
    rim.width = std::min(rim.width, bar.width / 4);  // a thin bar stays a bar
    painter_.polyline(std::array{Point{bar.x, bar.bottom()}, Point{bar.x, bar.y},
                                 Point{bar.right(), bar.y}, Point{bar.right(), bar.bottom()}},
                      rim);
  }
}

void Walk::draw(const Band& shape, const Series& series, const PanelLayout& at) {
  std::vector<Point> outline;
  for (std::size_t i = 0; i < shape.x.size(); ++i) {
    outline.push_back(place(at, shape.x[i], shape.high[i]));
  }
  for (std::size_t i = shape.x.size(); i-- > 0;) {
    outline.push_back(place(at, shape.x[i], shape.low[i]));
  }
  if (outline.size() > 2) painter_.polygon(outline, faded(color(series.color), kBandOpacity));
}

void Walk::mark_dot(Point center, double radius, Color fill, bool selected) {
  const Stroke rim = selected ? stroke(theme_.accent, kCurve) : stroke(theme_.background, kHair);
  painter_.marker(center, selected ? 1.35 * radius : radius, Marker::kCircle, fill, rim);
}

void Walk::draw(const Points& shape, const Series& series, const PanelLayout& at) {
  for (std::size_t i = 0; i < shape.x.size(); ++i) {
    const std::int64_t element = i < shape.elements.size() ? shape.elements[i] : -1;
    painter_.begin_group({"point", element});
    mark_dot(place(at, shape.x[i], shape.y[i]), at.radius, color(series.color),
             shape.selected == i);
    painter_.end_group();
  }
}

void Walk::draw(const HeatMap& shape, const Series&, const PanelLayout& at) {
  for (std::size_t i = 0; i < shape.values.size(); ++i) {
    const auto columns = static_cast<std::size_t>(shape.columns);
    const auto c = static_cast<double>(i % columns);
    const auto r = static_cast<double>(i / columns);
    const Point a = place(at, c - 0.5, r - 0.5);
    const Point b = place(at, c + 0.5, r + 0.5);
    const double share =
        (static_cast<double>(shape.values[i]) - shape.low) / (shape.high - shape.low);
    painter_.rectangle({a.x, std::min(a.y, b.y), b.x - a.x, std::abs(b.y - a.y)}, 0,
                       faded(color(0), std::clamp(share, 0.0, 1.0)));
  }
}

void Walk::draw(const Boxes& shape, const Series& series, const PanelLayout& at) {
  for (const Box& box : shape.boxes) {
    const Point a = place(at, box.at - shape.width / 2, box.upper);
    const Point b = place(at, box.at + shape.width / 2, box.lower);
    painter_.rectangle({a.x, a.y, b.x - a.x, b.y - a.y}, 0,
                       faded(color(series.color), kBarOpacity));
    line(place(at, box.at, box.minimum), place(at, box.at, box.maximum),
         stroke(theme_.text, kThin));
  }
}

void Walk::ground(const Panel& panel, const PanelLayout& at) {
  const double bottom = at.strip.bottom();
  for (const Span& span : panel.spans) {
    const double from = std::max(at.x.to_points(span.low), at.plot.x);
    const double to = std::min(at.x.to_points(span.high), at.plot.right());
    if (to > from)
      painter_.rectangle({from, at.plot.y, to - from, bottom - at.plot.y}, 0, theme_.shade);
  }
  const Stroke grid = stroke(theme_.grid, kThin);
  for (const PlacedTick& tick : at.y_ticks) {
    line({at.plot.x, tick.at}, {at.plot.right(), tick.at}, grid);
  }
  for (const PlacedTick& tick : at.x_ticks) {
    if (tick.major) line({tick.at, at.plot.y}, {tick.at, bottom}, grid);
  }
}

void Walk::dots(const Panel& panel, const PanelLayout& at) {
  for (const PlacedDots& placed : at.dots) {
    const Series& series = panel.series[placed.series];
    const auto& shape = std::get<Dots>(series.shape);
    const auto one = [&](std::size_t i) {
      painter_.begin_group({"value", shape.elements[i]});
      mark_dot(placed.centers[i], at.radius, color(series.color), shape.selected == i);
      painter_.end_group();
    };
    for (std::size_t i = 0; i < placed.centers.size(); ++i) {
      if (shape.selected != i) one(i);
    }
    if (shape.selected && *shape.selected < placed.centers.size()) one(*shape.selected);  // on top
  }
}

void Walk::axes(const PanelLayout& at) {
  const Stroke axis = stroke(theme_.axis, kThin);
  line({at.plot.x, at.plot.bottom()}, {at.plot.right(), at.plot.bottom()}, axis);
  const double bottom = at.strip.bottom();
  if (at.strip.height > 0) line({at.plot.x, bottom}, {at.plot.right(), bottom}, axis);
  for (const PlacedTick& tick : at.x_ticks) {
    const double length = (tick.major ? kTickLength : kTickLength / 2) * em_;
    line({tick.at, bottom}, {tick.at, bottom + length}, axis);
  }
}

void Walk::marks(const Panel& panel, const PanelLayout& at) {
  for (std::size_t i = 0; i < at.marks.size(); ++i) {
    const PlacedMark& mark = at.marks[i];
    const Stroke with =
        stroke(theme_.text, panel.marks[i].rank == 0 ? 1.4 * kThin : kThin, panel.marks[i].style);
    const Point top{mark.x, at.plot.y};
    const Point foot{mark.x, at.strip.bottom()};
    if (mark.label) {
      painter_.polyline(std::array{*mark.label, top}, stroke(theme_.axis, kThin));
    }
    line(top, foot, with);
  }
}

void Walk::sample(const LegendEntry& entry) {
  const Rect& box = entry.sample;
  if (!entry.series) {
    painter_.rectangle(box, 0, theme_.shade);
    const Stroke edge = stroke(theme_.text, kThin, LineStyle::kDashed);
    line({box.x, box.y}, {box.x, box.bottom()}, edge);
    line({box.right(), box.y}, {box.right(), box.bottom()}, edge);
    return;
  }
  const Color fill = entry.color ? color(*entry.color) : theme_.muted;
  const Point middle{box.x + box.width / 2, box.y + box.height / 2};
  const Shape& shape = figure_.panels[entry.panel].series[*entry.series].shape;
  if (const auto* curve = std::get_if<Line>(&shape)) {
    line({box.x, middle.y}, {box.right(), middle.y}, stroke(fill, kCurve, curve->style));
  } else if (std::holds_alternative<Bars>(shape)) {
    painter_.rectangle(box, 0, faded(fill, kBarOpacity));
  } else if (std::holds_alternative<Band>(shape)) {
    painter_.rectangle(box, 0, faded(fill, kBandOpacity));
  } else {
    mark_dot(middle, layout_.panels[entry.panel].radius, fill, false);
  }
}

void Walk::page() {
  painter_.begin_group({figure_.name});
  painter_.rectangle({0, 0, layout_.size.width, layout_.size.height}, 0, theme_.background);
  for (std::size_t p = 0; p < layout_.panels.size(); ++p) {
    const Panel& panel = figure_.panels[p];
    const PanelLayout& at = layout_.panels[p];
    painter_.begin_group({fmt::format("panel {}", p + 1)});
    if (at.patch.width > 0) painter_.rectangle(at.patch, 0.15 * em_, color(panel.color));
    ground(panel, at);
    if (panel.message.empty()) {
      painter_.push_clip(at.plot);
      for (const Series& series : panel.series) {
        std::visit([&](const auto& shape) { draw(shape, series, at); }, series.shape);
      }
      painter_.pop_clip();
      marks(panel, at);
      dots(panel, at);
    }
    axes(at);
    painter_.end_group();
  }
  for (const LegendEntry& entry : layout_.legend) sample(entry);
  for (const TextRun& run : layout_.texts) painter_.text(run);
  painter_.end_group();
}

}  // namespace

void paint(const Figure& figure, const Layout& layout, const Theme& theme, Painter& painter) {
  Walk(figure, layout, theme, painter).page();
}

void paint(const Figure& figure, Size size, const Theme& theme, const math::Measure& measure,
           Painter& painter) {
  paint(figure, lay_out(figure, size, theme, measure), theme, painter);
}

}  // namespace normscope::figures
