// SPDX-License-Identifier: MIT
// Lines with more points than a page has columns. Of all points in one column of the page only four
// can be seen: the first, the lowest, the highest and the last. An index over the line finds these
// without reading the points between.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "app/figures/axis_map.hpp"
#include "app/figures/figure.hpp"

namespace normscope::figures {

/// The lowest and the highest finite value of a range, and their positions. Without a finite value
/// low is infinity and high is -infinity.
struct Extremes {
  double low = 0;
  double high = 0;
  std::size_t lowest = 0;
  std::size_t highest = 0;
};

/// Extremes of every 16 values of a line, of every 16 such blocks, and so on: two bytes a value.
struct LineIndex {
  static constexpr std::size_t kFanOut = 16;
  std::size_t size = 0;    // of the indexed line
  bool ascending = false;  // whether x is finite and never descends
  std::vector<std::vector<Extremes>> levels{};
};

/// The index of a line, in one pass. A change of x or y needs a new one.
/// shape   x and y of the same size, else of the points that both have
std::shared_ptr<const LineIndex> make_index(const Line& line);

/// The part of a line between two x with at most about six points in each of `columns` columns of
/// equal width: the first, lowest, highest and last point of every column and one point that is not
/// finite for each gap, in their order, and the neighbour outside at each end. A line that is short
/// already, or whose x does not ascend, is returned whole.
/// units   from < to as x
/// numeric values are copied, never interpolated; gaps within a column are lost. With an index and
///         about even x the time grows with the logarithm of the line's length only
/// errors  none; an index of another size is not used
Line reduced(const Line& line, double from, double to, std::size_t columns);

/// The same with columns of equal width on the page, for an axis of any scale.
Line reduced(const Line& line, const AxisMap& x, std::size_t columns);

}  // namespace normscope::figures
