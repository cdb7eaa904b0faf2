// SPDX-License-Identifier: MIT
// Lines over the index of a value. A line of a hundred million values would take gigabytes and
// shows no more than one of a million: beyond that, neighbours are put together without losing an
// extreme.
#pragma once

#include <cstdint>
#include <span>

#include "app/figures/figure.hpp"

namespace normscope::figures {

/// Most points of a line: two each for half a million runs of neighbours.
inline constexpr std::int64_t kMostLinePoints = std::int64_t{1} << 20;

/// How many neighbours share a place of a line over `count` values; 1: none.
std::int64_t neighbours_of(std::int64_t count);

/// The line of these values over their index, from 0. Of so many neighbours the smallest and the
/// largest, in their order; where one of them is not finite, the line breaks after them.
Line long_line(std::span<const double> values);

}  // namespace normscope::figures
