// SPDX-License-Identifier: MIT
// Whether a device sums by subgroups as it sums without: drivers differ in how they cut a work
// group into them, and a sum that is wrong would be wrong without a word.
#pragma once

#include "core/gpu/device.hpp"

namespace normscope::gpu {

/// Normalizes rows of two lengths, one summed within a subgroup and one over several, in both ways,
/// and compares. Where they differ, or the first way fails, the device goes on without subgroups.
/// The device's context is current.
/// errors  as Backend::run: the second way fails, too
base::Expected<void> check_subgroups(Device& device);

}  // namespace normscope::gpu
