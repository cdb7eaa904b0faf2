// SPDX-License-Identifier: MIT
// Types that PyTorch's loops are not written for: the table refusals.txt. Of 16 bits, float16 and
// bfloat16, they are written for few: PyTorch's CPU computes each operation in float32 and rounds
// its result. torch._composed.widening does so in one place, for every function and operator; the
// arrays themselves know these types only as elements that are stored, moved and printed.
#pragma once

#include <string_view>

#include "app/notebook/torch/arguments/call.hpp"

namespace normscope::notebook::torch {

/// The name of the function that a name which ends in "_" does in place.
std::string_view plain_name(std::string_view function);
/// A row of the table.
struct Refusal {
  std::string_view types;
  std::string_view loop;
  std::string_view functions;
};

/// Whether a function takes tensors of 16 bits as they are.
bool takes_sixteen_bits(std::string_view function);

/// Whether a tensor, a type that is asked for or the default type is of 16 bits.
bool concerns_sixteen_bits(const Torch& torch, const Slots& slots);
bool concerns_sixteen_bits(const Torch& torch, const Operand& a, const Operand& b);
/// The same array converted to another type, with the same record: the conversion is no step.
Array retyped(const Torch& torch, const Array& array, Dtype dtype);

/// Raises what PyTorch says of a function that its CPU does not have for a type of 16 bits.
void check_sixteen_bits(std::string_view function, Dtype dtype);

/// The row of a function that refuses other types, or null. A function in place has the name of the
/// other with a "_".
const Refusal* refusal_of(std::string_view function);
/// Raises where the function does not take its first tensor, or the second one beside it.
void check_types(const Torch& torch, const Refusal& row, const Signature& signature,
                 const Slots& slots);

}  // namespace normscope::notebook::torch
