// SPDX-License-Identifier: MIT
// A softmax of which some numbers are masked, as attention has it: the mask is added to the logits,
// -inf for what takes no part.
#pragma once

#include "core/base/error.hpp"
#include "core/compute/compute.hpp"
#include "core/compute/gradient.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::compute {

/// A mask as it is added: where it has a 1 and else only 0 and 1, or is of truth values, 0 for each
/// number that takes part and -inf for the others; else as it is.
/// source  torch.nn.functional.scaled_dot_product_attention: True takes part, floats are added
tensor::Tensor added_mask(const tensor::Tensor& mask, bool truth_values);

/// The mask of causal attention for the last two dimensions: key k of query q takes part up to q.
/// shape   x [*, L, S]; the result [L, S]
/// errors  InvalidArgument: x has fewer than two dimensions; TooLarge: more than the memory
base::Expected<tensor::Tensor> causal_mask(const tensor::Shape& x);

/// A softmax with a mask.
/// shape   the mask broadcasts to x
/// math    softmax(x + mask), a length scale's n counts the numbers of a group that take part; a
///         group of none is 0 throughout (log: -inf), the "safe" softmax of PyTorch's attention
/// errors  as compute; InvalidArgument: the mask does not broadcast; gamma, beta; no softmax
/// source  torch._safe_softmax, of PyTorch 2.5
base::Expected<Result> compute_masked(const Backends& backends, const Request& request,
                                      const tensor::Tensor& mask, const Settings& settings);

/// Its backward pass.
/// shape   as compute_masked and compute_gradient
/// math    as compute_gradient of softmax(x + mask), with 0 where the mask is -inf
/// errors  as compute_gradient and compute_masked
base::Expected<Gradients> compute_masked_gradient(const GradientRequest& request,
                                                  const tensor::Tensor& mask,
                                                  const Settings& settings,
                                                  const Backends& backends = make_backends());

}  // namespace normscope::compute
