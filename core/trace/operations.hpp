// SPDX-License-Identifier: MIT
// The trace of each operation: which steps it has, in the order in which it is computed.
#pragma once

#include "core/trace/trace.hpp"

namespace normscope::trace {

/// The steps of a normalization with these options. Two-pass: input, mean, centred, squared,
/// variance, variance + eps, root, normalized, scaled, shifted; what the options leave out (eps,
/// gamma, beta, the mean) is left out here too.
/// shape   as plan_norm; gamma and beta of the plan's affine shape, or null
/// numeric torch arithmetic; Welford is torch.var's recurrence in double, rounded once
/// errors  as plan_norm
base::Expected<Trace> trace_norm(const TensorRef& x, const TensorRef& gamma, const TensorRef& beta,
                                 const ops::NormOptions& options);

/// The steps of a softmax: input, maximum, shifted, exponential, sum, output. Naive has no maximum;
/// a temperature other than 1 divides first; log takes the logarithm of the sum away instead.
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
