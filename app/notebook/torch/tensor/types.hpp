// SPDX-License-Identifier: MIT
// The types of `_torch`: each function makes its own, once, and adds them to the module.
#pragma once

#include "app/notebook/torch/arguments/state.hpp"

namespace normscope::notebook::torch {

void add_tensor_type(Torch& torch, PyObject* module);
void add_generator_type(Torch& torch, PyObject* module);

/// The slots of Tensor that are operators, brackets, iteration and printing; ends without a zero.
std::vector<PyType_Slot> tensor_operators();

/// A heap type of these slots, which end in a row of zeros; added to the module.
Ref add_type(PyObject* module, const char* full_name, std::size_t size, unsigned long flags,
             const std::vector<PyType_Slot>& slots);

/// A function as the slots of types hold it; its failures become Python's.
template <auto kFunction>
void* slot() {
  return reinterpret_cast<void*>(&Guarded<kFunction>::call);
}

/// The object of a type as Python's functions take it, and `self` as the tensor that it is.
inline PyTypeObject* type_of(const Ref& type) {
  return reinterpret_cast<PyTypeObject*>(type.get());
}
inline TensorObject& self_of(PyObject* self) {
  return *reinterpret_cast<TensorObject*>(self);
}

/// The state of the module that made a type.
inline Torch& torch_behind(PyTypeObject* type) {
  return **static_cast<Torch**>(PyType_GetModuleState(type));
}

/// A new Generator of this stream.
Ref make_generator(Torch& torch, std::shared_ptr<random::Generator> stream);

}  // namespace normscope::notebook::torch
