// SPDX-License-Identifier: MIT
// Lines with more points than a page has columns. Of all points that fall into one column of the
// page only four can be seen: where the line comes in, its lowest and its highest place, and where
// it goes out. An index over the line finds these without looking at the points between.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "app/figures/axis_map.hpp"
#include "app/figures/figure.hpp"

namespace normscope::figures {

/// The lowest and the highest of neighbouring values, and where they are. Of values that are not
/// finite: low is infinity, high is -infinity.
struct Extremes {
  double low = 0;
  double high = 0;
  std::size_t lowest = 0;
  std::size_t highest = 0;
};

/// Extremes of every 16 values of a line, of every 16 of those, and so on: two bytes a value.
struct LineIndex {
  static constexpr std::size_t kFanOut = 16;
  std::size_t size = 0;    // of the line it was made for
  bool ascending = false;  // its x never descends, and is finite
  std::vector<std::vector<Extremes>> levels{};
};

/// Looks once at every value. To be made again when x or y change.
/// shape   x and y of the same size, else of the first that both have
std::shared_ptr<const LineIndex> make_index(const Line& line);

/// The line between two places of x with at most about six points in each of so many columns of
/// equal width: the first, lowest, highest and last of every column and of each gap one that is not
/// finite, in their order, with the neighbours outside that a line goes on to. What is short
/// already, or does not ascend, comes whole.
/// units   from < to as x
/// numeric the values are the line's own. Gaps within a column are not seen
/// errors  none; an index of another size is not used. With an index the time does not depend on
///         the line's length but for its logarithm, where x is spread about evenly
Line reduced(const Line& line, double from, double to, std::size_t columns);

/// The same with columns of equal width on the page.
Line reduced(const Line& line, const AxisMap& x, std::size_t columns);

}  // namespace normscope::figures
