// SPDX-License-Identifier: MIT
// exp and log in double, from additions and multiplications alone. The C library's functions have
// another last bit on processors with a fused multiply-add; these give the same bits on every
// processor, and a compiler can vectorize them.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace normscope::kernels {

/// math    e^x by x = k ln 2 + r, |r| <= ln 2 / 2, and the Taylor series of e^r to its 13th power
/// numeric relative error at most 3e-16 for -708 <= x <= 709 (a test measures it); above, infinity;
///         below, 0: the lost value is at most 10^-270 of float32's smallest number
inline double exp(double x) {
  constexpr double kLog2E = 1.4426950408889634;
  constexpr double kLn2High = 6.93147180369123816490e-01;  // 32 bits: k times it is exact
  constexpr double kLn2Low = 1.90821492927058770002e-10;
  constexpr double kShift = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to an integer
  const double shifted = x * kLog2E + kShift;
  const double k = shifted - kShift;
  const double r = (x - k * kLn2High) - k * kLn2Low;
  double p = 1.0 / 6227020800.0;
  p = p * r + 1.0 / 479001600.0;
  p = p * r + 1.0 / 39916800.0;
  p = p * r + 1.0 / 3628800.0;
  p = p * r + 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;
  p = p * (r * r) + r;
  p = p + 1.0;
  // The low bits of the shifted sum hold the integer k; move it into the exponent.
  const std::uint64_t scale = (std::bit_cast<std::uint64_t>(shifted) + 1023) << 52;
  const double value = p * std::bit_cast<double>(scale);
  if (x < -708.0) return 0.0;
  if (x > 709.0) return std::numeric_limits<double>::infinity();
  return std::isnan(x) ? x : value;
}

/// math    log(m 2^e) = e ln 2 + 2 artanh((m - 1) / (m + 1)), sqrt(1/2) <= m < sqrt(2)
/// numeric absolute error at most 3e-16 max(1, |log x|) (a test measures it); -infinity at 0, NaN
///         for a negative number or NaN
inline double log(double x) {
  if (!(x > 0)) return x == 0 ? -std::numeric_limits<double>::infinity() : std::nan("");
  if (std::isinf(x)) return x;
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < 0.70710678118654752) {
    m *= 2;
    --exponent;
  }
  constexpr double kLn2High = 6.93147180369123816490e-01;
  constexpr double kLn2Low = 1.90821492927058770002e-10;
  constexpr int kTerms = 12;  // ((sqrt 2 - 1) / (sqrt 2 + 1))^24 / 25 is below 2^-60
  const double s = (m - 1) / (m + 1);
  const double square = s * s;
  double p = 0;
  for (int term = kTerms; term >= 1; --term) p = p * square + 1.0 / (2.0 * term + 1.0);
  const double e = exponent;
  return e * kLn2High + (2 * s + (2 * s * square * p + e * kLn2Low));
}

}  // namespace normscope::kernels
