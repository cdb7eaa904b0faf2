// SPDX-License-Identifier: MIT
// The small problems of placing things along a line without overlap, each a pure function.
#pragma once

#include <span>
#include <vector>

#include "app/figures/axis_map.hpp"
#include "app/figures/layout/text.hpp"
#include "app/figures/ticks.hpp"

namespace normscope::figures {

/// Centres for labels of these widths, as near as they can be to where they are wanted (ascending),
/// in that order, at least `gap` apart and within [low, high]; empty when they do not fit.
/// numeric least squares of the distances, by pooling neighbours that would overlap
/// source  Barlow et al. 1972: isotonic regression
std::vector<double> spread_labels(std::span<const double> wanted, std::span<const double> widths,
                                  double gap, double low, double high);

/// Rows for dots of one diameter at these places along a line: each one in the lowest row where it
/// touches none that lies left of it. Of the order of `places`.
std::vector<int> pile_dots(std::span<const double> places, double diameter);

/// As many ticks as their labels, side by side below the axis, leave room for: an em at least
/// between two of them.
Ticks spaced_ticks(const Axis& axis, const AxisMap& map, const Style& style,
                   const formula::Measure& measure);

}  // namespace normscope::figures
