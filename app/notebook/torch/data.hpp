// SPDX-License-Identifier: MIT
// Values of the language as arrays, and arrays as values: nested lists, numbers, tensors, and what
// stands between the brackets of an index.
#pragma once

#include <optional>

#include "app/notebook/arrays/indexing.hpp"
#include "app/notebook/torch/call.hpp"

namespace normscope::notebook::torch {

/// torch.tensor(data): a copy of nested sequences of numbers and tensors; no type given: the one
/// that its numbers have together.
/// Throws Failed after ValueError (rows of different length) or TypeError (no numbers).
Array array_from_data(const Call& call, const Value& data, std::optional<Dtype> dtype);

/// Nested lists of numbers; a number for an array without dimensions.
Value list_from_array(Vm& vm, const Array& array);
/// The number at an offset from the first element.
Value number_at(const Array& array, std::int64_t offset);

/// What stands between the brackets.
/// Throws Failed after IndexError or TypeError.
arrays::Indices indices_of(const Call& call, const Array& x, const Value& key);

}  // namespace normscope::notebook::torch
