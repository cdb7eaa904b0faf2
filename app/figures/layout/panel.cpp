// SPDX-License-Identifier: MIT
// Composes one panel: heading, axes, marks, dots, colour bar.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/figures/layout/composer.hpp"
#include "app/figures/layout/place.hpp"
#include "core/text/joined.hpp"

namespace normscope::figures {
namespace {

/// Colours of a colour bar: enough for it to look continuous.
constexpr int kBarColors = 64;

/// Whether a position is outside of a plot, by more than rounding.
bool outside(double at, double from, double to) {
  constexpr double kSlack = 0.01;  // points: invisible
  return !(at >= std::min(from, to) - kSlack && at <= std::max(from, to) + kSlack);
}

}  // namespace

void Composer::put_heading(const Panel& panel, PanelLayout& place, const Column& column, double y,
                           const Heading& heading) {
  if (panel.title.empty()) return;
  const double baseline = y + ascent_;
  const double side = 2 * digit_middle();
  double x = column.left;
  if (heading.patch && !downward(panel)) {  // a heat map has no single colour
    place.patch = {column.left, baseline - side, side, side};
    x += side + kGap * em_;
  }
  const std::string title = fit_text(panel.title, column.right - x, bold_, measure_);
  put(title, x, baseline, bold_);
  const double end = column.plot_right;
  const double free = end - x - text_width(title, bold_, measure_) - kBeforeDetail * em_;
  const std::string& marks = heading.marks;
  const std::string both = text::listed(marks, panel.detail);
  for (const std::string& detail : {both, marks, panel.detail}) {
    const double width = text_width(detail, muted_, measure_);
    if (detail.empty() || width > free) continue;
    put(detail, end - width, baseline, muted_);
    return;
  }
}

std::string Composer::put_marks(const Panel& panel, PanelLayout& place, double baseline,
                                double from, double to) {
  std::vector<std::size_t> order;
  int rank = 0;
  for (std::size_t i = 0; i < panel.marks.size(); ++i) {
    const double x = place.x.to_points(panel.marks[i].at);
    const bool shown = !outside(x, place.plot.x, place.plot.right());
    place.marks.push_back({x, {}, shown});
    if (!shown) continue;
    order.push_back(i);
    rank = std::max(rank, panel.marks[i].rank);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return panel.marks[a].at < panel.marks[b].at;
  });
  for (; has(Part::kMarkLabels) && rank >= 0; --rank) {
    std::vector<std::size_t> shown;
    std::vector<double> wanted;
    std::vector<double> widths;
    for (const std::size_t i : order) {
      if (panel.marks[i].rank > rank || panel.marks[i].label.empty()) continue;
      shown.push_back(i);
      wanted.push_back(place.marks[i].x);
      widths.push_back(text_width(panel.marks[i].label, plain_, measure_));
    }
    const auto centers = spread_labels(wanted, widths, em_, from, to);
    if (centers.empty()) continue;
    for (std::size_t k = 0; k < shown.size(); ++k) {
      put(panel.marks[shown[k]].label, centers[k] - widths[k] / 2, baseline, plain_);
      place.marks[shown[k]].label = Point{centers[k], baseline + 0.35 * em_};
    }
    break;
  }
  std::string unplaced;
  for (const std::size_t i : order) {
    if (panel.marks[i].rank > 0 || place.marks[i].label) continue;
    unplaced += (unplaced.empty() ? "" : ", ") + panel.marks[i].label;
  }
  return unplaced;
}

void Composer::put_x_axis(const Panel& panel, PanelLayout& place, const Frame& frame,
                          const Column& column, bool labels) {
  const double axis = place.plot.bottom() + place.strip.height;
  const double baseline = axis + kTick * em_ + ascent_;
  const Ticks ticks = spaced_ticks(frame.x, place.x, muted_, measure_);
  const bool two_rows = needs_two_rows(frame.x, place.x, muted_, measure_);
  for (const double value : ticks.minor) place.x_ticks.push_back({place.x.to_points(value), false});
  for (std::size_t i = 0; i < ticks.major.size(); ++i) {
    const double x = place.x.to_points(ticks.major[i]);
    place.x_ticks.push_back({x, true});
    if (!labels) continue;
    std::string label = ticks.labels[i];
    if (frame.x.scale == Scale::kCategorical) {  // only names may be shortened
      label =
          fit_text(label, 2 * std::min(x - column.lowest, column.highest - x), muted_, measure_);
    }
    const double half = text_width(label, muted_, measure_) / 2;
    const bool inside = x - half >= column.lowest && x + half <= column.highest;
    const double below = two_rows && i % 2 == 1 ? line_ : 0;
    if (inside) put_middle(std::move(label), x, baseline + below, muted_);
  }
  if (!labels) return;
  const std::string factor = ticks.factor.empty() ? "" : "(" + ticks.factor + ")";
  std::string label = has(Part::kAxisLabels) ? panel.x.label : "";
  const double room = place.plot.width - text_width(" " + factor, plain_, measure_);
  label = fit_text(label, room, plain_, measure_);
  if (!label.empty() && !factor.empty()) label += ' ';
  const double row = panel.x.ticks == TickStyle::kNone ? 0 : two_rows ? 2 * line_ : line_;
  put_middle(label + factor, place.plot.x + place.plot.width / 2, baseline + row + 0.15 * em_,
             plain_);
}

void Composer::put_y_ticks(const Frame& frame, PanelLayout& place, const Column& column,
                           bool labels) {
  const Ticks& ticks = frame.y_ticks;
  if (frame.y.scale != Scale::kLinear) {  // on a linear axis minor ticks tell nothing
    for (const double value : ticks.minor) {
      place.y_ticks.push_back({place.y.to_points(value), false});
    }
  }
  double last = std::numeric_limits<double>::infinity();
  const double room = place.plot.x - kGap * em_ - column.left;
  for (std::size_t i = 0; i < ticks.major.size(); ++i) {
    const double y = place.y.to_points(ticks.major[i]);
    place.y_ticks.push_back({y, true});
    if (!labels || std::abs(last - y) < line_) continue;
    std::string label = ticks.labels[i];
    if (frame.y.scale == Scale::kCategorical) {  // only names may be shortened
      label = fit_text(label, room, muted_, measure_);
    }
    const double width = text_width(label, muted_, measure_);
    put(std::move(label), place.plot.x - kGap * em_ - width, y + digit_middle(), muted_);
    last = y;
  }
}

void Composer::put_color_bar(const Panel& panel, PanelLayout& place, const Frame& frame) {
  const HeatMap* map = barred_map(panel);
  if (map == nullptr || frame.bar == 0) return;
  const auto placed =
      std::find_if(place.heat_maps.begin(), place.heat_maps.end(), [&](const PlacedHeatMap& one) {
        return std::get_if<HeatMap>(&panel.series[one.series].shape) == map;
      });
  const ColorEnds ends = color_ends(*map);
  const Rect& plot = place.plot;
  placed->bar = {plot.right() + kBarGap * em_, plot.y, kBarWidth * em_, plot.height};
  for (int i = 0; i < kBarColors; ++i) {
    const double share = 1 - (i + 0.5) / kBarColors;
    placed->bar_colors.push_back(
        cell_color(ends.low + share * (ends.high - ends.low), ends, map->diverging, theme_.name));
  }
  for (const float value : map->values) {
    placed->above = placed->above || map->outside(value) > 0;
    placed->below = placed->below || map->outside(value) < 0;
  }
  const AxisMap along{ends.low, ends.high, plot.bottom(), plot.y};
  double last = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < frame.bar_ticks.major.size(); ++i) {
    const double y = along.to_points(frame.bar_ticks.major[i]);
    placed->bar_ticks.push_back({y, true});
    if (std::abs(last - y) < line_) continue;
    put(frame.bar_ticks.labels[i], placed->bar.right() + kGap * em_, y + digit_middle(), muted_);
    last = y;
  }
}

void Composer::put_dots(const Panel& panel, PanelLayout& place, const Frame& frame) {
  if (frame.strip == 0) return;
  const int rows = frame.rows.empty() ? 0 : *std::max_element(frame.rows.begin(), frame.rows.end());
  const double usable = frame.strip - 3.5 * place.radius;
  const double pitch = rows == 0 ? 0 : std::min(2.1 * place.radius, usable / rows);
  auto row = frame.rows.begin();
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const auto* dots = std::get_if<Dots>(&panel.series[s].shape);
    if (dots == nullptr) continue;
    PlacedDots& placed = place.dots.emplace_back(PlacedDots{s, {}});
    for (const double value : dots->values) {
      placed.centers.push_back(
          {place.x.to_points(value), place.strip.bottom() - 1.6 * place.radius - pitch * *row++});
    }
  }
}

void Composer::put_message(const Panel& panel, const PanelLayout& place) {
  put_middle(fit_text(panel.message, place.plot.width - em_, muted_, measure_),
             place.plot.x + place.plot.width / 2,
             place.plot.y + place.plot.height / 2 + digit_middle(), muted_);
}

void Composer::place_maps(const Panel& panel, PanelLayout& place, const Frame& frame) const {
  place.x = axis_map(frame.x, place.plot.x, place.plot.right());
  place.y = downward(panel) ? axis_map(frame.y, place.plot.y, place.plot.bottom())
                            : axis_map(frame.y, place.plot.bottom(), place.plot.y);
  place.radius = kDot * em_;
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    if (std::holds_alternative<HeatMap>(panel.series[s].shape) && panel.message.empty()) {
      place.heat_maps.push_back({.series = s});
    }
  }
}

void Composer::put_panel(std::size_t at, const Column& column, const Row& row, double y) {
  const Panel& panel = figure_.panels[at];
  const Frame& frame = frames_[at];
  PanelLayout& place = page_.panels.emplace_back();
  const double heading = y;
  // On a whole point, unless rounding down would take the gap below the heading.
  const double top = y + row.heading + row.upper;
  y = kBelowHeading * em_ < 1 ? top : std::floor(top);
  const double width = std::max(1.0, column.plot_right - column.plot_left);
  place.plot = {column.plot_left, y, width, std::max(1.0, plot_height_)};
  place.strip = {column.plot_left, place.plot.bottom(), place.plot.width, frame.strip};
  place_maps(panel, place, frame);
  if (frame.math) put_formula(*frame.math, {column.left, heading + frame.title + kGap / 2 * em_});

  if (!panel.message.empty()) {
    put_heading(panel, place, column, heading, {});
    put_message(panel, place);
    if (shows_x(at)) put_x_axis(panel, place, frame, column, true);
    return;
  }
  const double baseline = place.plot.y - kLeader * em_ - (line_ - ascent_);
  double from = column.left;
  double to = column.right;
  if (!frame.bar_ticks.factor.empty()) {
    to -= text_width(frame.bar_ticks.factor, muted_, measure_);
    put(frame.bar_ticks.factor, to, baseline, muted_);
    to -= em_;
  }
  if (frame.upper_text) {
    std::string label = has(Part::kMarkLabels) && shows_y(at) ? panel.y.label : "";
    if (!frame.y_ticks.factor.empty() && shows_y(at)) label += " (" + frame.y_ticks.factor + ")";
    const double room = panel.marks.empty() ? to - from : std::min(place.plot.width / 2, to - from);
    label = fit_text(label, room, muted_, measure_);
    put(label, column.left, baseline, muted_);
    if (!label.empty()) from = column.left + text_width(label, muted_, measure_) + em_;
  }
  put_heading(panel, place, column, heading,
              {.marks = put_marks(panel, place, baseline, from, to)});
  put_y_ticks(frame, place, column, shows_y(at));
  put_x_axis(panel, place, frame, column, shows_x(at));
  put_color_bar(panel, place, frame);
  put_dots(panel, place, frame);
}

}  // namespace normscope::figures
