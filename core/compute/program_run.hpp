// SPDX-License-Identifier: MIT
// Runs operations that have no kernels of their own by their programs: group after group, each step
// once, in buffers of the size of a group that stay in the processor's caches.
#pragma once

#include "core/compute/backend.hpp"

namespace normscope::compute {

/// Whether a plan has no kernels: the cpu runs it by its program, and no shader knows it.
bool runs_by_program(const Plan& plan);

/// numeric float32, each step rounded, as PyTorch's chain of steps is
/// errors  InvalidArgument: none, the plan is checked; Cancelled: a stop was requested
base::Expected<RunReport> run_program(const Plan& plan, const Buffers& buffers,
                                      const Control& control);

}  // namespace normscope::compute
