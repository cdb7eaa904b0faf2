// SPDX-License-Identifier: MIT
// The way between the data of an axis and the page.
#pragma once

#include "app/figures/figure.hpp"

namespace normscope::figures {

/// A way from the data of an axis to points, and back.
/// math    the share (t(v) - t(low)) / (t(high) - t(low)) of the way, with t(v) = v or log10 v, or
///         of a symmetric-log axis with c = linear_below: v / c within c, and beyond it
///         sign(v) (1 + log10(|v| / c)), so that a decade is as long as the way from 0 to c
/// numeric a logarithmic axis takes 0 and less infinitely far below
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

/// The axis that is drawn for this one: low < high, finite, positive on a logarithmic axis. Differs
/// only where an axis is degenerate: with low == high the value stands in the middle.
Axis usable(Axis axis);

/// The map of a usable axis.
AxisMap axis_map(const Axis& axis, double from, double to);

}  // namespace normscope::figures
