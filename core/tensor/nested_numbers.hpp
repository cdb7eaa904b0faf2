// SPDX-License-Identifier: MIT
// Parses nested lists of numbers, as Python, JSON, PyTorch and NumPy write them: brackets or
// parentheses, commas or blanks. The recursion is bounded by the largest rank of a tensor.
#pragma once

#include <vector>

#include "core/base/error.hpp"
#include "core/tensor/shape.hpp"
#include "core/tensor/text_cursor.hpp"

namespace normscope::tensor {

/// Reads one number or one nested list, appends its numbers to `values`, and returns its shape.
/// Parentheses around one item without a comma only group, as in Python.
/// errors  Malformed, with line and column: no number, ragged lists, unbalanced brackets, commas
///         and blanks mixed in one list; TooLarge: nested deeper than base::kMaxRank; Unsupported:
///         a summary ("...")
/// numeric decimal to double to float32, as torch.tensor and NumPy take a Python number
base::Expected<Shape> read_nested_numbers(TextCursor& cursor, std::vector<float>& values);

}  // namespace normscope::tensor
