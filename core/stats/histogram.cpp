// SPDX-License-Identifier: MIT
#include "core/stats/histogram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/limits.hpp"
#include "core/base/parallel.hpp"
#include "core/stats/quantiles.hpp"

namespace normscope::stats {

using base::ErrorKind;
using base::Expected;
using base::fail;

namespace {

struct Range {
  double low = 0.0;
  double high = 0.0;
  std::int64_t count = 0;  // finite values
};

Range finite_range(std::span<const float> values) {
  Range range;
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    const auto x = static_cast<double>(value);
    range.low = range.count == 0 ? x : std::min(range.low, x);
    range.high = range.count == 0 ? x : std::max(range.high, x);
    ++range.count;
  }
  return range;
}

Expected<void> check_bins(std::int64_t bins) {
  if (bins < 1) {
    return fail(ErrorKind::kInvalidArgument,
                fmt::format("a histogram needs at least 1 bin, but got {}", bins));
  }
  if (bins > kMaxBins) {
    return fail(ErrorKind::kTooLarge,
                fmt::format("a histogram of {} bins; {} are the most", bins, kMaxBins));
  }
  return {};
}

std::vector<double> equal_edges(std::int64_t bins, double low, double high) {
  const double width = (high - low) / static_cast<double>(bins);
  std::vector<double> edges(static_cast<std::size_t>(bins) + 1);
  for (std::size_t i = 0; i < edges.size(); ++i) edges[i] = low + static_cast<double>(i) * width;
  edges.back() = high;
  return edges;
}

// Values a thread takes at a time: many enough that joining the counts is nothing beside them.
constexpr std::int64_t kGrain = std::int64_t{1} << 18;

// The bin of a value between the first and the last edge. Its place in the range says which bin, or
// one beside it: the product rounds, and the edges have the last word.
class BinOf {
 public:
  explicit BinOf(const std::vector<double>& edges)
      : edges_(edges), last_(edges.size() - 2), scale_(scale_of(edges)) {}

  std::size_t operator()(double x) const {
    const double place = (x - edges_.front()) * scale_;
    auto bin = std::min(last_, static_cast<std::size_t>(place));
    while (bin > 0 && x < edges_[bin]) --bin;
    while (bin < last_ && x >= edges_[bin + 1]) ++bin;
    return bin;
  }

 private:
  // Of a range of denormal width the quotient overflows: then the search begins at the first bin.
  static double scale_of(const std::vector<double>& edges) {
    const double scale = static_cast<double>(edges.size() - 1) / (edges.back() - edges.front());
    return std::isfinite(scale) ? scale : 0.0;
  }

  const std::vector<double>& edges_;
  std::size_t last_;
  double scale_;
};

struct Counts {
  std::vector<std::int64_t> bins;
  std::int64_t outside = 0;
  std::int64_t left_out = 0;
};

void count(std::span<const float> values, const std::vector<double>& edges, Counts& counts) {
  const BinOf bin_of(edges);
  const double low = edges.front();
  const double high = edges.back();
  for (const float value : values) {
    const auto x = static_cast<double>(value);
    if (x >= low && x <= high) {
      ++counts.bins[bin_of(x)];
    } else if (std::isfinite(value)) {
      ++counts.outside;
    } else {
      ++counts.left_out;
    }
  }
}

}  // namespace

Expected<Histogram> histogram(std::span<const float> values, std::int64_t bins, double low,
                              double high, int threads) {
  if (const auto checked = check_bins(bins); !checked) return tl::unexpected(checked.error());
  if (low == high) {
    const double half = std::max(0.5, std::abs(low) * 0x1p-23);
    low -= half;
    high += half;
  }
  if (!std::isfinite(low) || !std::isfinite(high) || !std::isfinite(high - low) || low > high) {
    return fail(ErrorKind::kInvalidArgument,
                fmt::format("a histogram needs a finite range with low <= high, but got {} to {}",
                            low, high));
  }
  Histogram result;
  result.edges = equal_edges(bins, low, high);
  if (std::ranges::adjacent_find(result.edges, std::ranges::greater_equal{}) !=
      result.edges.end()) {
    return fail(ErrorKind::kInvalidArgument,
                fmt::format("a range from {} to {} is too narrow for {} bins", low, high, bins));
  }
  // Each thread counts for itself; whole numbers add up to the same in any order.
  Counts total{std::vector<std::int64_t>(static_cast<std::size_t>(bins))};
  const auto size = static_cast<std::int64_t>(values.size());
  const int pieces = static_cast<int>(std::min(size / kGrain, std::int64_t{base::kMaxThreads}));
  std::vector<Counts> parts(
      static_cast<std::size_t>(
          std::clamp(threads > 0 ? threads : base::hardware_threads(), 1, std::max(pieces, 1))),
      total);
  const auto part_count = static_cast<std::int64_t>(parts.size());
  base::parallel_for(part_count, 1, threads, [&](std::int64_t first, std::int64_t last) {
    for (auto part = first; part < last; ++part) {
      const auto from = static_cast<std::size_t>(part * size / part_count);
      const auto to = static_cast<std::size_t>((part + 1) * size / part_count);
      count(values.subspan(from, to - from), result.edges, parts[static_cast<std::size_t>(part)]);
    }
  });
  for (const Counts& part : parts) {
    for (std::size_t bin = 0; bin < total.bins.size(); ++bin) total.bins[bin] += part.bins[bin];
    total.outside += part.outside;
    total.left_out += part.left_out;
  }
  result.counts = std::move(total.bins);
  result.outside = total.outside;
  result.left_out = total.left_out;
  return result;
}

Expected<Histogram> histogram(std::span<const float> values, std::int64_t bins) {
  if (const auto checked = check_bins(bins); !checked) return tl::unexpected(checked.error());
  const Range range = finite_range(values);
  if (range.count == 0) {
    Histogram empty;
    empty.left_out = static_cast<std::int64_t>(values.size());
    return empty;
  }
  return histogram(values, bins, range.low, range.high);
}

Expected<Histogram> automatic_histogram(std::span<const float> values) {
  static constexpr std::array<double, 2> kQuartiles = {0.25, 0.75};
  const Range range = finite_range(values);
  if (range.count == 0 || range.low == range.high) return histogram(values, 1);
  const auto quartiles = quantiles(values, kQuartiles);
  if (!quartiles) return tl::unexpected(quartiles.error());

  const auto n = static_cast<double>(range.count);
  const double spread = quartiles->values[1] - quartiles->values[0];
  const double wanted = spread > 0.0
                            ? std::ceil((range.high - range.low) / (2.0 * spread / std::cbrt(n)))
                            : std::ceil(std::log2(n)) + 1.0;
  const double bins = std::clamp(wanted, 1.0, static_cast<double>(kMaxAutomaticBins));
  return histogram(values, static_cast<std::int64_t>(bins), range.low, range.high);
}

}  // namespace normscope::stats
