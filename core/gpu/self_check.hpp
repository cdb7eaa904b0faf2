// SPDX-License-Identifier: MIT
// Checks that sums by subgroups equal sums without them: drivers differ in how they cut a work
// group into subgroups, and a wrong sum would go unnoticed.
#pragma once

#include "core/gpu/device.hpp"

namespace normscope::gpu {

/// Normalizes rows of two lengths, one summed within a subgroup and one over several, with and
/// without subgroups, and compares. When the results differ, or the run with subgroups fails, the
/// device is used without subgroups. The device's context is current.
/// errors  as Backend::run, when the run without subgroups fails
base::Expected<void> check_subgroups(Device& device);

}  // namespace normscope::gpu
