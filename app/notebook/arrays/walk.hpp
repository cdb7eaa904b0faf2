// SPDX-License-Identifier: MIT
// Elements of arrays visited one by one: in row-major order, or in the order of PyTorch's
// TensorIterator (core/torch_arithmetic/loop.hpp) over operands that broadcast.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>

#include "app/notebook/arrays/array.hpp"
#include "core/torch_arithmetic/loop.hpp"

namespace normscope::notebook::arrays {

namespace ta = torch_arithmetic;

/// The next index of a shape in row-major order, and its offset; after the last comes the first.
void advance(const Shape& shape, const Shape& strides, Shape& index, std::int64_t& at);

/// Calls body(index, offset) for every element of a shape, in row-major order, until the person
/// asks to stop.
template <class Body>
void for_each_index(const Budget& budget, const Shape& shape, const Shape& strides,
                    const Body& body) {
  constexpr std::int64_t kPiece = std::int64_t{1} << 20;  // about a hundredth of a second
  const std::int64_t size = tensor::product(shape);
  Shape index(shape.size(), 0);
  std::int64_t at = 0;
  for (std::int64_t i = 0; i < size; ++i) {
    if (i % kPiece == 0 && budget.stopped()) return;
    body(std::as_const(index), at);
    advance(shape, strides, index, at);
  }
}
template <class Body>
void for_each_index(const Array& x, const Body& body) {
  for_each_index(x.storage->budget(), x.shape, x.strides, body);
}

/// The shape that both broadcast to.
/// errors  Runtime, as PyTorch words it
Expected<Shape> broadcast(const Shape& a, const Shape& b);

/// Strides of `x` seen as `shape`, to which it broadcasts: 0 where it repeats.
Shape expanded_strides(const Array& x, const Shape& shape);

/// Strides of the result of an elementwise operation on these arrays, which broadcast to `shape`:
/// the result lies in memory as its inputs do.
Shape elementwise_strides(const Shape& shape, std::initializer_list<const Array*> inputs);

/// Whether the elements fill their memory without gaps or repetition, in any order.
bool is_dense(const Array& x);

/// Elements that PyTorch's loops take at once where they use vectors: two AVX2 registers.
template <class T>
inline constexpr std::int64_t kVectorStep = static_cast<std::int64_t>(64 / sizeof(T));

/// Calls body(first, last) for a run of `count` elements, piece by piece: between two of them the
/// person may have asked to stop.
template <class Body>
void in_pieces(const Array& out, std::int64_t count, const Body& body) {
  constexpr std::int64_t kPiece = std::int64_t{1} << 20;  // about a thousandth of a second
  for (std::int64_t first = 0; first < count; first += kPiece) {
    if (out.storage->budget().stopped()) return;
    body(first, std::min(count, first + kPiece));
  }
}

/// Calls body(offset from data()) for every element, in row-major order, as for_each_index.
template <class Body>
void for_each_in_order(const Array& x, const Body& body) {
  if (!x.is_contiguous()) {
    for_each_index(x, [&](const Shape&, std::int64_t at) { body(at); });
    return;
  }
  in_pieces(x, x.size(), [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) body(i);
  });
}

/// out[i] = f(x[i]) over the output's shape.
template <class To, class From, class F>
void map(const Array& out, const Array& x, const F& f) {
  const auto loops = ta::loops_over<2>(out.shape, {out.strides, expanded_strides(x, out.shape)});
  To* const to = out.data<To>();
  const From* const from = x.data<From>();
  ta::for_each_run(loops, [&](const auto& at, std::int64_t count, const auto& step) {
    To* o = to + at[0];
    const From* a = from + at[1];
    in_pieces(out, count, [&](std::int64_t first, std::int64_t last) {
      if (step[0] == 1 && step[1] == 1) {
        for (std::int64_t i = first; i < last; ++i) o[i] = f(a[i]);
      } else {
        for (std::int64_t i = first; i < last; ++i) o[i * step[0]] = f(a[i * step[1]]);
      }
    });
  });
}

/// The same where PyTorch has a vector form, `lanes`, that rounds differently from the plain one:
/// it takes whole steps of contiguous runs.
template <class T, class Plain, class Vector>
void map_lanes(const Array& out, const Array& x, const Plain& plain, const Vector& lanes) {
  const auto loops = ta::loops_over<2>(out.shape, {out.strides, expanded_strides(x, out.shape)});
  T* const to = out.data<T>();
  const T* const from = x.data<T>();
  ta::for_each_run(loops, [&](const auto& at, std::int64_t count, const auto& step) {
    const bool contiguous = step[0] == 1 && step[1] == 1;
    const std::int64_t whole = contiguous ? count / kVectorStep<T> * kVectorStep<T> : 0;
    in_pieces(out, count, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = first; i < last; ++i) {
        const T value = from[at[1] + i * step[1]];
        to[at[0] + i * step[0]] = i < whole ? lanes(value) : plain(value);
      }
    });
  });
}

/// out[i] = f(a[i], b[i]) over the output's shape.
template <class To, class From, class F>
void zip(const Array& out, const Array& a, const Array& b, const F& f) {
  const auto loops = ta::loops_over<3>(
      out.shape, {out.strides, expanded_strides(a, out.shape), expanded_strides(b, out.shape)});
  To* const to = out.data<To>();
  const From* const first = a.data<From>();
  const From* const second = b.data<From>();
  ta::for_each_run(loops, [&](const auto& at, std::int64_t count, const auto& step) {
    To* o = to + at[0];
    const From* x = first + at[1];
    const From* y = second + at[2];
    in_pieces(out, count, [&](std::int64_t from, std::int64_t last) {
      if (step[0] == 1 && step[1] == 1 && step[2] == 1) {
        for (std::int64_t i = from; i < last; ++i) o[i] = f(x[i], y[i]);
      } else {
        for (std::int64_t i = from; i < last; ++i) {
          o[i * step[0]] = f(x[i * step[1]], y[i * step[2]]);
        }
      }
    });
  });
}

/// Like zip, with map_lanes' way of vectors; an operand that stands still counts as contiguous.
template <class T, class Plain, class Vector>
void zip_lanes(const Array& out, const Array& a, const Array& b, const Plain& plain,
               const Vector& lanes) {
  const auto loops = ta::loops_over<3>(
      out.shape, {out.strides, expanded_strides(a, out.shape), expanded_strides(b, out.shape)});
  T* const to = out.data<T>();
  const T* const first = a.data<T>();
  const T* const second = b.data<T>();
  ta::for_each_run(loops, [&](const auto& at, std::int64_t count, const auto& step) {
    const bool contiguous = step[0] == 1 && step[1] + step[2] >= 1 && step[1] <= 1 && step[2] <= 1;
    const std::int64_t whole = contiguous ? count / kVectorStep<T> * kVectorStep<T> : 0;
    in_pieces(out, count, [&](std::int64_t from, std::int64_t last) {
      for (std::int64_t i = from; i < last; ++i) {
        const T x = first[at[1] + i * step[1]];
        const T y = second[at[2] + i * step[2]];
        to[at[0] + i * step[0]] = i < whole ? lanes(x, y) : plain(x, y);
      }
    });
  });
}

}  // namespace normscope::notebook::arrays
