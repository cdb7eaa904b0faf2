// SPDX-License-Identifier: MIT
// A matrix of any size seen from afar: a small grid of values, each of which stands for a block of
// the matrix.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "app/results/sheet/slice.hpp"
#include "core/trace/trace.hpp"

namespace normscope::results {

struct Overview {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<float> values{};  // row by row

  float at(std::int64_t row, std::int64_t column) const {
    return values[static_cast<std::size_t>(row * columns + column)];
  }
};

/// Reads at most kBlockReads values of each block, spread evenly, and keeps the one of the largest
/// magnitude: an outlier that is read is seen. NaN counts as larger than any number.
/// shape   a matrix of rows x columns becomes at most most_rows x most_columns
inline constexpr std::int64_t kBlockReads = 4;

/// A value that is read with its row costs a part of one by itself: rows of at most so many times
/// the values that are wanted of them are read whole.
inline constexpr std::int64_t kWholeRow = 16;

/// Writes values of a row of the matrix from a column on.
using ReadRun = std::function<void(std::int64_t row, std::int64_t column, std::span<float> places)>;

Overview overview_of(std::int64_t rows, std::int64_t columns, std::int64_t most_rows,
                     std::int64_t most_columns, const ReadRun& read);

/// Reads a slice of a step's values. The trace must outlive it.
ReadRun runs_of(const trace::Trace& trace, int step, const Slice& slice);

}  // namespace normscope::results
