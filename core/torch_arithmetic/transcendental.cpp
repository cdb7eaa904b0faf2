// SPDX-License-Identifier: MIT
// See transcendental.hpp. Facts (coefficients, order of roundings) from SLEEF 3.5.1's functions of
// accuracy 1.0 with FMA.
#include "core/torch_arithmetic/transcendental.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/torch_arithmetic/elementwise.hpp"
#include "core/torch_arithmetic/float_pair.hpp"

namespace normscope::torch_arithmetic {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInverseLn2 = 0x1.715476p+0F;
constexpr float kLn2High = 0x1.62e4p-1F;
constexpr float kLn2Low = 0x1.7f7d1cp-20F;
constexpr float kLn2Rounded = 0.69314718246459960938F;
constexpr float kLn2Rest = -1.904654323148236017e-09F;
constexpr int kMantissaBits = 23;
constexpr int kBias = 127;

float power_of_two(int exponent) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + kBias) << kMantissaBits);
}

// x 2^exponent by two factors: 2^exponent itself may be out of range.
float times_power(float x, int exponent) {
  const int half = exponent >> 1;
  return x * power_of_two(half) * power_of_two(exponent - half);
}

float with_sign_of(float x, float sign) {
  return std::signbit(sign) ? -x : x;
}

// x without n ln 2, and n.
struct Reduced {
  FloatPair rest;
  int exponent;
};

Reduced without_powers(FloatPair x) {
  const float n = std::nearbyint((x.high + x.low) * kInverseLn2);
  FloatPair rest = exact_sum(x, n * -kLn2High);
  rest = exact_sum(rest, n * -kLn2Low);
  return {rest, static_cast<int>(n)};
}

// e^x of a pair as one float.
float exp_of_pair(FloatPair x) {
  const auto [reduced, exponent] = without_powers(x);
  if (x.high < -104.0F) return 0.0F;
  const FloatPair rest = normalized(reduced);
  float p = std::fma(0.00136324646882712841033936F, rest.high, 0.00836596917361021041870117F);
  p = std::fma(p, rest.high, 0.0416710823774337768554688F);
  p = std::fma(p, rest.high, 0.166665524244308471679688F);
  p = std::fma(p, rest.high, 0.499999850988388061523438F);
  const FloatPair sum = ordered_sum(rest, product(squared(rest), p));
  const float mantissa = rounded(ordered_sum(1.0F, sum));
  return std::ldexp(mantissa, exponent);
}

// e^x of a pair as a pair.
FloatPair wide_exp(FloatPair x) {
  const auto [rest, exponent] = without_powers(x);
  if (x.high < -104.0F) return {};
  float p = std::fma(0.1980960224e-3F, rest.high, 0.1394256484e-2F);
  p = std::fma(p, rest.high, 0.8333456703e-2F);
  p = std::fma(p, rest.high, 0.4166637361e-1F);
  FloatPair t = exact_sum(product(rest, p), 0.166666659414234244790680580464F);
  t = exact_sum(product(rest, t), 0.5F);
  t = exact_sum(rest, product(squared(rest), t));
  t = ordered_sum(1.0F, t);
  return {times_power(t.high, exponent), times_power(t.low, exponent)};
}

// ln x of a positive float as a pair.
FloatPair wide_log(float x) {
  const bool denormal = x < std::numeric_limits<float>::min();
  const float lifted = denormal ? x * 0x1p64F : x;
  // The mantissa is taken from [3/4, 3/2).
  const auto bits = std::bit_cast<std::uint32_t>(lifted * (1.0F / 0.75F));
  const int raised = static_cast<int>((bits >> kMantissaBits) & 0xffU) - kBias;
  const auto mantissa = std::bit_cast<float>(std::bit_cast<std::uint32_t>(lifted) -
                                             (static_cast<std::uint32_t>(raised) << kMantissaBits));
  const auto exponent = static_cast<float>(denormal ? raised - 64 : raised);
  const FloatPair z = quotient(exact_sum(-1.0F, mantissa), exact_sum(1.0F, mantissa));
  const FloatPair square = squared(z);
  float p = std::fma(0.240320354700088500976562F, square.high, 0.285112679004669189453125F);
  p = std::fma(p, square.high, 0.400007992982864379882812F);
  constexpr FloatPair kTwoThirds{0.66666662693023681640625F, 3.69183861259614332084311e-09F};
  FloatPair sum = product(FloatPair{kLn2Rounded, kLn2Rest}, exponent);
  sum = ordered_sum(sum, scaled(z, 2.0F));
  return ordered_sum(sum, product(product(square, z), exact_sum(product(square, p), kTwoThirds)));
}

// Beyond this SLEEF reduces with hundreds of bits of pi, as the C library does in double.
constexpr float kSmallAngle = 125.0F;
constexpr float kPiHigh = 3.1414794921875F;
constexpr float kPiMiddle = 0.00011315941810607910156F;
constexpr float kPiLow = 1.9841872589410058936e-09F;
// sin of what is left, by a polynomial.
float sine_of(FloatPair t) {
  const FloatPair square = squared(t);
  float p = std::fma(2.6083159809786593541503e-06F, square.high, -0.0001981069071916863322258F);
  p = std::fma(p, square.high, 0.00833307858556509017944336F);
  const float first = p * square.high;
  const float sum = -0.166666597127914428710938F + first;
  const FloatPair cubic{sum, (-0.166666597127914428710938F - sum) + first};
  return rounded_product(t, ordered_sum(1.0F, product(cubic, square)));
}

// oneDNN's exponential, a polynomial of degree 5; only gelu_erf is made with it.
float coarse_exp(float x) {
  constexpr float kLargest = 0x1.62e430p+6F;    // ln of the largest float
  constexpr float kSmallest = -0x1.5d589ep+6F;  // ln of the smallest normal one
  if (x < kSmallest) return 0.0F;
  const float bounded = std::min(x, kLargest);
  const float n = std::floor(bounded * kInverseLn2 + 0.5F);
  const float r = std::fma(-n, 0x1.62e43p-1F, bounded);
  float p = std::fma(0.00828929059F, r, 0.0418978221F);
  p = std::fma(p, r, 0.166676521F);
  p = std::fma(p, r, 0.499991506F);
  p = std::fma(p, r, 0.999999701F);
  p = std::fma(p, r, 1.0F);
  return p * power_of_two(static_cast<int>(n) - 1) * 2.0F;
}

}  // namespace

float tanh(float x) {
  if (std::isnan(x)) return x;
  const float size = std::abs(x);
  if (size > 8.664339742F) return with_sign_of(1.0F, x);
  const FloatPair e = wide_exp({size, 0.0F});
  const FloatPair inverse = reciprocal(e);
  const FloatPair y = quotient(ordered_sum(e, negated(inverse)), ordered_sum(e, inverse));
  return with_sign_of(rounded(y), x);
}

float sin(float x) {
  if (!std::isfinite(x)) return kNan;
  if (x == 0.0F) return x;
  if (std::abs(x) >= kSmallAngle) return static_cast<float>(std::sin(static_cast<double>(x)));
  constexpr float kInversePi = 0x1.45f306p-2F;
  const float n = std::nearbyint(x * kInversePi);
  FloatPair rest = exact_sum(std::fma(n, -kPiHigh, x), n * -kPiMiddle);
  rest = ordered_sum(rest, n * -kPiLow);
  const float y = sine_of(rest);
  return static_cast<int>(n) % 2 != 0 ? -y : y;
}

float cos(float x) {
  if (!std::isfinite(x)) return kNan;
  if (std::abs(x) >= kSmallAngle) return static_cast<float>(std::cos(static_cast<double>(x)));
  constexpr float kInversePi = 0x1.45f306p-2F;
  const float n = std::fma(std::nearbyint(std::fma(x, kInversePi, -0.5F)), 2.0F, 1.0F);
  FloatPair rest = exact_sum(x, n * (-kPiHigh * 0.5F));
  rest = exact_sum(rest, n * (-kPiMiddle * 0.5F));
  rest = exact_sum(rest, n * (-kPiLow * 0.5F));
  const float y = sine_of(rest);
  return (static_cast<int>(n) & 2) == 0 ? -y : y;
}

float erf(float x) {
  if (std::isnan(x)) return x;
  const float size = std::abs(x);
  if (size >= 4.0F) return with_sign_of(1.0F, x);
  // Three ranges: a polynomial in x^2 near 0, and 1 - e^p(x) beyond.
  const bool near = size < 1.1F;
  const bool middle = size < 2.4F;
  const auto pick = [&](float a, float b, float c) { return near ? a : middle ? b : c; };
  const auto pick_pair = [&](double a, double b, double c) {
    const double value = near ? a : middle ? b : c;
    const auto high = static_cast<float>(value);
    return FloatPair{high, static_cast<float>(value - static_cast<double>(high))};
  };
  const float u = near ? size * size : size;
  float t = pick(0.7089292194e-4F, -0.1792667899e-4F, -0.9495757695e-5F);
  t = std::fma(t, u, pick(-0.7768311189e-3F, 0.3937633010e-3F, 0.2481465926e-3F));
  t = std::fma(t, u, pick(0.5159463733e-2F, -0.3949181177e-2F, -0.2918176819e-2F));
  t = std::fma(t, u, pick(-0.2683781274e-1F, 0.2445474640e-1F, 0.2059706673e-1F));
  t = std::fma(t, u, pick(0.1128318012F, -0.1070996150F, -0.9901899844e-1F));
  FloatPair d = product(t, u);
  d = exact_sum(d, pick_pair(-0.376125876000657465175213237214, -0.634588905908410389971210809210,
                             -0.643598050547891613081201721633));
  d = product(d, u);
  d = exact_sum(d, pick_pair(1.12837916021059138255978217023, -1.12879855826694507209862753992,
                             -1.12461487742845562801052956293));
  d = product(d, size);
  if (!near) d = ordered_sum(1.0F, negated(wide_exp(d)));
  return with_sign_of(rounded(d), x);
}

float log1p(float x) {
  if (std::isnan(x) || x < -1.0F) return kNan;
  if (x == -1.0F) return -kInfinity;
  if (x == 0.0F || x > 1e+38F) return x == 0.0F ? x : kInfinity;
  const float sum = x + 1.0F;
  const bool denormal = sum < std::numeric_limits<float>::min();
  const auto bits = std::bit_cast<std::uint32_t>((denormal ? sum * 0x1p64F : sum) * (1.0F / 0.75F));
  const int raised = static_cast<int>((bits >> kMantissaBits) & 0xffU) - kBias;
  const auto t = std::bit_cast<float>(std::bit_cast<std::uint32_t>(1.0F) -
                                      (static_cast<std::uint32_t>(raised) << kMantissaBits));
  const float m = std::fma(x, t, t - 1.0F);
  const auto exponent = static_cast<float>(denormal ? raised - 64 : raised);
  const float two_and = 2.0F + m;
  const FloatPair z = quotient(FloatPair{m, 0.0F}, FloatPair{two_and, (2.0F - two_and) + m});
  const float square = z.high * z.high;
  float p = std::fma(0.3027294874F, square, 0.3996108174F);
  p = std::fma(p, square, 0.6666694880F);
  FloatPair y = product(FloatPair{kLn2Rounded, kLn2Rest}, exponent);
  y = ordered_sum(y, scaled(z, 2.0F));
  return rounded(ordered_sum(y, square * z.high * p));
}

float gelu_erf(float x) {
  constexpr float kRootHalf = 0x1.6a09e6p-1F;
  const float s = x * kRootHalf;
  const float t = 1.0F / std::fma(0.3275911F, std::abs(s), 1.0F);
  float r = std::fma(1.061405429F, t, -1.453152027F);
  r = std::fma(r, t, 1.421413741F);
  r = std::fma(r, t, -0.284496736F);
  r = std::fma(r, t, 0.254829592F);
  const float tail = std::fma(-coarse_exp(-(s * s)) * t, r, 1.0F);
  const float half = 0.5F * x;
  return std::fma(with_sign_of(tail, s), half, half);
}

float pow(float x, float y) {
  if (y == 0.0F || x == 1.0F) return 1.0F;
  if (std::isnan(x) || std::isnan(y)) return kNan;
  const bool whole = std::trunc(y) == y || std::abs(y) > 0x1p24F;
  const bool odd = std::abs(y) < 0x1p24F && whole && std::fmod(y, 2.0F) != 0.0F;
  if (std::isinf(y)) {
    const float distance = with_sign_of(std::abs(x) - 1.0F, y);
    if (distance == 0.0F) return 1.0F;
    return distance < 0.0F ? 0.0F : kInfinity;
  }
  if (std::isinf(x) || x == 0.0F) {
    const float side = x == 0.0F ? -y : y;
    const float size = side < 0.0F ? 0.0F : kInfinity;
    return odd ? with_sign_of(size, x) : size;
  }
  if (x < 0.0F && !whole) return kNan;
  float size = exp_of_pair(product(wide_log(std::abs(x)), y));
  if (std::isnan(size)) size = kInfinity;
  return x < 0.0F && odd ? -size : size;
}

}  // namespace normscope::torch_arithmetic
