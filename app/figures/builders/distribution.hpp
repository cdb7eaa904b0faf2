// SPDX-License-Identifier: MIT
// The figure `distribution`: the input values of an operation above its output values, on one axis,
// so that a normalization shows as a shift and a scaling.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "app/document/document.hpp"
#include "app/figures/figure.hpp"
#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/stats/histogram.hpp"
#include "core/stats/moments.hpp"
#include "core/tensor/groups.hpp"

namespace normscope::figures {

/// Most values that are shown as dots, too: more would fill the strip, and a histogram of few
/// values says little.
inline constexpr std::int64_t kMostDots = 60;

/// Most bars: more could not be told apart in a window of a thousand points.
inline constexpr std::int64_t kMostBars = 100;

struct GroupOf {
  tensor::GroupLayout layout;
  std::int64_t group = 0;
};

using document::DistributionParts;

struct DistributionData {
  std::span<const float> before;  // input and output of the operation, of one shape
  std::span<const float> after;
  std::optional<GroupOf> group{};  // null: all values
  std::string title = "Distribution";
  std::string before_title = "Before";
  std::string after_title = "After";
  DistributionParts parts = DistributionParts::kBoth;
  /// What is known of the shown values; what is missing is computed here.
  struct Known {
    std::optional<stats::Moments> moments{};
    std::shared_ptr<const stats::Histogram> counts{};  // finer than the bars
    bool never_negative = false;                       // such as shares: the density ends at 0
  };
  Known before_known{};
  Known after_known{};
  bool coarse = false;  // made from a sample of many values
  int decimals = kDecimals;
};

/// Histogram, density, mean and +-1 biased deviation of both. Values that are not finite are left
/// out and counted in a note. Equal values are one bar; without values there is a message. Values
/// too few for a density are shown as bars. The detail says when a sample stands for all values:
/// while the figure is coarse, and for many values that are not all finite.
/// shape   before and after of one shape; the group's layout that of both
/// math    density over bars: n * width of a bar * f(x), alone: f(x); Scott's bandwidth. Of values
///         that are never negative, what the kernels have below 0 is reflected to above it
/// units   x as the values; y values per bar, of a density alone 1 / units of the values
/// errors  TooLarge: no memory for a copy of the values
/// numeric statistics in double (see core/stats)
///         bars: the larger number of Freedman-Diaconis and Sturges, as numpy's "auto", at most
///         kMostBars
/// source  Freedman, Diaconis 1981; Sturges 1926; Scott 1992
base::Expected<Figure> distribution(const DistributionData& data);

/// The figure with one element of the batch highlighted: its dot where there are dots, else the bar
/// that contains its value.
Figure with_selected(Figure figure, std::int64_t element, float before, float after);

}  // namespace normscope::figures
