// SPDX-License-Identifier: MIT
// Slices of an N-dimensional tensor: the window shows one matrix at a time, the last two dimensions
// at fixed indices of the dimensions before them. The rows of a selection count through all slices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "app/document/document.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::results {

/// The size of the last dimension; 1 for a scalar.
std::int64_t columns_of(const tensor::Shape& shape);

/// One matrix of a tensor.
struct Slice {
  std::int64_t number = 0;  // counted over the dimensions before the last two
  std::int64_t rows = 1;
  std::int64_t columns = 1;

  std::int64_t size() const { return rows * columns; }
  /// The slice's first row among the rows of the whole tensor.
  std::int64_t first_row() const { return number * rows; }
  /// The position in the tensor of an element of the slice.
  std::int64_t position(std::int64_t row, std::int64_t column) const {
    return (first_row() + row) * columns + column;
  }
  /// The selection's row counted from the slice's first row; null when it is in another slice.
  std::optional<std::int64_t> own_row(const document::Selection& selection) const;

  bool operator==(const Slice&) const = default;
};

/// The slice at these indices of the dimensions before the last two. Missing indices are 0; others
/// are clamped to their dimension.
Slice slice_at(const tensor::Shape& shape, std::span<const std::int64_t> outer);

/// The slice of a step at these indices of the activations. Of dimensions of which the step has
/// fewer indices, it is the slice that the activations' indices share.
Slice slice_of_step(const tensor::Shape& activations, const tensor::Shape& step,
                    std::span<const std::int64_t> outer);

/// One of these indices, clamped to its dimension.
std::int64_t outer_index(const tensor::Shape& shape, std::span<const std::int64_t> outer,
                         std::size_t dim);

/// How a group of an operation lies in the slices of its input.
struct GroupInSlices {
  std::int64_t here = 1;    // numbers of the group in each of its slices
  std::int64_t slices = 1;  // slices that it lies in
};
/// shape   `reduced` the input's shape with the number of groups in each dimension
GroupInSlices group_in_slices(const tensor::Shape& shape, const tensor::Shape& reduced);

/// The slice that contains a position of the tensor; the first one for an empty tensor.
Slice slice_with(const tensor::Shape& shape, std::int64_t position);

/// The whole tensor as one matrix with the rows of all slices.
Slice whole_matrix(const tensor::Shape& shape);

/// The row and column of a position of a tensor.
document::Selection selection_of(const tensor::Shape& shape, std::int64_t position);

/// The position of the selection in a step. Rows and columns are clamped to the step's, so that any
/// element of a group selects the group's statistic.
std::int64_t position_of(const tensor::Shape& activations, const tensor::Shape& step,
                         const document::Selection& selection);

/// The selection for a position in a step: the inverse of position_of. In a dimension in which
/// the step has fewer indices, the index of `now` is kept if it belongs to the position.
document::Selection selection_for(const tensor::Shape& activations, const tensor::Shape& step,
                                  std::int64_t position, const document::Selection& now);

}  // namespace normscope::results
