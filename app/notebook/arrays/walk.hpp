// SPDX-License-Identifier: MIT
// Elements of arrays visited one by one: in row-major order, or in the order of PyTorch's
// TensorIterator (core/torch_arithmetic/loop.hpp) over operands that broadcast; and arrays as the
// views of core's `torch` arithmetic.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "app/notebook/arrays/array.hpp"
#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/loop.hpp"

namespace normscope::notebook::arrays {

namespace ta = torch_arithmetic;

/// Elements from the first to the last that the strides reach.
template <class T>
ta::ViewOf<T> core_view(const Array& x) {
  std::int64_t extent = x.size() == 0 ? 0 : 1;
  if (extent != 0) {
    for (std::size_t d = 0; d < x.rank(); ++d) extent += (x.shape[d] - 1) * x.strides[d];
  }
  return {std::span<const T>(x.data<T>(), static_cast<std::size_t>(extent)), x.shape, x.strides};
}

/// All places of a contiguous array.
template <class T>
std::span<T> elements(const Array& x) {
  return {x.data<T>(), static_cast<std::size_t>(x.size())};
}

/// The same of an array that may be missing: none.
template <class T>
std::span<T> elements(const std::optional<Array>& x) {
  return x ? elements<T>(*x) : std::span<T>{};
}

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

/// o[i] = f(x[i], ...) of a run of neighbours; the input of number kHeld is one element for all.
template <std::size_t kHeld, class To, class F, std::size_t... K, class... From>
void map_neighbours(To* o, std::int64_t count, const F& f, std::index_sequence<K...> /*numbers*/,
                    const From*... x) {
  const std::tuple<From...> held{*x...};
  for (std::int64_t i = 0; i < count; ++i) o[i] = f((K == kHeld ? std::get<K>(held) : x[i])...);
}

/// The same of a run with these strides.
template <class To, class F, class... From>
void map_run(To* o, std::int64_t count, const std::array<std::int64_t, 1 + sizeof...(From)>& step,
             const F& f, const From*... x) {
  if (count == 0) return;
  constexpr std::size_t kInputs = sizeof...(From);
  constexpr std::index_sequence_for<From...> kNumbers;
  std::array<std::int64_t, 1 + kInputs> neighbours{};
  neighbours.fill(1);
  if (step == neighbours) return map_neighbours<kInputs>(o, count, f, kNumbers, x...);
  const auto held = [&]<std::size_t kHeld>(std::index_sequence<kHeld> /*number*/) {
    auto but_one = neighbours;
    but_one[kHeld + 1] = 0;
    if (step != but_one) return false;
    map_neighbours<kHeld>(o, count, f, kNumbers, x...);
    return true;
  };
  // Loops of their own for numbers beside arrays, where arithmetic is common.
  if constexpr (kInputs > 2 || (kInputs == 2 && (std::is_floating_point_v<From> && ...))) {
    const bool done = [&]<std::size_t... K>(std::index_sequence<K...> /*numbers*/) {
      return (held(std::index_sequence<K>()) || ...);
    }
    (kNumbers);
    if (done) return;
  }
  [&]<std::size_t... K>(std::index_sequence<K...> /*numbers*/) {
    for (std::int64_t i = 0; i < count; ++i) o[i * step[0]] = f(x[i * step[K + 1]]...);
  }
  (kNumbers);
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

/// A piece of a run over N operands: where it begins, how many of its elements PyTorch takes as
/// vectors, and all of them; the strides. The walk over an array is compiled once: what an
/// operation adds to it is its innermost loop.
template <std::size_t N>
struct Piece {
  std::array<std::int64_t, N> at;
  std::int64_t in_vectors;
  std::int64_t count;
  std::array<std::int64_t, N> step;
};

/// Calls body for each piece of each run of an elementwise operation on up to three inputs.
/// `vector_step`: the elements that PyTorch's vectors take at once. An operand of stride 0 counts
/// as contiguous, unless all are.
template <std::size_t N>
void for_each_piece(const Array& out, const std::array<const Array*, N - 1>& inputs,
                    std::int64_t vector_step, const std::function<void(const Piece<N>&)>& body);

/// out[i] = f(x[i], ...) over the output's shape, of inputs with elements of these types:
/// f = lanes where PyTorch takes vectors, which round differently, or everywhere; else plain.
template <class To, class... From, class Plain, class Vector, class... Inputs>
void map_all(const Array& out, const Plain& plain, const Vector& lanes, bool everywhere,
             const Inputs&... inputs) {
  constexpr std::size_t kOperands = 1 + sizeof...(From);
  const auto run = [&](const Piece<kOperands>& piece) {
    const auto part = [&](std::int64_t first, std::int64_t count, const auto& f) {
      [&]<std::size_t... K>(std::index_sequence<K...> /*numbers*/) {
        map_run(
            out.data<To>() + piece.at[0] + first * piece.step[0], count, piece.step, f,
            inputs.template data<const From>() + piece.at[K + 1] + first * piece.step[K + 1]...);
      }
      (std::index_sequence_for<From...>());
    };
    const std::int64_t middle = everywhere ? piece.count : piece.in_vectors;
    part(0, middle, lanes);
    part(middle, piece.count - middle, plain);
  };
  using Last = std::tuple_element_t<sizeof...(From) - 1, std::tuple<From...>>;
  for_each_piece<kOperands>(out, {&inputs...}, kVectorStep<Last>, std::cref(run));
}

/// out[i] = f(x[i]), f(a[i], b[i]) over the output's shape.
template <class To, class From, class F>
void map(const Array& out, const Array& x, const F& f) {
  map_all<To, From>(out, f, f, true, x);
}
template <class To, class From, class F>
void zip(const Array& out, const Array& a, const Array& b, const F& f) {
  map_all<To, From, From>(out, f, f, true, a, b);
}

/// zip by two functions: in whole steps of contiguous runs PyTorch takes vectors (`lanes`).
template <class T, class Plain, class Vector>
void zip_lanes(const Array& out, const Array& a, const Array& b, const Plain& plain,
               const Vector& lanes) {
  map_all<T, T, T>(out, plain, lanes, false, a, b);
}

/// map by function(from, to, count) over neighbouring elements (those that do not lie side by side
/// are copied) where PyTorch takes vectors, or everywhere; else by plain(x[i]).
template <class T, class Plain, class Function>
void sweep_lanes(const Array& out, const Array& x, const Plain& plain, const Function& function,
                 bool everywhere = false) {
  const auto run = [&](const Piece<2>& piece) {
    T* const o = out.data<T>() + piece.at[0];
    const T* const from = x.data<T>() + piece.at[1];
    const std::int64_t middle = everywhere ? piece.count : piece.in_vectors;
    sweep_run(o, from, middle, piece.step[0], piece.step[1], function);
    for (std::int64_t i = middle; i < piece.count; ++i) {
      o[i * piece.step[0]] = plain(from[i * piece.step[1]]);
    }
  };
  for_each_piece<2>(out, {&x}, kVectorStep<T>, std::cref(run));
}
template <class T, class Function>
void sweep(const Array& out, const Array& x, const Function& function) {
  sweep_lanes<T>(out, x, std::identity(), function, true);
}

/// The same with a function of one element, `lanes`.
template <class T, class Plain, class Vector>
void map_lanes(const Array& out, const Array& x, const Plain& plain, const Vector& lanes) {
  sweep_lanes<T>(out, x, plain, [&lanes](const T* from, T* to, std::int64_t count) {
    base::map_in_vectors(from, to, count, lanes);
  });
}

}  // namespace normscope::notebook::arrays
