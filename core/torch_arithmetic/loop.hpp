// SPDX-License-Identifier: MIT
// The loops of PyTorch's TensorIterator over arrays: dimensions with small strides innermost,
// reduced dimensions inside all others, and adjacent dimensions merged. The bits of float32 sums,
// the elements in whole vectors and the layout of results depend on that order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/torch_arithmetic/view.hpp"

namespace normscope::torch_arithmetic {

/// One level of nested loops over N operands; strides in elements, the output's first.
template <std::size_t N>
struct LoopLevel {
  std::int64_t size = 1;
  std::array<std::int64_t, N> strides{};

  /// The strides of a loop with one output and one input. The output's stride is 0 in a reduced
  /// dimension.
  std::int64_t output_stride() const { return strides.front(); }
  std::int64_t input_stride() const { return strides.back(); }
};

/// Nested loops, innermost first.
template <std::size_t N>
using Loops = std::vector<LoopLevel<N>>;
using ReductionLevel = LoopLevel<2>;
using ReductionLoop = Loops<2>;

/// The purpose of a loop. In a reduction the first operand is the output, and the dimensions in
/// which its stride is 0 are reduced: they are the inner loops.
enum class Walk : std::uint8_t { kElements, kReduction };

/// The order of the dimensions of `shape`, innermost first, in a loop over operands with these
/// strides (one stride for each dimension).
/// source  PyTorch 2.6, TensorIterator's reorder_dimensions
std::vector<std::size_t> loop_order(const tensor::Shape& shape,
                                    std::span<const std::vector<std::int64_t>> strides, Walk walk);

/// Whether the two levels can be merged: `outer` continues where `inner` ends, for all operands.
template <std::size_t N>
bool continues(const LoopLevel<N>& inner, const LoopLevel<N>& outer) {
  if (inner.size == 1 || outer.size == 1) return true;
  for (std::size_t k = 0; k < N; ++k) {
    if (inner.size * inner.strides[k] != outer.strides[k]) return false;
  }
  return true;
}

/// The loops over `shape` for operands with these strides; levels of size 1 are added up to `least`
/// levels.
template <std::size_t N>
Loops<N> loops_over(const tensor::Shape& shape,
                    const std::array<std::vector<std::int64_t>, N>& strides,
                    Walk walk = Walk::kElements, std::size_t least = 1) {
  Loops<N> loops;
  for (const std::size_t d : loop_order(shape, strides, walk)) {
    LoopLevel<N> level{shape[d], {}};
    for (std::size_t k = 0; k < N; ++k) level.strides[k] = strides[k][d];
    if (loops.empty() || !continues(loops.back(), level)) {
      loops.push_back(level);
    } else if (loops.back().size == 1) {
      loops.back() = level;
    } else {
      loops.back().size *= level.size;
    }
  }
  if (loops.size() < least) loops.resize(least);
  return loops;
}

/// The loop that reduces the dimensions `dims` of an array with these strides into a contiguous
/// output; at least two levels.
ReductionLoop reduction_loop(const tensor::Shape& shape, const std::vector<std::int64_t>& strides,
                             Dimensions dims);

template <class T>
ReductionLoop reduction_loop(const ViewOf<T>& x, Dimensions dims) {
  return reduction_loop(x.shape, x.strides, dims);
}

/// The loop over all elements of an array, without an output; at least two levels.
template <class T>
Loops<1> elements_loop(const ViewOf<T>& x) {
  return loops_over<1>(x.shape, {x.strides}, Walk::kElements, 2);
}

/// The shape of the output: reduced dimensions are 1, or removed when `keepdim` is false.
tensor::Shape reduced_shape(const tensor::Shape& shape, Dimensions dims, bool keepdim);

/// Calls body(offsets), with an offset for each operand, for each index of the levels from `first`
/// outward; level `first` varies fastest. No size may be 0.
template <std::size_t N, class Body>
void for_each_outer(const Loops<N>& loops, std::size_t first, const Body& body) {
  std::vector<std::int64_t> index(loops.size(), 0);
  std::array<std::int64_t, N> at{};
  while (true) {
    body(std::as_const(at));
    std::size_t level = first;
    for (; level < loops.size(); ++level) {
      const auto& [size, strides] = loops[level];
      for (std::size_t k = 0; k < N; ++k) at[k] += strides[k];
      if (++index[level] < size) break;
      for (std::size_t k = 0; k < N; ++k) at[k] -= size * strides[k];
      index[level] = 0;
    }
    if (level == loops.size()) return;
  }
}

/// Calls body(offsets, count, strides) for each run of the innermost level.
template <std::size_t N, class Body>
void for_each_run(const Loops<N>& loops, const Body& body) {
  for (const LoopLevel<N>& level : loops) {
    if (level.size == 0) return;
  }
  for_each_outer(loops, 1, [&](const std::array<std::int64_t, N>& at) {
    body(at, loops.front().size, loops.front().strides);
  });
}

}  // namespace normscope::torch_arithmetic
