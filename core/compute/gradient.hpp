// SPDX-License-Identifier: MIT
// The backward pass of a request: the gradients of its input, and of gamma and beta where they are
// wanted, from the gradient of its output.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/compute/compute.hpp"

namespace normscope::compute {

struct GradientRequest {
  Request forward{};                           // its beta makes no difference
  std::shared_ptr<const tensor::Tensor> dy{};  // as x
  bool of_gamma = false;                       // without a gamma: of one of ones
  bool of_beta = false;
};

struct Gradients {
  tensor::Tensor dx;
  std::optional<tensor::Tensor> dgamma{};  // where wanted
  std::optional<tensor::Tensor> dbeta{};
  std::string device{};
  double kernel_seconds = 0;
  std::uint64_t bytes_moved = 0;  // as Result::bytes_moved
};

/// The backward pass of a request on the cpu, the reference, or the gpu of `backends`, which `auto`
/// never picks.
/// shape   dy as x; dgamma and dbeta of the plan's affine shape
/// math    as trace::norm_gradient, trace::softmax_gradient and trace::gradient_of
/// numeric cpu: layer and RMS norm, softmax and log-softmax over contiguous rows by kernels, within
///         the bounds of kernels::norm_gradient_rows and softmax_gradient_rows; else the closed
///         form's steps in float32, or the chain rule's where an operation has none. dgamma and
///         dbeta: the numbers of each row are added in double, rows of a block one after the other
///         and then the blocks, which the shape alone fixes; so their sum is off by at most rows
///         2^-53 of the sum of their magnitudes, and by one rounding. The same bits with any number
///         of threads. reference: plain loops in double. gpu: pairs of floats, and one rounding: dx
///         is off by at most one ULP of max(1, |dx|) and, of a softmax, by 2^-26 of the largest
///         |dy|, of a log-softmax of the sum of |dy|, over the temperature (measured on Mesa's
///         llvmpipe over the parity table: 0.50, 0.25 and 0.52 ULP); dgamma and dbeta by rows 2^-46
///         of the sum of the magnitudes and one rounding. The same bits in each run
/// errors  as plan_request; InvalidArgument: dy of another shape, a parameter's gradient of an
///         operation without parameters; Unavailable: there is no gpu, or it has no shader for this
///         backward pass; Unsupported: numbers in double for the gpu; TooLarge: a group that its
///         buffers do not hold; Cancelled: a stop was requested
base::Expected<Gradients> compute_gradient(const GradientRequest& request, const Settings& settings,
                                           const Backends& backends = make_backends());

}  // namespace normscope::compute
