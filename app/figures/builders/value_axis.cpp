// SPDX-License-Identifier: MIT
#include "app/figures/builders/value_axis.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace normscope::figures {
namespace {

/// Room at each end, as a share of the range.
constexpr double kPad = 0.04;
/// Largest magnitude over the median: beyond it half of the values would lie within a thousandth of
/// a point around 0.
constexpr double kFarApart = 1e6;

}  // namespace

Axis axis_over(double low, double high) {
  if (low == high) {
    const double half = low == 0 ? 0.5 : std::abs(low) / 2;
    return {.low = low - half, .high = high + half};
  }
  const double pad = kPad * (high - low);
  return {.low = low - pad, .high = high + pad};
}

Axis value_axis(std::span<const double> values) {
  std::vector<double> magnitudes;
  double low = 0;
  double high = 0;
  bool any = false;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    low = any ? std::min(low, value) : value;
    high = any ? std::max(high, value) : value;
    any = true;
    if (value != 0) magnitudes.push_back(std::abs(value));
  }
  if (!any) return {};
  if (magnitudes.empty()) return axis_over(0, 0);
  const auto middle = magnitudes.begin() + static_cast<std::ptrdiff_t>(magnitudes.size() / 2);
  std::nth_element(magnitudes.begin(), middle, magnitudes.end());
  if (std::max(-low, high) <= kFarApart * *middle) return axis_over(low, high);
  const double least = *std::min_element(magnitudes.begin(), magnitudes.end());
  Axis axis{.scale = Scale::kSymmetricLogarithmic,
            .linear_below = std::pow(10.0, std::floor(std::log10(least)))};
  // Half a decade of room beyond the values; a decade is as long as from 0 to linear_below.
  const double room = std::sqrt(10.0);
  axis.low = std::min(low * room, -axis.linear_below / 2);
  axis.high = std::max(high * room, axis.linear_below / 2);
  return axis;
}

Axis numbered_axis(std::string label, std::int64_t count, std::int64_t most) {
  Axis axis{.label = std::move(label),
            .ticks = TickStyle::kSi,
            .low = -0.5,
            .high = static_cast<double>(std::max<std::int64_t>(count, 1)) - 0.5};
  if (count > most) return axis;
  axis.scale = Scale::kCategorical;
  for (std::int64_t i = 0; i < count; ++i) axis.categories.push_back(std::to_string(i));
  return axis;
}

}  // namespace normscope::figures
