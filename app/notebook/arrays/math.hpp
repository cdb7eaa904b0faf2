// SPDX-License-Identifier: MIT
// The elementary functions of the arrays, by element type: for float32 those of core's `torch`
// arithmetic, for float64 exp as well; float64's others are the C library's, from which PyTorch's
// own differ in the last bit at most. `vector_` names are what PyTorch computes in vectors, the
// others what it computes beside them.
#pragma once

#include <cmath>

#include "core/torch_arithmetic/c_library.hpp"
#include "core/torch_arithmetic/elementwise.hpp"
#include "core/torch_arithmetic/transcendental.hpp"

namespace normscope::notebook::arrays {

namespace ta = torch_arithmetic;

inline float vector_exp(float x) {
  return ta::exp(x);
}
inline double vector_exp(double x) {
  return ta::exp(x);
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
  return std::log(x);
}
inline float vector_tanh(float x) {
  return ta::tanh(x);
}
inline double vector_tanh(double x) {
  return std::tanh(x);
}
inline float vector_erf(float x) {
  return ta::erf(x);
}
inline double vector_erf(double x) {
  return std::erf(x);
}
inline float vector_sin(float x) {
  return ta::sin(x);
}
inline double vector_sin(double x) {
  return std::sin(x);
}
inline float vector_cos(float x) {
  return ta::cos(x);
}
inline double vector_cos(double x) {
  return std::cos(x);
}
inline float vector_log1p(float x) {
  return ta::log1p(x);
}
inline double vector_log1p(double x) {
  return std::log1p(x);
}
inline float vector_pow(float x, float y) {
  return ta::pow(x, y);
}
inline double vector_pow(double x, double y) {
  return std::pow(x, y);
}
/// Rounded once from double: as good as correctly rounded, and so is the C library's powf.
inline float plain_pow(float x, float y) {
  return static_cast<float>(std::pow(static_cast<double>(x), static_cast<double>(y)));
}
inline double plain_pow(double x, double y) {
  return std::pow(x, y);
}

/// A function of double, rounded once, for the functions that have no vector form of their own.
template <class F>
float rounded(float x, const F& f) {
  return static_cast<float>(f(static_cast<double>(x)));
}
template <class F>
double rounded(double x, const F& f) {
  return f(x);
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
