// SPDX-License-Identifier: MIT
// See moments.hpp. Which products and sums are fused, comparison with PyTorch showed: all but those
// of the elements after the last whole vector.
#include "core/torch_arithmetic/moments.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/lanes.hpp"

namespace normscope::torch_arithmetic {
namespace {

constexpr std::int64_t kBlock = 16;  // vectors of one run of Welford's method

// Mean and sum of squares of `count` values; PartialLanes: of `count` vectors, for each lane.
template <class T>
struct Partial {
  std::int64_t count = 0;
  T mean{};
  T squares{};
};
template <class T>
struct PartialLanes {
  std::int64_t count = 0;
  LanesOf<T> mean{};
  LanesOf<T> squares{};
};

template <class T>
void merge(T weight, T count_before, T mean, T squares, T& into_mean, T& into_squares) {
  const T delta = mean - into_mean;
  into_mean = std::fma(weight, delta, into_mean);
  into_squares += std::fma(delta * delta * weight, count_before, squares);
}

template <class T>
T weight_of(std::int64_t added, std::int64_t total) {
  return total == 0 ? T{} : static_cast<T>(added) / static_cast<T>(total);
}

template <class T>
void merge(const PartialLanes<T>& from, PartialLanes<T>& into) {
  const std::int64_t total = into.count + from.count;
  const T weight = weight_of<T>(from.count, total);
  for (std::int64_t i = 0; i < LanesOf<T>::kCount; ++i) {
    merge(weight, static_cast<T>(into.count), from.mean[i], from.squares[i], into.mean[i],
          into.squares[i]);
  }
  into.count = total;
}

// Of vectors that lie kStride elements apart.
template <std::int64_t kStride, class T>
PartialLanes<T> block_moments(const T* x, std::int64_t vectors) {
  constexpr std::int64_t kWidth = LanesOf<T>::kCount;
  PartialLanes<T> block;
  block.count = vectors;
  for (std::int64_t j = 0; j < vectors; ++j) {
    const T weight = T{1} / static_cast<T>(j + 1);
    for (std::int64_t i = 0; i < kWidth; ++i) {
      const T value = x[j * kStride + i];
      const T delta = value - block.mean[i];
      block.mean[i] = std::fma(delta, weight, block.mean[i]);
      block.squares[i] = std::fma(delta, value - block.mean[i], block.squares[i]);
    }
  }
  return block;
}

// Of vectors of kParts times as many elements as there are lanes; each part is a block of its own.
template <std::int64_t kParts, class T>
PartialLanes<T> cascade_moments(const T* x, std::int64_t vectors) {
  constexpr std::int64_t kStride = kParts * LanesOf<T>::kCount;
  const std::int64_t blocks = (vectors + kBlock - 1) / kBlock;
  const auto depth = static_cast<std::size_t>(ceil_log2(blocks));
  std::vector<PartialLanes<T>> level(depth);
  for (std::int64_t b = 0; b < blocks; ++b) {
    const T* const from = x + b * kBlock * kStride;
    for (std::int64_t part = 0; part < kParts; ++part) {
      merge(block_moments<kStride>(from + part * LanesOf<T>::kCount,
                                   std::min(kBlock, vectors - b * kBlock)),
            level[0]);
    }
    std::int64_t done = b + 1;
    for (std::size_t j = 1; j < depth && (done & 1) == 0; ++j, done >>= 1) {
      merge(level[j - 1], level[j]);
      level[j - 1] = PartialLanes<T>{};
    }
  }
  for (std::size_t j = 1; j < depth; ++j) merge(level[j], level[0]);
  return level[0];
}

template <std::int64_t kParts, class T>
MomentsOf<T> moments_of(std::span<const T> row) {
  constexpr std::int64_t kWidth = LanesOf<T>::kCount;
  const auto size = static_cast<std::int64_t>(row.size());
  const std::int64_t vectors = size / (kWidth * kParts);
  const PartialLanes<T> lanes = cascade_moments<kParts>(row.data(), vectors);
  Partial<T> all;
  for (const T x : row.subspan(static_cast<std::size_t>(vectors * kWidth * kParts))) {
    const T delta = x - all.mean;
    ++all.count;
    all.mean += delta / static_cast<T>(all.count);
    all.squares += delta * (x - all.mean);
  }
  for (std::int64_t i = 0; i < kWidth; ++i) {
    const std::int64_t total = all.count + vectors * kParts;
    merge(weight_of<T>(vectors * kParts, total), static_cast<T>(all.count), lanes.mean[i],
          lanes.squares[i], all.mean, all.squares);
    all.count = total;
  }
  return {all.mean, all.squares / static_cast<T>(size)};
}

}  // namespace

Moments row_moments(std::span<const float> row, bool sixteen_bits) {
  return base::in_vectors([=] { return sixteen_bits ? moments_of<2>(row) : moments_of<1>(row); });
}

MomentsOf<double> row_moments(std::span<const double> row, bool /*sixteen_bits*/) {
  return base::in_vectors([=] { return moments_of<1>(row); });
}

}  // namespace normscope::torch_arithmetic
