// SPDX-License-Identifier: MIT
// One run of a plan on an open device: uploads slices, dispatches programs, downloads the results.
// The caller chooses the size of the slices, smaller where the device's memory does not suffice.
#pragma once

#include "core/compute/backend.hpp"
#include "core/gpu/device.hpp"

namespace normscope::gpu {

/// Runs a plan in slices of up to `slice_elements`, which the device's buffers hold. The plan has
/// at least one group, and the groups are not empty. The device's context is current.
/// errors  as Backend::run
base::Expected<compute::RunReport> run_plan(Device& device, const compute::Plan& plan,
                                            const compute::Buffers& buffers,
                                            const compute::Control& control,
                                            std::int64_t slice_elements);

/// Whether the backward pass of a plan has a shader; `of_parameters`: with dgamma or dbeta.
/// errors  Unavailable: it has none
base::Expected<void> check_backward(const compute::Plan& plan, bool of_parameters);

/// Runs the backward pass of a plan in slices of whole groups, as run_plan.
/// numeric as compute::compute_gradient of the gpu; the same bits in slices of any size
/// errors  as Backend::run; TooLarge: a group, or sums, that the buffers do not hold
base::Expected<compute::RunReport> run_backward(Device& device, const compute::Plan& plan,
                                                const compute::GradientBuffers& buffers,
                                                const compute::Control& control,
                                                std::int64_t slice_elements);

/// Counts values between the edges of `histogram`, whose counts must be zero; slices as in
/// run_plan.
/// errors  as Backend::run
base::Expected<stats::Histogram> count_values(Device& device, std::span<const float> values,
                                              stats::Histogram histogram,
                                              const compute::Control& control,
                                              std::int64_t slice_elements);

}  // namespace normscope::gpu
