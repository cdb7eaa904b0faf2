// SPDX-License-Identifier: MIT
// Each function is exact, or greedy in one pass: figures have few labels, and are laid out in every
// frame while a window is resized.
#include "app/figures/layout/place.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace normscope::figures {

namespace {

constexpr std::size_t kMostInTwoRows = 8;  // more names are no reading, but a texture

// Whether labels that take turns in so many rows lie that far from those of their row.
bool are_apart(const Ticks& ticks, std::size_t rows, double gap, const AxisMap& map,
               const Style& style, const formula::Measure& measure) {
  std::array<double, 2> ends{};
  ends.fill(-std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < ticks.major.size(); ++i) {
    const double half = text_width(ticks.labels[i], style, measure) / 2;
    const double x = map.to_points(ticks.major[i]);
    double& end = ends.at(i % rows);
    if (x - half < end + gap) return false;
    end = x + half;
  }
  return true;
}

}  // namespace

std::vector<double> spread_labels(std::span<const double> wanted, std::span<const double> widths,
                                  double gap, double low, double high) {
  const std::size_t n = wanted.size();
  if (n == 0) return {};
  // Relative to the positions of labels packed side by side, "in order and apart" means "never
  // descending".
  std::vector<double> offset(n, 0.0);
  for (std::size_t i = 1; i < n; ++i) {
    offset[i] = offset[i - 1] + (widths[i - 1] + widths[i]) / 2 + gap;
  }
  const double first = low + widths.front() / 2;
  const double last = high - widths.back() / 2 - offset.back();
  if (first > last) return {};

  struct Block {
    double sum;
    std::size_t count;
    double mean() const { return sum / static_cast<double>(count); }
  };
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < n; ++i) {
    blocks.push_back({wanted[i] - offset[i], 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() > blocks.back().mean()) {
      const Block top = blocks.back();
      blocks.pop_back();
      blocks.back().sum += top.sum;
      blocks.back().count += top.count;
    }
  }
  std::vector<double> centers;
  for (const Block& block : blocks) {
    for (std::size_t i = 0; i < block.count; ++i) {
      centers.push_back(std::clamp(block.mean(), first, last) + offset[centers.size()]);
    }
  }
  return centers;
}

std::vector<int> pile_dots(std::span<const double> places, double diameter) {
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
  std::vector<int> rows(places.size());
  std::vector<double> ends;  // of each row: where the next dot may be
  for (const std::size_t i : order) {
    const auto row =
        std::find_if(ends.begin(), ends.end(), [&](double end) { return end <= places[i]; });
    rows[i] = static_cast<int>(row - ends.begin());
    if (row == ends.end()) {
      ends.push_back(places[i] + diameter);
    } else {
      *row = places[i] + diameter;
    }
  }
  return rows;
}

bool needs_two_rows(const Axis& axis, const AxisMap& map, const Style& style,
                    const formula::Measure& measure) {
  const std::size_t count = axis.categories.size();
  if (axis.scale != Scale::kCategorical || count < 3 || count > kMostInTwoRows) return false;
  const Ticks ticks = axis_ticks(axis, static_cast<int>(count));
  return !are_apart(ticks, 1, style.size, map, style, measure) &&
         are_apart(ticks, 2, style.size / 2, map, style, measure);
}

Ticks spaced_ticks(const Axis& axis, const AxisMap& map, const Style& style,
                   const formula::Measure& measure) {
  if (needs_two_rows(axis, map, style, measure)) {
    return axis_ticks(axis, static_cast<int>(axis.categories.size()));
  }
  // At most ten numbers, each of which needs about four ems; but all names of categories.
  double room = std::min(10.0, std::abs(map.to - map.from) / (4 * style.size));
  if (axis.scale == Scale::kCategorical && !axis.categories.empty()) {
    room = std::min(static_cast<double>(axis.categories.size()),
                    std::abs(map.to - map.from) / style.size);
  }
  Ticks ticks;
  for (int most = static_cast<int>(std::max(room, 1.0)); most > 0; --most) {
    ticks = axis_ticks(axis, most);
    if (are_apart(ticks, 1, style.size, map, style, measure)) return ticks;
  }
  ticks.labels.assign(ticks.major.size(), "");  // even the labels of the widest step overlap
  return ticks;
}

}  // namespace normscope::figures
