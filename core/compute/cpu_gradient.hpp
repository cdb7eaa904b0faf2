// SPDX-License-Identifier: MIT
// The backward pass of a plan on the cpu, into buffers that the caller owns.
#pragma once

#include <string_view>

#include "core/compute/backend.hpp"

namespace normscope::compute {

/// The gradients of a plan: by kernels where rows are contiguous and vectors compute the forward
/// pass, else by the steps of a program. Returns which: "cpu", or "cpu, step by step".
/// numeric as compute_gradient
/// errors  as trace::norm_gradient; Cancelled: a stop was requested
base::Expected<std::string_view> run_gradient_on_cpu(const Plan& plan,
                                                     const GradientBuffers& buffers,
                                                     const Control& control);

}  // namespace normscope::compute
