// SPDX-License-Identifier: MIT
// The axis that shows given numbers: some room at its ends, and a scale on which most of them can
// be told apart.
#pragma once

#include <span>

#include "app/figures/figure.hpp"

namespace normscope::figures {

/// An axis from low to high with room at both ends; around a single value, something to both sides.
Axis axis_over(double low, double high);

/// The axis of these values; those that are not finite do not count, and without any it is from 0
/// to 1. Linear, unless the largest magnitude is more than a million times the median one: then
/// symmetric-logarithmic, and linear below the smallest magnitude there is.
Axis value_axis(std::span<const double> values);

}  // namespace normscope::figures
