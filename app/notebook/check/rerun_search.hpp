// SPDX-License-Identifier: MIT
// Which runs of a notebook's cells would have left the outputs that it holds? The numbers in
// In [5] say when each cell ran last, and the numbers that are missing were runs of cells that ran
// again later; where there are no numbers, each cell may have run a few times.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace normscope::notebook::check {

/// Most ways that are tried, and most time: each runs the whole notebook, and a person waits.
inline constexpr int kMostTrials = 300;
inline constexpr std::chrono::seconds kMostSearch{60};
/// Most runs in a row that nobody counted which are looked for cell by cell.
inline constexpr std::size_t kMostUnknownRuns = 3;
/// Most runs in a row of one cell.
inline constexpr std::size_t kMostRepeats = 50;

/// How many cells come out as stored after these runs, counted along the runs up to the first that
/// does not.
using Score = std::function<std::size_t(const std::vector<std::size_t>& runs)>;

struct FoundRuns {
  std::optional<std::vector<std::size_t>> runs{};
  std::size_t tried = 0;
  bool cut = false;  // there were more to try
};

/// Runs whose score is `wanted`, or none. `counts` are the numbers of the cells, in the order of
/// the file; a cell without a number did not run, unless no cell has one.
FoundRuns find_runs(const std::vector<std::optional<std::int64_t>>& counts, std::size_t wanted,
                    const Score& score, std::chrono::milliseconds most_time = kMostSearch);

}  // namespace normscope::notebook::check
