// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/joining.hpp"

#include <algorithm>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/views.hpp"
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

Expected<Array> triangle(const Context& context, const Array& x, std::int64_t diagonal,
                         bool lower) {
  if (x.rank() < 2) {
    return index_error("Dimension out of range (expected to be in range of [{}, {}], but got {})",
                       -1, 0, -2);
  }
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, x.shape));
  visit_dtype(x.dtype, [&]<class T>(Type<T>) {
    const T* const from = x.template data<T>();
    T* to = result.template data<T>();
    for_each_index(x, [&](const Shape& index, std::int64_t at) {
      const std::int64_t past = index.back() - index[index.size() - 2] - diagonal;
      *to++ = (lower ? past <= 0 : past >= 0) ? from[at] : T{};
    });
  });
  return made(context, std::move(result),
              {lower ? "tril" : "triu",
               lower ? "TrilBackward0" : "TriuBackward0",
               {x},
               {{"diagonal", diagonal}}});
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

Expected<Array> hstack(const Context& context, std::span<const Array> pieces) {
  if (pieces.empty()) return runtime_error("hstack expects a non-empty TensorList");
  std::vector<Array> rows;
  for (const Array& piece : pieces) {
    NORMSCOPE_TAKE(row, piece.rank() == 0 ? reshape(context, piece, {1}) : Expected<Array>(piece));
    rows.push_back(std::move(row));
  }
  return cat(context, rows, rows[0].rank() == 1 ? 0 : 1);
}

Expected<Array> vstack(const Context& context, std::span<const Array> pieces) {
  if (pieces.empty()) return runtime_error("vstack expects a non-empty TensorList");
  std::vector<Array> rows;
  for (const Array& piece : pieces) {
    if (piece.rank() >= 2) {
      rows.push_back(piece);
      continue;
    }
    NORMSCOPE_TAKE(row, reshape(context, piece, {1, piece.size()}));
    rows.push_back(std::move(row));
  }
  return cat(context, rows, 0);
}

Expected<Array> tril(const Context& context, const Array& x, std::int64_t diagonal) {
  return triangle(context, x, diagonal, true);
}

Expected<Array> triu(const Context& context, const Array& x, std::int64_t diagonal) {
  return triangle(context, x, diagonal, false);
}

Expected<Array> diag(const Context& context, const Array& x, std::int64_t diagonal) {
  if (x.rank() != 1 && x.rank() != 2) {
    return runtime_error("matrix or a vector expected");
  }
  if (x.rank() == 2) {
    NORMSCOPE_TAKE(view, arrays::diagonal(context, x, diagonal, 0, 1));
    NORMSCOPE_TAKE(copy, made_contiguous(context, view));
    if (copy.storage == x.storage) {
      NORMSCOPE_TAKE(other, clone(context, copy));
      copy = std::move(other);
    }
    return made(context, std::move(copy), {"diag", "DiagBackward0", {x}, {{"diagonal", diagonal}}});
  }
  constexpr std::int64_t kMost = std::int64_t{1} << 31;  // a square of such a side has no room
  if (diagonal < -kMost || diagonal > kMost) {
    return fail(ErrorKind::kMemory, "a matrix with a diagonal {} is too large", diagonal);
  }
  const std::int64_t size = x.shape[0] + std::abs(diagonal);
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, {size, size}));
  Array line = result;
  line.offset += diagonal >= 0 ? diagonal : -diagonal * size;
  line.shape = x.shape;
  line.strides = {size + 1};
  NORMSCOPE_CHECK(assign(context, line, x));
  return made(context, std::move(result), {"diag", "DiagBackward0", {x}, {{"diagonal", diagonal}}});
}

Expected<Array> pad_constant(const Context& context, const Array& x,
                             const std::vector<std::int64_t>& amounts, const Scalar& value) {
  if (amounts.size() % 2 != 0) {
    return runtime_error("Padding length must be divisible by 2");
  }
  if (amounts.size() / 2 > x.rank()) {
    return runtime_error(
        "Length of pad should be no more than twice the number of dimensions of the input. Pad "
        "length is {} while the input has {} dimensions.",
        amounts.size(), x.rank());
  }
  Shape shape = x.shape;
  Array source = x;
  std::vector<std::int64_t> before(x.rank(), 0);
  for (std::size_t i = 0; i < amounts.size() / 2; ++i) {
    const std::size_t d = x.rank() - 1 - i;
    const std::int64_t front = amounts[2 * i];
    const std::int64_t back = amounts[2 * i + 1];
    shape[d] = x.shape[d] + front + back;
    if (shape[d] < 0) {
      return runtime_error(
          "The input size {}, plus negative padding {} and {} resulted in a negative output size, "
          "which is invalid. Check dimension {} of your input.",
          x.shape[d], front, back, d);
    }
    // A negative amount cuts off.
    if (front < 0) source.offset -= front * x.strides[d];
    source.shape[d] += std::min<std::int64_t>(front, 0) + std::min<std::int64_t>(back, 0);
    before[d] = std::max<std::int64_t>(front, 0);
  }
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, shape));
  NORMSCOPE_CHECK(check_held(to_double(value), x.dtype));
  fill(result, value);
  Array inside = result;
  for (std::size_t d = 0; d < x.rank(); ++d) inside.offset += before[d] * result.strides[d];
  inside.shape = source.shape;
  NORMSCOPE_CHECK(assign(context, inside, source));
  return made(context, std::move(result),
              {"pad", "ConstantPadNdBackward0", {x}, {{"pad", amounts}}});
}

}  // namespace normscope::notebook::arrays
