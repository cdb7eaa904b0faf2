// SPDX-License-Identifier: MIT
// Logarithmic axes, which have no place for 0 and for what is not finite.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "app/figures/figure.hpp"

namespace normscope::figures {

/// The values with NaN, at which lines are interrupted, in the place of those that a logarithmic
/// axis cannot show.
std::vector<double> on_logarithms(std::vector<double> values);

/// A logarithmic axis of whole decades around all values that it can show; from 0.1 to 10 without
/// any.
Axis log_axis(std::string label, std::initializer_list<std::span<const double>> shown);

}  // namespace normscope::figures
