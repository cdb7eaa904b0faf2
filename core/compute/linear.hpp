// SPDX-License-Identifier: MIT
// A large linear layer before an operation, on the processor's threads. The gpu does not compute
// linear layers: transferring the rows would cost more than the few products of each.
#pragma once

#include "core/base/error.hpp"
#include "core/compute/backend.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::compute {

/// Multiplies the last dimension by a matrix and adds a bias.
/// shape   as ops::linear_shape; no bias where `bias` is null
/// math    y = x weight^T + bias
/// errors  as ops::linear_shape; TooLarge: the result needs more than the machine's memory;
///         Cancelled: a stop was requested
/// numeric as kernels::linear_rows, whatever the number of threads; the same bits as
///         torch_arithmetic::linear, so that a trace shows the layer's values
base::Expected<tensor::Tensor> linear(const tensor::Tensor& x, const tensor::Tensor& weight,
                                      const tensor::Tensor* bias, const Control& control = {});

}  // namespace normscope::compute
