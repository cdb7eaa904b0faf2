// SPDX-License-Identifier: MIT
#include "app/figures/builders/long_line.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/figures/reduce.hpp"

namespace normscope::figures {
namespace {

constexpr const char* kSelectedName = "selected";

void add_point(Line& line, std::int64_t at, double value) {
  line.x.push_back(static_cast<double>(at));
  line.y.push_back(value);
}

/// Adds the smallest and the largest value of [first, end), in their order.
void add_extremes(Line& line, std::span<const double> values, std::int64_t first,
                  std::int64_t end) {
  std::int64_t lowest = -1;
  std::int64_t highest = -1;
  bool broken = false;
  const auto value = [&](std::int64_t i) { return values[static_cast<std::size_t>(i)]; };
  for (std::int64_t i = first; i < end; ++i) {
    if (!std::isfinite(value(i))) {
      broken = true;
      continue;
    }
    if (lowest < 0 || value(i) < value(lowest)) lowest = i;
    if (highest < 0 || value(i) > value(highest)) highest = i;
  }
  if (lowest >= 0) {
    const auto [one, other] = std::minmax(lowest, highest);
    add_point(line, one, value(one));
    if (other != one) add_point(line, other, value(other));
  }
  if (broken) add_point(line, end - 1, std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

std::int64_t neighbours_of(std::int64_t count) {
  if (count <= kMostLinePoints) return 1;
  const std::int64_t runs = kMostLinePoints / 2;
  return (count + runs - 1) / runs;
}

Line long_line(std::span<const double> values) {
  Line line;
  const auto count = static_cast<std::int64_t>(values.size());
  const std::int64_t run = neighbours_of(count);
  for (std::int64_t first = 0; first < count; first += run) {
    if (run == 1) {
      add_point(line, first, values[static_cast<std::size_t>(first)]);
    } else {
      add_extremes(line, values, first, std::min(first + run, count));
    }
  }
  line.index = make_index(line);
  return line;
}

void add_selected(Panel& panel, std::int64_t place, double value) {
  panel.series.push_back({kSelectedName, panel.color,
                          Points{{static_cast<double>(place)}, {value}, {}, std::size_t{0}}});
}

void remove_selected(Panel& panel) {
  std::erase_if(panel.series, [](const Series& series) { return series.name == kSelectedName; });
}

}  // namespace normscope::figures
