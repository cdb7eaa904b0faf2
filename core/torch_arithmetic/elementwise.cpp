// SPDX-License-Identifier: MIT
// See elementwise.hpp. Every rounding below is one of the original's; the order matters.
#include "core/torch_arithmetic/elementwise.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/torch_arithmetic/float_pair.hpp"

namespace normscope::torch_arithmetic {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr int kMantissaBits = 23;

// 2^exponent for an exponent of a normal number.
float power_of_two(int exponent) {
  constexpr int kBias = 127;
  return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + kBias) << kMantissaBits);
}

double power_of_two(std::int64_t exponent) {
  constexpr std::int64_t kBias = 1023;
  constexpr int kBits = 52;
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + kBias) << kBits);
}

}  // namespace

float exp(float x) {
  if (std::isnan(x)) return x;
  if (x < -104.0F) return 0.0F;
  if (x > 100.0F) return kInfinity;
  constexpr float kInverseLn2 = 0x1.715476p+0F;
  constexpr float kLn2High = 0x1.62e4p-1F;  // few enough bits that n * kLn2High is exact
  constexpr float kLn2Low = 0x1.7f7d1cp-20F;
  const float n = std::nearbyint(x * kInverseLn2);
  const float r = std::fma(n, -kLn2Low, std::fma(n, -kLn2High, x));
  float p = std::fma(0x1.a057b4p-13F, r, 0x1.6d2d92p-10F);
  p = std::fma(p, r, 0x1.11114cp-7F);
  p = std::fma(p, r, 0x1.5554f4p-5F);
  p = std::fma(p, r, 0x1.555556p-3F);
  p = std::fma(p, r, 0.5F);
  const float mantissa = std::fma(p, r * r, r) + 1.0F;
  // Two factors, because 2^n itself may be out of range where the result is not.
  const int exponent = static_cast<int>(n);
  const int half = exponent >> 1;
  return mantissa * power_of_two(half) * power_of_two(exponent - half);
}

double exp(double x) {
  if (std::isnan(x)) return x;
  if (x < -1000.0) return 0.0;
  if (x > 709.78271114955742909217217426) return std::numeric_limits<double>::infinity();
  constexpr double kInverseLn2 =
      1.442695040888963407359924681001892137426645954152985934135449406931;
  constexpr double kLn2High = 0.69314718055966295651160180568695068359375;
  constexpr double kLn2Low = 0.28235290563031577122588448175013436025525412068e-12;
  const double n = std::nearbyint(x * kInverseLn2);
  const double r = std::fma(n, -kLn2Low, std::fma(n, -kLn2High, x));
  // The polynomial in four pieces, each of its own power of r: this is how it is rounded.
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double r8 = r4 * r4;
  const double p01 = std::fma(r, 0.4166666666666602598e-1, 0.1666666666666669072e+0);
  const double p23 = std::fma(r, 0.1388888888914497797e-2, 0.8333333333314938210e-2);
  const double p45 = std::fma(r, 0.2480158687479686264e-4, 0.1984126989855865850e-3);
  const double p67 = std::fma(r, 0.2755762628169491192e-6, 0.2755723402025388239e-5);
  const double p89 = std::fma(r, 0.2081276378237164457e-8, 0.2511210703042288022e-7);
  const double low = std::fma(r4, std::fma(r2, p67, p45), std::fma(r2, p23, p01));
  double p = std::fma(r8, p89, low);
  p = std::fma(p, r, 0.5);
  p = std::fma(p, r, 1.0);
  p = std::fma(p, r, 1.0);
  const auto exponent = static_cast<std::int64_t>(n);
  const std::int64_t half = exponent >> 1;
  return p * power_of_two(half) * power_of_two(exponent - half);
}

float log(float x) {
  if (x == 0.0F) return -kInfinity;
  if (!(x > 0.0F)) return kNan;
  if (x == kInfinity) return x;
  const bool denormal = x < std::numeric_limits<float>::min();
  const float scaled = denormal ? x * 0x1p64F : x;
  // The mantissa is taken from [3/4, 3/2): 4/3 lifts the upper part to the next power of two.
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
  const FloatPair whole{whole_high, std::fma(e, kLn2Low, std::fma(e, kLn2High, -whole_high))};

  const FloatPair z = quotient(exact_sum(-1.0F, m), exact_sum(1.0F, m));
  const float z2 = z.high * z.high;
  float p = std::fma(0x1.35feb8p-2F, z2, 0x1.993394p-2F);
  p = std::fma(p, z2, 0x1.5555b4p-1F);

  const FloatPair twice{z.high + z.high, z.low + z.low};
  const float first = whole.high + twice.high;
  const float first_low = ((whole.high - first) + twice.high) + whole.low + twice.low;
  const float tail = z.high * z2 * p;
  const float second = first + tail;
  return second + (first_low + ((first - second) + tail));
}

float rsqrt(float x) {
  return 1.0F / std::sqrt(x);
}

float square(float x) {
  return x * x;
}

void exp(std::span<const float> x, std::span<float> y) {
  std::transform(x.begin(), x.end(), y.begin(), [](float value) { return exp(value); });
}

void log(std::span<const float> x, std::span<float> y) {
  std::transform(x.begin(), x.end(), y.begin(), [](float value) { return log(value); });
}

}  // namespace normscope::torch_arithmetic
