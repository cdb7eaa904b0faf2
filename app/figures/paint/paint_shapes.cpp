// SPDX-License-Identifier: MIT
// The shapes of a series inside of its plot, and the dots below it.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/figures/paint/page_painter.hpp"

namespace normscope::figures {
namespace {

bool finite(Point at) {
  return std::isfinite(at.x) && std::isfinite(at.y);
}

/// Cells at least this wide and high, in ems, are separated by a thin gap.
constexpr double kParted = 0.7;
/// A cell reaches this far, in points, under its neighbours to the right and below, so that their
/// antialiased edges show no background.
constexpr double kUnder = 0.5;
/// Cells larger than this in both directions, in ems, have a line of their own at their lower end.
constexpr double kUnderlined = 1;
constexpr double kBelowNumber = 0.25;  // from that line to the cell's lower end, in ems
/// Free left and right of a line below a cell, bar or box, as a share of its width.
constexpr double kBesideLine = 0.15;
constexpr double kMostBoxWidth = 8;  // in ems
/// Width of a box within a violin, as a share of the violin's.
constexpr double kBoxInViolin = 0.3;

Rect between(Point a, Point b) {
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::abs(b.x - a.x), std::abs(b.y - a.y)};
}

}  // namespace

/// The line begins in the middle of a side: where its ends meet there is no round join.
void PagePainter::frame(const Rect& box, const Stroke& with) {
  const Point middle{box.x + box.width / 2, box.y};
  painter_.polyline(std::array{middle, Point{box.right(), box.y}, Point{box.right(), box.bottom()},
                               Point{box.x, box.bottom()}, Point{box.x, box.y}, middle},
                    with);
}

void PagePainter::shapes(const Panel& panel, const PanelLayout& at) {
  painter_.push_clip(at.plot);
  auto line_at = at.lines.begin();
  auto map_at = at.heat_maps.begin();
  for (const Series& series : panel.series) {
    if (const auto* curve = std::get_if<Line>(&series.shape)) {
      draw(*line_at++, *curve, series, at);
    } else if (const auto* map = std::get_if<HeatMap>(&series.shape)) {
      draw(*map_at++, *map);
    } else {
      std::visit([&](const auto& shape) { draw(shape, series, at); }, series.shape);
    }
  }
  painter_.pop_clip();
}

void PagePainter::draw(const PlacedLine& placed, const Line& shape, const Series& series,
                       const PanelLayout& at) {
  const Stroke with = stroke(color(series.color), kCurve, shape.style);
  for (const std::vector<Point>& piece : placed.pieces) painter_.polyline(piece, with);
  for (const Point& point : placed.markers) {
    mark_dot(point, at.radius, color(series.color), false, marker_of(series.color));
  }
}

void PagePainter::draw(const Bars& shape, const Series& series, const PanelLayout& at) {
  const std::size_t count =
      std::min(shape.heights.size(), std::max<std::size_t>(shape.edges.size(), 1) - 1);
  for (std::size_t i = 0; i < count; ++i) {
    if (shape.heights[i] == 0) continue;
    const Point top = place(at, shape.edges[i], shape.heights[i]);
    const Point end = place(at, shape.edges[i + 1], 0);
    if (!finite(top) || !finite(end)) continue;
    // A thin gap separates bars that are wide enough.
    const double width = std::max(end.x - top.x, kHair * em_);
    const double gap = width > em_ / 2 ? kThin * em_ : 0;
    const Rect bar{top.x + gap / 2, std::min(top.y, end.y), width - gap, std::abs(end.y - top.y)};
    const bool selected = shape.selected == i;
    painter_.rectangle(bar, 0,
                       faded(color(series.color), selected ? kSelectedOpacity : kBarOpacity));
    if (!selected) continue;
    Stroke rim = stroke(theme_.accent, kCurve);
    rim.width = std::min(rim.width, bar.width / 4);  // a thin bar stays a bar
    painter_.polyline(std::array{Point{bar.x, end.y}, Point{bar.x, top.y},
                                 Point{bar.right(), top.y}, Point{bar.right(), end.y}},
                      rim);
  }
  // Neighbouring bars too thin for a line each share one.
  const std::size_t marked = std::min(count, shape.related.size());
  for (std::size_t i = 0; i < marked;) {
    std::size_t end = i + 1;
    const double one = at.x.to_points(shape.edges[i + 1]) - at.x.to_points(shape.edges[i]);
    if (one < kUnderlined * em_) {
      while (end < marked && shape.related[end] == shape.related[i]) ++end;
    }
    mark_foot(at, shape.edges[i], shape.edges[end], shape.related[i]);
    i = end;
  }
}

/// A line at the foot of the plot below what is related to the selected number.
void PagePainter::mark_foot(const PanelLayout& at, double from, double to, Related related) {
  if (related == Related::kNot) return;
  const double left = at.x.to_points(from);
  const double right = at.x.to_points(to);
  if (!std::isfinite(left) || !std::isfinite(right)) return;
  const double inset = kBesideLine * (right - left);
  const double level = at.plot.bottom() - kBelowNumber * em_;
  const std::array line{Point{left + inset, level}, Point{right - inset, level}};
  related_line(related, [&](const Stroke& with) { painter_.polyline(line, with); });
}

void PagePainter::draw(const Band& shape, const Series& series, const PanelLayout& at) {
  std::vector<Point> upper;
  std::vector<Point> lower;
  const auto flush = [&] {
    upper.insert(upper.end(), lower.rbegin(), lower.rend());
    if (upper.size() > 2) painter_.polygon(upper, faded(color(series.color), kBandOpacity));
    upper.clear();
    lower.clear();
  };
  const std::size_t count = std::min({shape.x.size(), shape.low.size(), shape.high.size()});
  for (std::size_t i = 0; i < count; ++i) {
    const Point high = place(at, shape.x[i], shape.high[i]);
    const Point low = place(at, shape.x[i], shape.low[i]);
    if (finite(high) && finite(low)) {
      upper.push_back(high);
      lower.push_back(low);
    } else {
      flush();
    }
  }
  flush();
}

void PagePainter::mark_dot(Point center, double radius, Color fill, bool selected, Marker mark) {
  const Stroke rim = selected ? stroke(theme_.accent, kCurve) : stroke(theme_.background, kHair);
  painter_.marker(center, selected ? 1.35 * radius : radius, mark, fill, rim);
}

/// A line below a dot that is related to the selected one.
void PagePainter::mark_related(Point center, double radius, const std::vector<Related>& related,
                               std::size_t at) {
  if (at >= related.size() || related[at] == Related::kNot) return;
  const double half = 1.5 * radius;
  const double level = center.y + radius + kMarkLine * em_;
  const std::array line{Point{center.x - half, level}, Point{center.x + half, level}};
  related_line(related[at], [&](const Stroke& with) { painter_.polyline(line, with); });
}

void PagePainter::draw(const Points& shape, const Series& series, const PanelLayout& at) {
  const std::size_t count = std::min(shape.x.size(), shape.y.size());
  const auto one = [&](std::size_t i) {
    const Point center = place(at, shape.x[i], shape.y[i]);
    if (!finite(center)) return;
    const std::int64_t element = i < shape.elements.size() ? shape.elements[i] : -1;
    painter_.begin_group({"point", element});
    mark_dot(center, at.radius, color(series.color), shape.selected == i, marker_of(series.color));
    mark_related(center, at.radius, shape.related, i);
    painter_.end_group();
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (shape.selected != i) one(i);
  }
  if (shape.selected && *shape.selected < count) one(*shape.selected);  // on top
}

void PagePainter::draw(const PlacedHeatMap& placed, const HeatMap& shape) {
  const Image& image = placed.image;
  if (image.colors.empty()) return;
  const Rect& area = placed.area;
  const double width = area.width / static_cast<double>(placed.columns);
  const double height = area.height / static_cast<double>(placed.rows);
  const auto columns = static_cast<std::size_t>(placed.columns);
  const auto cell_at = [&](std::size_t i) {
    const std::size_t row = i / columns;
    return Rect{area.x + width * static_cast<double>(i % columns),
                area.y + height * static_cast<double>(row), width, height};
  };
  if (placed.as_image) {
    painter_.image(area, image);
  } else {
    const bool parted = std::min(width, height) > kParted * em_;
    const double gap = parted ? kHair * em_ : 0;
    const double under = parted ? 0 : kUnder;
    for (std::size_t i = 0; i < image.colors.size(); ++i) {
      const Rect whole = cell_at(i);
      const double right = std::min(whole.right() + under, area.right());
      const double bottom = std::min(whole.bottom() + under, area.bottom());
      const Rect cell{whole.x + gap / 2, whole.y + gap / 2, std::max(0.0, right - whole.x - gap),
                      std::max(0.0, bottom - whole.y - gap)};
      const std::size_t value = value_at(shape, placed, i);
      const bool named = value < shape.elements.size();
      if (named) painter_.begin_group({"cell", shape.elements[value]});
      painter_.rectangle(cell, 0, image.colors[i]);
      if (parted) outside_corner(cell, shape.outside(shape.values[value]));
      if (named) painter_.end_group();
    }
  }
  related_cells(placed, shape);
  if (!shape.selected || *shape.selected >= shape.values.size()) return;
  const auto at = static_cast<std::int64_t>(*shape.selected);
  const std::int64_t row = at / shape.columns - placed.row;
  const std::int64_t column = at % shape.columns - placed.column;
  if (row < 0 || row >= placed.rows || column < 0 || column >= placed.columns) return;
  const Rect cell = cell_at(static_cast<std::size_t>(row * placed.columns + column));
  // The frame lies within a large cell, around a cell too small for it, and always within the map.
  const double w = kCurve * em_;
  const double inset = std::min(w, std::min(width, height) - 2 * w) / 2;
  const double across = std::min(width - 2 * inset, area.width - w);
  const double down = std::min(height - 2 * inset, area.height - w);
  const auto within = [&](double from, double length, double low, double high) {
    return std::max(low + w / 2, std::min(from, high - w / 2 - length));
  };
  const Rect box{within(cell.x + inset, across, area.x, area.right()),
                 within(cell.y + inset, down, area.y, area.bottom()), across, down};
  frame(box, stroke(theme_.background, kRim * kCurve));
  frame(box, stroke(theme_.accent, kCurve));
}

/// A corner on a cell whose number lies outside the colours: at its upper edge above them, at its
/// lower one below. The rim makes it visible on every colour.
void PagePainter::outside_corner(const Rect& cell, int outside) {
  if (outside == 0) return;
  const double edge = outside > 0 ? cell.y : cell.bottom();
  const auto corner = [&](double ems, Color fill) {
    const double side = std::min(ems * em_, std::min(cell.width, cell.height) / 2);
    painter_.polygon(std::array{Point{cell.x, edge}, Point{cell.x + side, edge},
                                Point{cell.x, edge + (outside > 0 ? side : -side)}},
                     fill);
  };
  corner(0.62, theme_.background);
  corner(0.45, theme_.text);
}

/// A line in each cell large enough for it, as on the stage; else a frame around the rectangle.
void PagePainter::related_cells(const PlacedHeatMap& placed, const HeatMap& shape) {
  const Rect& area = placed.area;
  const double width = area.width / static_cast<double>(placed.columns);
  const double height = area.height / static_cast<double>(placed.rows);
  const bool single = !placed.as_image && width > kUnderlined * em_ && height > kUnderlined * em_;
  for (const RelatedCells& cells : shape.related) {
    const std::int64_t top = std::max(cells.row - placed.row, std::int64_t{0});
    const std::int64_t left = std::max(cells.column - placed.column, std::int64_t{0});
    const std::int64_t bottom = std::min(cells.row - placed.row + cells.rows, placed.rows);
    const std::int64_t right =
        std::min(cells.column - placed.column + cells.columns, placed.columns);
    if (top >= bottom || left >= right) continue;
    const auto x = [&](std::int64_t column) {
      return area.x + width * static_cast<double>(column);
    };
    const auto y = [&](std::int64_t row) { return area.y + height * static_cast<double>(row); };
    if (!single) {
      const double inset = kRim * kMarkLine * em_ / 2;
      const Rect box{x(left) + inset, y(top) + inset, std::max(0.0, x(right) - x(left) - 2 * inset),
                     std::max(0.0, y(bottom) - y(top) - 2 * inset)};
      related_line(cells.related, [&](const Stroke& with) { frame(box, with); });
      continue;
    }
    for (std::int64_t row = top; row < bottom; ++row) {
      for (std::int64_t column = left; column < right; ++column) {
        const double inset = kBesideLine * width;
        const double level = y(row + 1) - kBelowNumber * em_;
        const std::array line{Point{x(column) + inset, level}, Point{x(column + 1) - inset, level}};
        related_line(cells.related, [&](const Stroke& with) { painter_.polyline(line, with); });
      }
    }
  }
}

void PagePainter::violin(const Box& box, double width, Color fill, const PanelLayout& at) {
  const std::size_t count = box.widths.size();
  if (count < 2 || !(box.minimum < box.maximum)) return;
  std::vector<Point> outline;
  const auto side = [&](std::size_t i, double sign) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    const double y = box.minimum + share * (box.maximum - box.minimum);
    const double half = std::isfinite(box.widths[i]) ? std::clamp(box.widths[i], 0.0, 1.0) / 2 : 0;
    const Point point = place(at, box.at + sign * half * width, y);
    if (finite(point)) outline.push_back(point);
  };
  for (std::size_t i = 0; i < count; ++i) side(i, -1);
  for (std::size_t i = count; i-- > 0;) side(i, 1);
  if (outline.size() < 3) return;
  painter_.polygon(outline, faded(fill, kBandOpacity));
  outline.push_back(outline.front());
  painter_.polyline(outline, stroke(fill, kThin));
}

void PagePainter::draw(const Box& box, double width, Color fill, bool selected,
                       const PanelLayout& at) {
  violin(box, width, fill, at);
  const double half = width / 2 * (box.widths.size() < 2 ? 1 : kBoxInViolin);
  const Point upper = place(at, box.at - half, box.upper);
  const Point lower = place(at, box.at + half, box.lower);
  const Point top = place(at, box.at, box.maximum);
  const Point bottom = place(at, box.at, box.minimum);
  if (!finite(upper) || !finite(lower) || !finite(top) || !finite(bottom)) return;
  const Rect body = between(upper, lower);
  const Color ink = selected ? theme_.accent : theme_.muted;
  const Stroke thin = stroke(ink, selected ? 2 * kThin : kThin);
  line(top, {top.x, body.y}, thin);
  line({bottom.x, body.bottom()}, bottom, thin);
  if (box.widths.size() < 2) {  // the tips of a violin show minimum and maximum already
    const double foot = body.width / 4;
    line({top.x - foot, top.y}, {top.x + foot, top.y}, thin);
    line({bottom.x - foot, bottom.y}, {bottom.x + foot, bottom.y}, thin);
  }
  painter_.rectangle(body, 0, faded(fill, selected ? kSelectedOpacity : kBarOpacity));
  frame(body, thin);
  const Point median = place(at, box.at, box.median);
  if (finite(median)) {
    line({body.x, median.y}, {body.right(), median.y}, stroke(theme_.text, kCurve));
  }
  const Point mean = place(at, box.at, box.mean);
  if (!finite(mean)) return;
  painter_.marker(mean, at.radius, Marker::kDiamond, theme_.background, stroke(theme_.text, kThin));
}

void PagePainter::draw(const Boxes& shape, const Series& series, const PanelLayout& at) {
  // Few boxes would be too wide if they filled their room.
  const double unit = std::abs(at.x.to_points(1) - at.x.to_points(0));
  const double width = std::min(shape.width, kMostBoxWidth * em_ / unit);
  for (std::size_t i = 0; i < shape.boxes.size(); ++i) {
    draw(shape.boxes[i], width, color(series.color), shape.selected == i, at);
  }
  for (std::size_t i = 0; i < std::min(shape.boxes.size(), shape.related.size()); ++i) {
    const double group = std::round(shape.boxes[i].at);
    mark_foot(at, group - 0.5, group + 0.5, shape.related[i]);
  }
}

void PagePainter::dots(const Panel& panel, const PanelLayout& at) {
  for (const PlacedDots& placed : at.dots) {
    const Series& series = panel.series[placed.series];
    const auto& shape = std::get<Dots>(series.shape);
    const auto one = [&](std::size_t i) {
      const Point center = placed.centers[i];
      // A dot outside of the axis is not drawn.
      if (!(center.x >= at.plot.x - at.radius && center.x <= at.plot.right() + at.radius)) return;
      painter_.begin_group({"value", i < shape.elements.size() ? shape.elements[i] : -1});
      mark_dot(center, at.radius, color(series.color), shape.selected == i);
      mark_related(center, at.radius, shape.related, i);
      painter_.end_group();
    };
    for (std::size_t i = 0; i < placed.centers.size(); ++i) {
      if (shape.selected != i) one(i);
    }
    if (shape.selected && *shape.selected < placed.centers.size()) one(*shape.selected);  // on top
  }
}

}  // namespace normscope::figures
