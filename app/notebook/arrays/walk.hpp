// SPDX-License-Identifier: MIT
// The order in which elements are visited. PyTorch walks small strides first and merges dimensions
// that continue each other; where its vectors end, and how a result lies in memory, follows from
// that, so it is done the same way here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "app/notebook/arrays/array.hpp"

namespace normscope::notebook::arrays {

/// Nested loops over N operands, innermost first, at least one level.
template <std::size_t N>
struct Loops {
  Shape sizes{};
  std::array<Shape, N> steps{};
};

enum class LoopOrder : std::uint8_t { kKeep, kSwap, kUndecided };

/// Whether a dimension may stay inside of another, by one operand's strides.
LoopOrder loop_order(std::int64_t inner, std::int64_t outer, std::int64_t inner_size,
                     std::int64_t outer_size);

/// Dimensions, innermost first, in the order in which these operands are walked.
std::vector<std::size_t> walk_order(const Shape& shape, std::span<const Shape> strides);

/// Whether dimension `d` goes on where the outermost level so far ends, for all operands.
template <std::size_t N>
bool continues(const Loops<N>& loops, const std::array<Shape, N>& strides, std::int64_t size,
               std::size_t d) {
  if (loops.sizes.empty()) return false;
  if (loops.sizes.back() == 1 || size == 1) return true;
  for (std::size_t k = 0; k < N; ++k) {
    if (loops.sizes.back() * loops.steps[k].back() != strides[k][d]) return false;
  }
  return true;
}

/// The loops over `shape` for operands with these strides (a dimension each), the output first.
template <std::size_t N>
Loops<N> loops_over(const Shape& shape, const std::array<Shape, N>& strides) {
  Loops<N> loops;
  for (const std::size_t d : walk_order(shape, strides)) {
    if (!continues(loops, strides, shape[d], d)) {
      loops.sizes.push_back(shape[d]);
      for (std::size_t k = 0; k < N; ++k) loops.steps[k].push_back(strides[k][d]);
      continue;
    }
    if (loops.sizes.back() == 1) {
      for (std::size_t k = 0; k < N; ++k) loops.steps[k].back() = strides[k][d];
    }
    loops.sizes.back() *= shape[d];
  }
  if (loops.sizes.empty()) {
    loops.sizes.push_back(1);
    for (auto& steps : loops.steps) steps.push_back(0);
  }
  return loops;
}

/// Calls body(offsets, count, steps) for each run of the innermost level.
template <std::size_t N, class Body>
void for_each_run(const Loops<N>& loops, const Body& body) {
  for (const std::int64_t size : loops.sizes) {
    if (size == 0) return;
  }
  std::array<std::int64_t, N> at{};
  std::array<std::int64_t, N> step{};
  for (std::size_t k = 0; k < N; ++k) step[k] = loops.steps[k][0];
  Shape index(loops.sizes.size(), 0);
  while (true) {
    body(at, loops.sizes[0], step);
    std::size_t level = 1;
    for (; level < loops.sizes.size(); ++level) {
      for (std::size_t k = 0; k < N; ++k) at[k] += loops.steps[k][level];
      if (++index[level] < loops.sizes[level]) break;
      for (std::size_t k = 0; k < N; ++k) at[k] -= loops.sizes[level] * loops.steps[k][level];
      index[level] = 0;
    }
    if (level == loops.sizes.size()) return;
  }
}

/// Calls body(index, offset) for every element of a shape, in row-major order.
template <class Body>
void for_each_index(const Shape& shape, const Shape& strides, const Body& body) {
  if (tensor::product(shape) == 0) return;
  Shape index(shape.size(), 0);
  std::int64_t at = 0;
  while (true) {
    body(std::as_const(index), at);
    std::size_t d = shape.size();
    while (d > 0) {
      --d;
      at += strides[d];
      if (++index[d] < shape[d]) break;
      at -= shape[d] * strides[d];
      index[d] = 0;
      if (d == 0) return;
    }
    if (shape.empty()) return;
  }
}

/// Calls body(offset from data()) for every element, in row-major order.
template <class Body>
void for_each_in_order(const Array& x, const Body& body) {
  if (x.is_contiguous()) {
    const std::int64_t size = x.size();
    for (std::int64_t i = 0; i < size; ++i) body(i);
    return;
  }
  for_each_index(x.shape, x.strides, [&](const Shape&, std::int64_t at) { body(at); });
}

/// The shape that both broadcast to.
/// errors  Runtime, as PyTorch words it
Expected<Shape> broadcast(const Shape& a, const Shape& b);

/// Strides of `x` seen as `shape`, to which it broadcasts: 0 where it repeats.
Shape expanded_strides(const Array& x, const Shape& shape);

/// Strides of the result of an elementwise operation on these arrays, which broadcast to `shape`:
/// the result lies in memory as its inputs do.
Shape elementwise_strides(const Shape& shape, std::span<const Array* const> inputs);

/// Whether the elements fill their memory without gaps or repetition, in any order.
bool is_dense(const Array& x);

/// Elements that PyTorch's loops take at once where they use vectors: two AVX2 registers.
template <class T>
inline constexpr std::int64_t kVectorStep = static_cast<std::int64_t>(64 / sizeof(T));

/// out[i] = f(x[i]) over the output's shape.
template <class To, class From, class F>
void map(const Array& out, const Array& x, const F& f) {
  const auto loops = loops_over<2>(out.shape, {out.strides, expanded_strides(x, out.shape)});
  To* const to = out.data<To>();
  const From* const from = x.data<From>();
  for_each_run(loops, [&](const auto& at, std::int64_t count, const auto& step) {
    To* o = to + at[0];
    const From* a = from + at[1];
    if (step[0] == 1 && step[1] == 1) {
      for (std::int64_t i = 0; i < count; ++i) o[i] = f(a[i]);
    } else {
      for (std::int64_t i = 0; i < count; ++i) o[i * step[0]] = f(a[i * step[1]]);
    }
  });
}

/// The same where PyTorch has a vector form, `lanes`, that rounds differently from the plain one:
/// it takes whole steps of contiguous runs.
template <class T, class Plain, class Vector>
void map_lanes(const Array& out, const Array& x, const Plain& plain, const Vector& lanes) {
  const auto loops = loops_over<2>(out.shape, {out.strides, expanded_strides(x, out.shape)});
  T* const to = out.data<T>();
  const T* const from = x.data<T>();
  for_each_run(loops, [&](const auto& at, std::int64_t count, const auto& step) {
    const bool contiguous = step[0] == 1 && step[1] == 1;
    const std::int64_t whole = contiguous ? count / kVectorStep<T> * kVectorStep<T> : 0;
    for (std::int64_t i = 0; i < count; ++i) {
      const T value = from[at[1] + i * step[1]];
      to[at[0] + i * step[0]] = i < whole ? lanes(value) : plain(value);
    }
  });
}

/// out[i] = f(a[i], b[i]) over the output's shape.
template <class To, class From, class F>
void zip(const Array& out, const Array& a, const Array& b, const F& f) {
  const auto loops = loops_over<3>(
      out.shape, {out.strides, expanded_strides(a, out.shape), expanded_strides(b, out.shape)});
  To* const to = out.data<To>();
  const From* const first = a.data<From>();
  const From* const second = b.data<From>();
  for_each_run(loops, [&](const auto& at, std::int64_t count, const auto& step) {
    To* o = to + at[0];
    const From* x = first + at[1];
    const From* y = second + at[2];
    if (step[0] == 1 && step[1] == 1 && step[2] == 1) {
      for (std::int64_t i = 0; i < count; ++i) o[i] = f(x[i], y[i]);
    } else {
      for (std::int64_t i = 0; i < count; ++i) o[i * step[0]] = f(x[i * step[1]], y[i * step[2]]);
    }
  });
}

/// Like zip, with map_lanes' way of vectors; an operand that stands still counts as contiguous.
template <class T, class Plain, class Vector>
void zip_lanes(const Array& out, const Array& a, const Array& b, const Plain& plain,
               const Vector& lanes) {
  const auto loops = loops_over<3>(
      out.shape, {out.strides, expanded_strides(a, out.shape), expanded_strides(b, out.shape)});
  T* const to = out.data<T>();
  const T* const first = a.data<T>();
  const T* const second = b.data<T>();
  for_each_run(loops, [&](const auto& at, std::int64_t count, const auto& step) {
    const bool contiguous = step[0] == 1 && step[1] + step[2] >= 1 && step[1] <= 1 && step[2] <= 1;
    const std::int64_t whole = contiguous ? count / kVectorStep<T> * kVectorStep<T> : 0;
    for (std::int64_t i = 0; i < count; ++i) {
      const T x = first[at[1] + i * step[1]];
      const T y = second[at[2] + i * step[2]];
      to[at[0] + i * step[0]] = i < whole ? lanes(x, y) : plain(x, y);
    }
  });
}

}  // namespace normscope::notebook::arrays
