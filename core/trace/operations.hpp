// SPDX-License-Identifier: MIT
// The trace of each operation: its steps, in the order of computation.
#pragma once

#include "core/trace/trace.hpp"

namespace normscope::trace {

/// The steps of a normalization with these options. Two-pass: input, mean, centred, squared,
/// variance, variance + eps, standard deviation, normalized, scaled, shifted, without the steps of
/// what the options omit (eps, gamma, beta, the mean).
/// shape   as plan_norm; gamma and beta of the plan's affine shape, or null
/// numeric torch arithmetic; Welford is torch.var's recurrence in double, rounded once
/// errors  as plan_norm
base::Expected<Trace> trace_norm(const TensorRef& x, const TensorRef& gamma, const TensorRef& beta,
                                 const ops::NormOptions& options);

/// The steps of a softmax: input, maximum, shifted, exponential, sum, output. Naive has no maximum;
/// a temperature other than 1 divides the input first; log subtracts the logarithm of the sum
/// instead of dividing.
/// numeric torch arithmetic; online: the sum is that of the one-pass recurrence, in float32
/// errors  as plan_softmax
base::Expected<Trace> trace_softmax(const TensorRef& x, const ops::SoftmaxOptions& options);

/// The steps of a linear layer: input, product, output (the product plus the bias, if there is
/// one).
/// errors  as ops::linear_shape
base::Expected<Trace> trace_linear(const TensorRef& x, const TensorRef& weight,
                                   const TensorRef& bias);

/// The steps of a rectifier: input, output.
Trace trace_relu(const TensorRef& x);

}  // namespace normscope::trace
