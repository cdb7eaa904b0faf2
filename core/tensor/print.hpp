// SPDX-License-Identifier: MIT
// A tensor as PyTorch prints it, character for character, so that a lecture's output can be
// replayed and compared without PyTorch.
#pragma once

#include <string>
#include <string_view>

#include "core/tensor/print_options.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::tensor {

/// The text of print(x) and repr(x) for a float32 tensor on the CPU, without a final newline.
/// `suffix` is what follows the elements, such as "grad_fn=<ReluBackward0>" or
/// "requires_grad=True"; "size=(0, 3)" of an empty tensor is added here.
/// shape   any; only the elements that are printed are read
/// errors  none: options outside their bounds (check_print_options) are taken at the bound
/// numeric each value is the float32 in double, rounded half to even on its exact decimal digits
/// source  behaviour of PyTorch 1.13.1 (torch/_tensor_str.py)
std::string to_torch_text(const Tensor& x, const PrintOptions& options = {},
                          std::string_view suffix = {});

}  // namespace normscope::tensor
