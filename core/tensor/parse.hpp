// SPDX-License-Identifier: MIT
// Reads tensors from pasted text: prints of PyTorch and NumPy, lists of Python and JSON.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/base/error.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::tensor {

/// Most bytes of a text: some five million printed numbers; larger tensors are read from files.
inline constexpr std::size_t kMaxTensorTextBytes = std::size_t{1} << 26;

/// Whether a text begins as a print or nested lists; no table of numbers begins like this.
bool begins_as_print(std::string_view text);

/// Reads "tensor([[1., 2.]], grad_fn=<AddBackward0>)", "array([1., 2.], dtype=float32)",
/// "[[1. 2.]\n [3. 4.]]", "[[1, 2], [3, 4]]", "((1, 2), (3, 4))", "3.5". The values of the suffixes
/// dtype, device, grad_fn and requires_grad are ignored; size (NumPy: shape) gives an empty tensor
/// its shape.
/// shape   that of the lists; a number alone is a scalar
/// errors  as read_nested_numbers; Malformed: other text before or after, an unknown suffix, a size
///         that does not fit the values; TooLarge: more than kMaxTensorTextBytes
/// numeric decimal to double to float32, as torch.tensor and NumPy convert a Python number; an
///         infinity beyond float32's range
base::Expected<Tensor> parse_text(std::string_view text);

}  // namespace normscope::tensor
