// SPDX-License-Identifier: MIT
// See moments.hpp. Products and sums stay separate here, unlike in the functions that use
// these moments: so the oracle was found to do.
#include "core/torch_arithmetic/moments.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/torch_arithmetic/lanes.hpp"

namespace normscope::torch_arithmetic {
namespace {

constexpr std::int64_t kBlock = 16;  // vectors that one run of Welford's method takes

// Mean and sum of squares of `count` values.
struct Partial {
  std::int64_t count = 0;
  float mean = 0.0F;
  float squares = 0.0F;
};

// The same, eight at a time.
struct PartialLanes {
  std::int64_t count = 0;
  Lanes mean{};
  Lanes squares{};
};

void merge(float weight, float count_before, float mean, float squares, float& into_mean,
           float& into_squares) {
  const float delta = mean - into_mean;
  into_mean += weight * delta;
  into_squares += squares + delta * delta * weight * count_before;
}

float weight_of(std::int64_t added, std::int64_t total) {
  return total == 0 ? 0.0F : static_cast<float>(added) / static_cast<float>(total);
}

void merge(const PartialLanes& from, PartialLanes& into) {
  const std::int64_t total = into.count + from.count;
  const float weight = weight_of(from.count, total);
  for (std::int64_t i = 0; i < kLanes; ++i) {
    merge(weight, static_cast<float>(into.count), from.mean[i], from.squares[i],
          into.mean.lane[static_cast<std::size_t>(i)],
          into.squares.lane[static_cast<std::size_t>(i)]);
  }
  into.count = total;
}

PartialLanes block_moments(const float* x, std::int64_t vectors) {
  PartialLanes block;
  block.count = vectors;
  for (std::int64_t j = 0; j < vectors; ++j) {
    const float weight = 1.0F / static_cast<float>(j + 1);
    for (std::int64_t i = 0; i < kLanes; ++i) {
      const float value = x[j * kLanes + i];
      const float delta = value - block.mean[i];
      block.mean[i] += delta * weight;
      block.squares[i] += delta * (value - block.mean[i]);
    }
  }
  return block;
}

PartialLanes cascade_moments(const float* x, std::int64_t vectors) {
  const std::int64_t blocks = (vectors + kBlock - 1) / kBlock;
  const auto depth = static_cast<std::size_t>(ceil_log2(blocks));
  std::vector<PartialLanes> level(depth);
  for (std::int64_t b = 0; b < blocks; ++b) {
    merge(block_moments(x + b * kBlock * kLanes, std::min(kBlock, vectors - b * kBlock)), level[0]);
    std::int64_t done = b + 1;
    for (std::size_t j = 1; j < depth && (done & 1) == 0; ++j, done >>= 1) {
      merge(level[j - 1], level[j]);
      level[j - 1] = PartialLanes{};
    }
  }
  for (std::size_t j = 1; j < depth; ++j) merge(level[j], level[0]);
  return level[0];
}

}  // namespace

Moments row_moments(std::span<const float> row) {
  const auto size = static_cast<std::int64_t>(row.size());
  const std::int64_t vectors = size / kLanes;
  const PartialLanes lanes = cascade_moments(row.data(), vectors);
  Partial all;
  for (const float x : row.subspan(static_cast<std::size_t>(vectors * kLanes))) {
    const float delta = x - all.mean;
    ++all.count;
    all.mean += delta / static_cast<float>(all.count);
    all.squares += delta * (x - all.mean);
  }
  for (std::int64_t i = 0; i < kLanes; ++i) {
    const std::int64_t total = all.count + vectors;
    merge(weight_of(vectors, total), static_cast<float>(all.count), lanes.mean[i], lanes.squares[i],
          all.mean, all.squares);
    all.count = total;
  }
  return {all.mean, all.squares / static_cast<float>(size)};
}

}  // namespace normscope::torch_arithmetic
