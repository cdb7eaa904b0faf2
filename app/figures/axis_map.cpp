// SPDX-License-Identifier: MIT
// Both directions go through the share of the axis, which is exact at its ends.
#include "app/figures/axis_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace normscope::figures {
namespace {

/// Beyond this the width of an axis would overflow a double.
constexpr double kLargest = 1e300;
/// low / high of a logarithmic axis whose low end is not positive: three decades are shown.
constexpr double kDecades = 1e-3;

double warped(const AxisMap& map, double value) {
  if (map.scale == Scale::kLogarithmic) {
    if (value > 0) return std::log10(value);
    return std::isnan(value) ? value : -std::numeric_limits<double>::infinity();
  }
  const double share = value / map.linear_below;
  return std::abs(share) <= 1 ? share : std::copysign(1 + std::log10(std::abs(share)), share);
}

double unwarped(const AxisMap& map, double warped) {
  if (map.scale == Scale::kLogarithmic) return std::pow(10.0, warped);
  if (std::abs(warped) <= 1) return warped * map.linear_below;
  return std::copysign(std::pow(10.0, std::abs(warped) - 1) * map.linear_below, warped);
}

bool straight(Scale scale) {
  return scale == Scale::kLinear || scale == Scale::kCategorical;
}

}  // namespace

double AxisMap::to_points(double value) const {
  if (straight(scale)) return from + (value - low) / (high - low) * (to - from);
  const double start = warped(*this, low);
  return from + (warped(*this, value) - start) / (warped(*this, high) - start) * (to - from);
}

double AxisMap::to_data(double at) const {
  if (straight(scale)) return low + (at - from) / (to - from) * (high - low);
  const double start = warped(*this, low);
  return unwarped(*this, start + (at - from) / (to - from) * (warped(*this, high) - start));
}

Axis usable(Axis axis) {
  const bool logarithmic = axis.scale == Scale::kLogarithmic;
  if (!std::isfinite(axis.low) || !std::isfinite(axis.high)) {
    axis.low = logarithmic ? 1 : 0;
    axis.high = logarithmic ? 10 : 1;
  }
  if (axis.low > axis.high) std::swap(axis.low, axis.high);
  axis.low = std::clamp(axis.low, -kLargest, kLargest);
  axis.high = std::clamp(axis.high, -kLargest, kLargest);
  if (!(axis.linear_below > 1 / kLargest) || !(axis.linear_below < kLargest)) axis.linear_below = 1;
  if (logarithmic) {
    if (!(axis.high > 1 / kLargest)) axis.high = 1;
    if (!(axis.low > 0)) axis.low = axis.high * kDecades;
    axis.low = std::max(axis.low, kDecades / kLargest);
    if (axis.low == axis.high) {
      axis.low /= 10;
      axis.high *= 10;
    }
  } else if (axis.low == axis.high) {
    const double half = axis.low == 0 ? 0.5 : std::abs(axis.low) / 2;
    axis.low -= half;
    axis.high += half;
  }
  return axis;
}

AxisMap axis_map(const Axis& axis, double from, double to) {
  return {axis.low, axis.high, from, to, axis.scale, axis.linear_below};
}

}  // namespace normscope::figures
