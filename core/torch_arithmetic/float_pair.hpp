// SPDX-License-Identifier: MIT
// Pairs of float32 that together hold about 48 bits, and their arithmetic: what the elementary
// functions of PyTorch's vector library keep between the argument and the one rounding at the end.
// Each function is a fixed sequence of roundings; the names say what must hold for it.
#pragma once

#include <cmath>

namespace normscope::torch_arithmetic {

/// An unevaluated sum: `low` is what rounding `high` lost.
struct FloatPair {
  float high = 0.0F;
  float low = 0.0F;
};

/// Rounded to one float.
inline float rounded(FloatPair x) {
  return x.high + x.low;
}

inline FloatPair normalized(FloatPair x) {
  const float sum = x.high + x.low;
  return {sum, (x.high - sum) + x.low};
}

inline FloatPair scaled(FloatPair x, float factor) {
  return {x.high * factor, x.low * factor};
}

inline FloatPair negated(FloatPair x) {
  return {-x.high, -x.low};
}

/// a + b without error (Knuth's two-sum).
inline FloatPair exact_sum(float a, float b) {
  const float sum = a + b;
  const float b_seen = sum - a;
  return {sum, (a - (sum - b_seen)) + (b - b_seen)};
}

inline FloatPair exact_sum(FloatPair a, float b) {
  const FloatPair sum = exact_sum(a.high, b);
  return {sum.high, sum.low + a.low};
}

inline FloatPair exact_sum(FloatPair a, FloatPair b) {
  const FloatPair sum = exact_sum(a.high, b.high);
  return {sum.high, sum.low + (a.low + b.low)};
}

/// The same in fewer steps where |a| >= |b|.
inline FloatPair ordered_sum(float a, FloatPair b) {
  const float sum = a + b.high;
  return {sum, ((a - sum) + b.high) + b.low};
}

inline FloatPair ordered_sum(FloatPair a, float b) {
  const float sum = a.high + b;
  return {sum, ((a.high - sum) + b) + a.low};
}

inline FloatPair ordered_sum(FloatPair a, FloatPair b) {
  const float sum = a.high + b.high;
  return {sum, (((a.high - sum) + b.high) + a.low) + b.low};
}

inline FloatPair product(float a, float b) {
  const float high = a * b;
  return {high, std::fma(a, b, -high)};
}

inline FloatPair product(FloatPair a, float b) {
  const float high = a.high * b;
  return {high, std::fma(a.low, b, std::fma(a.high, b, -high))};
}

inline FloatPair product(FloatPair a, FloatPair b) {
  const float high = a.high * b.high;
  return {high, std::fma(a.high, b.low, std::fma(a.low, b.high, std::fma(a.high, b.high, -high)))};
}

/// The product as one float.
inline float rounded_product(FloatPair a, FloatPair b) {
  return std::fma(a.high, b.high, std::fma(a.low, b.high, a.high * b.low));
}

inline FloatPair squared(FloatPair a) {
  const float high = a.high * a.high;
  return {high, std::fma(a.high + a.high, a.low, std::fma(a.high, a.high, -high))};
}

inline FloatPair quotient(FloatPair numerator, FloatPair denominator) {
  const float inverse = 1.0F / denominator.high;
  const float high = numerator.high * inverse;
  const float lost = std::fma(inverse, numerator.high, -high);
  const float inverse_error =
      std::fma(-inverse, denominator.low, std::fma(-inverse, denominator.high, 1.0F));
  return {high, std::fma(high, inverse_error, std::fma(inverse, numerator.low, lost))};
}

inline FloatPair reciprocal(FloatPair x) {
  const float high = 1.0F / x.high;
  return {high, high * std::fma(-x.low, high, std::fma(-x.high, high, 1.0F))};
}

}  // namespace normscope::torch_arithmetic
