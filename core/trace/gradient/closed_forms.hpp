// SPDX-License-Identifier: MIT
// The backward passes that people implement, as programs: the derivative of the whole operation,
// worked out on paper, instead of the chain rule step by step. On paper they are equal; in float32
// each loses other digits.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/names.hpp"
#include "core/ops/norm.hpp"
#include "core/ops/softmax.hpp"
#include "core/trace/gradient/gradient.hpp"

namespace normscope::trace {

/// The ways to compute a backward pass.
enum class BackwardForm : std::uint8_t {
  kChain,       // the chain rule, step by step
  kClosed,      // d and the normalized numbers, centred
  kSumsOfInput  // sums of the input as it is, as PyTorch's kernel has them
};

/// "chain", "closed", "sums-of-input".
std::span<const base::Name<BackwardForm>> backward_form_names();

/// Whether a normalization has the form with sums of the input: PyTorch's layer norm alone.
bool has_sums_of_input(const ops::NormOptions& options);

/// The backward pass of a normalization.
/// shape   as plan_norm
/// math    closed: dx = (d - mean(d) - xhat sum(d xhat) / c) / deviation, with d = gamma dy and the
///         variance's divisor c; uncentred without mean(d); epsilon outside: dx = (d - mean(d)) /
///         (deviation + epsilon) - xhat sum(d xhat) / (c deviation).
///         Sums of the input: with s = sum(d x), t = sum(d), r = 1 / deviation, b = (t mean - s)
///         r^3 / n: dx = r d + b x - b mean - t r / n. dgamma = sum(dy xhat), dbeta = sum(dy)
/// numeric sums of the input cancel with the distance of the mean from 0, as a one-pass variance
/// errors  as norm_program; Unsupported: sums of the input of another normalization than PyTorch's
///         layer norm
/// source  llm.c doc/layernorm; aten/src/ATen/native/cpu/layer_norm_kernel.cpp
base::Expected<Gradient> norm_gradient(const tensor::Shape& x, const tensor::Shape* gamma,
                                       const tensor::Shape* beta, const ops::NormOptions& options,
                                       BackwardForm form);

/// The backward pass of a softmax; of closed forms without the gradients of temperature and sink.
/// math    closed: dz = p (dy - sum(p dy)); log: dz = dy - p sum(dy); dx = dz s log(n) / temperature
/// numeric nothing goes through the maximum, so that no rounding errors of it remain
/// errors  as softmax_program; Unsupported: sums of the input, which no softmax has
base::Expected<Gradient> softmax_gradient(const tensor::Shape& x,
                                          const ops::SoftmaxOptions& options, BackwardForm form);

}  // namespace normscope::trace
