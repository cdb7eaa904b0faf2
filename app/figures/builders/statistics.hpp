// SPDX-License-Identifier: MIT
// The figure `statistics`: mean and deviation of every group before the operation above those
// after it. A normalization makes the groups alike; which ones it cannot is seen at once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/figures/figure.hpp"
#include "core/base/error.hpp"
#include "core/tensor/groups.hpp"

namespace normscope::figures {

/// Groups up to which each has a place of its own, with a box; more are a line with a band.
inline constexpr std::int64_t kMostBoxes = 40;

/// Groups up to which the box of one with enough values stands in its density, a violin: more would
/// be too narrow for their outline to be seen.
inline constexpr std::int64_t kMostViolins = 16;
/// Fewest values of such a group: of fewer a density shows the kernel, not them.
inline constexpr std::int64_t kFewestForViolin = 20;

/// Most places of that line: of more groups, neighbours share one.
inline constexpr std::int64_t kMostGroupPlaces = std::int64_t{1} << 14;

struct StatisticsData {
  std::span<const float> before;  // both of one shape
  std::span<const float> after;
  tensor::GroupLayout layout{};  // of that shape
  std::string title = "Statistics";
  std::string before_title = "Before";
  std::string after_title = "After";
};

/// Up to kMostBoxes groups: a box of each one's finite values (minimum, quartiles, median,
/// maximum), within their density where it tells something, and beside it the mean with one biased
/// deviation up and down. Beyond: the mean as a line and the deviation as a band; where groups
/// share a place, the lowest and highest of them.
/// shape   before and after as the layout says
/// math    mean and deviation as torch.mean and the biased torch.std: of a group with a value that
///         is not finite there are none, and a note counts such groups
/// errors  InvalidArgument: before and after not of one size; TooLarge: no memory for a copy
/// numeric statistics in double (see core/stats); densities as stats::density, with a bandwidth of
///         at least the distance of the outline's places
base::Expected<Figure> statistics(const StatisticsData& data);

/// The same figure with one group lit up.
Figure with_group(Figure figure, const tensor::GroupLayout& layout, std::int64_t group);

}  // namespace normscope::figures
