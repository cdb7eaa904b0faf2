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
  for (std::int64_t i = 0; i < count; i += kLanes) {
    const std::int64_t filled = count - i < kLanes ? count - i : kLanes;
    alignas(32) float lanes[kLanes] = {};
    for (std::int64_t lane = 0; lane < filled; ++lane) lanes[lane] = x[i + lane];
    _mm256_store_ps(lanes, kFunction(_mm256_load_ps(lanes)));
    for (std::int64_t lane = 0; lane < filled; ++lane) y[i + lane] = lanes[lane];
  }
}

template <auto kFunction>
void sweep_doubles(const double* x, double* y, std::int64_t count) {
  constexpr std::int64_t kLanes = 4;
  for (std::int64_t i = 0; i < count; i += kLanes) {
    const std::int64_t filled = count - i < kLanes ? count - i : kLanes;
    alignas(32) double lanes[kLanes] = {};
    for (std::int64_t lane = 0; lane < filled; ++lane) lanes[lane] = x[i + lane];
    _mm256_store_pd(lanes, kFunction(_mm256_load_pd(lanes)));
    for (std::int64_t lane = 0; lane < filled; ++lane) y[i + lane] = lanes[lane];
  }
}

constexpr VectorMath<float>::Sweep kSinFloats = sweep_floats<Sleef_sinf8_u10avx2>;
constexpr VectorMath<float>::Sweep kCosFloats = sweep_floats<Sleef_cosf8_u10avx2>;
constexpr VectorMath<float>::Sweep kTanFloats = sweep_floats<Sleef_tanf8_u10avx2>;
constexpr VectorMath<double>::Sweep kSinDoubles = sweep_doubles<Sleef_sind4_u10avx2>;
constexpr VectorMath<double>::Sweep kCosDoubles = sweep_doubles<Sleef_cosd4_u10avx2>;
constexpr VectorMath<double>::Sweep kTanDoubles = sweep_doubles<Sleef_tand4_u10avx2>;

#else

template <class T, auto kFunction>
void sweep(const T* x, T* y, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) y[i] = kFunction(x[i]);
}

constexpr VectorMath<float>::Sweep kSinFloats = sweep<float, Sleef_sinf1_u10purecfma>;
constexpr VectorMath<float>::Sweep kCosFloats = sweep<float, Sleef_cosf1_u10purecfma>;
constexpr VectorMath<float>::Sweep kTanFloats = sweep<float, Sleef_tanf1_u10purecfma>;
constexpr VectorMath<double>::Sweep kSinDoubles = sweep<double, Sleef_sind1_u10purecfma>;
constexpr VectorMath<double>::Sweep kCosDoubles = sweep<double, Sleef_cosd1_u10purecfma>;
constexpr VectorMath<double>::Sweep kTanDoubles = sweep<double, Sleef_tand1_u10purecfma>;

#endif

constexpr VectorMath<float> kFloats{
    .exp = of<float, Sleef_expf1_u10purecfma>,
    .expm1 = of<float, Sleef_expm1f1_u10purecfma>,
    .log = of<float, Sleef_logf1_u10purecfma>,
    .log2 = of<float, Sleef_log2f1_u10purecfma>,
    .log10 = of<float, Sleef_log10f1_u10purecfma>,
    .log1p = of<float, Sleef_log1pf1_u10purecfma>,
    .asin = of<float, Sleef_asinf1_u10purecfma>,
    .acos = of<float, Sleef_acosf1_u10purecfma>,
    .atan = of<float, Sleef_atanf1_u10purecfma>,
    .sinh = of<float, Sleef_sinhf1_u10purecfma>,
    .cosh = of<float, Sleef_coshf1_u10purecfma>,
    .tanh = of<float, Sleef_tanhf1_u10purecfma>,
    .erfc = of<float, Sleef_erfcf1_u15purecfma>,
    .lgamma = of<float, Sleef_lgammaf1_u10purecfma>,
    .pow = of<float, Sleef_powf1_u10purecfma>,
    .atan2 = of<float, Sleef_atan2f1_u10purecfma>,
    .hypot = of<float, Sleef_hypotf1_u05purecfma>,
    .sin = kSinFloats,
    .cos = kCosFloats,
    .tan = kTanFloats,
};

constexpr VectorMath<double> kDoubles{
    .exp = of<double, Sleef_expd1_u10purecfma>,
    .expm1 = of<double, Sleef_expm1d1_u10purecfma>,
    .log = of<double, Sleef_logd1_u10purecfma>,
    .log2 = of<double, Sleef_log2d1_u10purecfma>,
    .log10 = of<double, Sleef_log10d1_u10purecfma>,
    .log1p = of<double, Sleef_log1pd1_u10purecfma>,
    .asin = of<double, Sleef_asind1_u10purecfma>,
    .acos = of<double, Sleef_acosd1_u10purecfma>,
    .atan = of<double, Sleef_atand1_u10purecfma>,
    .sinh = of<double, Sleef_sinhd1_u10purecfma>,
    .cosh = of<double, Sleef_coshd1_u10purecfma>,
    .tanh = of<double, Sleef_tanhd1_u10purecfma>,
    .erfc = of<double, Sleef_erfcd1_u15purecfma>,
    .lgamma = of<double, Sleef_lgammad1_u10purecfma>,
    .pow = of<double, Sleef_powd1_u10purecfma>,
    .atan2 = of<double, Sleef_atan2d1_u10purecfma>,
    .hypot = of<double, Sleef_hypotd1_u05purecfma>,
    .sin = kSinDoubles,
    .cos = kCosDoubles,
    .tan = kTanDoubles,
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
