// SPDX-License-Identifier: MIT
// Double-floats: two floats (or doubles) that together hold twice the bits. The elementary
// functions of PyTorch's vector library compute in double-floats and round once at the end. Each
// function here is a fixed sequence of roundings.
#pragma once

#include <cmath>

namespace normscope::torch_arithmetic {

/// The unevaluated sum high + low; `low` is the rounding error of `high`.
template <class T>
struct DoubleFloat {
  T high{};
  T low{};
};

/// a + b without error (Knuth's two-sum).
template <class T>
DoubleFloat<T> exact_sum(T a, T b) {
  const T sum = a + b;
  const T b_seen = sum - a;
  return {sum, (a - (sum - b_seen)) + (b - b_seen)};
}

template <class T>
DoubleFloat<T> quotient(DoubleFloat<T> numerator, DoubleFloat<T> denominator) {
  const T inverse = T{1} / denominator.high;
  const T high = numerator.high * inverse;
  const T lost = std::fma(inverse, numerator.high, -high);
  const T inverse_error =
      std::fma(-inverse, denominator.low, std::fma(-inverse, denominator.high, T{1}));
  return {high, std::fma(high, inverse_error, std::fma(inverse, numerator.low, lost))};
}

}  // namespace normscope::torch_arithmetic
