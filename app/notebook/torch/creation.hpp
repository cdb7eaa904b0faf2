// SPDX-License-Identifier: MIT
// What makes tensors when a type is called: torch.Tensor(...), nn.Parameter(...).
#pragma once

#include "app/notebook/torch/call.hpp"

namespace normscope::notebook::torch {

Value new_tensor(Call& call);
Value new_parameter(Call& call);

/// A Parameter of this array, a leaf of its own.
Value make_parameter(Vm& vm, Torch& torch, Array array, bool requires_grad = true);

}  // namespace normscope::notebook::torch
