// SPDX-License-Identifier: MIT
// Elements of arrays visited one by one: in row-major order, or in the order of PyTorch's
// TensorIterator (core/torch_arithmetic/loop.hpp) over operands that broadcast.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include "app/notebook/arrays/array.hpp"
#include "core/base/vectors.hpp"
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

/// o[i] = f(x[i]) of a run with these strides.
template <class To, class From, class F>
void map_run(To* o, const From* x, std::int64_t count, std::int64_t to_step, std::int64_t from_step,
             const F& f) {
  if (to_step == 1 && from_step == 1) {
    for (std::int64_t i = 0; i < count; ++i) o[i] = f(x[i]);
  } else {
    for (std::int64_t i = 0; i < count; ++i) o[i * to_step] = f(x[i * from_step]);
  }
}

/// Elements that are worked on while they lie in the first-level cache.
inline constexpr std::int64_t kSweepBlock = 1024;

/// function(from, to, count) over a run, block by block.
template <class T, class Function>
void sweep_run(T* o, const T* x, std::int64_t count, std::int64_t to_step, std::int64_t from_step,
               const Function& function) {
  const bool contiguous = to_step == 1 && from_step == 1;
  std::array<T, static_cast<std::size_t>(kSweepBlock)> block;
  for (std::int64_t first = 0; first < count; first += kSweepBlock) {
    const std::int64_t size = std::min(kSweepBlock, count - first);
    if (contiguous) {
      function(x + first, o + first, size);
      continue;
    }
    for (std::int64_t i = 0; i < size; ++i) {
      block[static_cast<std::size_t>(i)] = x[(first + i) * from_step];
    }
    function(block.data(), block.data(), size);
    for (std::int64_t i = 0; i < size; ++i) {
      o[(first + i) * to_step] = block[static_cast<std::size_t>(i)];
    }
  }
}

/// o[i] = f(x[i], y[i]) of a run with these strides.
template <class To, class From, class F>
void zip_run(To* o, const From* x, const From* y, std::int64_t count,
             const std::array<std::int64_t, 3>& step, const F& f) {
  using Steps = std::array<std::int64_t, 3>;
  if (step == Steps{1, 1, 1}) {
    for (std::int64_t i = 0; i < count; ++i) o[i] = f(x[i], y[i]);
    return;
  }
  if constexpr (std::is_floating_point_v<From>) {
    const From held_x = *x;
    const From held_y = *y;
    if (step == Steps{1, 1, 0}) {
      for (std::int64_t i = 0; i < count; ++i) o[i] = f(x[i], held_y);
      return;
    }
    if (step == Steps{1, 0, 1}) {
      for (std::int64_t i = 0; i < count; ++i) o[i] = f(held_x, y[i]);
      return;
    }
  }
  for (std::int64_t i = 0; i < count; ++i) o[i * step[0]] = f(x[i * step[1]], y[i * step[2]]);
}

/// Elements of a run of `count` that PyTorch takes as vectors.
template <class T>
std::int64_t in_whole_vectors(std::int64_t count, bool contiguous) {
  return contiguous ? count / kVectorStep<T> * kVectorStep<T> : 0;
}

/// What zip and zip_lanes do; `everywhere`: the vectors' function takes all elements.
template <class To, class From, class Plain, class Vector>
void zip_lanes_of(const Array& out, const Array& a, const Array& b, const Plain& plain,
                  const Vector& lanes, bool everywhere) {
  const auto loops = ta::loops_over<3>(
      out.shape, {out.strides, expanded_strides(a, out.shape), expanded_strides(b, out.shape)});
  To* const to = out.data<To>();
  const From* const first = a.data<From>();
  const From* const second = b.data<From>();
  ta::for_each_run(loops, [&](const auto& at, std::int64_t count, const auto& step) {
    const bool contiguous = step[0] == 1 && step[1] + step[2] >= 1 && step[1] <= 1 && step[2] <= 1;
    const std::int64_t whole = everywhere ? count : in_whole_vectors<From>(count, contiguous);
    in_pieces(out, count, [&](std::int64_t from, std::int64_t last) {
      const std::int64_t middle = std::clamp(whole, from, last);
      const auto run = [&](std::int64_t begin, std::int64_t end, const auto& f) {
        zip_run(to + at[0] + begin * step[0], first + at[1] + begin * step[1],
                second + at[2] + begin * step[2], end - begin, step, f);
      };
      if (from < middle) run(from, middle, lanes);
      if (middle < last) run(middle, last, plain);
    });
  });
}

/// Calls body(output offset, input offset, count, strides) for each piece of each run.
template <class Body>
void for_each_piece(const Array& out, const Array& x, const Body& body) {
  const auto loops = ta::loops_over<2>(out.shape, {out.strides, expanded_strides(x, out.shape)});
  ta::for_each_run(loops, [&](const auto& at, std::int64_t count, const auto& step) {
    in_pieces(out, count, [&](std::int64_t first, std::int64_t last) {
      body(at[0] + first * step[0], at[1] + first * step[1], last - first, step);
    });
  });
}

/// out[i] = f(x[i]) over the output's shape.
template <class To, class From, class F>
void map(const Array& out, const Array& x, const F& f) {
  To* const to = out.data<To>();
  const From* const from = x.data<From>();
  for_each_piece(out, x, [&](std::int64_t o, std::int64_t i, std::int64_t count, const auto& step) {
    map_run(to + o, from + i, count, step[0], step[1], f);
  });
}

/// The same by function(from, to, count) over neighbouring elements; those that do not lie side by
/// side are copied.
template <class T, class Function>
void sweep(const Array& out, const Array& x, const Function& function) {
  T* const to = out.data<T>();
  const T* const from = x.data<T>();
  for_each_piece(out, x, [&](std::int64_t o, std::int64_t i, std::int64_t count, const auto& step) {
    sweep_run(to + o, from + i, count, step[0], step[1], function);
  });
}

/// out[i] = plain(x[i]), but by function(from, to, count) where PyTorch takes vectors, which round
/// differently: in whole steps of contiguous runs.
template <class T, class Plain, class Function>
void sweep_lanes(const Array& out, const Array& x, const Plain& plain, const Function& function) {
  const auto loops = ta::loops_over<2>(out.shape, {out.strides, expanded_strides(x, out.shape)});
  T* const to = out.data<T>();
  const T* const from = x.data<T>();
  ta::for_each_run(loops, [&](const auto& at, std::int64_t count, const auto& step) {
    const std::int64_t whole = in_whole_vectors<T>(count, step[0] == 1 && step[1] == 1);
    T* const o = to + at[0];
    const T* const a = from + at[1];
    in_pieces(out, whole, [&](std::int64_t first, std::int64_t last) {
      sweep_run(o + first, a + first, last - first, 1, 1, function);
    });
    in_pieces(out, count - whole, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = whole + first; i < whole + last; ++i) {
        o[i * step[0]] = plain(a[i * step[1]]);
      }
    });
  });
}

/// The same with a function of one element, `lanes`.
template <class T, class Plain, class Vector>
void map_lanes(const Array& out, const Array& x, const Plain& plain, const Vector& lanes) {
  sweep_lanes<T>(out, x, plain, [&lanes](const T* from, T* to, std::int64_t count) {
    base::map_in_vectors(from, to, count, lanes);
  });
}

/// out[i] = f(a[i], b[i]) over the output's shape.
template <class To, class From, class F>
void zip(const Array& out, const Array& a, const Array& b, const F& f) {
  zip_lanes_of<To, From>(out, a, b, f, f, true);
}

/// Like zip, with map_lanes' way of vectors; an operand that stands still counts as contiguous.
template <class T, class Plain, class Vector>
void zip_lanes(const Array& out, const Array& a, const Array& b, const Plain& plain,
               const Vector& lanes) {
  zip_lanes_of<T, T>(out, a, b, plain, lanes, false);
}

}  // namespace normscope::notebook::arrays
