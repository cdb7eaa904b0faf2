// SPDX-License-Identifier: MIT
// Placing labels, dots and ticks along a line without overlap: pure functions.
#pragma once

#include <span>
#include <vector>

#include "app/figures/axis_map.hpp"
#include "app/figures/layout/text.hpp"
#include "app/figures/ticks.hpp"

namespace normscope::figures {

/// Centres for labels of these widths, as near as possible to the wanted centres (ascending), in
/// the same order, at least `gap` apart and within [low, high]; empty when the labels do not fit.
/// numeric least squares of the distances, by pooling neighbours that would overlap
/// source  Barlow et al. 1972: isotonic regression
std::vector<double> spread_labels(std::span<const double> wanted, std::span<const double> widths,
                                  double gap, double low, double high);

/// The row of each dot at these places along a line, all of one diameter: the lowest row in which
/// it touches no dot left of it. In the order of `places`.
std::vector<int> pile_dots(std::span<const double> places, double diameter);

/// Whether the names of a few categories need two rows, in turn above and below, to be all there.
bool needs_two_rows(const Axis& axis, const AxisMap& map, const Style& style,
                    const formula::Measure& measure);

/// As many ticks as there is room for their labels below the axis, at least an em apart; in two
/// rows where names need them.
Ticks spaced_ticks(const Axis& axis, const AxisMap& map, const Style& style,
                   const formula::Measure& measure);

}  // namespace normscope::figures
