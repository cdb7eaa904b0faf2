// SPDX-License-Identifier: MIT
// See views.hpp: parts of an array, arrays put together, and copies that reorder elements.
#include <algorithm>
#include <numeric>

#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/shapes/views.hpp"
#include "app/notebook/arrays/walk.hpp"

namespace normscope::notebook::arrays {
namespace {

Array stretch(const Array& x, std::size_t dim, std::int64_t start, std::int64_t length) {
  Array result = x;
  result.offset += start * x.strides[dim];
  result.shape[dim] = length;
  return result;
}

Array without_dim(const Array& x, std::size_t dim, std::int64_t index) {
  std::vector<std::size_t> others(x.rank());
  std::iota(others.begin(), others.end(), std::size_t{0});
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(dim));
  Array result = with_dims(x, others);
  result.offset += index * x.strides[dim];
  return result;
}

bool is_skipped(const Array& x) {
  return x.rank() == 1 && x.shape[0] == 0;
}

// The pieces one after the other along a dimension of an array of this shape.
Expected<Array> joined(const Context& context, std::span<const Array> pieces, std::size_t dim,
                       const Shape& shape) {
  Promotion promotion(context.default_dtype);
  for (const Array& piece : pieces) promotion.add(piece.dtype, piece.rank() > 0);
  NORMSCOPE_TAKE(result, allocate(context, promotion.result(), shape));
  std::int64_t start = 0;
  for (const Array& piece : pieces) {
    if (is_skipped(piece)) continue;
    NORMSCOPE_CHECK(assign(context, stretch(result, dim, start, piece.shape[dim]), piece));
    start += piece.shape[dim];
  }
  return result;
}

// Pieces of these lengths, each with its own record that says which one it is.
std::vector<Array> cut(const Context& context, const Array& x, std::size_t dim,
                       const Sizes& lengths, std::string_view gradient) {
  std::vector<Array> pieces;
  std::int64_t start = 0;
  for (const std::int64_t length : lengths) {
    const auto number = static_cast<std::int64_t>(pieces.size());
    pieces.push_back(made_view(
        context, stretch(x, dim, start, length),
        {"split", gradient, {x}, {{"dim", static_cast<std::int64_t>(dim)}, {"piece", number}}}));
    start += length;
  }
  return pieces;
}

Expected<void> check_has_dimensions(const Array& x, std::string_view function) {
  if (x.rank() > 0) return {};
  return runtime_error("{} expects at least a 1-dimensional tensor", function);
}

}  // namespace

Expected<std::vector<Array>> unbind(const Context& context, const Array& x, std::int64_t dim) {
  NORMSCOPE_TAKE(index, resolve_dim(dim, x.rank()));
  if (x.rank() == 0) {
    return index_error("Dimension specified as 0 but tensor has no dimensions");
  }
  std::vector<Array> rows;
  for (std::int64_t i = 0; i < x.shape[index]; ++i) {
    rows.push_back(made_view(context, without_dim(x, index, i),
                             {"unbind", "UnbindBackward0", {x}, {{"dim", dim}, {"index", i}}}));
  }
  return rows;
}

Expected<std::vector<Array>> split(const Context& context, const Array& x, std::int64_t size,
                                   std::int64_t dim) {
  NORMSCOPE_CHECK(check_has_dimensions(x, "split"));
  if (size < 0) {
    return runtime_error("split expects split_size be non-negative, but got split_size={}", size);
  }
  NORMSCOPE_TAKE(index, resolve_dim(dim, x.rank()));
  if (size == 0 && x.shape[index] != 0) {
    return runtime_error(
        "split_size can only be 0 if dimension size is 0, but got dimension size of {}",
        x.shape[index]);
  }
  Sizes lengths;
  for (std::int64_t start = 0; start < x.shape[index]; start += size) {
    lengths.push_back(std::min(size, x.shape[index] - start));
  }
  if (lengths.empty()) lengths.push_back(0);
  return cut(context, x, index, lengths, "SplitBackward0");
}

Expected<std::vector<Array>> split(const Context& context, const Array& x, const Sizes& sizes,
                                   std::int64_t dim) {
  NORMSCOPE_CHECK(check_has_dimensions(x, "split"));
  NORMSCOPE_TAKE(index, resolve_dim(dim, x.rank()));
  std::int64_t total = 0;
  for (const std::int64_t size : sizes) {
    if (size < 0) {
      return runtime_error(
          "split_with_sizes expects split_sizes have only non-negative entries, but got "
          "split_sizes={}",
          sizes_text(sizes));
    }
    if (__builtin_add_overflow(total, size, &total)) total = -1;  // no tensor's size
    if (total < 0) break;
  }
  if (total != x.shape[index]) {
    return runtime_error(
        "split_with_sizes expects split_sizes to sum exactly to {} (input tensor's size at "
        "dimension {}), but got split_sizes={}",
        x.shape[index], dim, sizes_text(sizes));
  }
  return cut(context, x, index, sizes, "SplitWithSizesBackward0");
}

Array sliced(const Context& context, const Array& x, std::size_t dim, std::int64_t start,
             std::int64_t end, std::int64_t step) {
  Array result = stretch(x, dim, start, (end - start) / step + ((end - start) % step != 0 ? 1 : 0));
  result.strides[dim] *= step;
  return made_view(
      context, std::move(result),
      {"slice",
       "SliceBackward0",
       {x},
       {{"dim", static_cast<std::int64_t>(dim)}, {"start", start}, {"end", end}, {"step", step}}});
}

Expected<Array> select(const Context& context, const Array& x, std::int64_t dim,
                       std::int64_t index) {
  if (x.rank() == 0) return index_error("select() cannot be applied to a 0-dim tensor.");
  NORMSCOPE_TAKE(d, resolve_dim(dim, x.rank()));
  const std::int64_t size = x.shape[d];
  if (index < -size || index >= size) {
    return index_error("index {} is out of bounds for dimension {} with size {}", index, d, size);
  }
  const std::int64_t place = index < 0 ? index + size : index;
  return made_view(context, without_dim(x, d, place),
                   {"select",
                    "SelectBackward0",
                    {x},
                    {{"dim", static_cast<std::int64_t>(d)}, {"index", place}}});
}

Expected<Array> narrow(const Context& context, const Array& x, std::int64_t dim, std::int64_t start,
                       std::int64_t length) {
  if (x.rank() == 0) return runtime_error("narrow() cannot be applied to a 0-dim tensor.");
  NORMSCOPE_TAKE(d, resolve_dim(dim, x.rank()));
  const std::int64_t size = x.shape[d];
  if (start != size && (start < -size || start >= size)) {
    return index_error("start out of range (expected to be in range of [{}, {}], but got {})",
                       -size, size, start);
  }
  const std::int64_t first = start < 0 ? start + size : start;
  if (length < 0) return runtime_error("narrow(): length must be non-negative.");
  if (length > size - first) {
    return runtime_error("start ({}) + length ({}) exceeds dimension size ({}).", first, length,
                         size);
  }
  return sliced(context, x, d, first, first + length, 1);
}

Expected<Array> diagonal(const Context& context, const Array& x, std::int64_t shift,
                         std::int64_t dim1, std::int64_t dim2) {
  NORMSCOPE_TAKE(rows, resolve_dim(dim1, x.rank()));
  NORMSCOPE_TAKE(columns, resolve_dim(dim2, x.rank()));
  if (rows == columns) {
    return runtime_error("diagonal dimensions cannot be identical {}, {}", dim1, dim2);
  }
  const std::int64_t length =
      std::max<std::int64_t>(0, shift >= 0 ? std::min(x.shape[rows], x.shape[columns] - shift)
                                           : std::min(x.shape[rows] + shift, x.shape[columns]));
  std::vector<std::size_t> others;
  for (std::size_t d = 0; d < x.rank(); ++d) {
    if (d != rows && d != columns) others.push_back(d);
  }
  Array result = with_dims(x, others);
  if (length > 0) {
    result.offset += shift >= 0 ? shift * x.strides[columns] : -shift * x.strides[rows];
  }
  result.shape.push_back(length);
  result.strides.push_back(x.strides[rows] + x.strides[columns]);
  return made_view(context, std::move(result),
                   {"diagonal", "DiagonalBackward0", {x}, {{"offset", shift}}});
}

Expected<Array> unfold(const Context& context, const Array& x, std::int64_t dim, std::int64_t size,
                       std::int64_t step) {
  NORMSCOPE_TAKE(d, resolve_dim(dim, x.rank()));
  const std::int64_t whole = x.rank() == 0 ? 1 : x.shape[d];
  if (size < 0 || size > whole) {
    return runtime_error("maximum size for tensor at dimension {} is {} but size is {}", d, whole,
                         size);
  }
  if (step <= 0) return runtime_error("step is {} but must be > 0", step);
  Array result = x;
  result.shape.push_back(size);
  result.strides.push_back(x.rank() == 0 ? 1 : x.strides[d]);
  if (x.rank() > 0) {
    result.shape[d] = (whole - size) / step + 1;
    result.strides[d] = step * x.strides[d];
  }
  NORMSCOPE_CHECK(check_repeated(context, result.shape));
  return made_view(
      context, std::move(result),
      {"unfold", "UnfoldBackward0", {x}, {{"dim", dim}, {"size", size}, {"step", step}}});
}

Expected<Array> flip(const Context& context, const Array& x, const Sizes& dims) {
  NORMSCOPE_TAKE(turned, resolve_dims(dims, x.rank()));
  Array seen = x;
  for (const std::size_t d : turned) {
    if (x.rank() == 0) break;
    seen.offset += (x.shape[d] - 1) * x.strides[d];
    seen.strides[d] = -x.strides[d];
  }
  NORMSCOPE_TAKE(result, allocate_like(context, x.dtype, x.shape, {&x}));
  NORMSCOPE_CHECK(assign(context, result, seen));
  return made(context, std::move(result), {"flip", "FlipBackward0", {x}, {{"dims", dims}}});
}

Expected<Array> cat(const Context& context, std::span<const Array> pieces, std::int64_t dim) {
  if (pieces.empty()) return runtime_error("torch.cat(): expected a non-empty list of Tensors");
  const auto whole = std::ranges::find_if_not(pieces, is_skipped);
  const Array& first = whole == pieces.end() ? pieces[0] : *whole;
  if (first.rank() == 0) {
    return runtime_error("zero-dimensional tensor (at position 0) cannot be concatenated");
  }
  NORMSCOPE_TAKE(d, resolve_dim(dim, first.rank()));
  Shape shape = first.shape;
  shape[d] = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Array& piece = pieces[i];
    if (is_skipped(piece)) continue;
    if (piece.rank() == 0) {
      return runtime_error("zero-dimensional tensor (at position {}) cannot be concatenated", i);
    }
    if (piece.rank() != first.rank()) {
      return runtime_error("Tensors must have same number of dimensions: got {} and {}",
                           first.rank(), piece.rank());
    }
    for (std::size_t k = 0; k < shape.size(); ++k) {
      if (k == d || piece.shape[k] == shape[k]) continue;
      return runtime_error(
          "Sizes of tensors must match except in dimension {}. Expected size {} but got size {} "
          "for tensor number {} in the list.",
          d, shape[k], piece.shape[k], i);
    }
    shape[d] += piece.shape[d];
  }
  NORMSCOPE_TAKE(result, joined(context, pieces, d, shape));
  return made(context, std::move(result),
              {"cat", "CatBackward0", {pieces.begin(), pieces.end()}, {{"dim", dim}}});
}

Expected<Array> stack(const Context& context, std::span<const Array> pieces, std::int64_t dim) {
  if (pieces.empty()) return runtime_error("stack expects a non-empty TensorList");
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    if (pieces[i].shape == pieces[0].shape) continue;
    return runtime_error(
        "stack expects each tensor to be equal size, but got {} at entry 0 and {} "
        "at entry {}",
        sizes_text(pieces[0].shape), sizes_text(pieces[i].shape), i);
  }
  NORMSCOPE_TAKE(d, resolve_dim(dim, pieces[0].rank() + 1));
  std::vector<Array> layers;
  for (const Array& piece : pieces) layers.push_back(with_new_dim(piece, d));
  Shape shape = layers[0].shape;
  shape[d] = static_cast<std::int64_t>(layers.size());
  NORMSCOPE_TAKE(result, joined(context, layers, d, shape));
  return made(context, std::move(result),
              {"stack", "StackBackward0", {pieces.begin(), pieces.end()}, {{"dim", dim}}});
}

}  // namespace normscope::notebook::arrays
