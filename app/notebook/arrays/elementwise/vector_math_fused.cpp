// SPDX-License-Identifier: MIT
// See vector_math.hpp. SLEEF declares its functions with FMA only to code that is compiled for FMA,
// so this file alone is. It holds the tables and nothing else: an inline function compiled here
// could be linked in place of that of another file, and would fail on other processors.
#include "app/notebook/arrays/elementwise/vector_math.hpp"

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
__m256 load(const float* x) {
  return _mm256_loadu_ps(x);
}
__m256d load(const double* x) {
  return _mm256_loadu_pd(x);
}
void store(float* y, __m256 x) {
  _mm256_storeu_ps(y, x);
}
void store(double* y, __m256d x) {
  _mm256_storeu_pd(y, x);
}

// The last vector of an array is filled up with zeros.
template <class T, auto kFunction>
void sweep(const T* x, T* y, std::int64_t count) {
  constexpr std::int64_t kLanes = 32 / sizeof(T);
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) store(y + i, kFunction(load(x + i)));
  if (i == count) return;
  // The functions of std::array would be inline functions of this file.
  // NOLINTBEGIN(*-avoid-c-arrays, *-array-to-pointer-decay)
  alignas(32) T lanes[kLanes] = {};
  for (std::int64_t lane = 0; lane < count - i; ++lane) lanes[lane] = x[i + lane];
  store(lanes, kFunction(load(lanes)));
  for (std::int64_t lane = 0; lane < count - i; ++lane) y[i + lane] = lanes[lane];
  // NOLINTEND(*-avoid-c-arrays, *-array-to-pointer-decay)
}
#define NORMSCOPE_MANY(type, letter, lanes, name, accuracy) \
  sweep<type, Sleef_##name##letter##lanes##_##accuracy##avx2>
#else
template <class T, auto kFunction>
void sweep(const T* x, T* y, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) y[i] = kFunction(x[i]);
}
#define NORMSCOPE_MANY(type, letter, lanes, name, accuracy) \
  sweep<type, Sleef_##name##letter##1_##accuracy##purecfma>
#endif

#define NORMSCOPE_ONE(type, letter, name, accuracy) \
  of<type, Sleef_##name##letter##1_##accuracy##purecfma>
#define NORMSCOPE_EACH(type, letter, lanes, name, accuracy) \
  {                                                         \
    NORMSCOPE_ONE(type, letter, name, accuracy),            \
        NORMSCOPE_MANY(type, letter, lanes, name, accuracy) \
  }

// The functions of a type, whose SLEEF names have this letter and so many lanes; sine and cosine in
// this accuracy.
#define NORMSCOPE_FUNCTIONS(type, letter, lanes, circle)      \
  {                                                           \
    .exp = NORMSCOPE_EACH(type, letter, lanes, exp, u10),     \
    .log = NORMSCOPE_EACH(type, letter, lanes, log, u10),     \
    .log1p = NORMSCOPE_EACH(type, letter, lanes, log1p, u10), \
    .tanh = NORMSCOPE_EACH(type, letter, lanes, tanh, u10),   \
    .erf = NORMSCOPE_EACH(type, letter, lanes, erf, u10),     \
    .pow = NORMSCOPE_ONE(type, letter, pow, u10),             \
    .atan2 = NORMSCOPE_ONE(type, letter, atan2, u10),         \
    .hypot = NORMSCOPE_ONE(type, letter, hypot, u05),         \
    .exp2 = NORMSCOPE_MANY(type, letter, lanes, exp2, u10),   \
    .expm1 = NORMSCOPE_MANY(type, letter, lanes, expm1, u10), \
    .log2 = NORMSCOPE_MANY(type, letter, lanes, log2, u10),   \
    .log10 = NORMSCOPE_MANY(type, letter, lanes, log10, u10), \
    .asin = NORMSCOPE_MANY(type, letter, lanes, asin, u10),   \
    .acos = NORMSCOPE_MANY(type, letter, lanes, acos, u10),   \
    .atan = NORMSCOPE_MANY(type, letter, lanes, atan, u10),   \
    .sinh = NORMSCOPE_MANY(type, letter, lanes, sinh, u10),   \
    .cosh = NORMSCOPE_MANY(type, letter, lanes, cosh, u10),   \
    .sin = NORMSCOPE_MANY(type, letter, lanes, sin, circle),  \
    .cos = NORMSCOPE_MANY(type, letter, lanes, cos, circle),  \
    .tan = NORMSCOPE_MANY(type, letter, lanes, tan, u10),     \
  }

constexpr VectorMath<float> kFloats NORMSCOPE_FUNCTIONS(float, f, 8, u35);
constexpr VectorMath<double> kDoubles NORMSCOPE_FUNCTIONS(double, d, 4, u10);

constexpr const VectorMath<float>* kFusedFloats = &kFloats;
constexpr const VectorMath<double>* kFusedDoubles = &kDoubles;

}  // namespace
#else
constexpr const VectorMath<float>* kFusedFloats = nullptr;
constexpr const VectorMath<double>* kFusedDoubles = nullptr;
#endif

const VectorMath<float>* fused_floats() {
  return kFusedFloats;
}
const VectorMath<double>* fused_doubles() {
  return kFusedDoubles;
}

}  // namespace normscope::notebook::arrays
