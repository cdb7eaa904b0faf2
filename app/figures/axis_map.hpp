// SPDX-License-Identifier: MIT
// The map between the data of an axis and positions on the page.
#pragma once

#include "app/figures/figure.hpp"

namespace normscope::figures {

/// Maps data of an axis to points, and back.
/// math    from + (t(v) - t(low)) / (t(high) - t(low)) * (to - from), with t(v) = v or log10 v, or
///         for a symmetric-log axis with c = linear_below: t(v) = v / c for |v| <= c, else
///         sign(v) (1 + log10(|v| / c)), so that a decade is as long as the distance from 0 to c
/// numeric a logarithmic axis maps values <= 0 to minus infinity
struct AxisMap {
  double low = 0;  // data
  double high = 1;
  double from = 0;  // points
  double to = 1;
  Scale scale = Scale::kLinear;
  double linear_below = 1;

  double to_points(double value) const;
  double to_data(double at) const;
  bool operator==(const AxisMap&) const = default;
};

/// The axis with ends that can be drawn: low < high, finite, positive on a logarithmic axis. Only a
/// degenerate axis changes: around low == high it is widened to both sides.
Axis usable(Axis axis);

/// The map of a usable axis.
AxisMap axis_map(const Axis& axis, double from, double to);

}  // namespace normscope::figures
