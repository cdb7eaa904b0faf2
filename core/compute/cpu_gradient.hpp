// SPDX-License-Identifier: MIT
// The backward pass of a plan on the cpu, into buffers that the caller owns.
#pragma once

#include <span>
#include <string_view>

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

/// The gradients of a plan: by kernels where rows are contiguous and vectors compute the forward
/// pass, else by the steps of a program. Returns which: "cpu", or "cpu, step by step".
/// numeric as compute_gradient
/// errors  as trace::norm_gradient; Cancelled: a stop was requested
base::Expected<std::string_view> run_gradient_on_cpu(const Plan& plan,
                                                     const GradientBuffers& buffers,
                                                     const Control& control);

}  // namespace normscope::compute
