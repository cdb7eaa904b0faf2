// SPDX-License-Identifier: MIT
// One run of a plan on an open device: slices up, dispatches, slices down.
#pragma once

#include "core/compute/backend.hpp"
#include "core/gpu/device.hpp"

namespace normscope::gpu {

/// Runs a plan whose groups are neither none nor empty. The device's context is current.
/// errors  as Backend::run
base::Expected<compute::RunReport> run_plan(Device& device, const compute::Plan& plan,
                                            const compute::Buffers& buffers,
                                            const compute::Control& control);

/// Counts values between the edges of `histogram`, whose counts are zero.
/// errors  as Backend::run
base::Expected<stats::Histogram> count_values(Device& device, std::span<const float> values,
                                              stats::Histogram histogram,
                                              const compute::Control& control);

}  // namespace normscope::gpu
