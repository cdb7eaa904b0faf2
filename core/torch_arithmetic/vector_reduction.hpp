// SPDX-License-Identifier: MIT
// Reductions with one binary function, such as maxima and products, in the order of PyTorch's
// vector kernels: four vectors at a time along a contiguous row, blocks of columns, or element
// after element. The rounding of a product and the sign of a zero maximum depend on that order.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/lanes.hpp"
#include "core/torch_arithmetic/loop.hpp"

namespace normscope::torch_arithmetic {

/// A reduction by the function as PyTorch's scalar code (Plain) and its vectors (Vector) compute
/// it; the two may differ for special values.
template <class T, class Plain, class Vector>
class VectorReduction {
 public:
  VectorReduction(Plain plain, Vector vector) : plain_(plain), vector_(vector) {}

  /// Reduces `x` over `dims`. `out` has one element for each result, each set to the function's
  /// neutral value.
  void run(const ViewOf<T>& x, Dimensions dims, std::span<T> out) const {
    if (x.size() == 0) return;
    const ReductionLoop loop = reduction_loop(x, dims);
    for_each_outer(loop, 2, [&](const auto& at) {
      base::in_vectors([whole = *this, result = out.data() + at[0], from = x.values.data() + at[1],
                        inner = loop[0],
                        outer = loop[1]] { whole.take_plane(result, from, inner, outer); });
    });
  }

 private:
  static constexpr std::int64_t kVectors = 4;  // vectors reduced at a time
  static constexpr std::int64_t kWidth = LanesOf<T>::kCount;
  static constexpr std::int64_t kWide = kVectors * kWidth;

  void take(T& result, T x) const { result = plain_(result, x); }

  // Reduces a contiguous row into one result.
  void take_row(T& result, const T* x, std::int64_t size) const {
    const std::int64_t whole = size / kWide * kWide;
    if (whole > 0) {
      std::array<LanesOf<T>, static_cast<std::size_t>(kVectors)> running;
      for (std::int64_t at = 0; at < whole; at += kWide) {
        for (std::int64_t v = 0; v < kVectors; ++v) {
          LanesOf<T>& lanes = running[static_cast<std::size_t>(v)];
          const LanesOf<T> next = LanesOf<T>::load(x + at + v * kWidth);
          lanes = at == 0 ? next : combined(lanes, next, vector_);
        }
      }
      const LanesOf<T> all =
          zip(zip(running[0], running[1], vector_), zip(running[2], running[3], vector_), vector_);
      T folded = all[0];
      for (std::int64_t i = 1; i < kWidth; ++i) take(folded, all[i]);
      take(result, folded);
    }
    for (std::int64_t i = whole; i < size; ++i) take(result, x[i]);
  }

  // Reduces contiguous neighbouring columns: whole blocks as vectors, the rest one by one.
  void take_columns(T* result, const T* x, const ReductionLevel& reduced,
                    std::int64_t columns) const {
    const std::int64_t blocks = columns / kWide * kWide;
    const std::int64_t stride = reduced.input_stride();
    for (std::int64_t j = 0; j < blocks; j += kWide) {
      std::array<T, static_cast<std::size_t>(kWide)> folded{};
      std::copy_n(x + j, kWide, folded.begin());
      for (std::int64_t i = 1; i < reduced.size; ++i) {
        const T* const row = x + j + i * stride;
        for (std::size_t k = 0; k < folded.size(); ++k) folded[k] = vector_(folded[k], row[k]);
      }
      for (std::size_t k = 0; k < folded.size(); ++k) {
        T& held = result[j + static_cast<std::int64_t>(k)];
        held = vector_(folded[k], held);
      }
    }
    for (std::int64_t j = blocks; j < columns; ++j) {
      for (std::int64_t i = 0; i < reduced.size; ++i) take(result[j], x[j + i * stride]);
    }
  }

  void take_plane(T* result, const T* x, const ReductionLevel& inner,
                  const ReductionLevel& outer) const {
    if (inner.output_stride() == 0 && inner.input_stride() == 1) {
      for (std::int64_t j = 0; j < outer.size; ++j) {
        take_row(result[j * outer.output_stride()], x + j * outer.input_stride(), inner.size);
      }
    } else if (inner.output_stride() == 0 && outer.output_stride() == 1 &&
               outer.input_stride() == 1) {
      take_columns(result, x, inner, outer.size);
    } else {
      for (std::int64_t j = 0; j < outer.size; ++j) {
        for (std::int64_t i = 0; i < inner.size; ++i) {
          take(result[j * outer.output_stride() + i * inner.output_stride()],
               x[j * outer.input_stride() + i * inner.input_stride()]);
        }
      }
    }
  }

  Plain plain_;
  Vector vector_;
};

}  // namespace normscope::torch_arithmetic
