// SPDX-License-Identifier: MIT
// Chooses an axis for given numbers: some room at its ends, and a scale on which most numbers can
// be told apart.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/figures/figure.hpp"

namespace normscope::figures {

/// An axis from low to high with room at both ends; low == high is centred.
Axis axis_over(double low, double high);

/// An axis for the finite ones of these values; from 0 to 1 without any. Linear, unless the largest
/// magnitude is more than a million times the median of the magnitudes other than 0: then
/// symmetric-logarithmic, linear below the smallest of them.
Axis value_axis(std::span<const double> values);

/// An axis of this many places, counted from 0; each has its number where they are at most `most`.
Axis numbered_axis(std::string label, std::int64_t count, std::int64_t most);

}  // namespace normscope::figures
