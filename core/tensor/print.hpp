// SPDX-License-Identifier: MIT
// Prints a tensor exactly as PyTorch does, so that a lecture's output can be reproduced and
// compared without PyTorch.
#pragma once

#include <string>
#include <string_view>

#include "core/tensor/print_options.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::tensor {

/// The text of print(x) and repr(x) for a float32 tensor on the CPU, without a final newline.
/// `suffix` is the text after the elements, such as "grad_fn=<ReluBackward0>" or
/// "requires_grad=True"; this function adds "size=(0, 3)" for an empty tensor.
/// shape   any; only the printed elements are read
/// errors  none: options outside their bounds (within_bounds) are clamped
/// numeric each float32 is converted to double, and its exact decimal digits are rounded half to
///         even
/// source  behaviour of PyTorch 2.6 (torch/_tensor_str.py)
std::string to_torch_text(const Tensor& x, const PrintOptions& options = {},
                          std::string_view suffix = {});

}  // namespace normscope::tensor
