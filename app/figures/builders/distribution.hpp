// SPDX-License-Identifier: MIT
// The figure `distribution`: the values that enter an operation above the values that leave it, on
// one axis, so that what a normalization does is seen as a move and a stretch.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/figures/figure.hpp"
#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/stats/moments.hpp"
#include "core/tensor/groups.hpp"

namespace normscope::figures {

/// Values up to which each one is shown as a dot: more would fill the strip, and few say little as
/// bars.
inline constexpr std::int64_t kMostDots = 60;

/// Most bars: what is still seen as bars in a window of a thousand points.
inline constexpr std::int64_t kMostBars = 100;

struct GroupOf {
  tensor::GroupLayout layout;
  std::int64_t group = 0;
};

/// How a distribution is drawn.
enum class DistributionShow { kHistogram, kDensity, kBoth };
std::span<const base::Name<DistributionShow>> distribution_show_names();

struct DistributionData {
  std::span<const float> before;  // both of one shape
  std::span<const float> after;
  std::optional<GroupOf> group{};  // none: all values
  std::string title = "Distribution";
  std::string before_title = "Before";
  std::string after_title = "After";
  DistributionShow show = DistributionShow::kBoth;
  std::optional<stats::Moments> before_moments{};  // where they are known: of what is shown
  std::optional<stats::Moments> after_moments{};
};

/// Histogram, density, mean and +-1 biased deviation of both. Values that are not finite are left
/// out and counted in a note; data without any spread is one bar, data without a value a sentence.
/// Where there is too little for a density, bars stand in for it.
/// shape   before and after of one shape; the group's layout that of both
/// math    density beside bars: n * width of a bar * f(x), alone: f(x); Scott's bandwidth
/// units   x as the values; y values per bar, of a density alone 1 / units of the values
/// errors  TooLarge: no memory for a copy of the values
/// numeric statistics in double (see core/stats)
///         bars: the more of Freedman, Diaconis' and Sturges', as numpy's "auto", to kMostBars
/// source  Freedman, Diaconis 1981; Sturges 1926; Scott 1992
base::Expected<Figure> distribution(const DistributionData& data);

/// The same figure with one element of the batch lit up: its dot where there are dots, else the bar
/// that holds its value.
Figure with_selected(Figure figure, std::int64_t element, float before, float after);

}  // namespace normscope::figures
