// SPDX-License-Identifier: MIT
#include "app/notebook/check/rerun_search.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace normscope::notebook::check {
namespace {

using Runs = std::vector<std::size_t>;

class Search {
 public:
  using Clock = std::chrono::steady_clock;

  Search(std::size_t wanted, const Score& score, std::chrono::milliseconds most_time)
      : wanted_(wanted), score_(score), end_(Clock::now() + most_time) {}

  /// Whether these runs explain everything; keeps the best.
  bool try_runs(const Runs& runs) {
    if (exhausted()) {
      cut_ = true;
      return false;
    }
    ++trials_;
    const std::size_t score = score_(runs);
    if (!best_ || score > best_score_) {
      best_ = runs;
      best_score_ = score;
    }
    return score >= wanted_;
  }

  bool done() const { return best_ && best_score_ >= wanted_; }
  bool exhausted() const { return trials_ >= kMostTrials || (trials_ > 0 && Clock::now() >= end_); }
  bool cut() const { return cut_; }
  std::size_t trials() const { return static_cast<std::size_t>(trials_); }
  const Runs& best() const { return *best_; }
  std::size_t best_score() const { return best_score_; }

 private:
  std::size_t wanted_;
  const Score& score_;
  Clock::time_point end_;
  int trials_ = 0;
  bool cut_ = false;
  std::optional<Runs> best_;
  std::size_t best_score_ = 0;
};

Runs with_inserted(const Runs& runs, std::size_t at, const Runs& more) {
  Runs result = runs;
  result.insert(result.begin() + static_cast<std::ptrdiff_t>(at), more.begin(), more.end());
  return result;
}

// All sequences of this length out of `cells`, those that begin with its first ones first.
std::vector<Runs> sequences(const Runs& cells, std::size_t length) {
  std::vector<Runs> found{{}};
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<Runs> longer;
    for (const Runs& runs : found) {
      for (const std::size_t cell : cells) {
        longer.push_back(runs);
        longer.back().push_back(cell);
        if (longer.size() > static_cast<std::size_t>(kMostTrials)) return longer;
      }
    }
    found = std::move(longer);
  }
  return found;
}

// What may have run in a gap of the numbers before `cell`: only cells that ran again later. The
// others still show the number of their last run, which lies before the gap.
std::vector<Runs> fillers(std::size_t cell, std::size_t gap, const Runs& later) {
  std::vector<Runs> found;
  if (gap <= kMostRepeats) found.emplace_back(gap, cell);
  Runs candidates{cell};
  for (const std::size_t other : later) {
    if (other != cell) candidates.push_back(other);
  }
  // A reader went back to this cell and ran on from there, once or a few times.
  for (std::size_t length = 2; length <= std::min(gap, later.size()); ++length) {
    if (gap % length != 0) continue;
    Runs block;
    while (block.size() < gap) {
      block.insert(block.end(), later.begin(), later.begin() + static_cast<std::ptrdiff_t>(length));
    }
    found.push_back(std::move(block));
  }
  if (gap <= kMostUnknownRuns) {
    for (Runs& runs : sequences(candidates, gap)) found.push_back(std::move(runs));
  } else {
    // Some of the missing runs may have been of cells that were deleted: those are left out.
    for (std::size_t times = 1; times <= kMostUnknownRuns; ++times) found.emplace_back(times, cell);
  }
  return found;
}

std::optional<Runs> by_numbers(const std::vector<std::optional<std::int64_t>>& counts,
                               Search& search) {
  Runs order;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i]) order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return *counts[i]; });
  if (search.try_runs(order)) return order;
  Runs runs;  // up to the cell that is looked at, with what filled the gaps
  std::int64_t before = 0;
  for (std::size_t i = 0; i < order.size() && !search.exhausted(); ++i) {
    const std::int64_t count = *counts[order[i]];
    const auto gap = static_cast<std::size_t>(std::max<std::int64_t>(count - before - 1, 0));
    before = count;
    const Runs rest(order.begin() + static_cast<std::ptrdiff_t>(i), order.end());
    Runs best_filler;
    if (gap > 0) {
      std::size_t best = search.best_score();
      for (const Runs& filler : fillers(order[i], gap, rest)) {
        if (search.try_runs(with_inserted(with_inserted(runs, runs.size(), filler),
                                          runs.size() + filler.size(), rest))) {
          return search.best();
        }
        if (search.best_score() > best) {
          best = search.best_score();
          best_filler = filler;
        }
      }
    }
    runs.insert(runs.end(), best_filler.begin(), best_filler.end());
    runs.push_back(order[i]);
  }
  return std::nullopt;
}

// Without numbers: a cell left out, or a reader who went back and ran on from there.
std::vector<Runs> changed_by_blocks(const Runs& runs) {
  std::vector<Runs> found;
  for (std::size_t first = 0; first < runs.size(); ++first) {
    found.push_back(runs);
    found.back().erase(found.back().begin() + static_cast<std::ptrdiff_t>(first));
  }
  for (std::size_t length = 2; length <= runs.size(); ++length) {
    for (std::size_t first = 0; first + length <= runs.size(); ++first) {
      const auto from = runs.begin() + static_cast<std::ptrdiff_t>(first);
      found.push_back(
          with_inserted(runs, first, Runs(from, from + static_cast<std::ptrdiff_t>(length))));
    }
  }
  return found;
}

// Without numbers: one cell more often, then another, as long as each time more is explained.
std::optional<Runs> by_repeating(std::size_t cells, Search& search) {
  Runs runs(cells);
  std::iota(runs.begin(), runs.end(), std::size_t{0});
  if (search.try_runs(runs)) return runs;
  while (!search.exhausted()) {
    const std::size_t before = search.best_score();
    for (std::size_t at = 0; at < runs.size(); ++at) {
      for (std::size_t times = 1; times <= kMostUnknownRuns; ++times) {
        if (search.try_runs(with_inserted(runs, at, Runs(times, runs[at])))) return search.best();
      }
    }
    for (std::size_t at = 0; at + 1 < runs.size(); ++at) {
      Runs swapped = runs;
      std::swap(swapped[at], swapped[at + 1]);
      if (search.try_runs(swapped)) return search.best();
    }
    for (const Runs& changed : changed_by_blocks(runs)) {
      if (search.try_runs(changed)) return search.best();
    }
    if (search.best_score() <= before) return std::nullopt;
    runs = search.best();
  }
  return std::nullopt;
}

}  // namespace

FoundRuns find_runs(const std::vector<std::optional<std::int64_t>>& counts, std::size_t wanted,
                    const Score& score, std::chrono::milliseconds most_time) {
  Search search(wanted, score, most_time);
  const bool numbered =
      std::ranges::any_of(counts, [](const auto& count) { return count.has_value(); });
  auto runs = numbered ? by_numbers(counts, search) : by_repeating(counts.size(), search);
  return {std::move(runs), search.trials(), search.cut() || search.exhausted()};
}

}  // namespace normscope::notebook::check
