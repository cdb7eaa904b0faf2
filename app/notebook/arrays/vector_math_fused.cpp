// SPDX-License-Identifier: MIT
// See vector_math.hpp. SLEEF declares its functions with FMA only to code that is compiled for such
// processors, so this file is, alone; it has nothing but the tables and includes nothing that
// others could be given in place of their own.
#include "app/notebook/arrays/vector_math.hpp"

#include <sleef.h>

namespace normscope::notebook::arrays {

#if defined(FP_FAST_FMA)
namespace {

// SLEEF's functions give const values, which a pointer to an ordinary function does not take.
template <class T, auto kFunction>
T of(T x) {
  return kFunction(x);
}
template <class T, auto kFunction>
T of(T x, T y) {
  return kFunction(x, y);
}

#if defined(__AVX2__)

// The last vector of an array is filled up with zeros.
template <auto kFunction>
void sweep_floats(const float* x, float* y, std::int64_t count) {
  constexpr std::int64_t kLanes = 8;
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    _mm256_storeu_ps(y + i, kFunction(_mm256_loadu_ps(x + i)));
  }
  if (i == count) return;
  alignas(32) float lanes[kLanes] = {};
  for (std::int64_t lane = 0; lane < count - i; ++lane) lanes[lane] = x[i + lane];
  _mm256_store_ps(lanes, kFunction(_mm256_load_ps(lanes)));
  for (std::int64_t lane = 0; lane < count - i; ++lane) y[i + lane] = lanes[lane];
}

template <auto kFunction>
void sweep_doubles(const double* x, double* y, std::int64_t count) {
  constexpr std::int64_t kLanes = 4;
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    _mm256_storeu_pd(y + i, kFunction(_mm256_loadu_pd(x + i)));
  }
  if (i == count) return;
  alignas(32) double lanes[kLanes] = {};
  for (std::int64_t lane = 0; lane < count - i; ++lane) lanes[lane] = x[i + lane];
  _mm256_store_pd(lanes, kFunction(_mm256_load_pd(lanes)));
  for (std::int64_t lane = 0; lane < count - i; ++lane) y[i + lane] = lanes[lane];
}

#define NORMSCOPE_MANY_FLOATS(name, accuracy) sweep_floats<Sleef_##name##f8_##accuracy##avx2>
#define NORMSCOPE_MANY_DOUBLES(name, accuracy) sweep_doubles<Sleef_##name##d4_##accuracy##avx2>

#else

template <class T, auto kFunction>
void sweep(const T* x, T* y, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) y[i] = kFunction(x[i]);
}

#define NORMSCOPE_MANY_FLOATS(name, accuracy) sweep<float, Sleef_##name##f1_##accuracy##purecfma>
#define NORMSCOPE_MANY_DOUBLES(name, accuracy) sweep<double, Sleef_##name##d1_##accuracy##purecfma>

#endif

#define NORMSCOPE_FLOATS(name, accuracy) \
  { of<float, Sleef_##name##f1_##accuracy##purecfma>, NORMSCOPE_MANY_FLOATS(name, accuracy) }
#define NORMSCOPE_DOUBLES(name, accuracy) \
  { of<double, Sleef_##name##d1_##accuracy##purecfma>, NORMSCOPE_MANY_DOUBLES(name, accuracy) }

constexpr VectorMath<float> kFloats{
    .exp = NORMSCOPE_FLOATS(exp, u10),
    .expm1 = NORMSCOPE_FLOATS(expm1, u10),
    .log = NORMSCOPE_FLOATS(log, u10),
    .log2 = NORMSCOPE_FLOATS(log2, u10),
    .log10 = NORMSCOPE_FLOATS(log10, u10),
    .log1p = NORMSCOPE_FLOATS(log1p, u10),
    .asin = NORMSCOPE_FLOATS(asin, u10),
    .acos = NORMSCOPE_FLOATS(acos, u10),
    .atan = NORMSCOPE_FLOATS(atan, u10),
    .sinh = NORMSCOPE_FLOATS(sinh, u10),
    .cosh = NORMSCOPE_FLOATS(cosh, u10),
    .tanh = NORMSCOPE_FLOATS(tanh, u10),
    .erfc = NORMSCOPE_FLOATS(erfc, u15),
    .lgamma = NORMSCOPE_FLOATS(lgamma, u10),
    .pow = of<float, Sleef_powf1_u10purecfma>,
    .atan2 = of<float, Sleef_atan2f1_u10purecfma>,
    .hypot = of<float, Sleef_hypotf1_u05purecfma>,
    .sin = NORMSCOPE_MANY_FLOATS(sin, u10),
    .cos = NORMSCOPE_MANY_FLOATS(cos, u10),
    .tan = NORMSCOPE_MANY_FLOATS(tan, u10),
};

constexpr VectorMath<double> kDoubles{
    .exp = NORMSCOPE_DOUBLES(exp, u10),
    .expm1 = NORMSCOPE_DOUBLES(expm1, u10),
    .log = NORMSCOPE_DOUBLES(log, u10),
    .log2 = NORMSCOPE_DOUBLES(log2, u10),
    .log10 = NORMSCOPE_DOUBLES(log10, u10),
    .log1p = NORMSCOPE_DOUBLES(log1p, u10),
    .asin = NORMSCOPE_DOUBLES(asin, u10),
    .acos = NORMSCOPE_DOUBLES(acos, u10),
    .atan = NORMSCOPE_DOUBLES(atan, u10),
    .sinh = NORMSCOPE_DOUBLES(sinh, u10),
    .cosh = NORMSCOPE_DOUBLES(cosh, u10),
    .tanh = NORMSCOPE_DOUBLES(tanh, u10),
    .erfc = NORMSCOPE_DOUBLES(erfc, u15),
    .lgamma = NORMSCOPE_DOUBLES(lgamma, u10),
    .pow = of<double, Sleef_powd1_u10purecfma>,
    .atan2 = of<double, Sleef_atan2d1_u10purecfma>,
    .hypot = of<double, Sleef_hypotd1_u05purecfma>,
    .sin = NORMSCOPE_MANY_DOUBLES(sin, u10),
    .cos = NORMSCOPE_MANY_DOUBLES(cos, u10),
    .tan = NORMSCOPE_MANY_DOUBLES(tan, u10),
};

}  // namespace

const VectorMath<float>* fused_floats() {
  return &kFloats;
}
const VectorMath<double>* fused_doubles() {
  return &kDoubles;
}

#else

const VectorMath<float>* fused_floats() {
  return nullptr;
}
const VectorMath<double>* fused_doubles() {
  return nullptr;
}

#endif

}  // namespace normscope::notebook::arrays
