// SPDX-License-Identifier: MIT
// The smooth curve over a histogram: a kernel density estimate with a Gaussian kernel, exact for
// few values and binned for many, so that a million activations are drawn within a frame's time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/stats/moments.hpp"

namespace normscope::stats {

/// How wide the kernel is, from the unbiased deviation s and the number n of finite values.
enum class BandwidthRule {
  kScott,      // s n^(-1/5)
  kSilverman,  // s (4 / (3 n))^(1/5)
};
std::span<const base::Name<BandwidthRule>> bandwidth_rule_names();

/// Most points of a density curve: a few times as many as the widest screen has.
inline constexpr std::int64_t kMaxDensityPoints = std::int64_t{1} << 14;

struct DensityOptions {
  BandwidthRule rule = BandwidthRule::kScott;
  std::optional<double> bandwidth{};  // instead of the rule's; in units of the values
  std::int64_t points = 256;          // where the curve is evaluated, both ends included
  std::optional<double> low{};        // where it begins; 4 bandwidths below the smallest value
  std::optional<double> high{};       // where it ends; 4 bandwidths above the largest
  std::int64_t exact_up_to = 2048;    // values up to which every kernel is evaluated as it is
};

struct Density {
  std::vector<double> positions;  // evenly spaced
  std::vector<double> values;     // the density there
  double bandwidth = 0.0;
  // Where all values lie, when they are equal and no bandwidth was given: the density is a spike
  // there, and the curve is empty.
  std::optional<double> point_mass{};
  std::int64_t used = 0;      // finite values
  std::int64_t left_out = 0;  // others
};

/// Estimates the density of the finite values. Without any the curve is empty.
/// math    f(x) = 1 / (n h) sum phi((x - x_i) / h), phi the standard normal density, h the
///         bandwidth
/// units   density in 1 / units of the values: the area below the curve is 1, less the tails beyond
///         its ends (6.4e-5 at most with the default ends), where its points lie no wider than h
/// errors  InvalidArgument: bandwidth not finite or not > 0, points < 2, ends not finite or not in
///         order; TooLarge: points > kMaxDensityPoints, or no memory for a copy of the values
/// numeric up to exact_up_to values exact but for rounding. Above, values are shared linearly
///         between the two nearest of a grid of spacing h / 128 and kernels end at 6 h: the error
///         is at most 0.4 / h * (2^-17 + 1.6e-8), that is 8e-6 of the height of one kernel. Where
///         that grid would have more than 2^20 places, values are used as they are, with the
///         second error only.
/// source  Scott 1992; Silverman 1986; linear binning: Jones, Lotwick 1983
base::Expected<Density> density(std::span<const float> values, const DensityOptions& options = {});

/// The same of values that are all finite and whose moments are known: nothing is copied.
base::Expected<Density> density(std::span<const float> finite, const Moments& described,
                                const DensityOptions& options);

}  // namespace normscope::stats
