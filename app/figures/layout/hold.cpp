// SPDX-License-Identifier: MIT
#include "app/figures/layout/hold.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace normscope::figures {
namespace {

/// Length that a widened axis has to spare, as a share of what is needed.
constexpr double kReserve = 0.5;

/// Whether both axes differ in their ends alone.
bool alike(Axis one, const Axis& other) {
  one.low = other.low;
  one.high = other.high;
  return one == other;
}

/// The range of a panel's values along one axis, within the axis.
class Extent {
 public:
  explicit Extent(const Axis& own) : first_(own.low), last_(own.high) {}

  void add(double value) {
    if (!std::isfinite(value)) return;
    value = std::clamp(value, std::min(first_, last_), std::max(first_, last_));
    low_ = any_ ? std::min(low_, value) : value;
    high_ = any_ ? std::max(high_, value) : value;
    any_ = true;
  }
  void add(const std::vector<double>& values) {
    for (const double value : values) add(value);
  }
  void add(const Extent& other) {
    if (!other.any_) return;
    add(other.low_);
    add(other.high_);
  }
  void add_all() {
    add(first_);
    add(last_);
  }
  bool any() const { return any_; }
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  double low_ = 0;
  double high_ = 0;
  double first_;  // the ends of the axis
  double last_;
  bool any_ = false;
};

struct Extents {
  Extent x;
  Extent y;

  void add(const Line& line) {
    x.add(line.x);
    y.add(line.y);
  }
  void add(const Bars& bars) {
    x.add(bars.edges);
    y.add(0);
    y.add(bars.heights);
  }
  void add(const Band& band) {
    x.add(band.x);
    y.add(band.low);
    y.add(band.high);
  }
  void add(const Dots& dots) { x.add(dots.values); }
  void add(const Points& points) {
    x.add(points.x);
    y.add(points.y);
  }
  void add(const HeatMap&) {
    x.add_all();
    y.add_all();
  }
  void add(const Boxes& boxes) {
    for (const Box& box : boxes.boxes) {
      x.add(box.at);
      y.add(box.minimum);
      y.add(box.maximum);
    }
  }
};

Extents extents_of(const Panel& panel) {
  Extents extents{Extent(panel.x), Extent(panel.y)};
  const bool bars = std::ranges::any_of(panel.series, [](const Series& series) {
    return std::holds_alternative<Bars>(series.shape);
  });
  for (const Series& series : panel.series) {
    // A density over bars runs out on both sides, where there are no values.
    const auto* const line = std::get_if<Line>(&series.shape);
    if (line != nullptr && bars) {
      extents.y.add(line->y);
    } else {
      std::visit([&](const auto& shape) { extents.add(shape); }, series.shape);
    }
  }
  for (const Span& span : panel.spans) {
    extents.x.add(span.low);
    extents.x.add(span.high);
  }
  for (const Mark& mark : panel.marks) extents.x.add(mark.at);
  return extents;
}

/// The extents of every panel. Panels that share an axis share the extent, too, and so stay alike.
std::vector<Extents> all_extents(const Figure& figure) {
  std::vector<Extents> all;
  for (const Panel& panel : figure.panels) all.push_back(extents_of(panel));
  const std::vector<Extents> own = all;
  for (Extents& each : all) {
    for (const Extents& other : own) {
      if (figure.shared_x) each.x.add(other.x);
      if (figure.shared_y) each.y.add(other.y);
    }
  }
  return all;
}

Axis widened(const std::optional<Axis>& held, const Axis& own, const Extent& values) {
  if (!held || !alike(*held, own)) return own;
  const bool below = values.any() && values.low() < held->low;
  const bool above = values.any() && values.high() > held->high;
  Axis next = *held;
  // On other scales a share of the length means nothing: their ends have half a decade of room.
  const double reserve = own.scale == Scale::kLinear ? kReserve * (own.high - own.low) : 0;
  if (below) next.low = own.low - reserve;
  if (above) next.high = own.high + reserve;
  return next;
}

}  // namespace

FigureHold hold_after(const FigureHold& before, const Figure& figure, std::string subject) {
  const bool same = before.subject == subject && before.shared_x == figure.shared_x &&
                    before.shared_y == figure.shared_y &&
                    before.panels.size() == figure.panels.size();
  FigureHold next{std::move(subject), figure.shared_x, figure.shared_y, {}};
  if (same) next.panels = before.panels;
  next.panels.resize(figure.panels.size());
  const std::vector<Extents> extents = all_extents(figure);
  for (std::size_t p = 0; p < figure.panels.size(); ++p) {
    const Panel& panel = figure.panels[p];
    PanelHold& held = next.panels[p];
    // Behind a message there are no values; but a shared axis is drawn below it.
    const bool empty = !panel.message.empty();
    if (!empty || figure.shared_x) held.x = widened(held.x, panel.x, extents[p].x);
    if (!empty || figure.shared_y) held.y = widened(held.y, panel.y, extents[p].y);
  }
  return next;
}

FigureView held_view(FigureView view, const FigureHold& hold) {
  if (view.panels.size() < hold.panels.size()) view.panels.resize(hold.panels.size());
  for (std::size_t p = 0; p < hold.panels.size(); ++p) {
    const auto fill = [](std::optional<Ends>& ends, const std::optional<Axis>& held) {
      if (!ends && held) ends = Ends(held->low, held->high);
    };
    fill(view.panels[p].x, hold.panels[p].x);
    fill(view.panels[p].y, hold.panels[p].y);
  }
  return view;
}

}  // namespace normscope::figures
