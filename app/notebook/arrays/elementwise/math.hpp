// SPDX-License-Identifier: MIT
// The elementary functions of the arrays, by element type. `vector_`: as PyTorch's vector code
// computes them (see vector_math.hpp). `plain_`: as its scalar code does, by the C library.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

#include "app/notebook/arrays/elementwise/vector_math.hpp"
#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/c_library.hpp"
#include "core/torch_arithmetic/elementwise_in_line.hpp"
#include "core/torch_arithmetic/lanes.hpp"

namespace normscope::notebook::arrays {

namespace ta = torch_arithmetic;

inline float vector_exp(float x) {
  return ta::exp_in_line(x);
}
inline double vector_exp(double x) {
  return vector_math<double>().exp(x);
}
inline float vector_log(float x) {
  return ta::log_in_line(x);
}
inline double vector_log(double x) {
  return vector_math<double>().log(x);
}
/// A function of the C library: of float32 the nearest number, as glibc computes since 2.41.
template <class T, double (*kFunction)(double)>
T nearest(T x) {
  return static_cast<T>(kFunction(static_cast<double>(x)));
}
template <class T, double (*kFunction)(double, double)>
T nearest(T x, T y) {
  return static_cast<T>(kFunction(static_cast<double>(x), static_cast<double>(y)));
}
inline float plain_exp(float x) {
  return ta::c_library_exp(x);
}
inline double plain_exp(double x) {
  return std::exp(x);
}

/// 1 / (1 + e^-x)
template <class T>
void vector_sigmoid(const T* x, T* y, std::int64_t count) {
  base::map_in_vectors(x, y, count, std::negate<T>());
  vector_math<T>().exp.many(y, y, count);
  base::map_in_vectors(y, y, count, [](T power) { return T{1} / (T{1} + power); });
}

/// The larger (smaller) of two, NaN where either is. Of 0.0 and -0.0 PyTorch's vectors give the
/// second; its scalar code the first, as this does of exchanged operands.
template <bool kLargest>
struct Extreme {
  template <class T>
  requires std::is_arithmetic_v<T> T operator()(T a, T b) const {
    const T chosen = (kLargest ? a > b : a < b) ? a : b;
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isunordered(a, b)) return std::numeric_limits<T>::quiet_NaN();
    }
    return chosen;
  }
  template <class T>
  requires std::is_floating_point_v<T> ta::LanesOf<T>
  operator()(const ta::LanesOf<T>& a, const ta::LanesOf<T>& b) const {
    return ta::extreme_lanes<kLargest>(a, b);
  }
};

}  // namespace normscope::notebook::arrays
