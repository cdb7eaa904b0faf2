// SPDX-License-Identifier: MIT
#include "core/stats/histogram.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/limits.hpp"
#include "core/base/parallel.hpp"
#include "core/stats/quantiles.hpp"
#include "core/text/translate.hpp"

namespace normscope::stats {

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
                tr("a histogram needs at least 1 bin, but got {bins}", arg("bins", bins)));
  }
  if (bins > kMaxBins) {
    return fail(ErrorKind::kTooLarge, tr("a histogram of {bins} bins; {most} are the most",
                                         arg("bins", bins), arg("most", kMaxBins)));
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

// Values of one piece of parallel work: enough to outweigh adding up the counts.
constexpr std::int64_t kGrain = std::int64_t{1} << 18;

// Values whose bins are computed together, which a compiler vectorizes.
constexpr std::size_t kBlock = 256;

// Finds the bins of values. The bin is computed from the value's position in the range; where the
// rounding of the position could change the bin, the value is compared with the edges.
class Binning {
 public:
  explicit Binning(const std::vector<double>& edges)
      : edges_(edges),
        last_(edges.size() - 2),
        scale_(scale_of(edges)),
        margin_(margin_of(edges, scale_)) {}

  /// Bins of up to kBlock values; kUndecided near an edge and for values outside the range.
  static constexpr std::int32_t kUndecided = -1;
  void find(std::span<const float> values, std::span<std::int32_t, kBlock> bins) const {
    const double low = edges_.front();
    const auto end = static_cast<double>(last_ + 1);
    const double least = margin_;
    const double most = 1.0 - margin_;
    for (std::size_t i = 0; i < values.size(); ++i) {
      // Values outside the range, and NaN, are clamped to the first or the last edge: undecided.
      double place = (static_cast<double>(values[i]) - low) * scale_;
      place = place > 0.0 ? place : 0.0;
      place = place < end ? place : end;
      const auto bin = static_cast<std::int32_t>(place);
      const double beyond = place - static_cast<double>(bin);
      bins[i] = beyond > least && beyond < most ? bin : kUndecided;
    }
  }

  /// The bin of any value between the first and the last edge.
  std::size_t search(double x) const {
    const double place = (x - edges_.front()) * scale_;
    auto bin = std::min(last_, static_cast<std::size_t>(place));
    while (bin > 0 && x < edges_[bin]) --bin;
    while (bin < last_ && x >= edges_[bin + 1]) ++bin;
    return bin;
  }

 private:
  // For a range of denormal width the quotient overflows; with 0 the search begins at the first
  // bin.
  static double scale_of(const std::vector<double>& edges) {
    const double scale = static_cast<double>(edges.size() - 1) / (edges.back() - edges.front());
    return std::isfinite(scale) ? scale : 0.0;
  }

  // A bound, in bins, on the rounding errors of a position and of an edge. The position: four
  // roundings (range, quotient, difference, product), each at most 2^-53 of the number of bins. An
  // edge: three roundings (width, product, sum), each at most 2^-53 of the largest edge. Doubled,
  // because the bound itself is rounded.
  static double margin_of(const std::vector<double>& edges, double scale) {
    const double largest = std::max(std::abs(edges.front()), std::abs(edges.back()));
    return 0x1p-50 * (static_cast<double>(edges.size() - 1) + largest * scale);
  }

  const std::vector<double>& edges_;
  std::size_t last_;
  double scale_;
  double margin_;
};

struct Counts {
  std::vector<std::int64_t> bins;
  std::int64_t outside = 0;
  std::int64_t left_out = 0;
};

void count_in(std::span<const float> values, const std::vector<double>& edges, std::int64_t weight,
              Counts& counts) {
  const Binning binning(edges);
  const double low = edges.front();
  const double high = edges.back();
  std::array<std::int32_t, kBlock> found{};
  for (std::size_t done = 0; done < values.size(); done += kBlock) {
    const auto block = values.subspan(done, std::min(kBlock, values.size() - done));
    binning.find(block, found);
    for (std::size_t i = 0; i < block.size(); ++i) {
      const auto x = static_cast<double>(block[i]);
      if (found[i] != Binning::kUndecided) {
        counts.bins[static_cast<std::size_t>(found[i])] += weight;
      } else if (x >= low && x <= high) {
        counts.bins[binning.search(x)] += weight;
      } else if (std::isfinite(x)) {
        counts.outside += weight;
      } else {
        counts.left_out += weight;
      }
    }
  }
}

constexpr std::array<double, 2> kQuartiles = {0.25, 0.75};

std::int64_t automatic_bins(const Range& range, const Quantiles& quartiles) {
  const auto n = static_cast<double>(range.count);
  const double spread = quartiles.values[1] - quartiles.values[0];
  const double wanted = spread > 0.0
                            ? std::ceil((range.high - range.low) / (2.0 * spread / std::cbrt(n)))
                            : std::ceil(std::log2(n)) + 1.0;
  return static_cast<std::int64_t>(std::clamp(wanted, 1.0, static_cast<double>(kMaxAutomaticBins)));
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
                tr("a histogram needs a finite range with low <= high, but got {low} to {high}",
                   arg("low", low), arg("high", high)));
  }
  Histogram result;
  result.edges = equal_edges(bins, low, high);
  if (std::ranges::adjacent_find(result.edges, std::ranges::greater_equal{}) !=
      result.edges.end()) {
    return fail(ErrorKind::kInvalidArgument,
                tr("a range from {low} to {high} is too narrow for {bins} bins", arg("low", low),
                   arg("high", high), arg("bins", bins)));
  }
  // Each piece has its own counts; integers give the same sums in any order.
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
      count_in(values.subspan(from, to - from), result.edges, 1,
               parts[static_cast<std::size_t>(part)]);
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

void count(std::span<const float> values, std::int64_t weight, Histogram& histogram) {
  Counts counts{std::move(histogram.counts), histogram.outside, histogram.left_out};
  count_in(values, histogram.edges, weight, counts);
  histogram.counts = std::move(counts.bins);
  histogram.outside = counts.outside;
  histogram.left_out = counts.left_out;
}

Histogram joined(const Histogram& histogram, std::int64_t run) {
  const auto step = static_cast<std::size_t>(run);
  Histogram result{{}, {}, histogram.outside, histogram.left_out};
  result.edges.reserve(histogram.counts.size() / step + 1);
  result.counts.reserve(histogram.counts.size() / step);
  for (std::size_t bin = 0; bin < histogram.counts.size(); bin += step) {
    result.edges.push_back(histogram.edges[bin]);
    std::int64_t sum = 0;
    for (std::size_t i = bin; i < bin + step; ++i) sum += histogram.counts[i];
    result.counts.push_back(sum);
  }
  if (!histogram.edges.empty()) result.edges.push_back(histogram.edges.back());
  return result;
}

Expected<Histogram> automatic_histogram(std::span<const float> values) {
  const Range range = finite_range(values);
  if (range.count == 0 || range.low == range.high) return histogram(values, 1);
  const auto quartiles = quantiles(values, kQuartiles);
  if (!quartiles) return tl::unexpected(quartiles.error());
  return histogram(values, automatic_bins(range, *quartiles), range.low, range.high);
}

Expected<std::int64_t> automatic_bins(std::span<const float> values, const Histogram& counts) {
  const Range range{counts.edges.front(), counts.edges.back(),
                    static_cast<std::int64_t>(values.size())};
  const auto quartiles = quantiles(values, counts, kQuartiles);
  if (!quartiles) return tl::unexpected(quartiles.error());
  return automatic_bins(range, *quartiles);
}

}  // namespace normscope::stats
