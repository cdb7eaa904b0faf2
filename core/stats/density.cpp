// SPDX-License-Identifier: MIT
#include "core/stats/density.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/base/parallel.hpp"
#include "core/stats/finite.hpp"
#include "core/text/translate.hpp"

namespace normscope::stats {

namespace {

// The default distance, in bandwidths, of the curve's ends from the extreme values: the area of phi
// beyond 4 is 3.2e-5 on each side.
constexpr double kMargin = 4.0;

// Points of the binning grid in one bandwidth. Sharing a value linearly between two points replaces
// the kernel by its chord, with an error of at most (1/128)^2 / 8 times the largest |phi''| =
// phi(0).
constexpr double kPlacesPerBandwidth = 128.0;
constexpr double kMaxPlaces = 1 << 20;

// The reach of a kernel, in bandwidths, for many values (phi(6) = 1.5e-8 phi(0)) and for few
// (exp(-x^2 / 2) is zero in double from 39 on).
constexpr double kShortReach = 6.0;
constexpr double kFullReach = 39.0;

// Points over which a kernel is continued from one call of exp: its relative error grows with the
// square of their number, to 64^2 * 2^-53 = 4.5e-13.
constexpr std::size_t kContinued = 64;

// A curve under construction: kernels are added to the points within reach.
class Curve {
 public:
  Curve(double low, double high, double bandwidth, double reach, const DensityOptions& options)
      : low_(low),
        spacing_((high - low) / static_cast<double>(options.points - 1)),
        bandwidth_(bandwidth),
        reach_(reach * bandwidth),
        narrowing_(std::exp(-(spacing_ / bandwidth) * (spacing_ / bandwidth))),
        floor_(options.floor),
        sums_(static_cast<std::size_t>(options.points), 0.0) {}

  void add(double position, double weight) {
    add_kernel(position, weight);
    if (floor_) add_kernel(2 * *floor_ - position, weight);
  }

  void finish(double total_weight, Density& density) const {
    const double scale = 1.0 / (total_weight * bandwidth_ * std::sqrt(2.0 * std::numbers::pi));
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      density.positions.push_back(low_ + static_cast<double>(i) * spacing_);
      density.values.push_back(sums_[i] * scale);
    }
  }

 private:
  void add_kernel(double position, double weight) {
    const auto last = static_cast<double>(sums_.size() - 1);
    const double from = std::ceil((position - reach_ - low_) / spacing_);
    const double to = std::floor((position + reach_ - low_) / spacing_);
    if (from > last || to < 0.0) return;
    const auto end = static_cast<std::size_t>(std::min(to, last)) + 1;
    const auto z = [&](std::size_t i) {
      return (low_ + static_cast<double>(i) * spacing_ - position) / bandwidth_;
    };
    auto i = static_cast<std::size_t>(std::max(from, 0.0));
    if (reach_ > kShortReach * bandwidth_) {
      for (; i < end; ++i) sums_[i] += weight * std::exp(-0.5 * z(i) * z(i));
      return;
    }
    // exp(-(z + d)^2 / 2) = exp(-z^2 / 2) exp(-d (z + d / 2)), and the second factor of the next
    // point is this one's times exp(-d^2).
    const double d = spacing_ / bandwidth_;
    while (i < end) {
      double kernel = weight * std::exp(-0.5 * z(i) * z(i));
      double factor = std::exp(-d * (z(i) + 0.5 * d));
      for (const std::size_t last_of_run = std::min(end, i + kContinued); i < last_of_run; ++i) {
        sums_[i] += kernel;
        kernel *= factor;
        factor *= narrowing_;
      }
    }
  }

  double low_;
  double spacing_;
  double bandwidth_;
  double reach_;
  double narrowing_;  // of the factor from one point to the next
  std::optional<double> floor_;
  std::vector<double> sums_;
};

// Many values are divided into parts, each with its own grid; the grids are added in order. The
// number of parts is fixed, so that the sums are the same on every machine.
constexpr std::int64_t kParts = 4;
constexpr std::int64_t kFewestForParts = std::int64_t{1} << 16;

struct Grid {
  double low = 0;
  double high = 0;
  double spacing = 1;
};

// The weights that the values between one grid point and the next give to each of the two; adjacent
// in memory, so that a value reads and writes one address.
struct Shares {
  double here = 0;
  double next = 0;
};

// Values whose grid points are computed together, which a compiler vectorizes.
constexpr std::size_t kBlock = 256;

void bin_linearly(std::span<const float> values, const Grid& grid, std::span<Shares> between) {
  const double scale = 1.0 / grid.spacing;
  const auto last = static_cast<std::int32_t>(between.size() - 1);
  std::array<std::int32_t, kBlock> places{};
  std::array<Shares, kBlock> parts{};
  for (std::size_t done = 0; done < values.size(); done += kBlock) {
    const auto block = values.subspan(done, std::min(kBlock, values.size() - done));
    for (std::size_t i = 0; i < block.size(); ++i) {
      const auto x = static_cast<double>(block[i]);
      const bool inside = x >= grid.low && x <= grid.high;
      const double place = inside ? (x - grid.low) * scale : 0.0;
      const auto at = static_cast<std::int32_t>(place);
      places[i] = at < last ? at : last;
      const double beyond = place - static_cast<double>(places[i]);
      parts[i] = {inside ? 1.0 - beyond : 0.0, beyond};
    }
    for (std::size_t i = 0; i < block.size(); ++i) {
      Shares& shares = between[static_cast<std::size_t>(places[i])];
      shares.here += parts[i].here;
      shares.next += parts[i].next;
    }
  }
}

// Shares each value within [low, high] between the two nearest points of a fine grid, then adds one
// kernel for each point.
void add_binned(std::span<const float> values, double low, double high, double bandwidth,
                Curve& curve) {
  const Grid grid{low, high, bandwidth / kPlacesPerBandwidth};
  const auto size = static_cast<std::int64_t>(values.size());
  const std::int64_t parts = size < kFewestForParts ? 1 : kParts;
  const std::size_t gaps = static_cast<std::size_t>((high - low) / grid.spacing) + 1;
  std::vector<std::vector<Shares>> between(static_cast<std::size_t>(parts),
                                           std::vector<Shares>(gaps));
  base::parallel_for(parts, 1, 0, [&](std::int64_t first, std::int64_t last) {
    for (auto part = first; part < last; ++part) {
      const auto from = static_cast<std::size_t>(part * size / parts);
      const auto to = static_cast<std::size_t>((part + 1) * size / parts);
      bin_linearly(values.subspan(from, to - from), grid, between[static_cast<std::size_t>(part)]);
    }
  });
  for (std::size_t i = 0; i <= gaps; ++i) {
    double weight = 0.0;
    for (const auto& part : between) {
      if (i < gaps) weight += part[i].here;
      if (i > 0) weight += part[i - 1].next;
    }
    if (weight > 0.0) curve.add(low + static_cast<double>(i) * grid.spacing, weight);
  }
}

double rule_bandwidth(BandwidthRule rule, const Moments& moments_of_finite) {
  const auto n = static_cast<double>(moments_of_finite.count);
  const double factor = rule == BandwidthRule::kScott ? 1.0 / n : 4.0 / (3.0 * n);
  return moments_of_finite.unbiased_deviation * std::pow(factor, 0.2);
}

Expected<void> check(const DensityOptions& options) {
  const auto finite = [](const std::optional<double>& value) {
    return !value || std::isfinite(*value);
  };
  if (!finite(options.bandwidth) || (options.bandwidth && *options.bandwidth <= 0.0)) {
    return fail(ErrorKind::kInvalidArgument,
                tr("a bandwidth must be finite and above 0, but is {bandwidth}",
                   arg("bandwidth", *options.bandwidth)));
  }
  if (options.points < 2) {
    return fail(
        ErrorKind::kInvalidArgument,
        tr("a density needs at least 2 points, but got {points}", arg("points", options.points)));
  }
  if (options.points > kMaxDensityPoints) {
    return fail(ErrorKind::kTooLarge,
                tr("a density of {points} points; {most} are the most",
                   arg("points", options.points), arg("most", kMaxDensityPoints)));
  }
  if (!finite(options.low) || !finite(options.high) || !finite(options.floor)) {
    return fail(ErrorKind::kInvalidArgument, tr("the ends of a density must be finite"));
  }
  return {};
}

}  // namespace

Expected<Density> density(std::span<const float> values, const DensityOptions& options) {
  const auto finite = finite_values(values);
  if (!finite) return tl::unexpected(finite.error());
  auto result = density(finite->values, moments(finite->values), options);
  if (result) result->left_out = finite->left_out;
  return result;
}

namespace {

struct Range {
  double low = 0;
  double high = 0;
};

// Fills in what is known before the curve; returns the curve's ends, null where it has no points.
Expected<std::optional<Range>> prepare(const Moments& moments_of_finite,
                                       const DensityOptions& options, Density& result) {
  if (const auto checked = check(options); !checked) return tl::unexpected(checked.error());
  if (result.used == 0) return std::nullopt;
  if (!options.bandwidth && moments_of_finite.minimum == moments_of_finite.maximum) {
    result.point_mass = moments_of_finite.minimum;
    return std::nullopt;
  }
  const double h = options.bandwidth.value_or(rule_bandwidth(options.rule, moments_of_finite));
  double low = options.low.value_or(moments_of_finite.minimum - kMargin * h);
  if (options.floor) low = std::max(low, *options.floor);
  const double high = options.high.value_or(moments_of_finite.maximum + kMargin * h);
  if (!(low < high) || !std::isfinite(high - low)) {
    return fail(ErrorKind::kInvalidArgument,
                tr("a density needs ends in order, but got {low} to {high}", arg("low", low),
                   arg("high", high)));
  }
  result.bandwidth = h;
  return Range{low, high};
}

}  // namespace

bool fine_enough(const Histogram& histogram, const Moments& moments_of_finite,
                 const DensityOptions& options) {
  if (histogram.counts.empty()) return false;
  const double width = (histogram.edges.back() - histogram.edges.front()) /
                       static_cast<double>(histogram.counts.size());
  const double h = options.bandwidth.value_or(rule_bandwidth(options.rule, moments_of_finite));
  return h >= kBinsPerBandwidth * width;
}

Expected<Density> density(const Histogram& histogram, const Moments& moments_of_finite,
                          const DensityOptions& options) {
  Density result;
  for (const std::int64_t count : histogram.counts) result.used += count;
  result.left_out = histogram.left_out;
  const auto range = prepare(moments_of_finite, options, result);
  if (!range) return tl::unexpected(range.error());
  if (!*range) return result;
  Histogram bins = histogram;
  const auto wide = [&](double width) { return kBinsPerBandwidth * width <= result.bandwidth; };
  while (bins.counts.size() % 2 == 0 && wide(bins.edges[2] - bins.edges[0])) {
    bins = joined(bins, 2);
  }
  Curve curve((*range)->low, (*range)->high, result.bandwidth, kShortReach, options);
  for (std::size_t bin = 0; bin < bins.counts.size(); ++bin) {
    if (bins.counts[bin] == 0) continue;
    curve.add(std::midpoint(bins.edges[bin], bins.edges[bin + 1]),
              static_cast<double>(bins.counts[bin]));
  }
  curve.finish(static_cast<double>(result.used), result);
  return result;
}

Expected<Density> density(std::span<const float> finite, const Moments& moments_of_finite,
                          const DensityOptions& options) {
  Density result;
  result.used = static_cast<std::int64_t>(finite.size());
  const auto range = prepare(moments_of_finite, options, result);
  if (!range) return tl::unexpected(range.error());
  if (!*range) return result;
  const auto [low, high] = **range;
  const double h = result.bandwidth;
  const bool exact = result.used <= options.exact_up_to;
  Curve curve(low, high, h, exact ? kFullReach : kShortReach, options);
  // Only values within reach of the curve matter: the curve may show a small part of the range.
  const double first = std::max(moments_of_finite.minimum, low - kShortReach * h);
  const double last = std::min(moments_of_finite.maximum, high + kShortReach * h);
  if (!exact && (last - first) / h * kPlacesPerBandwidth < kMaxPlaces) {
    if (first <= last) add_binned(finite, first, last, h, curve);
  } else {
    for (const float value : finite) curve.add(static_cast<double>(value), 1.0);
  }
  curve.finish(static_cast<double>(finite.size()), result);
  return result;
}

}  // namespace normscope::stats
