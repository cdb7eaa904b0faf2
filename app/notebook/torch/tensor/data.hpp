// SPDX-License-Identifier: MIT
// Values of Python as arrays, and arrays as values: nested lists, numbers, tensors, and what stands
// between the brackets of an index. What fails throws Failed.
// Arrays of NumPy's and tensors share their memory: neither copies, and each keeps the memory for
// as long as it looks at it, whichever of the two made it. NumPy itself is never linked:
// torch._numpy asks it in Python.
#pragma once

#include <optional>

#include "app/notebook/arrays/shapes/indexing.hpp"
#include "app/notebook/torch/arguments/call.hpp"

namespace normscope::notebook::torch {

/// torch.tensor(data): a copy of nested sequences of numbers and tensors; no type given: the one
/// that its numbers have together.
/// errors  ValueError: rows of different length; TypeError: no numbers
Array array_from_data(const Torch& torch, PyObject* data, std::optional<Dtype> dtype);

/// Nested lists of numbers, from a dimension on; a number where there is none left.
Ref list_from_array(const Array& array, std::size_t dim = 0, std::int64_t offset = 0);
/// The number at an offset from the first element.
Ref number_at(const Array& array, std::int64_t offset);

/// What stands between the brackets.
/// errors  IndexError, TypeError
arrays::Indices indices_of(const Torch& torch, const Array& x, PyObject* key);

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
