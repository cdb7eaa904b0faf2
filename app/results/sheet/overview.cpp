// SPDX-License-Identifier: MIT
#include "app/results/sheet/overview.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/trace/values.hpp"

namespace normscope::results {

Overview overview_of(std::int64_t rows, std::int64_t columns, std::int64_t most_rows,
                     std::int64_t most_columns, const ReadRun& read) {
  Overview overview{std::min(rows, most_rows), std::min(columns, most_columns)};
  if (overview.rows <= 0 || overview.columns <= 0) return {};
  overview.values.reserve(static_cast<std::size_t>(overview.rows * overview.columns));
  const auto first = [](std::int64_t block, std::int64_t blocks, std::int64_t count) {
    // Double avoids an overflow of block * count; positions need no more than its 53 bits.
    return static_cast<std::int64_t>(static_cast<double>(block) * static_cast<double>(count) /
                                     static_cast<double>(blocks));
  };
  const bool whole = columns <= overview.columns * kBlockReads * kWholeRow;
  std::vector<float> line(static_cast<std::size_t>(whole ? columns : 1));
  for (std::int64_t y = 0; y < overview.rows; ++y) {
    const std::int64_t row = first(y, overview.rows, rows);
    if (whole) read(row, 0, line);
    const auto value = [&](std::int64_t column) {
      if (!whole) read(row, column, line);
      return line[static_cast<std::size_t>(whole ? column : 0)];
    };
    for (std::int64_t x = 0; x < overview.columns; ++x) {
      const std::int64_t from = first(x, overview.columns, columns);
      const std::int64_t to = std::max(from + 1, first(x + 1, overview.columns, columns));
      const std::int64_t reads = std::min(to - from, kBlockReads);
      float largest = value(from);
      for (std::int64_t i = 1; i < reads; ++i) {
        const float next = value(from + i * (to - from) / reads);
        if (std::isnan(next) || std::abs(next) > std::abs(largest)) largest = next;
      }
      overview.values.push_back(largest);
    }
  }
  return overview;
}

ReadRun runs_of(const trace::Trace& trace, int step, const Slice& slice) {
  auto reader = std::make_shared<trace::StepReader>(trace.parts(), step, slice.columns);
  return [&trace, step, slice, reader = std::move(reader)](std::int64_t row, std::int64_t column,
                                                           std::span<float> places) {
    const std::int64_t position = slice.position(row, column);
    if (places.size() == 1) {
      places.front() = trace.value(step, position);
    } else {
      reader->write(position, places);
    }
  };
}

}  // namespace normscope::results
