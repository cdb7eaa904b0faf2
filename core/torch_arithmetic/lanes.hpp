// SPDX-License-Identifier: MIT
// Eight float32 lanes, the width of the vectors that PyTorch computes with under AVX2. Plain loops
// over fixed lanes: every compiler and processor gets the same bits.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace normscope::torch_arithmetic {

inline constexpr std::int64_t kLanes = 8;

/// The exponent of the smallest power of two that is at least `size`, but 1 for sizes below 2: the
/// count of levels that PyTorch gives its cascades.
inline std::int64_t ceil_log2(std::int64_t size) {
  if (size <= 2) return 1;
  return static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(size - 1)));
}

struct Lanes {
  std::array<float, kLanes> lane{};

  static Lanes filled(float value) {
    Lanes result;
    result.lane.fill(value);
    return result;
  }

  /// Up to eight values; lanes beyond them are 0.
  static Lanes load(const float* from, std::int64_t count = kLanes) {
    Lanes result;
    for (std::int64_t i = 0; i < count; ++i) result[i] = from[i];
    return result;
  }

  void store(float* to, std::int64_t count = kLanes) const {
    for (std::int64_t i = 0; i < count; ++i) to[i] = (*this)[i];
  }

  float& operator[](std::int64_t i) { return lane[static_cast<std::size_t>(i)]; }
  float operator[](std::int64_t i) const { return lane[static_cast<std::size_t>(i)]; }

  Lanes& operator+=(const Lanes& other) {
    for (std::int64_t i = 0; i < kLanes; ++i) (*this)[i] += other[i];
    return *this;
  }
};

/// f of each pair of lanes.
template <class F>
Lanes zip(const Lanes& a, const Lanes& b, const F& f) {
  Lanes result;
  for (std::int64_t i = 0; i < kLanes; ++i) result[i] = f(a[i], b[i]);
  return result;
}

inline Lanes operator+(Lanes a, const Lanes& b) {
  return a += b;
}

/// The larger one; NaN when either is. Of equal values, which can only be the two zeros, the
/// second: what the vector instruction gives.
inline float vector_maximum(float a, float b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<float>::quiet_NaN();
  return a > b ? a : b;
}

/// The same, but of equal values the first: what the plain code beside the vectors gives.
inline float scalar_maximum(float a, float b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<float>::quiet_NaN();
  return a < b ? b : a;
}

/// Reduces map(x) of a contiguous row with the binary function `f`: eight running values, the odd
/// elements at the end into the first lanes, then the eight folded by halves.
template <class Map, class F>
float reduce_row(std::span<const float> x, const Map& map, const F& f) {
  const auto size = static_cast<std::int64_t>(x.size());
  const auto mapped = [&](std::int64_t at, std::int64_t count) {
    Lanes values = Lanes::load(x.data() + at, count);
    for (std::int64_t i = 0; i < count; ++i) values[i] = map(values[i]);
    return values;
  };
  if (size < kLanes) {
    const Lanes values = mapped(0, size);
    float result = values[0];
    for (std::int64_t i = 1; i < size; ++i) result = f(result, values[i]);
    return result;
  }
  Lanes running = mapped(0, kLanes);
  std::int64_t at = kLanes;
  for (; at + kLanes <= size; at += kLanes) running = zip(running, mapped(at, kLanes), f);
  const Lanes rest = mapped(at, size - at);
  for (std::int64_t i = 0; i < size - at; ++i) running[i] = f(running[i], rest[i]);
  for (std::int64_t half = kLanes / 2; half > 0; half /= 2) {
    Lanes swapped;
    for (std::int64_t i = 0; i < kLanes; ++i) swapped[i] = running[i ^ half];
    running = zip(running, swapped, f);
  }
  return running[0];
}

}  // namespace normscope::torch_arithmetic
