// SPDX-License-Identifier: MIT
// The steps of a request with their values, and requests that are computed by their steps under a
// precision plan.
#pragma once

#include "core/compute/compute.hpp"
#include "core/compute/gradient.hpp"
#include "core/trace/trace.hpp"

namespace normscope::compute {

/// The steps of the operation for the request's input, under the request's precision plan.
/// numeric torch arithmetic, or as precision::evaluate
/// errors  as plan_request; TooLarge: no memory for the statistics, or under a plan for the steps
base::Expected<trace::Trace> steps_of(const Request& request);

/// The output and the statistics under the request's precision plan.
/// errors  as steps_of; Unsupported: numbers in double, or another device than the cpu
base::Expected<Result> compute_by_steps(const Request& request, const Plan& plan,
                                        const Settings& settings);

/// The gradients under the request's precision plan, by the closed form, or by the chain rule of an
/// operation that has none.
/// errors  as compute_by_steps and trace::gradient_of
base::Expected<Gradients> gradients_by_steps(const GradientRequest& request, const Plan& plan,
                                             const Settings& settings);

}  // namespace normscope::compute
