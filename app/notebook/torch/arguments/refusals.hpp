// SPDX-License-Identifier: MIT
// Types that PyTorch's loops are not written for. Which these are differs from function to
// function, and so does what they are called there.
#pragma once

#include <string_view>

#include "app/notebook/torch/arguments/state.hpp"

namespace normscope::notebook::torch {

/// Whether there is any type that a function refuses.
bool has_refusals(std::string_view function);
/// Raises where a function does not take a tensor of this type, and another of that one; null for
/// no tensor. A function in place has the name of the other with a "_".
void check_types(const Torch& torch, std::string_view function, const Array* input,
                 const Array* other);

}  // namespace normscope::notebook::torch
