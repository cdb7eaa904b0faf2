// SPDX-License-Identifier: MIT
// The program of each operation, built from its options; and its trace, with the values.
#pragma once

#include "core/ops/norm.hpp"
#include "core/ops/relatives.hpp"
#include "core/ops/softmax.hpp"
#include "core/trace/trace.hpp"

namespace normscope::trace {

/// The steps of a normalization with these options. Two-pass: input, mean, centred, squared,
/// variance, variance + eps, standard deviation, normalized, scaled, shifted, without the steps of
/// what the options omit (eps, gamma, beta, the mean); gamma, beta and running statistics before
/// the steps that use them.
/// shape   as plan_norm; gamma and beta of the plan's affine shape, or null
/// errors  as plan_norm
base::Expected<Program> norm_program(const tensor::Shape& x, const tensor::Shape* gamma,
                                     const tensor::Shape* beta, const ops::NormOptions& options);

/// The steps of a softmax: input, maximum, shifted, exponential, sum, output. Naive has no maximum;
/// a temperature other than 1 divides the input first; log subtracts the logarithm of the sum
/// instead of dividing.
/// errors  as plan_softmax
base::Expected<Program> softmax_program(const tensor::Shape& x, const ops::SoftmaxOptions& options);

/// The steps of a relative: DyT's product with alpha, its tangent, scaled, shifted; L2 norm's
/// squares, their sum, the length, the length or eps; sparsemax's threshold and what is above it.
/// shape   as plan_relative
/// errors  as plan_relative
base::Expected<Program> relative_program(const tensor::Shape& x, const tensor::Shape* gamma,
                                         const tensor::Shape* beta,
                                         const ops::RelativeOptions& options);

/// The trace of a relative.
/// numeric torch arithmetic; the tangent within 2 ULP of torch's
/// errors  as relative_program; TooLarge: no memory for the statistics
base::Expected<Trace> trace_relative(const TensorRef& x, const TensorRef& gamma,
                                     const TensorRef& beta, const ops::RelativeOptions& options);

/// The trace of a normalization.
/// numeric torch arithmetic; Welford is torch.var's recurrence in double, rounded once
/// errors  as norm_program; TooLarge: no memory for the statistics
base::Expected<Trace> trace_norm(const TensorRef& x, const TensorRef& gamma, const TensorRef& beta,
                                 const ops::NormOptions& options,
                                 const ops::RunningStatistics& running = {});

/// The trace of a softmax.
/// numeric torch arithmetic; online: the sum is that of the one-pass recurrence, in float32
/// errors  as softmax_program; TooLarge: no memory for the statistics
base::Expected<Trace> trace_softmax(const TensorRef& x, const ops::SoftmaxOptions& options);

/// The steps of a linear layer: input, weight, product, bias, output (the product plus the bias, if
/// there is one).
/// errors  as ops::linear_shape
base::Expected<Trace> trace_linear(const TensorRef& x, const TensorRef& weight,
                                   const TensorRef& bias);

/// The steps of a rectifier: input, output.
Trace trace_relu(const TensorRef& x);

}  // namespace normscope::trace
