// SPDX-License-Identifier: MIT
#include "app/figures/builders/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "app/figures/builders/value_axis.hpp"
#include "app/figures/note_text.hpp"
#include "core/base/memory.hpp"
#include "core/stats/density.hpp"
#include "core/stats/finite.hpp"
#include "core/stats/groups.hpp"
#include "core/stats/moments.hpp"
#include "core/stats/quantiles.hpp"
#include "core/stats/sample.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr float kNoMean = std::numeric_limits<float>::quiet_NaN();

/// Box and deviation of a group are drawn side by side, at these offsets from the group's x.
constexpr double kBoxWidth = 0.46;
constexpr double kBoxAt = -0.14;
constexpr double kDeviationAt = 0.26;

/// Most values of a group that its box and its violin are made from: a copy of many would take as
/// much memory as the batch.
constexpr std::int64_t kMostInBox = std::int64_t{1} << 22;

/// Points of a violin's outline, from the smallest value to the largest: smooth on any page.
constexpr std::int64_t kViolinPlaces = 64;

/// What is read of the groups: all of them, or a sample for a coarse figure.
struct Reading {
  std::int64_t every = 1;  // of so many neighbouring groups the first is read
  std::int64_t most = 0;   // values of each that is read
};

/// Neighbouring groups that share a position.
std::int64_t run_of(const tensor::GroupLayout& layout) {
  return std::max<std::int64_t>(1, (layout.count + kMostGroupPlaces - 1) / kMostGroupPlaces);
}

Reading reading_of(const tensor::GroupLayout& layout, bool coarse) {
  if (!coarse) return {1, layout.size};
  const std::int64_t run = run_of(layout);
  const std::int64_t groups = std::max<std::int64_t>(1, (layout.count + run - 1) / run);
  return {run, std::min(layout.size, stats::kSample / groups)};
}

/// The statistics of every group that is read, before or after the operation; none of the others.
struct Side {
  std::vector<float> means;  // float is precise enough for a figure, and halves the memory
  std::vector<float> deviations;
  std::vector<Box> boxes;    // of the finite values; empty for more than kMostBoxes groups
  std::int64_t without = 0;  // groups without a finite mean and deviation
  bool any = false;          // whether any value is finite
};

/// The density of a group as widths of a violin. The bandwidth is at least the distance between
/// points of the outline, so that no value is lost between two points.
base::Expected<std::vector<double>> violin_of(std::span<const float> values) {
  const auto finite = stats::finite_values(values);
  if (!finite) return tl::unexpected(finite.error());
  const auto moments = stats::moments(finite->values);
  if (moments.count < kFewestForViolin || !(moments.minimum < moments.maximum)) {
    return std::vector<double>{};
  }
  const double apart = (moments.maximum - moments.minimum) / (kViolinPlaces - 1);
  const double scott =
      moments.unbiased_deviation * std::pow(static_cast<double>(moments.count), -0.2);
  auto density = stats::density(finite->values, {.bandwidth = std::max(apart, scott),
                                                 .points = kViolinPlaces,
                                                 .low = moments.minimum,
                                                 .high = moments.maximum});
  if (!density) return tl::unexpected(density.error());
  const double most = *std::max_element(density->values.begin(), density->values.end());
  for (double& width : density->values) width /= most;
  return std::move(density->values);
}

base::Expected<Box> box_of(std::span<const float> values, double at, bool& any) {
  static constexpr std::array kProbabilities = {0.0, 0.25, 0.5, 0.75, 1.0};
  const auto quantiles = stats::quantiles(values, kProbabilities);
  if (!quantiles) return tl::unexpected(quantiles.error());
  const auto& q = quantiles->values;
  if (std::isfinite(q[0])) any = true;
  return Box{at, q[0], q[1], q[2], q[3], q[4], kNone, {}};
}

/// Calls visit(group, values) for each group that is read, with what is read of it.
base::Expected<void> read_groups(
    std::span<const float> values, const tensor::GroupLayout& layout, const Reading& reading,
    const std::function<void(std::int64_t, std::span<const float>)>& visit) {
  if (reading.every == 1 && reading.most == layout.size) {
    return stats::for_each_group(values, layout, 0, visit);
  }
  for (std::int64_t group = 0; group < layout.count; group += reading.every) {
    visit(group, stats::group_sample(values, layout, group, reading.most));
  }
  return {};
}

base::Expected<Side> describe(std::span<const float> values, const tensor::GroupLayout& layout,
                              const Reading& reading) {
  Side side;
  const auto count = static_cast<std::size_t>(layout.count);
  const auto bytes = static_cast<std::uint64_t>(count) * 2 * sizeof(float);
  if (const auto fits = base::check_memory(bytes, text::tr_later("the statistics of all groups"));
      !fits) {
    return tl::unexpected(fits.error());
  }
  side.means.resize(count, kNoMean);
  side.deviations.resize(count, kNoMean);
  const int inner_threads = layout.count == 1 ? 0 : 1;
  const auto described = read_groups(
      values, layout, reading, [&](std::int64_t group, std::span<const float> elements) {
        const auto moments = stats::moments(elements, inner_threads);
        const auto at = static_cast<std::size_t>(group);
        side.means[at] = static_cast<float>(moments.mean);
        side.deviations[at] = static_cast<float>(moments.biased_deviation);
      });
  if (!described) return tl::unexpected(described.error());
  for (std::size_t g = 0; g < count; g += static_cast<std::size_t>(reading.every)) {
    const bool finite = std::isfinite(side.means[g]) && std::isfinite(side.deviations[g]);
    side.without += finite ? 0 : 1;
    side.any = side.any || finite;
  }
  if (layout.count > kMostBoxes) return side;
  for (std::int64_t group = 0; group < layout.count; ++group) {
    const auto some =
        stats::group_sample(values, layout, group, std::min(kMostInBox, reading.most));
    auto box = box_of(some, static_cast<double>(group) + kBoxAt, side.any);
    if (!box) return tl::unexpected(box.error());
    box->mean = static_cast<double>(side.means[static_cast<std::size_t>(group)]);
    if (layout.count <= kMostViolins) {
      auto widths = violin_of(some);
      if (!widths) return tl::unexpected(widths.error());
      box->widths = *std::move(widths);
    }
    side.boxes.push_back(*std::move(box));
  }
  return side;
}

double lower(const Side& side, std::size_t group) {
  return static_cast<double>(side.means[group]) - static_cast<double>(side.deviations[group]);
}
double upper(const Side& side, std::size_t group) {
  return static_cast<double>(side.means[group]) + static_cast<double>(side.deviations[group]);
}

/// Adds a box and a mean with its deviation for each of few groups.
void add_boxes(Panel& panel, const Side& side, const tensor::GroupLayout& layout,
               std::vector<double>& shown) {
  Boxes boxes;
  boxes.width = kBoxWidth;
  for (const Box& box : side.boxes) {
    if (!std::isfinite(box.minimum)) continue;
    boxes.boxes.push_back(box);
    shown.push_back(box.minimum);
    shown.push_back(box.maximum);
  }
  Points means;
  Line deviations;
  for (std::size_t g = 0; g < side.means.size(); ++g) {
    const double at = static_cast<double>(g) + kDeviationAt;
    const double low = lower(side, g);
    const double high = upper(side, g);
    if (!std::isfinite(low) || !std::isfinite(high)) continue;
    means.x.push_back(at);
    means.y.push_back(static_cast<double>(side.means[g]));
    means.elements.push_back(layout.base(static_cast<std::int64_t>(g)));
    for (const auto& [x, y] : {std::pair{at, low}, std::pair{at, high}, std::pair{at, kNone}}) {
      deviations.x.push_back(x);
      deviations.y.push_back(y);
    }
    shown.push_back(low);
    shown.push_back(high);
  }
  const bool dense = std::any_of(boxes.boxes.begin(), boxes.boxes.end(),
                                 [](const Box& box) { return !box.widths.empty(); });
  panel.series.push_back(
      {dense ? tr("density, quartiles, ends") : tr("minimum, quartiles, maximum"), panel.color,
       std::move(boxes)});
  panel.series.push_back({tr("\u00b1 1 deviation"), panel.color + 2, std::move(deviations)});
  panel.series.push_back({tr("mean"), panel.color + 2, std::move(means)});
}

/// Adds a line and a band for many groups; `run` neighbouring groups share a position.
void add_line(Panel& panel, const Side& side, std::int64_t run, std::vector<double>& shown) {
  Line means;
  Band band;
  const auto step = static_cast<std::size_t>(run);
  for (std::size_t first = 0; first < side.means.size(); first += step) {
    const std::size_t end = std::min(first + step, side.means.size());
    double least = kNone;
    double most = kNone;
    double low = kNone;
    double high = kNone;
    for (std::size_t g = first; g < end; ++g) {
      const auto mean = static_cast<double>(side.means[g]);
      if (!std::isfinite(lower(side, g)) || !std::isfinite(upper(side, g))) continue;
      least = std::fmin(least, mean);
      most = std::fmax(most, mean);
      low = std::fmin(low, lower(side, g));
      high = std::fmax(high, upper(side, g));
    }
    const double at = static_cast<double>(first + end - 1) / 2;
    means.x.push_back(at);
    means.y.push_back(least);
    if (run > 1) {
      means.x.push_back(at);
      means.y.push_back(most);
    }
    band.x.push_back(at);
    band.low.push_back(low);
    band.high.push_back(high);
    shown.push_back(low);
    shown.push_back(high);
  }
  panel.series.push_back({tr("mean \u00b1 1 deviation"), panel.color, std::move(band)});
  panel.series.push_back({tr("mean"), panel.color, std::move(means)});
}

Panel panel_of(const Side& side, const tensor::GroupLayout& layout, const Reading& reading,
               std::string title, std::size_t color, std::vector<std::string>& notes) {
  Panel panel{.title = std::move(title), .color = color};
  const std::string groups = groups_text(layout.count);
  const std::string values = values_text(layout.size);
  const std::int64_t read = (layout.count + reading.every - 1) / reading.every * reading.most;
  const std::int64_t all = layout.count * layout.size;
  panel.detail =
      read < all
          ? tr("{groups} of {values}, from {read} of {all} values", arg("groups", groups),
               arg("values", values), arg("read", digits_text(read)), arg("all", digits_text(all)))
          : tr("{groups} of {values}", arg("groups", groups), arg("values", values));
  panel.x = numbered_axis(tr("group"), layout.count, kMostBoxes);
  if (!side.any) {
    panel.message = layout.count == 0 || layout.size == 0 ? tr("no values") : tr("no finite value");
    return panel;
  }
  if (side.without > 0) {
    notes.push_back(tr("{title}: {without} without a finite mean and deviation.",
                       arg("title", panel.title), arg("without", groups_text(side.without))));
  }
  std::vector<double> shown;
  if (layout.count <= kMostBoxes) {
    add_boxes(panel, side, layout, shown);
  } else {
    add_line(panel, side, run_of(layout), shown);
  }
  panel.y = value_axis(shown);
  panel.y.label = tr("value");
  if (panel.y.scale != Scale::kLinear) {
    notes.push_back(
        tr("{title}: the axis is logarithmic on both sides of 0.", arg("title", panel.title)));
  }
  return panel;
}

}  // namespace

base::Expected<Figure> statistics(const StatisticsData& data) {
  if (data.before.size() != data.after.size()) {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("as many values after as before are needed, but got {after} for {before}",
                         arg("after", data.after.size()), arg("before", data.before.size())));
  }
  const Reading reading = reading_of(data.layout, data.coarse);
  const auto before = describe(data.before, data.layout, reading);
  if (!before) return tl::unexpected(before.error());
  const auto after = describe(data.after, data.layout, reading);
  if (!after) return tl::unexpected(after.error());
  const std::int64_t run = run_of(data.layout);
  Figure figure{.name = "statistics", .title = data.title, .shared_x = true};
  figure.panels.push_back(
      panel_of(*before, data.layout, reading, data.before_title, 0, figure.notes));
  figure.panels.push_back(
      panel_of(*after, data.layout, reading, data.after_title, 1, figure.notes));
  if (run > 1 && reading.every == 1) {
    figure.notes.push_back(tr("Each place stands for {run}: their lowest and highest.",
                              arg("run", neighbours_text(run))));
  }
  if (data.layout.count <= kMostBoxes && reading.most > kMostInBox) {
    figure.notes.push_back(tr("Boxes and densities: from {most} of {size} values of each group.",
                              arg("most", digits_text(kMostInBox)),
                              arg("size", digits_text(data.layout.size))));
  }
  if (data.layout.size == 1)
    figure.notes.emplace_back(tr("Groups of one value have no deviation."));
  return figure;
}

std::vector<std::int64_t> groups_of(const Boxes& boxes) {
  std::vector<std::int64_t> groups;
  groups.reserve(boxes.boxes.size());
  for (const Box& box : boxes.boxes) groups.push_back(std::lround(box.at - kBoxAt));
  return groups;
}

Figure with_group(Figure figure, const tensor::GroupLayout& layout, std::int64_t group) {
  for (Panel& panel : figure.panels) {
    panel.marks.clear();
    if (layout.count > kMostBoxes && panel.message.empty()) {
      panel.marks.push_back({static_cast<double>(group), tr("group {group}", arg("group", group))});
    }
    for (Series& series : panel.series) {
      if (auto* const boxes = std::get_if<Boxes>(&series.shape)) {
        boxes->selected.reset();
        const auto groups = groups_of(*boxes);
        const auto at = std::ranges::find(groups, group);
        if (at != groups.end()) boxes->selected = static_cast<std::size_t>(at - groups.begin());
      } else if (auto* const points = std::get_if<Points>(&series.shape)) {
        points->selected.reset();
        const auto& elements = points->elements;
        const auto at = std::find(elements.begin(), elements.end(), layout.base(group));
        if (at != elements.end())
          points->selected = static_cast<std::size_t>(at - elements.begin());
      }
    }
  }
  return figure;
}

}  // namespace normscope::figures
