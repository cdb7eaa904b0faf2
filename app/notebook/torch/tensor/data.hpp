// SPDX-License-Identifier: MIT
// Values of Python as arrays, and arrays as values: nested lists, numbers, tensors, and what stands
// between the brackets of an index. What fails throws Failed.
#pragma once

#include <optional>

#include "app/notebook/arrays/shapes/indexing.hpp"
#include "app/notebook/torch/arguments/call.hpp"

namespace normscope::notebook::torch {

/// torch.tensor(data): a copy of nested sequences of numbers and tensors; no type given: the one
/// that its numbers have together.
/// errors  ValueError: rows of different length; TypeError: no numbers
Array array_from_data(const Torch& torch, PyObject* data, std::optional<Dtype> dtype);

/// Nested lists of numbers; a number for an array without dimensions.
Ref list_from_array(const Array& array);
/// The number at an offset from the first element.
Ref number_at(const Array& array, std::int64_t offset);

/// What stands between the brackets.
/// errors  IndexError, TypeError
arrays::Indices indices_of(const Torch& torch, const Array& x, PyObject* key);

}  // namespace normscope::notebook::torch
