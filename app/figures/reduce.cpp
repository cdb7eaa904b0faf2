// SPDX-License-Identifier: MIT
// The end of each column is found by a galloping search that starts where evenly spaced points
// would put it; extremes by climbing the index from both ends of the column.
#include "app/figures/reduce.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace normscope::figures {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

constexpr Extremes kNothing{kInfinity, -kInfinity, 0, 0};

void take(Extremes& all, const std::vector<double>& y, std::size_t i) {
  if (!std::isfinite(y[i])) return;
  if (y[i] < all.low) all.low = y[i], all.lowest = i;
  if (y[i] > all.high) all.high = y[i], all.highest = i;
}

void take(Extremes& all, const Extremes& block) {
  if (block.low < all.low) all.low = block.low, all.lowest = block.lowest;
  if (block.high > all.high) all.high = block.high, all.highest = block.highest;
}

bool ascends(const Line& line, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    if (!std::isfinite(line.x[i]) || (i > 0 && line.x[i] < line.x[i - 1])) return false;
  }
  return true;
}

/// The extremes of the values in [begin, end).
Extremes extremes(const Line& line, const LineIndex* index, std::size_t begin, std::size_t end) {
  constexpr std::size_t kFanOut = LineIndex::kFanOut;
  Extremes all = kNothing;
  if (index == nullptr) {
    for (; begin < end; ++begin) take(all, line.y, begin);
    return all;
  }
  while (begin < end && begin % kFanOut != 0) take(all, line.y, begin++);
  while (begin < end && end % kFanOut != 0) take(all, line.y, --end);
  begin /= kFanOut;
  end /= kFanOut;
  for (std::size_t at = 0; begin < end; ++at) {
    const std::vector<Extremes>& level = index->levels[at];
    const bool top = at + 1 == index->levels.size();
    while (begin < end && (top || begin % kFanOut != 0)) take(all, level[begin++]);
    while (begin < end && end % kFanOut != 0) take(all, level[--end]);
    begin /= kFanOut;
    end /= kFanOut;
  }
  return all;
}

/// The first position from `begin` on whose x is at least `edge`; the search starts at `guess`.
std::size_t find(const std::vector<double>& x, std::size_t begin, std::size_t end,
                 std::size_t guess, double edge) {
  guess = std::clamp(guess, begin, end);
  std::size_t low = guess;   // once bracketed: x before `low` is below the edge
  std::size_t high = guess;  // and x from `high` on is not
  std::size_t step = 1;
  while (low > begin && x[low - 1] >= edge) {
    high = low - 1;
    low -= std::min(step, low - begin);
    step *= 2;
  }
  step = 1;
  while (high < end && x[high] < edge) {
    low = high + 1;
    high += std::min(step, end - high);
    step *= 2;
  }
  const auto first = x.begin() + static_cast<std::ptrdiff_t>(low);
  const auto last = x.begin() + static_cast<std::ptrdiff_t>(high);
  return static_cast<std::size_t>(std::lower_bound(first, last, edge) - x.begin());
}

class Reducer {
 public:
  Reducer(const Line& line, const LineIndex* index) : line_(line), index_(index) {
    kept_.style = line.style;
    kept_.join = line.join;
    kept_.markers = line.markers;
  }
  void column(std::size_t begin, std::size_t end) {
    if (begin >= end) return;
    const Extremes found = extremes(line_, index_, begin, end);
    if (found.low > found.high) return gap(begin);
    std::array<std::size_t, 4> at = {begin, found.lowest, found.highest, end - 1};
    std::sort(at.begin() + 1, at.begin() + 3);
    for (std::size_t k = 0; k < at.size(); ++k) {
      if (k > 0 && at[k] == at[k - 1]) continue;
      if (std::isfinite(line_.y[at[k]])) {
        kept_.x.push_back(line_.x[at[k]]);
        kept_.y.push_back(line_.y[at[k]]);
      } else {
        gap(at[k]);
      }
    }
  }
  void gap(std::size_t at) {
    if (!kept_.y.empty() && std::isnan(kept_.y.back())) return;
    kept_.x.push_back(line_.x[at]);
    kept_.y.push_back(kGap);
  }
  Line take() { return std::move(kept_); }

 private:
  const Line& line_;
  const LineIndex* index_;
  Line kept_{};
};

}  // namespace

std::shared_ptr<const LineIndex> make_index(const Line& line) {
  constexpr std::size_t kFanOut = LineIndex::kFanOut;
  auto index = std::make_shared<LineIndex>();
  index->size = std::min(line.x.size(), line.y.size());
  index->ascending = ascends(line, index->size);
  std::vector<Extremes> level((index->size + kFanOut - 1) / kFanOut, kNothing);
  for (std::size_t i = 0; i < index->size; ++i) figures::take(level[i / kFanOut], line.y, i);
  while (!level.empty()) {
    std::vector<Extremes> next((level.size() + kFanOut - 1) / kFanOut, kNothing);
    for (std::size_t i = 0; i < level.size(); ++i) figures::take(next[i / kFanOut], level[i]);
    const bool top = level.size() == 1;
    index->levels.push_back(std::move(level));
    if (top) break;
    level = std::move(next);
  }
  return index;
}

Line reduced(const Line& line, double from, double to, std::size_t columns) {
  return reduced(line, AxisMap{from, to, 0, 1}, columns);
}

Line reduced(const Line& line, const AxisMap& x, std::size_t columns) {
  const std::size_t size = std::min(line.x.size(), line.y.size());
  constexpr std::size_t kEach = 4;  // points kept of a column
  if (columns == 0 || size <= kEach * columns) return line;
  const LineIndex* index = line.index.get();
  if (index != nullptr && index->size != size) index = nullptr;
  if (!(index != nullptr ? index->ascending : ascends(line, size))) return line;

  const auto begin = line.x.begin();
  const auto end = begin + static_cast<std::ptrdiff_t>(size);
  const double low = std::min(x.low, x.high);
  const double high = std::max(x.low, x.high);
  auto first = static_cast<std::size_t>(std::lower_bound(begin, end, low) - begin);
  auto last = static_cast<std::size_t>(std::upper_bound(begin, end, high) - begin);
  Reducer reducer(line, index);
  if (first > 0) reducer.column(first - 1, first);
  if (last - first <= kEach * columns) {
    for (std::size_t i = first; i < last; ++i) reducer.column(i, i + 1);
  } else {
    std::size_t at = first;
    std::size_t before = (last - first) / columns;  // points in the previous column
    for (std::size_t k = 1; k <= columns; ++k) {
      const double share = static_cast<double>(k) / static_cast<double>(columns);
      const double edge = x.to_data(x.from + (x.to - x.from) * share);
      const std::size_t next = k == columns ? last : find(line.x, at, last, at + before, edge);
      reducer.column(at, next);
      before = next - at;
      at = next;
    }
  }
  if (last < size) reducer.column(last, last + 1);
  return reducer.take();
}

}  // namespace normscope::figures
