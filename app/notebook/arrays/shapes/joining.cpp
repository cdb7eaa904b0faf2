// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/shapes/joining.hpp"

#include <algorithm>

#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/shapes/views.hpp"
#include "app/notebook/arrays/walk.hpp"

namespace normscope::notebook::arrays {
namespace {

bool is_skipped(const Array& x) {
  return x.rank() == 1 && x.shape[0] == 0;
}

Dtype common_dtype(const Context& context, std::span<const Array> pieces) {
  Promotion promotion(context.default_dtype);
  for (const Array& piece : pieces) promotion.add(piece.dtype, piece.rank() > 0);
  return promotion.result();
}

}  // namespace

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
  NORMSCOPE_TAKE(result, allocate(context, common_dtype(context, pieces), shape));
  std::int64_t start = 0;
  for (const Array& piece : pieces) {
    if (is_skipped(piece)) continue;
    Array target = result;
    target.offset += start * result.strides[d];
    target.shape[d] = piece.shape[d];
    NORMSCOPE_CHECK(assign(context, target, piece));
    start += piece.shape[d];
  }
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
  Shape shape = pieces[0].shape;
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(d),
               static_cast<std::int64_t>(pieces.size()));
  NORMSCOPE_TAKE(result, allocate(context, common_dtype(context, pieces), shape));
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    Array target = result;
    target.offset += static_cast<std::int64_t>(i) * result.strides[d];
    target.shape.erase(target.shape.begin() + static_cast<std::ptrdiff_t>(d));
    target.strides.erase(target.strides.begin() + static_cast<std::ptrdiff_t>(d));
    NORMSCOPE_CHECK(assign(context, target, pieces[i]));
  }
  return made(context, std::move(result),
              {"stack", "StackBackward0", {pieces.begin(), pieces.end()}, {{"dim", dim}}});
}

}  // namespace normscope::notebook::arrays
