// SPDX-License-Identifier: MIT
// Operations on float16 and bfloat16: PyTorch's CPU computes each of them in float32 and rounds its
// result. torch._composed.widening does so in one place, for every function and operator; the
// arrays themselves know these types only as elements that are stored, moved and printed.
#pragma once

#include "app/notebook/torch/arguments/call.hpp"

namespace normscope::notebook::torch {

/// Whether a tensor, a type that is asked for or the default type is of 16 bits.
bool concerns_sixteen_bits(const Torch& torch, const Slots& slots);
bool concerns_sixteen_bits(const Torch& torch, const Operand& a, const Operand& b);

/// A function of torch._composed.widening.
Ref of_widening(Torch& torch, const char* name);

/// The same array converted to another type, with the same record: the conversion is no step.
Array retyped(const Torch& torch, const Array& array, Dtype dtype);

}  // namespace normscope::notebook::torch
