// SPDX-License-Identifier: MIT
// Eight lanes of float32, or four of float64: PyTorch's vectors with AVX2. Plain loops over fixed
// lanes give the same bits with every compiler and processor.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>

namespace normscope::torch_arithmetic {

inline constexpr std::int64_t kLanes = 8;

/// The exponent of the smallest power of two that is at least `size`, but 1 for sizes below 2.
/// PyTorch derives the number of levels of its cascades from it.
inline std::int64_t ceil_log2(std::int64_t size) {
  if (size <= 2) return 1;
  return static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(size - 1)));
}

template <class T>
struct LanesOf {
  static constexpr auto kCount = static_cast<std::int64_t>(32 / sizeof(T));
  std::array<T, static_cast<std::size_t>(kCount)> lane{};

  static LanesOf filled(T value) {
    LanesOf result;
    result.lane.fill(value);
    return result;
  }

  /// Loads up to a whole vector of values; the other lanes are 0.
  static LanesOf load(const T* from, std::int64_t count = kCount) {
    LanesOf result;
    for (std::int64_t i = 0; i < count; ++i) result[i] = from[i];
    return result;
  }

  void store(T* to, std::int64_t count = kCount) const {
    for (std::int64_t i = 0; i < count; ++i) to[i] = (*this)[i];
  }

  T& operator[](std::int64_t i) { return lane[static_cast<std::size_t>(i)]; }
  T operator[](std::int64_t i) const { return lane[static_cast<std::size_t>(i)]; }

  LanesOf& operator+=(const LanesOf& other) {
    for (std::int64_t i = 0; i < kCount; ++i) (*this)[i] += other[i];
    return *this;
  }
};

using Lanes = LanesOf<float>;
static_assert(Lanes::kCount == kLanes);

/// f of each pair of lanes.
template <class T, class F>
LanesOf<T> zip(const LanesOf<T>& a, const LanesOf<T>& b, const F& f) {
  LanesOf<T> result;
  for (std::int64_t i = 0; i < LanesOf<T>::kCount; ++i) result[i] = f(a[i], b[i]);
  return result;
}

template <class T>
LanesOf<T> operator+(LanesOf<T> a, const LanesOf<T>& b) {
  return a += b;
}

/// The larger value; NaN when either is NaN. Of +0 and -0 the second, as the vector instruction.
template <class T>
T vector_maximum(T a, T b) {
  const T larger = a > b ? a : b;
  return std::isunordered(a, b) ? std::numeric_limits<T>::quiet_NaN() : larger;
}

/// The larger, or the smaller, of each two lanes: the second of equal ones, NaN where either is
/// NaN. (The compiler makes no vector of eight selections by itself.)
template <bool kLargest, class T>
LanesOf<T> extreme_lanes(const LanesOf<T>& a, const LanesOf<T>& b) {
  using Vector [[gnu::vector_size(sizeof(LanesOf<T>))]] = T;
  Vector x;
  Vector y;
  std::memcpy(&x, a.lane.data(), sizeof x);
  std::memcpy(&y, b.lane.data(), sizeof y);
  const Vector chosen = (kLargest ? x > y : x < y) ? x : y;  // y where either is NaN
  // A NaN differs from itself.
  const Vector result = x == x ? chosen : x;  // NOLINT(misc-redundant-expression)
  LanesOf<T> lanes;
  std::memcpy(lanes.lane.data(), &result, sizeof result);
  return lanes;
}

template <class T>
LanesOf<T> vector_maximum(const LanesOf<T>& a, const LanesOf<T>& b) {
  return extreme_lanes<true>(a, b);
}

/// f of each pair of lanes; an `f` that takes whole vectors, too, is given them.
template <class T, class F>
LanesOf<T> combined(const LanesOf<T>& a, const LanesOf<T>& b, const F& f) {
  if constexpr (std::is_invocable_v<F, LanesOf<T>, LanesOf<T>>) {
    return f(a, b);
  } else {
    return zip(a, b, f);
  }
}

/// The larger value; NaN when either is NaN. Of +0 and -0 the first, as PyTorch's scalar code.
template <class T>
T scalar_maximum(T a, T b) {
  const T larger = a < b ? b : a;
  return std::isunordered(a, b) ? std::numeric_limits<T>::quiet_NaN() : larger;
}

/// Reduces map(x) of a contiguous row with the binary function `f`: a vector of running values, the
/// remaining elements into its first lanes, then the lanes reduced: by halves for float32, one
/// after the other for float64.
template <class T, class Map, class F>
T reduce_row(std::span<const T> x, const Map& map, const F& f) {
  constexpr std::int64_t kWidth = LanesOf<T>::kCount;
  const auto size = static_cast<std::int64_t>(x.size());
  const auto mapped = [&](std::int64_t at, std::int64_t count) {
    LanesOf<T> values = LanesOf<T>::load(x.data() + at, count);
    for (std::int64_t i = 0; i < count; ++i) values[i] = map(values[i]);
    return values;
  };
  if (size < kWidth) {
    const LanesOf<T> values = mapped(0, size);
    T result = values[0];
    for (std::int64_t i = 1; i < size; ++i) result = f(result, values[i]);
    return result;
  }
  LanesOf<T> running = mapped(0, kWidth);
  std::int64_t at = kWidth;
  for (; at + kWidth <= size; at += kWidth) running = combined(running, mapped(at, kWidth), f);
  const LanesOf<T> rest = mapped(at, size - at);
  for (std::int64_t i = 0; i < size - at; ++i) running[i] = f(running[i], rest[i]);
  if constexpr (!std::is_same_v<T, float>) {
    T result = running[0];
    for (std::int64_t i = 1; i < kWidth; ++i) result = f(result, running[i]);
    return result;
  }
  for (std::int64_t half = kWidth / 2; half > 0; half /= 2) {
    LanesOf<T> swapped;
    for (std::int64_t i = 0; i < kWidth; ++i) swapped[i] = running[i ^ half];
    running = zip(running, swapped, f);
  }
  return running[0];
}

}  // namespace normscope::torch_arithmetic
