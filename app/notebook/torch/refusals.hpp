// SPDX-License-Identifier: MIT
// Types that PyTorch's loops are not written for. Which these are differs from function to
// function, and so does what they are called there.
#pragma once

#include <string_view>

#include "app/notebook/torch/state.hpp"

namespace normscope::notebook::torch {

/// Whether there is any type that a function refuses.
bool has_refusals(std::string_view function);
/// Whether a function takes a tensor of this type, and another of that one; null for no tensor.
/// True: raised. A function in place has the name of the other with a "_".
bool refuses_types(Vm& vm, const Torch& torch, std::string_view function, const Array* input,
                   const Array* other);

}  // namespace normscope::notebook::torch
