// SPDX-License-Identifier: MIT
// Rows of small integers, smallest first: the inputs that a person can compute by hand.
#pragma once

#include <functional>
#include <span>

namespace normscope::variants {

/// Calls visit(row) for each row of `size` integers whose largest magnitude is exactly `largest`,
/// until it returns true: by the sum of magnitudes, then with larger numbers first, so that
/// [1, 0, 0] comes before [0, 0, 1]. Where `descending`, only rows that fall or stay from element
/// to element, one of each set of permutations. Returns whether a call returned true.
bool visit_rows(int size, int largest, bool descending,
                const std::function<bool(std::span<const float> row)>& visit);

}  // namespace normscope::variants
