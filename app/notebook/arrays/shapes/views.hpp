// SPDX-License-Identifier: MIT
// Other shapes of the same elements. Views share them; where strides cannot express a shape,
// reshape copies and view refuses, as in PyTorch.
#pragma once

#include <optional>
#include <span>

#include "app/notebook/arrays/record.hpp"

namespace normscope::notebook::arrays {

/// A list of dimensions or sizes as a notebook wrote it, negative ones included.
using Sizes = std::vector<std::int64_t>;

/// x.view(sizes); one size may be -1.
/// errors  Runtime: the sizes do not hold as many elements, or strides cannot express them
Expected<Array> view(const Context& context, const Array& x, const Sizes& sizes);
/// The same, but a copy where strides cannot express it.
/// errors  Runtime: the sizes do not hold as many elements; Index: flatten of no such dimension
Expected<Array> reshape(const Context& context, const Array& x, const Sizes& sizes);
Expected<Array> flatten(const Context& context, const Array& x, std::int64_t start,
                        std::int64_t end);

/// Two dimensions exchanged; all of them in this order.
/// errors  Index: no such dimension; Runtime: not each dimension once
Expected<Array> transpose(const Context& context, const Array& x, std::int64_t a, std::int64_t b);
Expected<Array> permute(const Context& context, const Array& x, const Sizes& dims);
/// x.T (all dimensions reversed), x.mT (the last two), x.t() (up to two).
/// errors  Runtime: x.mT of fewer than two dimensions, x.t() of more
Expected<Array> reversed(const Context& context, const Array& x);
Expected<Array> matrix_transposed(const Context& context, const Array& x);
Expected<Array> t(const Context& context, const Array& x);

/// Without dimensions of size 1: all of them, or this one.
/// errors  Index: no such dimension
Expected<Array> squeeze(const Context& context, const Array& x, const std::optional<Sizes>& dims);
Expected<Array> unsqueeze(const Context& context, const Array& x, std::int64_t dim);

/// Repeats without copying; -1 keeps a size.
/// errors  Runtime: sizes that x does not broadcast to; as check_repeated
Expected<Array> expand(const Context& context, const Array& x, const Sizes& sizes);
/// The elements along these dimensions in reverse order, copied.
/// errors  Index: no such dimension; Runtime: one named twice
Expected<Array> flip(const Context& context, const Array& x, const Sizes& dims);

/// One array for each place of a dimension.
/// errors  Index: no such dimension
Expected<std::vector<Array>> unbind(const Context& context, const Array& x, std::int64_t dim);
/// Pieces of `size`, the last may be smaller; pieces of these sizes.
/// errors  Index: no such dimension; Runtime: no dimensions, or sizes that do not add up to that of
///         the dimension
Expected<std::vector<Array>> split(const Context& context, const Array& x, std::int64_t size,
                                   std::int64_t dim);
Expected<std::vector<Array>> split(const Context& context, const Array& x, const Sizes& sizes,
                                   std::int64_t dim);

/// Every `step`th element of a dimension from `start` up to `end`, which are within it.
Array sliced(const Context& context, const Array& x, std::size_t dim, std::int64_t start,
             std::int64_t end, std::int64_t step);
/// One place of a dimension, and a stretch of it.
/// errors  Index: no such dimension or place; Runtime: a stretch beyond the end
Expected<Array> select(const Context& context, const Array& x, std::int64_t dim,
                       std::int64_t index);
Expected<Array> narrow(const Context& context, const Array& x, std::int64_t dim, std::int64_t start,
                       std::int64_t length);

/// The diagonal of two dimensions, which becomes the last dimension.
/// errors  Index: no such dimension; Runtime: one dimension twice
Expected<Array> diagonal(const Context& context, const Array& x, std::int64_t shift,
                         std::int64_t dim1, std::int64_t dim2);
/// x.unfold(dim, size, step): windows along a dimension.
/// errors  Index: no such dimension; Runtime: windows longer than the dimension, a step below 1
Expected<Array> unfold(const Context& context, const Array& x, std::int64_t dim, std::int64_t size,
                       std::int64_t step);

/// torch.cat: arrays of one shape but for dimension `dim`; an empty array of one dimension does not
/// count.
/// errors  Runtime: no arrays, other shapes
Expected<Array> cat(const Context& context, std::span<const Array> pieces, std::int64_t dim);
/// torch.stack: arrays of one shape, along a new dimension.
/// errors  Runtime: no arrays, other shapes; Index: no such dimension
Expected<Array> stack(const Context& context, std::span<const Array> pieces, std::int64_t dim);

/// x with these of its dimensions, in this order; the others stay at index 0.
Array with_dims(const Array& x, const std::vector<std::size_t>& dims);
/// x with a new dimension of size 1.
Array with_new_dim(const Array& x, std::size_t place);

/// The dimensions as indices.
/// errors  Index: out of range; Runtime: one of them twice
Expected<std::vector<std::size_t>> resolve_dims(const Sizes& dims, std::size_t rank);

/// Sizes with their -1 worked out.
/// errors  Runtime: a negative size, a second -1, another number of elements
Expected<Shape> inferred_shape(const Sizes& sizes, std::int64_t count);
/// The strides of a view of `x` with this shape; nothing where only a copy has it.
std::optional<Shape> view_strides(const Array& x, const Shape& shape);

}  // namespace normscope::notebook::arrays
