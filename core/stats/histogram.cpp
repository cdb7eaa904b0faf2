// SPDX-License-Identifier: MIT
#include "core/stats/histogram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

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

// The bin of a value between the first and the last edge. Its place in the range says which bin, or
// one beside it: the product rounds, and the edges have the last word.
std::size_t bin_of(double x, const std::vector<double>& edges) {
  const std::size_t last = edges.size() - 2;
  const double place = (x - edges.front()) / (edges.back() - edges.front());
  auto bin = std::min(last, static_cast<std::size_t>(place * static_cast<double>(last + 1)));
  while (bin > 0 && x < edges[bin]) --bin;
  while (bin < last && x >= edges[bin + 1]) ++bin;
  return bin;
}

}  // namespace

Expected<Histogram> histogram(std::span<const float> values, std::int64_t bins, double low,
                              double high) {
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
  result.counts.assign(static_cast<std::size_t>(bins), 0);
  for (const float value : values) {
    const auto x = static_cast<double>(value);
    if (!std::isfinite(value)) {
      ++result.left_out;
    } else if (x < low || x > high) {
      ++result.outside;
    } else {
      ++result.counts[bin_of(x, result.edges)];
    }
  }
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
