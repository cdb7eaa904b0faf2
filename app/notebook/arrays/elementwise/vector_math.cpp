// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/elementwise/vector_math.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/elementwise.hpp"
#include "core/torch_arithmetic/error_function.hpp"

namespace normscope::notebook::arrays {
namespace {

namespace ta = torch_arithmetic;

template <class T, T (*kFunction)(T)>
void sweep(const T* x, T* y, std::int64_t count) {
  std::transform(x, x + count, y, kFunction);
}

// The C library's.
template <class T>
constexpr VectorMath<T> kPlain{
    .exp = {std::exp, sweep<T, std::exp>},
    .log = {std::log, sweep<T, std::log>},
    .log1p = {std::log1p, sweep<T, std::log1p>},
    .tanh = {std::tanh, sweep<T, std::tanh>},
    .erf = {std::erf, sweep<T, std::erf>},
    .pow = std::pow,
    .atan2 = std::atan2,
    .hypot = std::hypot,
    .exp2 = sweep<T, std::exp2>,
    .expm1 = sweep<T, std::expm1>,
    .log2 = sweep<T, std::log2>,
    .log10 = sweep<T, std::log10>,
    .asin = sweep<T, std::asin>,
    .acos = sweep<T, std::acos>,
    .atan = sweep<T, std::atan>,
    .sinh = sweep<T, std::sinh>,
    .cosh = sweep<T, std::cosh>,
    .sin = sweep<T, std::sin>,
    .cos = sweep<T, std::cos>,
    .tan = sweep<T, std::tan>,
};

bool has_fma() {
#if defined(__x86_64__)
  return base::has_avx2_and_fma();
#else
  return true;
#endif
}

template <class T>
const VectorMath<T>& chosen(const VectorMath<T>* (*fused)()) {
  const VectorMath<T>* const table = has_fma() ? fused() : nullptr;
  return table != nullptr ? *table : kPlain<T>;
}

using OfSpans = void (*)(std::span<const float>, std::span<float>);
template <OfSpans kFunction>
void over_spans(const float* x, float* y, std::int64_t count) {
  const auto size = static_cast<std::size_t>(count);
  kFunction({x, size}, {y, size});
}

VectorMath<float> with_core(VectorMath<float> table) {
  table.exp = {ta::exp, over_spans<ta::exp>};
  table.log = {ta::log, over_spans<ta::log>};
  table.erf = {ta::erf, over_spans<ta::erf>};
  return table;
}

}  // namespace

template <>
const VectorMath<float>& vector_math() {
  static const VectorMath<float> table = with_core(chosen<float>(fused_floats));
  return table;
}

template <>
const VectorMath<double>& vector_math() {
  static const VectorMath<double>& table = chosen<double>(fused_doubles);
  return table;
}

}  // namespace normscope::notebook::arrays
