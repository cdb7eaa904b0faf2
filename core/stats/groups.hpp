// SPDX-License-Identifier: MIT
// The statistics of every row, every column or the whole: any layout of groups, each group handed
// over as one unbroken piece, copied only where it does not lie so already.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/error.hpp"
#include "core/stats/moments.hpp"
#include "core/tensor/groups.hpp"

namespace normscope::stats {

/// The values of one group, in order.
std::vector<float> group_values(std::span<const float> values, const tensor::GroupLayout& layout,
                                std::int64_t group);

/// Calls visit(group, its values) once for each group, on up to `threads` threads (0: as many as
/// the machine has). `visit` must write to places of its group's own.
/// errors  TooLarge: no memory for a copy of a group, or for what `visit` makes
base::Expected<void> for_each_group(
    std::span<const float> values, const tensor::GroupLayout& layout, int threads,
    const std::function<void(std::int64_t, std::span<const float>)>& visit);

/// The moments of each group. Results do not depend on the number of threads.
/// errors  TooLarge: no memory for them
base::Expected<std::vector<Moments>> group_moments(std::span<const float> values,
                                                   const tensor::GroupLayout& layout,
                                                   int threads = 0);

}  // namespace normscope::stats
