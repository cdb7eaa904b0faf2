// SPDX-License-Identifier: MIT
// The forms in which PyTorch 1.13 takes the arguments of its functions and methods, as the messages
// of its own parser list them. What a wrong call is told depends on all forms of a function and on
// their order, so they are kept as a table beside the functions and not in each of them.
//
// A form is a list of parameters: "Tensor input, ints[1]? dim, bool keepdim=, *, dtype? dtype=".
// `=` may be left out, `?` may be None, `[1]` may be a single value, `*` starts keyword arguments.
// Forms of one function are parted by `;`, one that is outdated and not listed ends in `!`.
#pragma once

#include <span>
#include <string_view>

namespace normscope::notebook::torch {

struct Forms {
  std::string_view names;     // "abs absolute": functions with these forms
  std::string_view function;  // torch.name(...); empty: no such function, "-": no arguments
  std::string_view method;    // tensor.name(...), "=": as the function without the tensor and out,
                              // "_": as the method whose name has no "_" at its end, "()": none
};

/// Functions and methods of tensors.
std::span<const Forms> torch_forms_to_l();
std::span<const Forms> torch_forms_from_m();
/// Functions of torch.nn.functional that are PyTorch's own, not written in Python.
std::span<const Forms> functional_forms();

}  // namespace normscope::notebook::torch
