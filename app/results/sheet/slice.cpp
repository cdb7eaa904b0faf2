// SPDX-License-Identifier: MIT
#include "app/results/sheet/slice.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace normscope::results {

using document::Selection;
using tensor::Shape;

namespace {

Slice first_slice(const Shape& shape) {
  return {0, shape.size() < 2 ? 1 : shape[shape.size() - 2], columns_of(shape)};
}

// Whether a step has more of a dimension than the activations: the input of a layer, or the
// gradient of its weight. Rows and columns are then its own.
bool reaches_beyond(const Shape& step, const Shape& activations) {
  return step.size() == activations.size() &&
         !std::ranges::equal(step, activations, std::ranges::less_equal{});
}

}  // namespace

std::int64_t columns_of(const Shape& shape) {
  return shape.empty() ? 1 : shape.back();
}

std::optional<std::int64_t> Slice::own_row(const Selection& selection) const {
  const std::int64_t row = selection.row - first_row();
  return row >= 0 && row < rows ? std::optional(row) : std::nullopt;
}

std::int64_t outer_index(const Shape& shape, std::span<const std::int64_t> outer, std::size_t dim) {
  const std::int64_t last = std::max<std::int64_t>(shape[dim] - 1, 0);
  return dim < outer.size() ? std::clamp<std::int64_t>(outer[dim], 0, last) : 0;
}

Slice slice_at(const Shape& shape, std::span<const std::int64_t> outer) {
  Slice slice = first_slice(shape);
  for (std::size_t dim = 0; dim + 2 < shape.size(); ++dim) {
    slice.number = slice.number * shape[dim] + outer_index(shape, outer, dim);
  }
  return slice;
}

Slice slice_of_step(const Shape& activations, const Shape& step,
                    std::span<const std::int64_t> outer) {
  if (step.size() != activations.size()) return slice_at(step, outer);
  std::vector<std::int64_t> own;
  for (std::size_t dim = 0; dim + 2 < step.size(); ++dim) {
    const std::int64_t shared = step[dim] > 0 ? activations[dim] / step[dim] : 1;
    own.push_back(outer_index(activations, outer, dim) / std::max<std::int64_t>(shared, 1));
  }
  return slice_at(step, own);
}

GroupInSlices group_in_slices(const tensor::Shape& shape, const tensor::Shape& reduced) {
  GroupInSlices group;
  for (std::size_t dim = 0; dim < shape.size() && dim < reduced.size(); ++dim) {
    const std::int64_t together = shape[dim] / std::max<std::int64_t>(reduced[dim], 1);
    (dim + 2 < shape.size() ? group.slices : group.here) *= together;
  }
  return group;
}

Slice slice_with(const Shape& shape, std::int64_t position) {
  Slice slice = first_slice(shape);
  if (tensor::product(shape) > 0) slice.number = position / slice.size();
  return slice;
}

Slice whole_matrix(const Shape& shape) {
  const std::int64_t columns = columns_of(shape);
  return {0, columns == 0 ? 0 : tensor::product(shape) / columns, columns};
}

Selection selection_of(const Shape& shape, std::int64_t position) {
  const std::int64_t columns = std::max<std::int64_t>(columns_of(shape), 1);
  return {position / columns, position % columns};
}

std::int64_t position_of(const Shape& activations, const Shape& step,
                         const document::Selection& selection) {
  if (columns_of(activations) == 0) return 0;
  if (reaches_beyond(step, activations)) {
    const Slice whole = whole_matrix(step);
    const auto clamped = [](std::int64_t index, std::int64_t size) {
      return std::clamp<std::int64_t>(index, 0, std::max<std::int64_t>(size - 1, 0));
    };
    return clamped(selection.row, whole.rows) * whole.columns +
           clamped(selection.column, whole.columns);
  }
  std::int64_t at = 0;
  std::int64_t stride = 1;
  std::int64_t row = selection.row;
  for (std::size_t back = 1; back <= step.size(); ++back) {
    const std::size_t dim = step.size() - back;
    const std::int64_t extent =
        back <= activations.size() ? activations[activations.size() - back] : 1;
    std::int64_t index = selection.column;
    if (back > 1) {
      index = row % std::max<std::int64_t>(extent, 1);
      row /= std::max<std::int64_t>(extent, 1);
    }
    // Statistics have fewer indices: all channels of a channel group share one.
    const std::int64_t shared = step[dim] > 0 ? std::max<std::int64_t>(extent / step[dim], 1) : 1;
    at += std::clamp<std::int64_t>(index / shared, 0, std::max<std::int64_t>(step[dim] - 1, 0)) *
          stride;
    stride *= step[dim];
  }
  return at;
}

Selection selection_for(const Shape& activations, const Shape& step, std::int64_t position,
                        const Selection& now) {
  if (step.size() != activations.size() || reaches_beyond(step, activations) ||
      tensor::product(step) == 0) {
    return selection_of(step, position);
  }
  Selection found{0, now.column};
  std::int64_t row = now.row;
  std::int64_t rows = 1;
  for (std::size_t back = 1; back <= step.size(); ++back) {
    const std::size_t dim = step.size() - back;
    const std::int64_t extent = std::max<std::int64_t>(activations[dim], 1);
    const std::int64_t own = position % step[dim];
    position /= step[dim];
    const std::int64_t shared = std::max<std::int64_t>(extent / step[dim], 1);
    const std::int64_t index = back == 1 ? now.column : row % extent;
    const std::int64_t kept = index / shared == own ? index : own * shared;
    if (back == 1) {
      found.column = kept;
    } else {
      found.row += kept * rows;
      rows *= extent;
      row /= extent;
    }
  }
  return found;
}

}  // namespace normscope::results
