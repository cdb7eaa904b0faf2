// SPDX-License-Identifier: MIT
// Where a number of an N-dimensional tensor stands on the screen, which shows one matrix at a time:
// the last two dimensions at one place of the dimensions before them. A selection's rows count
// through all of these matrices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "app/document/document.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::results {

/// The size of the last dimension; of a scalar 1.
std::int64_t columns_of(const tensor::Shape& shape);

/// One matrix of a tensor.
struct Slice {
  std::int64_t number = 0;  // which one, counted over the dimensions before the last two
  std::int64_t rows = 1;
  std::int64_t columns = 1;

  std::int64_t size() const { return rows * columns; }
  /// Its first row among the rows of the whole tensor.
  std::int64_t first_row() const { return number * rows; }
  /// The position in the tensor of a number of the slice.
  std::int64_t position(std::int64_t row, std::int64_t column) const {
    return (first_row() + row) * columns + column;
  }
  /// The selection's row counted from the first of the slice; none where it is in another slice.
  std::optional<std::int64_t> own_row(const document::Selection& selection) const;

  bool operator==(const Slice&) const = default;
};

/// The slice at these indices of the dimensions before the last two: a missing index is 0, one
/// outside of its dimension the nearest inside.
Slice slice_at(const tensor::Shape& shape, std::span<const std::int64_t> outer);

/// One of these indices, brought inside.
std::int64_t outer_index(const tensor::Shape& shape, std::span<const std::int64_t> outer,
                         std::size_t dim);

/// The slice that holds a position of the tensor; of a tensor without numbers the first.
Slice slice_with(const tensor::Shape& shape, std::int64_t position);

/// The whole tensor as one matrix, which has the rows of all slices.
Slice whole_matrix(const tensor::Shape& shape);

/// Row and column of a position of a tensor.
document::Selection selection_of(const tensor::Shape& shape, std::int64_t position);

/// The position in a step of the selected place: rows and columns are clipped to the step's, so
/// that a statistic's one value a group is found from any of its elements.
std::int64_t position_of(const tensor::Shape& activations, const tensor::Shape& step,
                         const document::Selection& selection);

}  // namespace normscope::results
