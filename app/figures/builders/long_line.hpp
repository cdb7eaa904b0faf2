// SPDX-License-Identifier: MIT
// Lines of values over their index. A line of a hundred million points would take gigabytes and
// show no more than one of a million: beyond that, neighbours are combined without losing extremes.
#pragma once

#include <cstdint>
#include <span>

#include "app/figures/figure.hpp"

namespace normscope::figures {

/// Most points of a line: two for each of half a million runs of neighbours.
inline constexpr std::int64_t kMostLinePoints = std::int64_t{1} << 20;

/// How many neighbouring values a line over `count` values combines; 1: none.
std::int64_t neighbours_of(std::int64_t count);

/// The line of these values over their index, from 0. Of every neighbours_of values it keeps the
/// smallest and the largest, in their order; the line breaks after a run with a value that is not
/// finite.
Line long_line(std::span<const double> values);

/// Marks one value of a panel whose lines have no points to mark: by a point of its own, which the
/// legend calls selected.
void add_selected(Panel& panel, std::int64_t place, double value);

/// Takes that point away.
void remove_selected(Panel& panel);

}  // namespace normscope::figures
