// SPDX-License-Identifier: MIT
// Shapes. All counts have 64 bits: a batch may have more elements than 32 bits can count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.hpp"

namespace normscope::tensor {

/// Sizes of the dimensions, outermost first. An empty shape is a scalar; a size may be zero.
using Shape = std::vector<std::int64_t>;

/// The product of the sizes.
/// errors  InvalidArgument: a negative size; TooLarge: more than base::kMaxElements, including an
///         overflow, or more than base::kMaxRank dimensions. The bound applies to the product of
///         the nonzero sizes, so that the product of any part of a valid shape is valid, too.
base::Expected<std::int64_t> element_count(std::span<const std::int64_t> shape);

/// The product of sizes that are known to be a valid shape, or a part of one.
std::int64_t product(std::span<const std::int64_t> sizes);

/// Turns a dimension that may count from the end (-1 is the last) into an index.
/// errors  InvalidArgument: outside [-rank, rank - 1]; a scalar has dimensions 0 and -1, as in
///         torch
base::Expected<std::size_t> resolve_dimension(std::int64_t dim, std::size_t rank);

/// Whether `shape` ends with `tail`.
bool is_trailing(std::span<const std::int64_t> tail, std::span<const std::int64_t> shape);

/// "(2, 3)", "(5)", "()".
std::string shape_to_text(std::span<const std::int64_t> shape);

/// The index of the element at a row-major position; a size of 0 counts as 1.
Shape index_of(std::span<const std::int64_t> shape, std::int64_t position);

/// The same as Python writes it: "[1, 4]".
std::string index_to_text(std::span<const std::int64_t> shape, std::int64_t position);

}  // namespace normscope::tensor
