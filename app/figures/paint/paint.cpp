// SPDX-License-Identifier: MIT
#include "app/figures/paint/paint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/figures/paint/page_painter.hpp"
#include "app/figures/palette.hpp"

namespace normscope::figures {
namespace {

constexpr double kAnnotationOpacity = 0.8;  // of the background behind an annotation
constexpr int kSampleColors = 16;           // of a colour map in the legend
constexpr double kArrowWidth = 0.14;        // in ems
constexpr double kArrowhead = 0.4;          // in ems

}  // namespace

/// On a screen level and upright lines are moved to whole pixels, where they are sharp.
void PagePainter::line(Point from, Point to, Stroke with) {
  const double grid = layout_.grid;
  if (grid > 0 && (from.x == to.x || from.y == to.y)) {
    const double width = std::max(1.0, std::round(with.width * grid));
    const auto crisp = [&](double at) {
      return (std::round(at * grid - width / 2) + width / 2) / grid;
    };
    if (from.x == to.x) from.x = to.x = crisp(from.x);
    if (from.y == to.y) from.y = to.y = crisp(from.y);
    with.width = width / grid;
  }
  painter_.polyline(std::array{from, to}, with);
}

void PagePainter::spans_and_grid(const Panel& panel, const PanelLayout& at) {
  const double bottom = at.strip.bottom();
  for (const Span& span : panel.spans) {
    const double from = std::max(at.x.to_points(span.low), at.plot.x);
    const double to = std::min(at.x.to_points(span.high), at.plot.right());
    if (to > from)
      painter_.rectangle({from, at.plot.y, to - from, bottom - at.plot.y}, 0, theme_.shade);
  }
  const Stroke grid = stroke(theme_.grid, kThin);
  if (!at.heat_maps.empty()) return;  // the cells of a heat map show the grid
  for (const PlacedTick& tick : at.y_ticks) {
    if (tick.major) line({at.plot.x, tick.at}, {at.plot.right(), tick.at}, grid);
  }
  for (const PlacedTick& tick : at.x_ticks) {
    if (tick.major) line({tick.at, at.plot.y}, {tick.at, bottom}, grid);
  }
}

void PagePainter::card(const PanelLayout& at) {
  if (at.card.width <= 0) return;
  const double edge = kThin * em_;
  const double radius = 0.5 * em_;
  painter_.rectangle(at.card, radius, theme_.axis);
  painter_.rectangle(
      {at.card.x + edge, at.card.y + edge, at.card.width - 2 * edge, at.card.height - 2 * edge},
      radius - edge, theme_.background);
}

void PagePainter::axes(const PanelLayout& at) {
  if (!at.axes) return;
  const Stroke axis = stroke(theme_.axis, kThin);
  line({at.plot.x, at.plot.bottom()}, {at.plot.right(), at.plot.bottom()}, axis);
  const double bottom = at.strip.bottom();
  if (at.strip.height > 0) line({at.plot.x, bottom}, {at.plot.right(), bottom}, axis);
  for (const PlacedTick& tick : at.x_ticks) {
    const double length = (tick.major ? kTickLength : kTickLength / 2) * em_;
    line({tick.at, bottom}, {tick.at, bottom + length}, axis);
  }
  for (const PlacedTick& tick : at.y_ticks) {  // major ticks are lines across the plot
    if (tick.major) continue;
    line({at.plot.x - kTickLength / 2 * em_, tick.at}, {at.plot.x, tick.at}, axis);
  }
}

/// Each colour reaches down to the lower end, below the next ones, so that antialiased edges show
/// no background.
void PagePainter::color_bar(const PlacedHeatMap& placed) {
  const Rect& bar = placed.bar;
  if (bar.width <= 0) return;
  const double step = bar.height / static_cast<double>(placed.bar_colors.size());
  for (std::size_t i = 0; i < placed.bar_colors.size(); ++i) {
    const double top = bar.y + step * static_cast<double>(i);
    painter_.rectangle({bar.x, top, bar.width, bar.bottom() - top}, 0, placed.bar_colors[i]);
  }
  const double point = 0.45 * em_;
  const auto pointed = [&](double edge, double tip) {
    painter_.polygon(
        std::array{Point{bar.x, edge}, Point{bar.right(), edge}, Point{bar.x + bar.width / 2, tip}},
        theme_.text);
  };
  if (placed.above) pointed(bar.y, bar.y - point);
  if (placed.below) pointed(bar.bottom(), bar.bottom() + point);
  for (const PlacedTick& tick : placed.bar_ticks) {
    line({bar.right(), tick.at}, {bar.right() + kTickLength / 2 * em_, tick.at},
         stroke(theme_.axis, kThin));
  }
}

void PagePainter::marks(const Panel& panel, const PanelLayout& at) {
  for (std::size_t i = 0; i < at.marks.size(); ++i) {
    const PlacedMark& mark = at.marks[i];
    if (!mark.shown) continue;
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

void PagePainter::sample(const LegendEntry& entry) {
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
  const Marker mark = marker_of(figure_.panels[entry.panel].series[*entry.series].color);
  const Shape& shape = figure_.panels[entry.panel].series[*entry.series].shape;
  if (const auto* curve = std::get_if<Line>(&shape)) {
    line({box.x, middle.y}, {box.right(), middle.y}, stroke(fill, kCurve, curve->style));
    if (curve->markers) {
      mark_dot(middle, layout_.panels[entry.panel].radius, fill, false, mark);
    }
  } else if (std::holds_alternative<Bars>(shape)) {
    painter_.rectangle(box, 0, faded(fill, kBarOpacity));
  } else if (std::holds_alternative<Band>(shape)) {
    painter_.rectangle(box, 0, faded(fill, kBandOpacity));
  } else if (std::holds_alternative<Boxes>(shape)) {
    painter_.rectangle(box, 0, faded(fill, kBarOpacity));
    line({middle.x, box.y}, {middle.x, box.bottom()}, stroke(theme_.text, kCurve));
  } else if (const auto* map = std::get_if<HeatMap>(&shape)) {
    for (int i = 0; i < kSampleColors; ++i) {
      const double share = (i + 0.5) / kSampleColors;
      const double left = box.x + box.width * i / kSampleColors;
      painter_.rectangle(
          {left, box.y, box.right() - left, box.height}, 0,
          map->diverging ? diverging(2 * share - 1, theme_.name) : sequential(share, theme_.name));
    }
  } else {
    const bool points = std::holds_alternative<Points>(shape);
    mark_dot(middle, layout_.panels[entry.panel].radius, fill, false,
             points ? mark : Marker::kCircle);
  }
}

void PagePainter::annotations(const PanelLayout& at) {
  for (const PlacedAnnotation& one : at.annotations) {
    if (one.box.width > 0)
      painter_.rectangle(one.box, 0, faded(theme_.background, kAnnotationOpacity));
    if (!one.ring) continue;
    painter_.marker(one.at, at.radius, Marker::kCircle, faded(theme_.background, 0),
                    stroke(theme_.text, 2 * kThin));
  }
}

void PagePainter::formula(const PlacedFormula& formula) {
  painter_.begin_group({"formula"});
  for (const Rect& rule : formula.rules) painter_.rectangle(rule, 0, formula.color);
  for (const PlacedFormula::Stroke& one : formula.strokes) {
    if (one.points.size() > 1) painter_.polyline(one.points, {formula.color, one.width, 0, 0});
  }
  for (const TextRun& run : formula.texts) painter_.text(run);
  painter_.end_group();
}

void PagePainter::arrow(const PlacedArrow& arrow) {
  const Stroke with = stroke(theme_.muted, kArrowWidth);
  const double head = kArrowhead * em_;
  line(arrow.from, arrow.to, with);
  painter_.polyline(std::array{Point{arrow.to.x - head, arrow.to.y - head}, arrow.to,
                               Point{arrow.to.x - head, arrow.to.y + head}},
                    with);
}

void PagePainter::page() {
  painter_.begin_group({figure_.name});
  painter_.rectangle({0, 0, layout_.size.width, layout_.size.height}, 0, theme_.background);
  for (std::size_t p = 0; p < layout_.panels.size(); ++p) {
    const Panel& panel = figure_.panels[p];
    const PanelLayout& at = layout_.panels[p];
    painter_.begin_group({fmt::format("panel {}", p + 1)});
    card(at);
    if (at.patch.width > 0) painter_.rectangle(at.patch, 0.15 * em_, color(panel.color));
    spans_and_grid(panel, at);
    if (panel.message.empty()) {
      shapes(panel, at);
      marks(panel, at);
      annotations(at);
      dots(panel, at);
    }
    axes(at);
    for (const PlacedHeatMap& placed : at.heat_maps) color_bar(placed);
    painter_.end_group();
  }
  for (const PlacedArrow& one : layout_.arrows) arrow(one);
  for (const LegendEntry& entry : layout_.legend) sample(entry);
  for (const PlacedFormula& one : layout_.formulas) formula(one);
  for (const TextRun& run : layout_.texts) painter_.text(run);
  painter_.end_group();
}

void paint(const Figure& figure, const Layout& layout, const Theme& theme, Painter& painter) {
  PagePainter(figure, layout, theme, painter).page();
}

void paint(const Figure& figure, Size size, const Theme& theme, const formula::Measure& measure,
           Painter& painter) {
  paint(figure, lay_out(figure, size, theme, measure), theme, painter);
}

}  // namespace normscope::figures
