// SPDX-License-Identifier: MIT
// Each side is described first; then both get their axis, shared where that shows both.
#include "app/figures/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/figures/ticks.hpp"
#include "core/stats/density.hpp"
#include "core/stats/finite.hpp"
#include "core/stats/histogram.hpp"
#include "core/stats/moments.hpp"

namespace normscope::figures {
namespace {

/// Fewest values that a density line is drawn for: fewer give bumps, not a shape.
constexpr std::int64_t kFewestForDensity = 5;
/// One range that is this much narrower than both together would be a single bar on their axis.
constexpr double kNarrow = 1.0 / 50;
/// Values above which the density is binned: its error, 8e-6 of a kernel's height, is not seen.
constexpr std::int64_t kExactDensity = 256;
/// Density points: a curve is smooth with one every few points of the page.
constexpr std::int64_t kDensityPoints = 256;
/// Share of the axis that stays free at each end.
constexpr double kPad = 0.04;
/// Share of the axis that the one bar of equal values takes.
constexpr double kSpike = 0.01;
/// A mean below this share of the deviation is 0 but for rounding.
constexpr double kRounding = 1e-5;

struct Side {
  std::vector<float> values;           // finite
  std::vector<std::int64_t> elements;  // of the batch, where there are few values
  stats::Moments moments;              // of the finite values
  stats::Moments all;                  // counts of what was left out
  double low = 0;                      // of what the axis must show
  double high = 0;
  bool empty() const { return values.empty(); }
  bool spread() const { return moments.minimum < moments.maximum; }
};

base::Expected<Side> describe(std::span<const float> values, const std::optional<GroupOf>& group) {
  Side side;
  std::vector<float> gathered;
  if (group) {
    gathered.resize(static_cast<std::size_t>(group->layout.size));
    tensor::gather(values, group->layout, group->group, gathered);
    values = gathered;
  }
  auto finite = stats::finite_values(values);
  if (!finite) return tl::unexpected(finite.error());
  side.values = std::move(finite->values);
  side.moments = stats::moments(side.values, 0);
  // Counts only, and only where something was left out: a second pass over the data otherwise.
  if (finite->left_out > 0 || values.empty()) side.all = stats::moments(values, 0);
  if (static_cast<std::int64_t>(side.values.size()) <= kMostDots) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i])) continue;
      const auto at = static_cast<std::int64_t>(i);
      side.elements.push_back(group ? group->layout.base(group->group) + group->layout.offset(at)
                                    : at);
    }
  }
  if (!side.empty()) {
    const double mean = side.moments.mean;
    const double deviation = side.moments.biased_deviation;
    side.low = std::min(side.moments.minimum, mean - deviation);
    side.high = std::max(side.moments.maximum, mean + deviation);
  }
  return side;
}

Axis axis_over(double low, double high) {
  if (low == high) {  // something to both sides, so that the value stands in the middle
    const double half = low == 0 ? 0.5 : std::abs(low) / 2;
    return {.low = low - half, .high = high + half};
  }
  const double pad = kPad * (high - low);
  return {.low = low - pad, .high = high + pad};
}

/// "1 value", "1 000 000 values".
std::string values_text(std::int64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, "\u2009");
  return digits + (count == 1 ? " value" : " values");
}

/// A place among values that lie `deviation` apart: with the digits that tell it from its
/// neighbours, and without those that are only rounding.
std::string place_text(double at, double deviation) {
  if (std::abs(at) < kRounding * deviation) return at == 0 ? "0" : "\u2248 0";
  const double ratio = deviation > 0 ? std::log10(std::abs(at) / deviation) : 0;
  return number_text(at, static_cast<int>(std::clamp(4 + std::floor(ratio), 4.0, 9.0)));
}

std::string left_out_text(const stats::Moments& all) {
  std::string text;
  const auto add = [&](std::int64_t count, std::string_view name) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  };
  add(all.nan_count, "nan");
  add(all.positive_infinity_count, "inf");
  add(all.negative_infinity_count, "\u2212inf");
  return text;
}

base::Expected<Bars> bars_of(const Side& side, const Axis& x) {
  if (!side.spread()) {
    const double half = kSpike / 2 * (x.high - x.low);
    return Bars{{side.moments.mean - half, side.moments.mean + half},
                {static_cast<double>(side.values.size())}};
  }
  auto histogram = stats::automatic_histogram(side.values);
  if (!histogram) return tl::unexpected(histogram.error());
  // Of few values Freedman and Diaconis make too few bars, of values with outliers too many.
  const auto automatic = static_cast<std::int64_t>(histogram->counts.size());
  const auto sturges =
      static_cast<std::int64_t>(std::ceil(std::log2(static_cast<double>(side.values.size())))) + 1;
  const std::int64_t bins = std::clamp(automatic, std::min(sturges, kMostBars), kMostBars);
  if (bins != automatic) {
    // Neighbouring floats can leave no room for more bins: then those that there are stay.
    if (auto other = stats::histogram(side.values, bins)) histogram = std::move(other);
  }
  Bars bars{std::move(histogram->edges), {}};
  for (const std::int64_t count : histogram->counts) {
    bars.heights.push_back(static_cast<double>(count));
  }
  return bars;
}

base::Expected<Line> density_of(const Side& side, const Bars& bars, const Axis& x) {
  auto curve = stats::density(
      side.values,
      {.points = kDensityPoints, .low = x.low, .high = x.high, .exact_up_to = kExactDensity});
  if (!curve) return tl::unexpected(curve.error());
  Line line{std::move(curve->positions), std::move(curve->values)};
  const double scale = static_cast<double>(side.values.size()) * (bars.edges[1] - bars.edges[0]);
  for (double& y : line.y) y *= scale;
  return line;
}

base::Expected<void> fill(Panel& panel, const Side& side) {
  const double mean = side.moments.mean;
  const double deviation = side.moments.biased_deviation;
  auto bars = bars_of(side, panel.x);
  if (!bars) return tl::unexpected(bars.error());
  double highest = *std::max_element(bars->heights.begin(), bars->heights.end());
  std::optional<Line> line;
  if (side.spread() && static_cast<std::int64_t>(side.values.size()) >= kFewestForDensity) {
    auto curve = density_of(side, *bars, panel.x);
    if (!curve) return tl::unexpected(curve.error());
    for (const double y : curve->y) highest = std::max(highest, y);
    line = *std::move(curve);
  }
  panel.series.push_back({"values per bar", panel.color, *std::move(bars)});
  if (line) panel.series.push_back({"density", panel.color, *std::move(line)});
  if (static_cast<std::int64_t>(side.values.size()) <= kMostDots) {
    panel.series.push_back(
        {"each value", panel.color, Dots{{side.values.begin(), side.values.end()}, side.elements}});
  }
  panel.y = {.label = "count", .ticks = TickStyle::kSi, .low = 0, .high = 1.06 * highest};
  panel.marks.push_back({mean, "mean " + place_text(mean, deviation)});
  panel.detail = "deviation " + number_text(deviation) + ", " +
                 values_text(static_cast<std::int64_t>(side.values.size()));
  if (deviation > 0) {
    panel.spans.push_back({"mean \u00b1 1 deviation", mean - deviation, mean + deviation});
    panel.marks.push_back({mean - deviation,
                           "\u22121\u03c3  " + place_text(mean - deviation, deviation),
                           LineStyle::kDashed, 1});
    panel.marks.push_back({mean + deviation, "+1\u03c3  " + place_text(mean + deviation, deviation),
                           LineStyle::kDashed, 1});
  }
  return {};
}

/// The range that both sides together need; an empty side needs none.
Axis common_axis(const Side& before, const Side& after) {
  if (before.empty()) return axis_over(after.low, after.high);
  if (after.empty()) return axis_over(before.low, before.high);
  return axis_over(std::min(before.low, after.low), std::max(before.high, after.high));
}

bool lost_on(const Axis& axis, const Side& side) {
  if (side.empty() || !side.spread()) return false;
  return side.high - side.low < kNarrow * (axis.high - axis.low);
}

base::Expected<Panel> panel_of(const Side& side, const Axis& x, const std::string& title,
                               std::size_t color, std::vector<std::string>& notes) {
  Panel panel{.title = title, .color = color, .x = x};
  panel.x.label = "value";
  const std::string left_out = left_out_text(side.all);
  if (side.empty()) {
    panel.message = left_out.empty() ? "no values" : "no finite value: " + left_out;
    return panel;
  }
  if (!left_out.empty()) notes.push_back(fmt::format("{}: left out {}.", title, left_out));
  if (side.values.size() == 1) {
    notes.push_back(fmt::format("{}: a single value.", title));
  } else if (!side.spread()) {
    notes.push_back(fmt::format("{}: all {} values are equal.", title, side.values.size()));
  }
  if (auto filled = fill(panel, side); !filled) return tl::unexpected(filled.error());
  return panel;
}

}  // namespace

base::Expected<Figure> distribution(const DistributionData& data) {
  const auto before = describe(data.before, data.group);
  if (!before) return tl::unexpected(before.error());
  const auto after = describe(data.after, data.group);
  if (!after) return tl::unexpected(after.error());

  const Axis common = common_axis(*before, *after);
  Figure figure{.name = "distribution", .title = data.title};
  figure.shared_x = !lost_on(common, *before) && !lost_on(common, *after);
  const auto axis = [&](const Side& side) {
    return figure.shared_x || side.empty() ? common : axis_over(side.low, side.high);
  };
  auto above = panel_of(*before, axis(*before), data.before_title, 0, figure.notes);
  if (!above) return tl::unexpected(above.error());
  auto below = panel_of(*after, axis(*after), data.after_title, 1, figure.notes);
  if (!below) return tl::unexpected(below.error());
  figure.panels = {*std::move(above), *std::move(below)};
  if (before->empty() && after->empty()) {
    for (Panel& panel : figure.panels) panel.x.ticks = TickStyle::kNone;
  }
  if (!figure.shared_x) {
    figure.notes.emplace_back(
        "Each part has an axis of its own: on a common one the narrower would be a single bar.");
  }
  return figure;
}

Figure with_selected(Figure figure, std::int64_t element, float before, float after) {
  for (std::size_t p = 0; p < figure.panels.size(); ++p) {
    const auto value = static_cast<double>(p == 0 ? before : after);
    for (Series& series : figure.panels[p].series) {
      if (auto* dots = std::get_if<Dots>(&series.shape)) {
        const auto at = std::find(dots->elements.begin(), dots->elements.end(), element);
        dots->selected.reset();
        if (at != dots->elements.end()) {
          dots->selected = static_cast<std::size_t>(at - dots->elements.begin());
        }
      } else if (auto* bars = std::get_if<Bars>(&series.shape)) {
        bars->selected.reset();
        const auto& edges = bars->edges;
        if (!edges.empty() && value >= edges.front() && value <= edges.back()) {
          const auto next = std::upper_bound(edges.begin(), edges.end(), value);
          bars->selected = std::min(static_cast<std::size_t>(next - edges.begin()) - 1,
                                    bars->heights.size() - 1);
        }
      }
    }
  }
  return figure;
}

}  // namespace normscope::figures
