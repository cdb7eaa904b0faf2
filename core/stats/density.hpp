// SPDX-License-Identifier: MIT
// Kernel density estimates with a Gaussian kernel: the smooth curve over a histogram. Exact for few
// values and binned for many, so that the curve of a million activations is ready within a frame.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/error.hpp"
#include "core/stats/histogram.hpp"
#include "core/stats/moments.hpp"

namespace normscope::stats {

/// The rule for the bandwidth, from the unbiased deviation s and the number n of finite values.
enum class BandwidthRule {
  kScott,      // s n^(-1/5)
  kSilverman,  // s (4 / (3 n))^(1/5)
};

/// Most points of a density curve: a few times as many as the widest screen has.
inline constexpr std::int64_t kMaxDensityPoints = std::int64_t{1} << 14;

struct DensityOptions {
  BandwidthRule rule = BandwidthRule::kScott;
  std::optional<double> bandwidth{};  // replaces the rule; in units of the values
  std::int64_t points = 256;          // points of the curve, both ends included
  std::optional<double> low{};        // first point; default: minimum - 4 bandwidths
  std::optional<double> high{};       // last point; default: maximum + 4 bandwidths
  std::int64_t exact_up_to = 2048;    // most values for the exact sum of kernels
  /// What no value can be below, such as 0 of shares: what the kernels have below it is reflected
  /// to above it, and the curve begins there at the earliest.
  std::optional<double> floor{};
};

struct Density {
  std::vector<double> positions;  // evenly spaced
  std::vector<double> values;     // the density at the positions
  double bandwidth = 0.0;
  // The common value, when all values are equal and no bandwidth was given: the density is a spike
  // at this value, and the curve is empty.
  std::optional<double> point_mass{};
  std::int64_t used = 0;      // finite values
  std::int64_t left_out = 0;  // NaN and infinities
};

/// Estimates the density of the finite values. Without finite values the curve is empty.
/// math    f(x) = 1 / (n h) sum phi((x - x_i) / h), phi the standard normal density, h the
///         bandwidth; with a floor f(x) + f(2 floor - x) above it
/// units   1 / units of the values. Where the points are at most h apart, the area below the curve
///         is 1, less the tails beyond its ends (6.4e-5 at most with the default ends)
/// errors  InvalidArgument: bandwidth not finite or not > 0, points < 2, ends not finite or not in
///         order; TooLarge: points > kMaxDensityPoints, or no memory for a copy of the values
/// numeric up to exact_up_to values exact but for rounding. Above, each value is shared linearly
///         between the two nearest points of a grid of spacing h / 128, and kernels end at 6 h: the
///         error is at most 0.4 / h * (2^-17 + 1.6e-8), that is 8e-6 of the height of one kernel.
///         Where that grid would have more than 2^20 points, values are not binned, and only the
///         second error remains.
/// source  Scott 1992; Silverman 1986, reflection: its section 2.10; linear binning: Jones, Lotwick 1983
base::Expected<Density> density(std::span<const float> values, const DensityOptions& options = {});

/// Estimates the density of values that are all finite and whose moments are known, without a copy.
/// errors  as above, but for the copy
base::Expected<Density> density(std::span<const float> finite, const Moments& moments_of_finite,
                                const DensityOptions& options);

/// Whether a histogram is fine enough for density(): a bandwidth has at least this number of bins.
inline constexpr double kBinsPerBandwidth = 32;
bool fine_enough(const Histogram& histogram, const Moments& moments_of_finite,
                 const DensityOptions& options = {});

/// Estimates the density of values that have been counted, from their histogram alone.
/// shape   bins of equal width, fine enough
/// numeric each value counts at the centre of its bin, neighbouring bins together while the
///         bandwidth has kBinsPerBandwidth of them, and kernels end at 6 h: the error is at most
///         0.4 / h * ((1/32)^2 / 24 + 1.6e-8), that is 4.1e-5 of the height of one kernel
/// errors  as density
base::Expected<Density> density(const Histogram& histogram, const Moments& moments_of_finite,
                                const DensityOptions& options);

}  // namespace normscope::stats
