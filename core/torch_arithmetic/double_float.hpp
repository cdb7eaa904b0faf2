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

/// Rounded to one number.
template <class T>
T rounded(DoubleFloat<T> x) {
  return x.high + x.low;
}

template <class T>
DoubleFloat<T> negated(DoubleFloat<T> x) {
  return {-x.high, -x.low};
}

/// a + b without error (Knuth's two-sum).
template <class T>
DoubleFloat<T> exact_sum(T a, T b) {
  const T sum = a + b;
  const T b_seen = sum - a;
  return {sum, (a - (sum - b_seen)) + (b - b_seen)};
}

template <class T>
DoubleFloat<T> exact_sum(DoubleFloat<T> a, T b) {
  const DoubleFloat<T> sum = exact_sum(a.high, b);
  return {sum.high, sum.low + a.low};
}

template <class T>
DoubleFloat<T> exact_sum(T a, DoubleFloat<T> b) {
  const DoubleFloat<T> sum = exact_sum(a, b.high);
  return {sum.high, sum.low + b.low};
}

template <class T>
DoubleFloat<T> exact_sum(DoubleFloat<T> a, DoubleFloat<T> b) {
  const DoubleFloat<T> sum = exact_sum(a.high, b.high);
  return {sum.high, sum.low + (a.low + b.low)};
}

/// a + b in fewer steps, where |a| >= |b|.
template <class T>
DoubleFloat<T> ordered_sum(T a, DoubleFloat<T> b) {
  const T sum = a + b.high;
  return {sum, ((a - sum) + b.high) + b.low};
}

template <class T>
DoubleFloat<T> product(T a, T b) {
  const T high = a * b;
  return {high, std::fma(a, b, -high)};
}

template <class T>
DoubleFloat<T> product(DoubleFloat<T> a, T b) {
  const T high = a.high * b;
  return {high, std::fma(a.low, b, std::fma(a.high, b, -high))};
}

template <class T>
DoubleFloat<T> product(DoubleFloat<T> a, DoubleFloat<T> b) {
  const T high = a.high * b.high;
  return {high, std::fma(a.high, b.low, std::fma(a.low, b.high, std::fma(a.high, b.high, -high)))};
}

template <class T>
DoubleFloat<T> squared(DoubleFloat<T> a) {
  const T high = a.high * a.high;
  return {high, std::fma(a.high + a.high, a.low, std::fma(a.high, a.high, -high))};
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
