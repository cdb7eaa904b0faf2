// SPDX-License-Identifier: MIT
// The backward pass of a plan on the cpu, into buffers that the caller owns.
#pragma once

#include <span>

#include "core/compute/backend.hpp"
#include "core/ops/reference.hpp"

namespace normscope::compute {

/// The buffers of a backward pass.
struct GradientBuffers {
  ops::Numbers x;
  std::span<const float> x_floats;
  std::span<const float> gamma;
  std::span<const float> dy;
  std::span<float> dx;
  std::span<double> dgamma;  // added to; empty: not wanted
  std::span<double> dbeta;
};

/// The gradients of a plan.
/// numeric as compute_gradient
/// errors  as trace::norm_gradient; Cancelled: a stop was requested
base::Expected<void> run_gradient_on_cpu(const Plan& plan, const GradientBuffers& buffers,
                                         const Control& control);

}  // namespace normscope::compute
