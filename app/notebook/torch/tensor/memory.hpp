// SPDX-License-Identifier: MIT
// Memory that tensors and NumPy's arrays share: neither copies, and each keeps the memory for as
// long as it looks at it, whichever of the two made it. NumPy itself is never linked: both ways go
// through Python's buffer protocol.
#pragma once

#include <optional>

#include "app/notebook/torch/arguments/state.hpp"

namespace normscope::notebook::torch {

/// The type of what memory_of() shows.
void add_memory_type(Torch& torch, PyObject* module);

/// A memoryview of the elements of an array, for numpy.asarray. NumPy may write through it; then
/// the array's record no longer holds (arrays::holds).
Ref memory_of(const Torch& torch, const Array& array);

/// An array over the elements of NumPy's, as torch.from_numpy makes it.
/// errors  ValueError: a stride that is negative or no multiple of an element, another byte order;
///         TypeError: elements that PyTorch has no type for; NotSupportedError: that ours has none
Array array_over(const Torch& torch, PyObject* ndarray);

/// Whether an object is an array of NumPy's.
bool is_ndarray(PyObject* object);

/// The type of a number of NumPy's, as numpy.float32(2) is one.
std::optional<Dtype> dtype_of_numpy_number(PyObject* object);

}  // namespace normscope::notebook::torch
