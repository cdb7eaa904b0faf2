// SPDX-License-Identifier: MIT
// What PyTorch's built-in function gives for an operation, bit for bit: another order of summation
// than the same formula written step by step.
#pragma once

#include "core/compute/compute.hpp"

namespace normscope::results {

/// The output of torch.nn.functional.layer_norm, batch_norm, instance_norm, group_norm, softmax or
/// log_softmax.
/// errors  as compute::plan_request; Unsupported: PyTorch has no function for this variant;
///         TooLarge: no memory for the output
/// source  PyTorch 2.6 on one thread with AVX2
base::Expected<tensor::Tensor> builtin_output(const compute::Request& request);

}  // namespace normscope::results
