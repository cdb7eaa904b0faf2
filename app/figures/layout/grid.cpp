// SPDX-License-Identifier: MIT
// Panels in rows and columns; the stacked arrangement is a grid of one column. Plots of a column
// are aligned left and right, those of a row top and bottom.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/figures/layout/composer.hpp"
#include "app/figures/layout/place.hpp"

namespace normscope::figures {
namespace {

constexpr int kMostRows = 4;  // of dots at full distance; more rows move closer together
constexpr int kFewRows = 2;   // the same without Part::kTallStrips
/// Most of a panel's width that category names left of its y axis take.
constexpr double kMostNames = 0.35;

/// Ticks of at most `most` numbers, or of a few more where that gives fewer than two: a single
/// number shows no scale.
template <class TicksOf>
Ticks two_ticks(int most, TicksOf ticks_of) {
  constexpr int kMore = 4;
  Ticks ticks = ticks_of(most);
  for (int count = most + 1; ticks.major.size() < 2 && count <= most + kMore; ++count) {
    ticks = ticks_of(count);
  }
  return ticks;
}

}  // namespace

std::size_t Composer::columns() const {
  if (figure_.arrangement == Arrangement::kStacked) return 1;
  return std::clamp<std::size_t>(figure_.columns, 1,
                                 std::max<std::size_t>(1, figure_.panels.size()));
}

std::size_t Composer::rows() const {
  return (figure_.panels.size() + columns() - 1) / columns();
}

/// Measures the heights above a plot, its y ticks, and the widths of their numbers.
void Composer::measure_head(std::size_t at, Frame& frame, double width, double share) {
  const Panel& panel = figure_.panels[at];
  const bool plotted = panel.message.empty();
  const HeatMap* map = barred_map(panel);
  frame.x = usable(panel.x);
  frame.y = usable(panel.y);
  if (plotted) {
    // The number of ticks suits a plot of about half the panel's share of the page.
    const double room = share / 2 / (1.8 * line_);
    const int most = static_cast<int>(std::clamp(room, 2.0, 5.0));
    const bool names = frame.y.scale == Scale::kCategorical && !frame.y.categories.empty();
    frame.y_ticks = names ? axis_ticks(frame.y, static_cast<int>(std::clamp(2 * room, 2.0, 60.0)))
                          : two_ticks(most, [&](int count) { return axis_ticks(frame.y, count); });
    for (const std::string& label : frame.y_ticks.labels) {
      frame.gutter = std::max(frame.gutter, text_width(label, muted_, measure_) + kGap * em_);
    }
    if (names) frame.gutter = std::min(frame.gutter, kMostNames * width);
    if (!shows_y(at)) frame.gutter = 0;
    if (map != nullptr) {
      const ColorEnds ends = color_ends(*map);
      frame.bar_ticks = two_ticks(most, [&](int count) {
        return linear_ticks(ends.low, ends.high, count, TickStyle::kScientific);
      });
      for (const std::string& label : frame.bar_ticks.labels) {
        frame.bar = std::max(frame.bar, text_width(label, muted_, measure_));
      }
      frame.bar += (kBarGap + kBarWidth + kGap) * em_;
    }
  }
  if (!panel.title.empty()) frame.title = line_ + kBelowHeading * em_;
  frame.math = formula_of(panel, em_, width);
  if (frame.math) frame.formula = frame.math->ascent + frame.math->descent + 2 * kGap * em_;
  const bool label = !panel.marks.empty() || (plotted && shows_y(at) && !panel.y.label.empty());
  frame.upper_text = (has(Part::kMarkLabels) && label) ||
                     (!frame.y_ticks.factor.empty() && shows_y(at)) ||
                     !frame.bar_ticks.factor.empty();
  frame.upper = frame.upper_text ? line_ + kLeader * em_ : 0.6 * line_;
}

/// Measures the strip of dots; needs the width of the plot.
void Composer::measure_strip(const Panel& panel, Frame& frame, const Column& column) {
  if (!has(Part::kStrips) || !panel.message.empty()) return;
  const AxisMap map = axis_map(frame.x, column.plot_left, column.plot_right);
  std::vector<double> places;  // of the dots of all series, which share the strip
  for (const Series& series : panel.series) {
    if (const auto* dots = std::get_if<Dots>(&series.shape)) {
      for (const double value : dots->values) places.push_back(map.to_points(value));
    }
  }
  if (places.empty()) return;
  frame.rows = pile_dots(places, 2.1 * kDot * em_);
  const int rows = *std::max_element(frame.rows.begin(), frame.rows.end()) + 1;
  const int most = has(Part::kTallStrips) ? kMostRows : kFewRows;
  frame.strip = std::round((1.4 + 2.1 * std::min(rows, most)) * kDot * em_);
}

/// The height below a plot: numbers and label of the x axis.
double Composer::foot(const Panel& panel, const Axis& x, const Column& column) const {
  const bool numbers = x.ticks != TickStyle::kNone;
  const bool label = has(Part::kAxisLabels) && !panel.x.label.empty();
  // Whether labels have a common factor does not depend on the number of ticks.
  const bool factor = !axis_ticks(x, 2).factor.empty();
  const AxisMap map = axis_map(x, column.plot_left, column.plot_right);
  const double rows = !numbers ? 0 : needs_two_rows(x, map, muted_, measure_) ? 2 : 1;
  return kTick * em_ + rows * line_ + (label || factor ? line_ + 0.15 * em_ : 0);
}

/// Measures the columns: plots of equal width between the numbers of their axes and colour bars.
void Composer::measure_columns() {
  const auto count = static_cast<double>(columns_.size());
  std::vector<double> gutters(columns_.size());
  std::vector<double> bars(columns_.size());
  double taken = (count - 1) * kColumnGap * em_;
  for (std::size_t p = 0; p < frames_.size(); ++p) {
    const std::size_t c = p % columns_.size();
    gutters[c] = std::max(gutters[c], frames_[p].gutter);
    bars[c] = std::max(bars[c], frames_[p].bar);
  }
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    taken += gutters[c] + bars[c] + kMargin * em_ / 2;
  }
  const double width = (right() - left() - taken) / count;
  double x = left();
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    Column& column = columns_[c];
    const bool last = c + 1 == columns_.size();
    const double end = x + gutters[c] + width + bars[c] + kMargin * em_ / 2;
    column.left = x;
    column.right = last ? right() : end;
    column.lowest = c == 0 ? 0 : x - kColumnGap * em_ / 2;
    column.highest = last ? size_.width : column.right + kColumnGap * em_ / 2;
    column.plot_left = std::round(x + gutters[c]);
    column.plot_right = std::round(column.right - kMargin * em_ / 2 - bars[c]);
    x = end + kColumnGap * em_;
  }
}

/// Measures all parts of the panels, and with them the height of the plots.
void Composer::measure_rows(double bottom_of_head, double top_of_foot) {
  const auto count = static_cast<double>(rows());
  const double room = top_of_foot - bottom_of_head - (count - 1) * kPanelGap * em_;
  const double gaps = static_cast<double>(columns() - 1) * kColumnGap * em_;
  const double width = (right() - left() - gaps) / static_cast<double>(columns());
  frames_.assign(figure_.panels.size(), {});
  columns_.assign(columns(), {});
  rows_.assign(rows(), {});
  for (std::size_t p = 0; p < frames_.size(); ++p) measure_head(p, frames_[p], width, room / count);
  measure_columns();
  for (std::size_t p = 0; p < frames_.size(); ++p) {
    Frame& frame = frames_[p];
    Row& row = rows_[p / columns()];
    measure_strip(figure_.panels[p], frame, columns_[p % columns()]);
    if (shows_x(p)) frame.foot = foot(figure_.panels[p], frame.x, columns_[p % columns()]);
    row.heading = std::max(row.heading, frame.heading());
    row.upper = std::max(row.upper, frame.upper);
    row.below = std::max(row.below, frame.strip + frame.foot);
  }
  double fixed = 0;
  for (const Row& row : rows_) fixed += row.heading + row.upper + row.below;
  plot_height_ = std::floor((room - fixed) / std::max(1.0, count));
}

bool Composer::compose_grid(double y, double bottom) {
  measure_rows(y, bottom);
  const bool formulas = std::any_of(frames_.begin(), frames_.end(),
                                    [](const Frame& frame) { return frame.math.has_value(); });
  const double least = (formulas ? kSpacious : kComfortable) * em_;
  if (plot_height_ < least && kept_ != Part::kNothing) return false;
  for (std::size_t p = 0; p < figure_.panels.size(); ++p) {
    const Row& row = rows_[p / columns()];
    put_panel(p, columns_[p % columns()], row, y);
    if ((p + 1) % columns() == 0) {
      y += row.heading + row.upper + row.below + plot_height_ + kPanelGap * em_;
    }
  }
  return true;
}

}  // namespace normscope::figures
