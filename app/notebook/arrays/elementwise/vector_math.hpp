// SPDX-License-Identifier: MIT
// The elementary functions that PyTorch computes in vectors. It takes them from the SLEEF library,
// whose last bits differ from any C library's, so they are taken from there as well: in the form
// for processors with FMA, which is what PyTorch's AVX2 kernels call. A processor without FMA gets
// the C library's, within 1 ULP of them.
#pragma once

#include <cstdint>

namespace normscope::notebook::arrays {

/// Functions of one element type, float or double.
/// numeric within 1 ULP of the truth (sin and cos of float within 3.5); the bits of PyTorch 2.6's
///         AVX2 kernels
/// source  SLEEF 3.5 and 3.6, accuracy u10 (hypot u05; sin and cos of float u35)
template <class T>
struct VectorMath {
  using Function = T (*)(T);
  using Function2 = T (*)(T, T);
  /// y[i] = f(x[i]) over `count` elements, which may be the same memory.
  using Sweep = void (*)(const T* x, T* y, std::int64_t count);
  /// The same function of one element and of many.
  struct Each {
    Function one;
    Sweep many;
    T operator()(T x) const { return one(x); }
  };

  Each exp;
  Each log;
  Each log1p;
  Each tanh;
  Each erf;
  Function2 pow;
  Function2 atan2;
  Function2 hypot;
  Sweep exp2;
  Sweep expm1;
  Sweep log2;
  Sweep log10;
  Sweep asin;
  Sweep acos;
  Sweep atan;
  Sweep sinh;
  Sweep cosh;
  /// SLEEF reduces all angles of a vector in another way if one of them is large, so that the
  /// result of one element depends on its neighbours.
  Sweep sin;
  Sweep cos;
  Sweep tan;
};

/// The functions for this processor. exp, log and erf of float are core's, which has the same bits.
template <class T>
const VectorMath<T>& vector_math();
template <>
const VectorMath<float>& vector_math();
template <>
const VectorMath<double>& vector_math();

/// SLEEF's functions with FMA; null where this program was compiled without them. Only to be called
/// on a processor with FMA.
const VectorMath<float>* fused_floats();
const VectorMath<double>* fused_doubles();

}  // namespace normscope::notebook::arrays
