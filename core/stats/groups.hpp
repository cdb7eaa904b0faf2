// SPDX-License-Identifier: MIT
// Statistics of every row, every column or the whole: of any layout of groups. Each group is passed
// as contiguous values, copied only where the group is not contiguous in memory.
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
/// the machine has). Calls for different groups must not write to the same memory.
/// errors  TooLarge: no memory for a copy of a group, or for an allocation of `visit`
base::Expected<void> for_each_group(
    std::span<const float> values, const tensor::GroupLayout& layout, int threads,
    const std::function<void(std::int64_t, std::span<const float>)>& visit);

/// The moments of each group. Results do not depend on the number of threads.
/// errors  TooLarge: no memory for the moments
base::Expected<std::vector<Moments>> group_moments(std::span<const float> values,
                                                   const tensor::GroupLayout& layout,
                                                   int threads = 0);

}  // namespace normscope::stats
