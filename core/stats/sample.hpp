// SPDX-License-Identifier: MIT
// A sample of many values, which stands for all of them until all have been read.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/tensor/groups.hpp"

namespace normscope::stats {

/// Values of a sample that is drawn at once: read and described within milliseconds.
inline constexpr std::int64_t kSample = std::int64_t{1} << 18;

/// The values themselves, or, of more than `most`, as many that follow each other in short runs,
/// spread evenly from the first value to the last. The same values give the same sample.
std::vector<float> sample(std::span<const float> values, std::int64_t most = kSample);

/// The same of the elements of one group.
std::vector<float> group_sample(std::span<const float> values, const tensor::GroupLayout& layout,
                                std::int64_t group, std::int64_t most = kSample);

}  // namespace normscope::stats
