// SPDX-License-Identifier: MIT
// What functions and layers do alike.
#pragma once

#include "app/notebook/torch/call.hpp"

namespace normscope::notebook::torch {

Value gelu_of(const Call& call, const Array& x, const std::string& approximate);
/// Of the call's first argument.
Value relu_of(const Call& call, bool in_place);
Value dropout_of(const Call& call, double p, bool training);

/// dropout, layer_norm and others that torch has beside torch.nn.functional.
void add_torch_activations(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module);

}  // namespace normscope::notebook::torch
