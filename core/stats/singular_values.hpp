// SPDX-License-Identifier: MIT
// The singular values of a small matrix: how much it lengthens each of the directions that it keeps
// apart, and how many it forgets.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace normscope::stats {

/// shape   matrix [rows, columns], row by row; result [min(rows, columns)], the largest first;
///         empty for a matrix with a number that is not finite
/// numeric within some units in the last place of the largest: a small one has few digits of its own
/// source  Eigen's BDCSVD
std::vector<double> singular_values(std::span<const double> matrix, std::size_t columns);

}  // namespace normscope::stats
