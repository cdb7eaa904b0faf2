// SPDX-License-Identifier: MIT
// Describes input and output first, then gives both one axis where that shows both well.
#include "app/figures/builders/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "app/figures/builders/value_axis.hpp"
#include "app/figures/note_text.hpp"
#include "app/figures/ticks.hpp"
#include "app/results/evaluation.hpp"
#include "core/base/parallel.hpp"
#include "core/stats/density.hpp"
#include "core/stats/finite.hpp"
#include "core/stats/groups.hpp"
#include "core/stats/histogram.hpp"
#include "core/stats/moments.hpp"
#include "core/stats/sample.hpp"
#include "core/text/ascii.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

namespace {

/// Fewest values of a density line: fewer give a bump for each value.
constexpr std::int64_t kFewestForDensity = 5;
/// A side whose range is this share of the common axis or less gets its own: it would be one bar.
constexpr double kNarrow = 1.0 / 50;
/// Most values of an exact density; the error of a binned one, 8e-6 of a kernel's height, is
/// invisible.
constexpr std::int64_t kExactDensity = 256;
/// Points of a density curve: one every few points of the page makes it smooth, and up to two
/// thirds lie beyond the axis.
constexpr std::int64_t kDensityPoints = 512;
/// Width of the single bar of equal values, as a share of the axis.
constexpr double kSingleBarWidth = 0.01;
/// From this share of the values on, a note names a single crowded bar.
constexpr double kCrowded = 0.9;
/// A last digit worth this share of the deviation or less tells a mark from its neighbours.
constexpr double kToldApart = 0.02;
/// The cards write numbers from here on with a power of ten.
constexpr double kLargestFixed = 1e6;
/// A mean below this share of the deviation is 0 up to rounding.
constexpr double kRounding = 1e-5;

struct Side {
  std::span<const float> values;       // finite
  std::vector<float> copied;           // the storage of `values` where they are not the whole batch
  std::vector<std::int64_t> elements;  // of the batch, where there are few values
  stats::Moments moments;              // of the finite values
  stats::Moments all;                  // of all values: counts of those that are not finite
  std::shared_ptr<const stats::Histogram> counts;  // of all values, finer than the bars; or null
  std::int64_t sampled_of = 0;  // values that `values` are a sample of; 0: no sample
  double weight = 1;            // values that each of `values` stands for
  bool never_negative = false;
  double low = 0;  // the range that the axis must show
  double high = 0;
  bool empty() const { return values.empty(); }
  std::int64_t count() const { return static_cast<std::int64_t>(values.size()); }
  bool spread() const { return moments.minimum < moments.maximum; }
};

/// Sets the values of a side: all of a batch or of a group, or a sample of many.
void take_values(std::span<const float> values, const std::optional<GroupOf>& group, bool sampled,
                 Side& side) {
  const auto size = group ? group->layout.size : static_cast<std::int64_t>(values.size());
  if (sampled && size > stats::kSample) {
    side.copied =
        group ? stats::group_sample(values, group->layout, group->group) : stats::sample(values);
    side.sampled_of = size;
    side.weight = static_cast<double>(size) / static_cast<double>(side.copied.size());
  } else if (group) {
    side.copied = stats::group_values(values, group->layout, group->group);
  }
  side.values = group || side.sampled_of > 0 ? side.copied : values;
}

base::Expected<Side> describe(std::span<const float> values, const DistributionData& data,
                              const DistributionData::Known& known) {
  const std::optional<GroupOf>& group = data.group;
  Side side;
  // A copy of the finite ones of many values would double their memory.
  const bool copies_many = known.moments && known.moments->count >= results::kManyValues &&
                           known.moments->finite_count() < known.moments->count;
  take_values(values, group, data.coarse || copies_many, side);
  values = side.values;
  if (side.sampled_of == 0) side.counts = known.counts;
  side.never_negative = known.never_negative;
  side.all = known.moments ? *known.moments : stats::moments(values, 0);
  side.moments = side.all;
  std::vector<float> gathered;  // keeps the storage of `values` until the elements are listed
  if (side.all.finite_count() != side.all.count) {
    auto finite = stats::finite_values(values);
    if (!finite) return tl::unexpected(finite.error());
    gathered = std::exchange(side.copied, std::move(finite->values));
    side.values = side.copied;
    side.moments = stats::moments(side.values, 0);
  }
  if (side.count() <= kMostDots) {
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

/// The number of a mark among values of this deviation, without digits that are rounding errors: as
/// the cards print it, or with more digits where these would not tell it from its neighbours.
std::string mark_text(double at, double deviation, int decimals) {
  const double size = std::abs(at);
  if (size < kRounding * deviation) return at == 0 ? "0" : "\u2248 0";
  const bool power = size >= kLargestFixed || size < std::pow(10.0, 1 - decimals);
  const double step = (power ? 10 * size : 1) * std::pow(10.0, -decimals);
  if (step <= kToldApart * deviation || deviation == 0) return value_text(at, decimals);
  const double ratio = deviation > 0 ? std::log10(std::abs(at) / deviation) : 0;
  return number_text(at, static_cast<int>(std::clamp(4 + std::floor(ratio), 4.0, 9.0)));
}

NonFiniteCounts non_finite_counts(const stats::Moments& all) {
  return {all.nan_count, all.positive_infinity_count, all.negative_infinity_count};
}

base::Expected<stats::Histogram> histogram_of(const Side& side, std::int64_t bins) {
  if (side.counts && static_cast<std::int64_t>(side.counts->counts.size()) % bins == 0) {
    return stats::joined(*side.counts,
                         static_cast<std::int64_t>(side.counts->counts.size()) / bins);
  }
  return stats::histogram(side.values, bins, side.moments.minimum, side.moments.maximum);
}

base::Expected<stats::Histogram> automatic_of(const Side& side) {
  // Freedman and Diaconis' width is at most 2 / n^(1/3) of the range: for very many values it gives
  // more bars than are drawn, whatever the quartiles, which need not be found.
  const auto surely = static_cast<std::int64_t>(std::cbrt(side.count()) / 2);
  if (surely > kMostBars) return histogram_of(side, kMostBars);
  if (!side.counts) return stats::automatic_histogram(side.values);
  const auto bins = stats::automatic_bins(side.values, *side.counts);
  if (!bins) return tl::unexpected(bins.error());
  return histogram_of(side, std::min(*bins, kMostBars));
}

base::Expected<Bars> bars_of(const Side& side, const Axis& x) {
  if (!side.spread()) {
    const double half = kSingleBarWidth / 2 * (x.high - x.low);
    return Bars{{side.moments.mean - half, side.moments.mean + half},
                {static_cast<double>(side.values.size())}};
  }
  auto histogram = automatic_of(side);
  if (!histogram) return tl::unexpected(histogram.error());
  // Freedman and Diaconis give too few bars for few values, too many for values with outliers.
  const auto automatic = static_cast<std::int64_t>(histogram->counts.size());
  const auto sturges =
      static_cast<std::int64_t>(std::ceil(std::log2(static_cast<double>(side.values.size())))) + 1;
  const std::int64_t bins = std::clamp(automatic, std::min(sturges, kMostBars), kMostBars);
  if (bins != automatic) {
    // More bins can be impossible between neighbouring floats: then the automatic ones stay.
    if (auto other = histogram_of(side, bins)) histogram = std::move(other);
  }
  Bars bars{std::move(histogram->edges), {}};
  for (const std::int64_t count : histogram->counts) {
    bars.heights.push_back(static_cast<double>(count));
  }
  return bars;
}

/// The curve reaches to where it vanishes, also beyond the axis: a held axis may show more.
base::Expected<Line> density_of(const Side& side, double scale) {
  stats::DensityOptions options{.points = kDensityPoints, .exact_up_to = kExactDensity};
  if (side.never_negative) options.floor = 0;
  auto curve = side.counts && stats::fine_enough(*side.counts, side.moments, options)
                   ? stats::density(*side.counts, side.moments, options)
                   : stats::density(side.values, side.moments, options);
  if (!curve) return tl::unexpected(curve.error());
  Line line{std::move(curve->positions), std::move(curve->values)};
  for (double& y : line.y) y *= scale;
  // The curve begins with a step where it ends at 0.
  if (side.never_negative && !line.x.empty() && line.x.front() == 0) {
    line.x.insert(line.x.begin(), 0);
    line.y.insert(line.y.begin(), 0);
  }
  return line;
}

/// A note for bars that hide the distribution: most values in one bar, the axis wide because of a
/// few far values. Else empty.
std::string crowded_text(const Side& side, const Bars& bars) {
  const double most = *std::max_element(bars.heights.begin(), bars.heights.end());
  if (most < kCrowded * static_cast<double>(side.count())) return {};
  const auto some = stats::sample(side.values);
  const std::vector<double> values(some.begin(), some.end());
  if (value_axis(values).scale == Scale::kLinear) return {};
  return tr("{most} of {side} lie in one bar, and half of them within a millionth of the largest",
            arg("most", digits_text(static_cast<std::int64_t>(most))),
            arg("side", values_text(side.count())));
}

/// Adds the bars and the density that `parts` names; a density only for enough values.
base::Expected<void> fill_shapes(Panel& panel, const Side& side, DistributionParts parts,
                                 std::vector<std::string>& notes) {
  const bool dense = side.spread() && side.count() >= kFewestForDensity;
  const bool alone = parts == DistributionParts::kDensity && dense;
  panel.y = {.label = alone ? tr("density") : tr("count"),
             .ticks = alone ? TickStyle::kScientific : TickStyle::kSi,
             .counts = true};
  double highest = 0;
  double scale = 1;
  if (!alone) {
    auto bars = bars_of(side, panel.x);
    if (!bars) return tl::unexpected(bars.error());
    highest = side.weight * *std::max_element(bars->heights.begin(), bars->heights.end());
    scale = side.weight * static_cast<double>(side.count()) * (bars->edges[1] - bars->edges[0]);
    const std::string crowded = crowded_text(side, *bars);
    for (double& height : bars->heights) height *= side.weight;
    if (!crowded.empty())
      notes.push_back(text::whole_sentence(text::labelled(panel.title, crowded)));
    panel.series.push_back({tr("values per bar"), panel.color, *std::move(bars)});
  }
  if (dense && parts != DistributionParts::kHistogram) {
    auto line = density_of(side, scale);
    if (!line) return tl::unexpected(line.error());
    for (const double y : line->y) highest = std::max(highest, y);
    panel.series.push_back({tr("density"), panel.color, *std::move(line)});
  }
  if (parts == DistributionParts::kDensity && !dense) {
    notes.push_back(
        tr("{title}: too little for a density, bars instead.", arg("title", panel.title)));
  }
  panel.y.high = 1.06 * highest;
  return {};
}

base::Expected<void> fill(Panel& panel, const Side& side, DistributionParts parts, int decimals,
                          std::vector<std::string>& notes) {
  const double mean = side.moments.mean;
  const double deviation = side.moments.biased_deviation;
  if (auto shapes = fill_shapes(panel, side, parts, notes); !shapes) return shapes;
  if (side.count() <= kMostDots) {
    panel.series.push_back({tr("each value"), panel.color,
                            Dots{{side.values.begin(), side.values.end()}, side.elements}});
  }
  panel.marks.push_back(
      {mean, tr("mean {value}", arg("value", mark_text(mean, deviation, decimals)))});
  const std::string spread = value_text(deviation, decimals);
  panel.detail =
      side.sampled_of == 0
          ? tr("deviation {value}, {values}", arg("value", spread),
               arg("values", values_text(side.count())))
          : tr("deviation {value}, from {read} of {all} values", arg("value", spread),
               arg("read", digits_text(side.count())), arg("all", digits_text(side.sampled_of)));
  if (deviation > 0) {
    panel.spans.push_back({tr("mean \u00b1 1 deviation"), mean - deviation, mean + deviation});
    panel.marks.push_back({mean - deviation,
                           "\u22121\u03c3  " + mark_text(mean - deviation, deviation, decimals),
                           LineStyle::kDashed, 1});
    panel.marks.push_back({mean + deviation,
                           "+1\u03c3  " + mark_text(mean + deviation, deviation, decimals),
                           LineStyle::kDashed, 1});
  }
  return {};
}

/// The axis for the ranges of both sides; an empty side has none.
Axis common_axis(const Side& before, const Side& after) {
  if (before.empty()) return axis_over(after.low, after.high);
  if (after.empty()) return axis_over(before.low, before.high);
  return axis_over(std::min(before.low, after.low), std::max(before.high, after.high));
}

/// Whether a side would be a single bar on this axis.
bool too_narrow_on(const Axis& axis, const Side& side) {
  if (side.empty() || !side.spread()) return false;
  return side.high - side.low < kNarrow * (axis.high - axis.low);
}

base::Expected<Panel> panel_of(const Side& side, const Axis& x, const std::string& title,
                               std::size_t color, const DistributionData& data,
                               std::vector<std::string>& notes) {
  Panel panel{.title = title, .color = color, .x = x};
  panel.x.label = tr("value");
  const std::string without = non_finite_text(non_finite_counts(side.all));
  if (side.empty()) {
    panel.message =
        without.empty() ? tr("no values") : tr("no finite value: {which}", arg("which", without));
    return panel;
  }
  if (!without.empty()) {
    notes.push_back(
        tr("{title}: left out {without}.", arg("title", title), arg("without", without)));
  }
  if (side.values.size() == 1) {
    notes.push_back(tr("{title}: a single value.", arg("title", title)));
  } else if (!side.spread()) {
    notes.push_back(tr("{title}: all {values} values are equal.", arg("title", title),
                       arg("values", side.values.size())));
  }
  if (auto filled = fill(panel, side, data.parts, data.decimals, notes); !filled)
    return tl::unexpected(filled.error());
  return panel;
}

}  // namespace

base::Expected<Figure> distribution(const DistributionData& data) {
  const auto before = describe(data.before, data, data.before_known);
  if (!before) return tl::unexpected(before.error());
  const auto after = describe(data.after, data, data.after_known);
  if (!after) return tl::unexpected(after.error());

  const Axis common = common_axis(*before, *after);
  Figure figure{.name = "distribution", .title = data.title, .decimals = data.decimals};
  figure.shared_x = !too_narrow_on(common, *before) && !too_narrow_on(common, *after);
  const auto axis = [&](const Side& side) {
    return figure.shared_x || side.empty() ? common : axis_over(side.low, side.high);
  };
  std::array<base::Expected<Panel>, 2> panels;
  std::array<std::vector<std::string>, 2> notes;
  base::parallel_for(2, 1, 0, [&](std::int64_t first, std::int64_t /*last*/) {
    const auto which = static_cast<std::size_t>(first);
    const Side& side = which == 0 ? *before : *after;
    panels.at(which) = panel_of(side, axis(side), which == 0 ? data.before_title : data.after_title,
                                which, data, notes.at(which));
  });
  for (std::size_t which = 0; which < 2; ++which) {
    if (!panels.at(which)) return tl::unexpected(panels.at(which).error());
    figure.panels.push_back(*std::move(panels.at(which)));
    std::ranges::move(notes.at(which), std::back_inserter(figure.notes));
  }
  if (before->empty() && after->empty()) {
    for (Panel& panel : figure.panels) panel.x.ticks = TickStyle::kNone;
  }
  if (!figure.shared_x) {
    figure.notes.emplace_back(tr(
        "Each part has an axis of its own: on a common one the narrower would be a single bar."));
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
