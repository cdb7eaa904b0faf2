// SPDX-License-Identifier: MIT
// The elementary functions of the arrays, by element type. `vector_` names are what PyTorch
// computes in vectors (see vector_math.hpp; exp, log and erf of float32 are core's, which have the
// same bits), `plain_` names what it computes beside them with the C library.
#pragma once

#include <cmath>

#include "app/notebook/arrays/vector_math.hpp"
#include "core/torch_arithmetic/c_library.hpp"
#include "core/torch_arithmetic/elementwise.hpp"
#include "core/torch_arithmetic/error_function.hpp"

namespace normscope::notebook::arrays {

namespace ta = torch_arithmetic;

inline float vector_exp(float x) {
  return ta::exp(x);
}
inline double vector_exp(double x) {
  return vector_math<double>().exp(x);
}
inline float plain_exp(float x) {
  return ta::c_library_exp(x);
}
inline double plain_exp(double x) {
  return std::exp(x);
}
inline float vector_log(float x) {
  return ta::log(x);
}
inline double vector_log(double x) {
  return vector_math<double>().log(x);
}
template <class T>
T vector_tanh(T x) {
  return vector_math<T>().tanh(x);
}
template <class T>
T vector_log1p(T x) {
  return vector_math<T>().log1p(x);
}
template <class T>
T vector_pow(T x, T y) {
  return vector_math<T>().pow(x, y);
}

template <class T>
T vector_sigmoid(T x) {
  return T{1} / (T{1} + vector_exp(T{0} - x));
}
template <class T>
T plain_sigmoid(T x) {
  return T{1} / (T{1} + plain_exp(-x));
}

}  // namespace normscope::notebook::arrays
