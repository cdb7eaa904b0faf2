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

/// The backward pass of a request on the cpu, or the reference.
/// shape   dy as x; dgamma and dbeta of the plan's affine shape
/// math    as trace::norm_gradient, trace::softmax_gradient and trace::gradient_of
/// numeric cpu: layer and RMS norm, softmax and log-softmax over contiguous rows by kernels, within
///         the bounds of kernels::norm_gradient_rows and softmax_gradient_rows; else the closed
///         form's steps in float32, or the chain rule's where an operation has none. dgamma and
///         dbeta: the numbers of each row are added in double, rows of a block one after the other
///         and then the blocks, which the shape alone fixes; so their sum is off by at most rows
///         2^-53 of the sum of their magnitudes, and by one rounding. The same bits with any number
///         of threads. reference: plain loops in double
/// errors  as plan_request; InvalidArgument: dy of another shape, a parameter's gradient of an
///         operation without parameters; Unavailable: the gpu; Cancelled: a stop was requested
base::Expected<Gradients> compute_gradient(const GradientRequest& request,
                                           const Settings& settings);

}  // namespace normscope::compute
