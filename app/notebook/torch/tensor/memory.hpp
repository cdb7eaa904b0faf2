// SPDX-License-Identifier: MIT
// Memory that tensors and NumPy's arrays share: neither copies, and each keeps the memory for as
// long as it looks at it, whichever of the two made it. NumPy itself is never linked: torch._numpy
// asks it in Python.
#pragma once

#include <optional>

#include "app/notebook/torch/arguments/state.hpp"

namespace normscope::notebook::torch {

/// An object that keeps the elements of an array, into which NumPy may write while it lives; then
/// the array's record no longer holds (arrays::holds).
Ref lent(const Array& array);

/// An array over the elements of NumPy's, as torch.from_numpy makes it.
/// errors  ValueError: a stride that is negative or no multiple of an element, another byte order;
///         TypeError: elements that PyTorch has no type for; NotSupportedError: that ours has none
Array array_over(const Torch& torch, PyObject* ndarray);
/// The array with these bytes as storage, which `owner` keeps alive.
/// errors  Memory: too many dimensions
Array array_over(const Torch& torch, PyObject* owner, void* bytes, Array array);

/// Whether an object is an array of NumPy's.
bool is_ndarray(PyObject* object);

/// The type of a number of NumPy's, as numpy.float32(2) is one.
std::optional<Dtype> dtype_of_numpy_number(PyObject* object);

}  // namespace normscope::notebook::torch
