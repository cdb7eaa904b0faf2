// SPDX-License-Identifier: MIT
// Results that are put into tensors which are there already: those of out=, and the tensor itself
// of a method that changes it.
#pragma once

#include "app/notebook/torch/arguments/reader.hpp"

namespace normscope::notebook::torch {

/// Before the call: none of its tensors may require gradients.
void check_out(const Torch& torch, const Signature& signature, const Slots& slots, PyObject* out);
/// After the call: `out` with the result's elements, converted to its types; a tensor of another
/// shape takes the result's shape.
Ref put_out(Torch& torch, PyObject* out, const Ref& result);
/// The tensor with the elements, the record and the gradient of a result.
/// errors  Runtime: as check_in_place; the type of the result does not become the tensor's
void put_back(Torch& torch, TensorObject& target, const Array& result);

}  // namespace normscope::notebook::torch
