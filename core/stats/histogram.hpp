// SPDX-License-Identifier: MIT
// Histograms as plain data. The counts are exact for the edges as given, so that a bar agrees with
// the values shown for it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/error.hpp"

namespace normscope::stats {

/// Most bins of a histogram: far more than any figure shows, and only a few megabytes.
inline constexpr std::int64_t kMaxBins = std::int64_t{1} << 20;

/// Most bins of automatic_histogram: a figure is about a thousand points wide at most, and one
/// outlier must not lead to millions of empty bars.
inline constexpr std::int64_t kMaxAutomaticBins = 1024;

/// Bin i counts the values with edges[i] <= x < edges[i + 1]; the last bin includes its upper edge.
struct Histogram {
  std::vector<double> edges;  // one more than counts, increasing; empty when there is no bin
  std::vector<std::int64_t> counts;
  std::int64_t outside = 0;   // finite, but beyond the edges
  std::int64_t left_out = 0;  // not finite
};

/// Bins of equal width from low to high. When low equals high, the range is widened as in
/// histogram(values, bins).
/// errors  InvalidArgument: bins < 1, low > high, low or high not finite, or a range too narrow for
///         so many bins to differ; TooLarge: bins > kMaxBins
/// numeric edges in double; a value is compared with the edges themselves
/// source  numpy.histogram. torch.histc computes the bin from the position alone, in float32, and
///         can differ by one bin for a value on an edge
/// threads up to `threads` (0: as many as the machine has); the counts do not depend on them
base::Expected<Histogram> histogram(std::span<const float> values, std::int64_t bins, double low,
                                    double high, int threads = 0);

/// Bins of equal width over the range of the finite values. When all of them are equal, the range
/// is widened by 1/2 on both sides (by one float32 step where that is more). Without finite values
/// there are no bins.
/// errors  InvalidArgument: bins < 1; TooLarge: bins > kMaxBins
base::Expected<Histogram> histogram(std::span<const float> values, std::int64_t bins);

/// Adds values to a histogram, or with weight -1 removes values that it has counted: when a few of
/// many values change, the others need not be counted again. In the order of `values`, by one
/// thread.
/// shape   a histogram with bins
void count(std::span<const float> values, std::int64_t weight, Histogram& histogram);

/// The histogram with each `run` neighbouring bins joined to one.
/// shape   `run` divides the number of bins
Histogram joined(const Histogram& histogram, std::int64_t run);

/// Bins of Freedman and Diaconis' width over the finite values.
/// math    width = 2 (q75 - q25) / n^(1/3); bins = ceil((max - min) / width)
///         where q75 = q25, Sturges' rule: ceil(log2 n) + 1 bins; where min = max, one bin;
///         never more than kMaxAutomaticBins
/// errors  TooLarge: no memory for a copy of the values
/// source  Freedman, Diaconis 1981; Sturges 1926; numpy.histogram_bin_edges
base::Expected<Histogram> automatic_histogram(std::span<const float> values);

/// How many bins automatic_histogram has of finite values that have been counted.
/// shape   `counts` has bins from the least value to the largest
/// errors  none
base::Expected<std::int64_t> automatic_bins(std::span<const float> values, const Histogram& counts);

}  // namespace normscope::stats
