// SPDX-License-Identifier: MIT
#include "core/stats/quantiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/stats/finite.hpp"

namespace normscope::stats {
namespace {

// The two neighbouring ranks of a probability, and the fraction of the way from lower to upper.
struct Place {
  std::size_t lower;
  std::size_t upper;
  double fraction;
};

Place place_of(double probability, std::size_t count, Interpolation interpolation) {
  const double rank = probability * static_cast<double>(count - 1);
  const auto lower = static_cast<std::size_t>(std::floor(rank));
  const auto upper = static_cast<std::size_t>(std::ceil(rank));
  switch (interpolation) {
    case Interpolation::kLinear:
      return {lower, upper, rank - std::floor(rank)};
    case Interpolation::kLower:
      return {lower, lower, 0.0};
    case Interpolation::kHigher:
      return {upper, upper, 0.0};
    case Interpolation::kMidpoint:
      return {lower, upper, 0.5};
    case Interpolation::kNearest:
      break;
  }
  const double fraction = rank - std::floor(rank);
  const bool up = fraction > 0.5 || (fraction == 0.5 && lower % 2 == 1);
  const std::size_t nearest = up ? upper : lower;
  return {nearest, nearest, 0.0};
}

// Moves the values of the k ranks (sorted, counted from `first`) to their sorted positions: first
// the middle rank, then both sides recursively, in n log k steps.
void select(std::span<float> values, std::size_t first, std::span<const std::size_t> ranks) {
  if (ranks.empty() || values.empty()) return;
  const std::size_t middle = ranks.size() / 2;
  const std::size_t at = ranks[middle] - first;
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(at));
  select(values.first(at), first, ranks.first(middle));
  select(values.subspan(at + 1), first + at + 1, ranks.subspan(middle + 1));
}

}  // namespace

std::span<const base::Name<Interpolation>> interpolation_names() {
  static constexpr std::array<base::Name<Interpolation>, 5> kNames = {{
      {Interpolation::kLinear, "linear"},
      {Interpolation::kLower, "lower"},
      {Interpolation::kHigher, "higher"},
      {Interpolation::kNearest, "nearest"},
      {Interpolation::kMidpoint, "midpoint"},
  }};
  return kNames;
}

base::Expected<Quantiles> quantiles(std::span<const float> values,
                                    std::span<const double> probabilities,
                                    Interpolation interpolation) {
  for (const double probability : probabilities) {
    if (!(probability >= 0.0 && probability <= 1.0)) {
      return base::fail(
          base::ErrorKind::kInvalidArgument,
          fmt::format("a quantile needs a probability from 0 to 1, but got {}", probability));
    }
  }
  auto finite = finite_values(values);
  if (!finite) return tl::unexpected(finite.error());
  Quantiles result;
  result.left_out = finite->left_out;
  if (finite->values.empty()) {
    result.values.assign(probabilities.size(), std::numeric_limits<double>::quiet_NaN());
    return result;
  }

  std::vector<Place> places;
  std::vector<std::size_t> ranks;
  for (const double probability : probabilities) {
    places.push_back(place_of(probability, finite->values.size(), interpolation));
    ranks.push_back(places.back().lower);
    ranks.push_back(places.back().upper);
  }
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  select(finite->values, 0, ranks);
  for (const Place& place : places) {
    result.values.push_back(std::lerp(static_cast<double>(finite->values[place.lower]),
                                      static_cast<double>(finite->values[place.upper]),
                                      place.fraction));
  }
  return result;
}

}  // namespace normscope::stats
