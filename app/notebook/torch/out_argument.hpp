// SPDX-License-Identifier: MIT
// out=: the tensors that a result is put into, which are then the result.
#pragma once

#include <string>

#include "app/notebook/torch/argument_parser.hpp"
#include "app/notebook/torch/state.hpp"

namespace normscope::notebook::torch {

/// Before the call: whether nothing that it works on asks for gradients. False: raised.
bool allows_out(Vm& vm, const Torch& torch, const std::string& function, const Parsed& parsed,
                const Value& out);
/// After it: `out` with the result's elements, in the types that it has; a tensor of another shape
/// takes the result's. Nothing: raised.
Value put_out(Vm& vm, Torch& torch, const Value& out, const Value& result);

}  // namespace normscope::notebook::torch
