// SPDX-License-Identifier: MIT
// See elementwise.hpp: exp and log of float32 for loops that are compiled around them (a call for
// each element takes longer than its arithmetic). Every rounding below is one of SLEEF's, in the
// same order.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/torch_arithmetic/double_float.hpp"

namespace normscope::torch_arithmetic {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
inline constexpr int kMantissaBits = 23;

/// 2^exponent for an exponent of a normal number.
inline float power_of_two(int exponent) {
  constexpr int kBias = 127;
  return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + kBias) << kMantissaBits);
}

// All are written without branches, so that loops over them become vectors.

/// exp(x) / 2^n, where n is x / ln 2, rounded.
inline float exp_mantissa(float x, float n) {
  constexpr float kLn2High = 0x1.62e4p-1F;  // few enough bits that n * kLn2High is exact
  constexpr float kLn2Low = 0x1.7f7d1cp-20F;
  const float r = std::fma(n, -kLn2Low, std::fma(n, -kLn2High, x));
  float p = std::fma(0x1.a057b4p-13F, r, 0x1.6d2d92p-10F);
  p = std::fma(p, r, 0x1.11114cp-7F);
  p = std::fma(p, r, 0x1.5554f4p-5F);
  p = std::fma(p, r, 0x1.555556p-3F);
  p = std::fma(p, r, 0.5F);
  return std::fma(p, r * r, r) + 1.0F;
}

inline constexpr float kInverseLn2 = 0x1.715476p+0F;

inline float exp_in_line(float x) {
  // Up to the first bound the result is 0 and is not computed: some processors take ten times as
  // long for products that are too small for normal numbers. At the second, the steps give
  // infinity.
  const bool is_zero = !(x > -104.0F);
  const float above = is_zero ? 0.0F : x;
  const float bounded = above < 100.0F ? above : 100.0F;
  const float n = std::nearbyint(bounded * kInverseLn2);
  const float mantissa = exp_mantissa(bounded, n);
  // Two factors, because 2^n itself may be out of range where the result is not.
  const int exponent = static_cast<int>(n);
  const int half = exponent >> 1;
  const float product = mantissa * power_of_two(half) * power_of_two(exponent - half);
  const float result = is_zero ? 0.0F : product;
  return std::isnan(x) ? x : result;
}

/// The bits of exp_in_line in half the time, for x of at most this magnitude: the result is a
/// normal number, so that n is added to the mantissa's exponent.
inline constexpr float kUsualExponent = 87.0F;
inline float exp_of_usual(float x) {
  constexpr float kRounding = 0x1.8p+23F;  // a sum with it is rounded to a whole number
  const float sum = x * kInverseLn2 + kRounding;
  const float mantissa = exp_mantissa(x, sum - kRounding);
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(mantissa) +
                              (std::bit_cast<std::uint32_t>(sum) << kMantissaBits));
}

inline float log_in_line(float x) {
  const bool denormal = x < std::numeric_limits<float>::min();
  const float scaled = denormal ? x * 0x1p64F : x;
  // The mantissa is reduced to [3/4, 3/2): the factor 4/3 moves the upper part to the next power of
  // two.
  const auto lifted = std::bit_cast<std::uint32_t>(scaled * 0x1.555556p+0F);
  const int biased = static_cast<int>(lifted >> kMantissaBits);
  const int exponent = biased - (denormal ? 127 + 64 : 127);
  const auto m = std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) -
                                      (static_cast<std::uint32_t>(biased) << kMantissaBits) +
                                      (std::uint32_t{127} << kMantissaBits));
  const auto e = static_cast<float>(exponent);

  constexpr float kLn2High = 0x1.62e43p-1F;
  constexpr float kLn2Low = -0x1.05c61p-29F;
  const float whole_high = e * kLn2High;
  const DoubleFloat<float> whole{whole_high,
                                 std::fma(e, kLn2Low, std::fma(e, kLn2High, -whole_high))};

  const DoubleFloat<float> z = quotient(exact_sum(-1.0F, m), exact_sum(1.0F, m));
  const float z2 = z.high * z.high;
  float p = std::fma(0x1.35feb8p-2F, z2, 0x1.993394p-2F);
  p = std::fma(p, z2, 0x1.5555b4p-1F);

  const DoubleFloat<float> twice{z.high + z.high, z.low + z.low};
  const float first = whole.high + twice.high;
  const float first_low = ((whole.high - first) + twice.high) + whole.low + twice.low;
  const float tail = z.high * z2 * p;
  const float second = first + tail;
  const float result = second + (first_low + ((first - second) + tail));
  const float at_most_zero = x == 0.0F ? -kInfinity : kNan;
  const float finite = x < kInfinity ? result : x;
  return x > 0.0F ? finite : at_most_zero;
}

}  // namespace normscope::torch_arithmetic
