// SPDX-License-Identifier: MIT
// The order in which PyTorch walks an array when it reduces it: reduced dimensions first, small
// strides first, dimensions that continue each other merged into one. Float32 sums depend on it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/torch_arithmetic/view.hpp"

namespace normscope::torch_arithmetic {

/// One level of nested loops; strides in elements.
struct LoopDimension {
  std::int64_t size = 1;
  std::int64_t input_stride = 0;
  std::int64_t output_stride = 0;  // 0 where the dimension is reduced
};

/// Innermost first; at least two levels, filled up with levels of size 1.
using Loop = std::vector<LoopDimension>;

/// The loop of a reduction over `dims` of an array with these strides into a contiguous output.
Loop reduction_loop(const tensor::Shape& shape, const std::vector<std::int64_t>& strides,
                    Dimensions dims);

/// The loop over all elements of an array where no output directs it.
Loop elements_loop(const tensor::Shape& shape, const std::vector<std::int64_t>& strides);

template <class T>
Loop reduction_loop(const ViewOf<T>& x, Dimensions dims) {
  return reduction_loop(x.shape, x.strides, dims);
}
template <class T>
Loop elements_loop(const ViewOf<T>& x) {
  return elements_loop(x.shape, x.strides);
}

/// The shape of the output: reduced dimensions are 1, or left out where `keepdim` is false.
tensor::Shape reduced_shape(const tensor::Shape& shape, Dimensions dims, bool keepdim);

/// Calls body(input_offset, output_offset) for each index of the levels from `first` outward, the
/// level `first` moving fastest.
template <class Body>
void for_each_outer(const Loop& loop, std::size_t first, const Body& body) {
  std::vector<std::int64_t> index(loop.size(), 0);
  std::int64_t input = 0;
  std::int64_t output = 0;
  while (true) {
    body(input, output);
    std::size_t level = first;
    for (; level < loop.size(); ++level) {
      input += loop[level].input_stride;
      output += loop[level].output_stride;
      if (++index[level] < loop[level].size) break;
      input -= loop[level].size * loop[level].input_stride;
      output -= loop[level].size * loop[level].output_stride;
      index[level] = 0;
    }
    if (level == loop.size()) return;
  }
}

}  // namespace normscope::torch_arithmetic
