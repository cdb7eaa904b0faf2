// SPDX-License-Identifier: MIT
#include "app/figures/builders/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/figures/builders/long_line.hpp"
#include "app/figures/builders/value_axis.hpp"
#include "app/figures/note_text.hpp"
#include "app/figures/ticks.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

namespace {

/// A level may stretch the axis by up to this factor; one further away would compress the line.
constexpr double kStretch = 1.5;

/// Levels closer than this share of the axis would hide each other.
constexpr double kSameLevel = 0.01;

/// Free share of the axis beyond the points of a short group, and at the ends of a long one, so
/// that no marker is cut off.
constexpr double kRoom = 0.06;
constexpr double kRoomAtEnds = 0.01;

/// Neighbouring levels differ by their dashes as well as by colour.
constexpr std::array kLevelStyles = {LineStyle::kDashed, LineStyle::kDotted,
                                     LineStyle::kLongDashed};

Axis index_axis(std::int64_t count) {
  const auto last = static_cast<double>(std::max<std::int64_t>(count, 1) - 1);
  const double room = std::max(0.5, kRoomAtEnds * last);
  return {.label = tr("index in the group"),
          .ticks = TickStyle::kSi,
          .low = -room,
          .high = last + room};
}

/// Whether a level lies in the range of the line, or little beyond it.
bool within_reach(const Axis& axis, double level) {
  if (axis.scale != Scale::kLinear) return level >= axis.low && level <= axis.high;
  const double extra = (kStretch - 1) * (axis.high - axis.low);
  return level >= axis.low - extra && level <= axis.high + extra;
}

/// Whether a level is at nearly the same height as one that is already drawn.
bool hidden(const Panel& panel, double level) {
  const double near = kSameLevel * (panel.y.high - panel.y.low);
  return std::any_of(panel.series.begin(), panel.series.end(), [&](const Series& series) {
    const auto* const line = std::get_if<Line>(&series.shape);
    if (line == nullptr || line->style == LineStyle::kSolid) return false;
    return std::abs(line->y.front() - level) < near;
  });
}

std::string levels_text(const std::vector<ProfileLevel>& levels, int decimals) {
  std::string text;
  for (const ProfileLevel& level : levels) {
    text = text::listed(text, fmt::format("{} {}", level.name, value_text(level.value, decimals)));
  }
  return text;
}

/// Every level of the figure has its own colour: `color` is the last one used.
void add_levels(Panel& panel, const std::vector<ProfileLevel>& levels, std::size_t& color) {
  double low = panel.y.low;
  double high = panel.y.high;
  for (const ProfileLevel& level : levels) {
    if (!within_reach(panel.y, level.value) || hidden(panel, level.value)) continue;
    ++color;
    const LineStyle style = kLevelStyles[(color - 1) % kLevelStyles.size()];
    low = std::min(low, level.value);
    high = std::max(high, level.value);
    panel.series.push_back(
        {level.name, color, Line{{panel.x.low, panel.x.high}, {level.value, level.value}, style}});
  }
  if (panel.y.scale == Scale::kLinear && (low < panel.y.low || high > panel.y.high)) {
    panel.y = axis_over(low, high);
  }
}

Panel panel_of(const ProfileStep& step, const ProfileData& data, std::size_t& color,
               std::vector<std::string>& notes) {
  Panel panel{.title = step.name, .formula = step.formula};
  const auto count = static_cast<std::int64_t>(step.values.size());
  panel.x = index_axis(count);
  panel.detail = levels_text(step.levels, data.decimals);
  NonFiniteCounts non_finite;
  for (const double value : step.values) {
    if (!std::isfinite(value)) non_finite.add(value);
  }
  if (non_finite.count() == count) {
    panel.message = count == 0
                        ? tr("no values")
                        : tr("no finite value: {which}", arg("which", non_finite_text(non_finite)));
    return panel;
  }
  if (non_finite.count() > 0) {
    notes.push_back(tr("{name}: left out {non_finite}.", arg("name", step.name),
                       arg("non_finite", non_finite_text(non_finite))));
  }
  panel.y = value_axis(step.values);
  if (panel.y.scale != Scale::kLinear) {
    notes.push_back(tr("{name}: beyond {linear_below} the axis is logarithmic, on both sides of 0.",
                       arg("name", step.name),
                       arg("linear_below", value_text(panel.y.linear_below))));
  }
  panel.series.push_back({{}, panel.color, long_line(step.values)});
  if (count <= kMostPoints) {
    Points points;
    for (std::int64_t i = 0; i < count; ++i) {
      points.x.push_back(static_cast<double>(i));
      points.y.push_back(step.values[static_cast<std::size_t>(i)]);
    }
    points.elements.assign(data.elements.begin(), data.elements.end());
    panel.series.push_back({{}, panel.color, std::move(points)});
    if (panel.y.scale == Scale::kLinear) {
      const double room = kRoom * (panel.y.high - panel.y.low);
      panel.y.low -= room;
      panel.y.high += room;
    }
  }
  add_levels(panel, step.levels, color);
  return panel;
}

}  // namespace

base::Expected<Figure> profile(const ProfileData& data) {
  Figure figure{
      .name = "profile", .title = data.title, .shared_x = true, .decimals = data.decimals};
  if (data.steps.empty()) {
    figure.panels.push_back({.message = tr("no values")});
    return figure;
  }
  const std::size_t size = data.steps.front().values.size();
  std::size_t color = 0;
  for (const ProfileStep& step : data.steps) {
    if (step.values.size() != size) {
      return base::fail(
          base::ErrorKind::kInvalidArgument,
          tr("the step {name} has {values} in a group of {size}", arg("name", step.name),
             arg("values", values_text(static_cast<std::int64_t>(step.values.size()))),
             arg("size", size)));
    }
    figure.panels.push_back(panel_of(step, data, color, figure.notes));
  }
  const std::int64_t run = neighbours_of(static_cast<std::int64_t>(size));
  if (run > 1) {
    figure.notes.push_back(
        tr("Of every {run} neighbours the smallest and the largest are shown.", arg("run", run)));
  }
  if (size == 1) figure.notes.emplace_back(tr("The group is a single value."));
  return figure;
}

Figure with_profile_place(Figure figure, std::int64_t place, std::span<const double> values) {
  for (std::size_t p = 0; p < figure.panels.size(); ++p) {
    Panel& panel = figure.panels[p];
    remove_selected(panel);
    const bool there = p < values.size() && place >= 0 && std::isfinite(values[p]);
    bool every = false;  // whether all values are shown as points
    for (Series& series : panel.series) {
      if (auto* const points = std::get_if<Points>(&series.shape)) {
        points->selected.reset();
        if (there) points->selected = static_cast<std::size_t>(place);
        every = true;
      }
    }
    if (!there || every || !panel.message.empty()) continue;
    add_selected(panel, place, values[p]);
  }
  return figure;
}

}  // namespace normscope::figures
