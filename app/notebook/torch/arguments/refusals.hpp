// SPDX-License-Identifier: MIT
// Types that PyTorch's loops are not written for: the table refusals.txt.
#pragma once

#include <string_view>

#include "app/notebook/torch/arguments/state.hpp"

namespace normscope::notebook::torch {

/// The name of the function that a name which ends in "_" does in place.
std::string_view plain_name(std::string_view function);
/// Whether a list of words, with a space between, has this one.
bool has_word(std::string_view words, std::string_view word);

/// Whether a function takes tensors of 16 bits as they are.
bool takes_sixteen_bits(std::string_view function);

/// Raises what PyTorch says of a function that its CPU does not have for a type of 16 bits.
void check_sixteen_bits(std::string_view function, Dtype dtype);

/// Whether there is any type that a function refuses.
bool has_refusals(std::string_view function);
/// Raises where a function does not take a tensor of this type, and another of that one; null for
/// no tensor. A function in place has the name of the other with a "_".
void check_types(const Torch& torch, std::string_view function, const Array* input,
                 const Array* other);

}  // namespace normscope::notebook::torch
