// SPDX-License-Identifier: MIT
// The figure `statistics`: mean and deviation of every group before the operation above those after
// it. A normalization makes the groups alike; exceptions stand out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/figures/figure.hpp"
#include "core/base/error.hpp"
#include "core/tensor/groups.hpp"

namespace normscope::figures {

/// Most groups that are shown as boxes; more are a line with a band.
inline constexpr std::int64_t kMostBoxes = 40;

/// Most groups whose boxes get violins: the outlines of more would be too narrow to be seen.
inline constexpr std::int64_t kMostViolins = 16;
/// Fewest values of a group with a violin: a density of fewer shows mostly the kernel.
inline constexpr std::int64_t kFewestForViolin = 20;

/// Most positions of the line: neighbouring groups share one when there are more groups.
inline constexpr std::int64_t kMostGroupPlaces = std::int64_t{1} << 14;

struct StatisticsData {
  std::span<const float> before;  // input and output of the operation, of one shape
  std::span<const float> after;
  tensor::GroupLayout layout{};  // of that shape
  std::string title = "Statistics";
  std::string before_title = "Before";
  std::string after_title = "After";
  bool coarse = false;  // from a sample of the values, which the panels name
};

/// Up to kMostBoxes groups: a box plot of each group's finite values, with a violin where there are
/// enough values, and next to it the mean +- 1 biased deviation. More groups: the mean as a line
/// and the deviation as a band; where groups share a position, their lowest and highest.
/// shape   before and after as the layout says
/// math    mean and deviation as torch.mean and the biased torch.std; a note counts groups without
///         them because a value is not finite. Coarse: of stats::kSample values, spread evenly over
///         the groups; where groups share a position, over the first of each position
/// errors  InvalidArgument: before and after of different sizes; TooLarge: no memory for a copy
/// numeric statistics in double (see core/stats); densities as stats::density, with a bandwidth of
///         at least the distance between points of the outline
base::Expected<Figure> statistics(const StatisticsData& data);

/// The group of each box.
std::vector<std::int64_t> groups_of(const Boxes& boxes);

/// The figure with one group highlighted: its box, or with more groups a line at its place.
Figure with_group(Figure figure, const tensor::GroupLayout& layout, std::int64_t group);

}  // namespace normscope::figures
